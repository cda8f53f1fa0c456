/** Texts of the venue: markets, orders, trades, money and reserves. */
import { exchangeTexts } from '../../parts/exchange-texts';
import { pageTexts } from '../../parts/language/shared-texts';

export const texts = pageTexts({
	...exchangeTexts,
	Venue: ['Börse', 'Plateforme'],
	Markets: ['Märkte', 'Marchés'],
	Orders: ['Orders', 'Ordres'],
	Trades: ['Ausführungen', 'Transactions'],
	'Deposit without a key': ['Ohne Schlüssel einzahlen', 'Déposer sans clé'],
	'Allow it once in the console. It asks you before, and you come back here.': [
		'Erlauben Sie es einmal in der Konsole. Sie fragt vorher, und Sie kommen hierher zurück.',
		'Autorisez-le une fois dans la console. Elle vous le demande avant, et vous revenez ici.',
	],
	'Allow deposits': ['Einzahlungen erlauben', 'Autoriser les dépôts'],
	'Deposits are allowed by a key that stands among {keys} in the console. Revoke it there to end that.':
		[
			'Einzahlungen sind durch einen Schlüssel erlaubt, der in der Konsole unter {keys} steht. Widerrufen Sie ihn dort, um das zu beenden.',
			'Les dépôts sont autorisés par une clé qui figure parmi {keys} dans la console. Révoquez-la là-bas pour y mettre fin.',
		],
	'your keys': ['Ihre Schlüssel', 'vos clés'],
	'Shown here once you allow deposits under {transfers}.': [
		'Wird hier gezeigt, sobald Sie unter {transfers} Einzahlungen erlauben.',
		'S’affiche ici dès que vous autorisez les dépôts sous {transfers}.',
	],
	'The tracker refuses your key.': [
		'Der Tracker weist Ihren Schlüssel zurück.',
		'Le tracker refuse votre clé.',
	],
	Transfers: ['Ein- und Auszahlungen', 'Dépôts et retraits'],
	Statement: ['Auszug', 'Relevé'],
	Reserves: ['Reserven', 'Réserves'],
	'To the markets': ['Zu den Märkten', 'Vers les marchés'],
	'With your key: your balances and orders, and what becomes of them.': [
		'Mit Ihrem Schlüssel: Ihre Bestände und Orders, und was aus ihnen wird.',
		'Avec votre clé\u00a0: vos soldes et vos ordres, et ce qu’ils deviennent.',
	],

	// markets
	'There is no market yet. An administrator adds the first one.': [
		'Noch gibt es keinen Markt. Ein Administrator legt den ersten an.',
		'Il n’y a pas encore de marché. Un administrateur ajoute le premier.',
	],
	'There is no market yet.': ['Noch gibt es keinen Markt.', 'Il n’y a pas encore de marché.'],
	'All markets, with what happened within 24 hours': [
		'Alle Märkte, mit den letzten 24 Stunden',
		'Tous les marchés, avec les dernières 24 heures',
	],
	Market: ['Markt', 'Marché'],
	'Last price': ['Letzter Kurs', 'Dernier cours'],
	Change: ['Veränderung', 'Variation'],
	Volume: ['Volumen', 'Volume'],
	'not traded yet': ['noch nicht gehandelt', 'pas encore négocié'],
	none: ['keine', 'aucun'],
	Connection: ['Verbindung', 'Connexion'],
	'In 24 hours': ['In 24 Stunden', 'En 24 heures'],
	Highest: ['Höchster', 'Plus haut'],
	Lowest: ['Tiefster', 'Plus bas'],
	Commission: ['Gebühr', 'Commission'],
	'{maker} % maker, {taker} % taker': [
		'{maker} % Maker, {taker} % Taker',
		'maker\u00a0: {maker}\u00a0%, taker\u00a0: {taker}\u00a0%',
	],
	'Your orders': ['Ihre Orders', 'Vos ordres'],
	'Forget the key': ['Den Schlüssel vergessen', 'Oublier la clé'],
	'The newest {count} are shown.': [
		'Gezeigt werden die neuesten {count}.',
		'Les {count} plus récents sont affichés.',
	],

	// the connection
	'Connecting…': ['Verbindet …', 'Connexion…'],
	Live: ['Live', 'En direct'],
	'Connection lost': ['Verbindung verloren', 'Connexion perdue'],
	'What is shown here stands still.': [
		'Was hier steht, steht still.',
		'Ce qui est affiché ici n’avance plus.',
	],
	'{why} The last that came is of {time}. It is tried again by itself, and nothing will be missing.':
		[
			'{why} Das Letzte kam um {time}. Es wird von selbst erneut versucht, und nichts wird fehlen.',
			'{why} Les dernières données sont du {time}. Une nouvelle tentative a lieu d’elle-même, et rien ne manquera.',
		],
	'This market takes no new orders.': [
		'Dieser Markt nimmt keine neuen Orders an.',
		'Ce marché ne prend pas de nouveaux ordres.',
	],
	'Orders can be cancelled, and nothing trades.': [
		'Orders lassen sich stornieren, und nichts wird gehandelt.',
		'On peut annuler des ordres, et rien ne se négocie.',
	],
	'This market is halted.': ['Dieser Markt ist angehalten.', 'Ce marché est suspendu.'],
	'No order is accepted, cancelled or matched until an administrator opens it again.': [
		'Keine Order wird angenommen, storniert oder ausgeführt, bis ein Administrator ihn wieder öffnet.',
		'Aucun ordre n’est accepté, annulé ou exécuté jusqu’à ce qu’un administrateur le rouvre.',
	],
	'It goes on by itself on {time}.': [
		'Er geht von selbst weiter: {time}.',
		'Il reprend de lui-même le {time}.',
	],
	'The exchange is in maintenance.': [
		'Die Börse wird gewartet.',
		'La plateforme est en maintenance.',
	],
	'Orders can be cancelled, and settlement goes on; nothing new is accepted.': [
		'Orders lassen sich stornieren, und die Abwicklung geht weiter; Neues wird nicht angenommen.',
		'On peut annuler des ordres, et le règlement continue\u00a0; rien de nouveau n’est accepté.',
	],
	'Why: {why}': ['Grund: {why}', 'Motif\u00a0: {why}'],
	'Announced end: {time}.': ['Angekündigtes Ende: {time}.', 'Fin annoncée\u00a0: {time}.'],

	// the order book, trades and charts
	'Order book': ['Orderbuch', 'Carnet d’ordres'],
	'Sellers above, buyers below; the best prices meet in the middle': [
		'Oben Verkauf, unten Kauf; die besten Preise treffen sich in der Mitte',
		'Vendeurs en haut, acheteurs en bas\u00a0; les meilleurs prix se rejoignent au milieu',
	],
	'Price in {asset}': ['Preis in {asset}', 'Prix en {asset}'],
	Total: ['Summe', 'Total'],
	'Nobody sells': ['Niemand verkauft', 'Personne ne vend'],
	'Nobody buys': ['Niemand kauft', 'Personne n’achète'],
	'No spread': ['Keine Spanne', 'Pas d’écart'],
	'Spread {gap}': ['Spanne {gap}', 'Écart {gap}'],
	'Your orders: {quantity}': ['Ihre Orders: {quantity}', 'Vos ordres\u00a0: {quantity}'],
	'of these yours: {quantity}': ['davon Ihre: {quantity}', 'dont les vôtres\u00a0: {quantity}'],
	'Nothing traded yet.': ['Noch nichts gehandelt.', 'Rien n’a encore été négocié.'],
	'The newest trades first': ['Die neuesten zuerst', 'Les plus récentes d’abord'],
	Time: ['Zeit', 'Heure'],
	bought: ['gekauft', 'acheté'],
	sold: ['verkauft', 'vendu'],
	'Price and volume': ['Kurs und Volumen', 'Cours et volume'],
	'Length of a candle': ['Länge einer Kerze', 'Durée d’un chandelier'],
	'Nothing traded in this time. Longer candles look back further.': [
		'In dieser Zeit wurde nichts gehandelt. Längere Kerzen reichen weiter zurück.',
		'Rien n’a été négocié sur cette durée. Des chandeliers plus longs remontent plus loin.',
	],
	'As a table': ['Als Tabelle', 'En tableau'],
	'Candles of {interval} in {quote} for one {base}, with what was traded; the table below says the same':
		[
			'Kerzen von {interval} in {quote} für ein {base}, mit dem Volumen; die Tabelle darunter sagt dasselbe',
			'Chandeliers de {interval} en {quote} pour un {base}, avec le volume\u00a0; le tableau dessous dit la même chose',
		],
	'The newest candles first, prices in {asset}': [
		'Die neuesten Kerzen zuerst, Preise in {asset}',
		'Les chandeliers récents d’abord, prix en {asset}',
	],
	Begins: ['Beginn', 'Début'],
	Opening: ['Eröffnung', 'Ouverture'],
	High: ['Hoch', 'Haut'],
	Low: ['Tief', 'Bas'],
	Close: ['Schluss', 'Clôture'],
	Depth: ['Tiefe', 'Profondeur'],
	'There are no orders.': ['Es gibt keine Orders.', 'Il n’y a pas d’ordre.'],
	'Buyers want {wanted} {base} and sellers offer {offered} at the prices shown; the order book has the best of them':
		[
			'Zu den gezeigten Preisen wollen Käufer {wanted} {base}, und Verkäufer bieten {offered}; das Orderbuch hat die besten davon',
			'Aux prix affichés, les acheteurs veulent {wanted} {base} et les vendeurs en offrent {offered}\u00a0; le carnet a les meilleurs',
		],

	// placing an order
	'Place an order': ['Order erteilen', 'Passer un ordre'],
	Side: ['Seite', 'Sens'],
	Buy: ['Kaufen', 'Acheter'],
	Sell: ['Verkaufen', 'Vendre'],
	'Buy {asset}': ['{asset} kaufen', 'Acheter {asset}'],
	'Sell {asset}': ['{asset} verkaufen', 'Vendre {asset}'],
	Type: ['Ordertyp', 'Type d’ordre'],
	Limit: ['Limit', 'À cours limité'],
	'Market order': ['Market', 'Au marché'],
	Stop: ['Stop', 'À seuil de déclenchement'],
	'Stop limit': ['Stop-Limit', 'À plage de déclenchement'],
	'Take profit': ['Take-Profit', 'Take profit'],
	'Take profit limit': ['Take-Profit-Limit', 'Take profit à cours limité'],
	'One cancels the other': ['Eine hebt die andere auf (OCO)', 'L’un annule l’autre (OCO)'],
	'Quantity in {asset}': ['Menge in {asset}', 'Quantité en {asset}'],
	'Or for how much {asset}': ['Oder für wie viel {asset}', 'Ou pour combien de {asset}'],
	'Stop price in {asset}': ['Stopp-Preis in {asset}', 'Seuil de déclenchement en {asset}'],
	'Limit of the stop order in {asset}': [
		'Limit der Stop-Order in {asset}',
		'Limite de l’ordre à seuil en {asset}',
	],
	'Show at most, in {asset}': ['Höchstens zeigen, in {asset}', 'Montrer au plus, en {asset}'],
	'Or follow the price at a distance': [
		'Oder dem Kurs in einem Abstand folgen',
		'Ou suivre le cours à distance',
	],
	'In hundredths of a percent; 100 is one percent.': [
		'In Hundertstel Prozent; 100 ist ein Prozent.',
		'En centièmes de pour cent\u00a0; 100 vaut un pour cent.',
	],
	'Funds are pulled only for one order that says what it sells or pays.': [
		'Eingezahlt wird nur für eine einzelne Order, die sagt, was sie verkauft oder zahlt.',
		'Un dépôt n’est fait que pour un ordre seul qui dit ce qu’il vend ou paie.',
	],
	'Pull missing funds from my tracker account': [
		'Was fehlt, von meinem Konto am Tracker einzahlen',
		'Déposer ce qui manque depuis mon compte au tracker',
	],
	'More about the order': ['Mehr zur Order', 'Plus sur l’ordre'],
	'How long': ['Gültigkeit', 'Validité'],
	'Until it is cancelled': ['Bis zum Storno (GTC)', 'Jusqu’à l’annulation (GTC)'],
	'Now or not at all': ['Sofort oder gar nicht (IOC)', 'Tout de suite ou pas (IOC)'],
	'All of it now or nothing': ['Alles sofort oder nichts (FOK)', 'Tout ou rien (FOK)'],
	'Until a time': ['Bis zu einem Zeitpunkt (GTD)', 'Jusqu’à une date (GTD)'],
	'Ends at': ['Endet', 'Prend fin'],
	'The rest stays out of sight until that has traded.': [
		'Der Rest bleibt verborgen, bis das gehandelt ist.',
		'Le reste demeure caché tant que cela n’est pas négocié.',
	],
	'Refuse it where it would trade at once': [
		'Ablehnen, wenn sie sofort handeln würde (Post-only)',
		'Refuser s’il s’exécutait aussitôt (post-only)',
	],
	'Where it meets an order of mine': [
		'Trifft sie auf eine eigene Order',
		'S’il rencontre un de mes ordres',
	],
	'As the market has it': ['Wie der Markt es hält', 'Selon la règle du marché'],
	'The new order ends': ['Die neue Order endet', 'Le nouvel ordre prend fin'],
	'The older order ends': ['Die ältere Order endet', 'L’ordre ancien prend fin'],
	'Both end': ['Beide enden', 'Les deux prennent fin'],
	'Both get smaller': ['Beide werden kleiner', 'Les deux diminuent'],
	'They trade': ['Sie handeln miteinander', 'Ils s’exécutent'],
	'Key at the tracker': ['Schlüssel am Tracker', 'Clé au tracker'],
	'Where it is another than here. It goes with this order and is kept in this tab alone.': [
		'Falls er ein anderer ist als hier. Er geht mit dieser Order und bleibt nur in diesem Tab.',
		'Si elle diffère de celle d’ici. Elle part avec cet ordre et ne reste que dans cet onglet.',
	],
	'Figures are for the limit order. Together the two hold only the larger amount.': [
		'Die Zahlen gelten für die Limit-Order. Zusammen halten beide nur den größeren Betrag zurück.',
		'Les chiffres valent pour l’ordre à cours limité. Ensemble, les deux ne retiennent que le plus grand montant.',
	],
	'Placing…': ['Wird erteilt …', 'Envoi…'],

	// what does not fit
	'Write it with a point and without separators, such as 1250.5.': [
		'Mit Punkt und ohne Tausendertrennung, etwa 1250.5.',
		'Avec un point et sans séparateur de milliers, comme 1250.5.',
	],
	'Digits and at most one point, such as 12.5.': [
		'Ziffern und höchstens ein Punkt, etwa 12.5.',
		'Des chiffres et un point au plus, comme 12.5.',
	],
	'At most 40 digits.': ['Höchstens 40 Ziffern.', 'Au plus 40 chiffres.'],
	'More than 0.': ['Mehr als 0.', 'Plus que 0.'],
	'It goes in steps of {step}: {one} or {other}.': [
		'Es geht in Schritten von {step}: {one} oder {other}.',
		'Le pas est de {step}\u00a0: {one} ou {other}.',
	],
	'It goes in steps of {step}: {one}.': [
		'Es geht in Schritten von {step}: {one}.',
		'Le pas est de {step}\u00a0: {one}.',
	],
	'This market takes {least} or more.': [
		'Dieser Markt nimmt mindestens {least}.',
		'Ce marché prend {least} au moins.',
	],
	'This market takes {most} at most.': [
		'Dieser Markt nimmt höchstens {most}.',
		'Ce marché prend {most} au plus.',
	],
	'Whole hundredths of a percent, from 10 to 2000.': [
		'Ganze Hundertstel Prozent, von 10 bis 2000.',
		'Des centièmes entiers de pour cent, de 10 à 2000.',
	],

	// what would come of it
	'Fill the order in to see what would come of it.': [
		'Füllen Sie die Order aus, um zu sehen, was aus ihr würde.',
		'Remplissez l’ordre pour voir ce qu’il donnerait.',
	],
	'Working out what would come of it…': [
		'Es wird ausgerechnet, was aus ihr würde …',
		'Calcul de ce qu’il donnerait…',
	],
	'It would be refused now.': ['Sie würde jetzt abgelehnt.', 'Il serait refusé maintenant.'],
	'Missing funds are pulled from the tracker first: {amount} {asset}.': [
		'Was fehlt, wird zuerst vom Tracker eingezahlt: {amount} {asset}.',
		'Ce qui manque est d’abord déposé depuis le tracker\u00a0: {amount} {asset}.',
	],
	'It would rest in the book.': ['Sie stünde im Orderbuch.', 'Il resterait dans le carnet.'],
	'It would trade in part, and the rest would stay in the book.': [
		'Sie würde teilweise ausgeführt, und der Rest stünde im Orderbuch.',
		'Il s’exécuterait en partie, et le reste demeurerait dans le carnet.',
	],
	'It would trade at once, all of it.': [
		'Sie würde sofort ganz ausgeführt.',
		'Il s’exécuterait aussitôt en entier.',
	],
	'It would end without resting.': [
		'Sie würde enden, ohne im Orderbuch zu stehen.',
		'Il prendrait fin sans rester dans le carnet.',
	],
	'It would end because it would trade with your own order.': [
		'Sie würde enden, weil sie mit Ihrer eigenen Order handeln würde.',
		'Il prendrait fin, car il s’exécuterait contre votre propre ordre.',
	],
	'It would wait for its stop price.': [
		'Sie würde auf ihren Stopp-Preis warten.',
		'Il attendrait son seuil de déclenchement.',
	],
	'Placed before; nothing would be done.': [
		'Schon erteilt; es würde nichts getan.',
		'Déjà passé\u00a0; rien ne serait fait.',
	],
	Outcome: ['Ergebnis', 'Résultat'],
	'Trades now': ['Sofort ausgeführt', 'Exécuté aussitôt'],
	'{amount} at {price}': ['{amount} zu {price}', '{amount} à {price}'],
	'In all': ['Insgesamt', 'En tout'],
	'Rests or waits': ['Steht oder wartet', 'Reste ou attend'],
	Holds: ['Hält zurück', 'Retient'],

	// what came of it
	'It is not known whether the order was accepted.': [
		'Es ist nicht bekannt, ob die Order angenommen wurde.',
		'On ne sait pas si l’ordre a été accepté.',
	],
	'Press the button again: it is the same order then, and is placed once.': [
		'Drücken Sie die Schaltfläche noch einmal: Es ist dann dieselbe Order, und sie wird einmal erteilt.',
		'Appuyez encore sur le bouton\u00a0: c’est alors le même ordre, passé une seule fois.',
	],
	'The order is in the book.': ['Die Order steht im Orderbuch.', 'L’ordre est dans le carnet.'],
	'The order is accepted and waits for its turn.': [
		'Die Order ist angenommen und wartet, bis sie an der Reihe ist.',
		'L’ordre est accepté et attend son tour.',
	],
	'The order has traded in part.': [
		'Die Order wurde teilweise ausgeführt.',
		'L’ordre a été exécuté en partie.',
	],
	'The order has traded.': ['Die Order wurde ausgeführt.', 'L’ordre a été exécuté.'],
	'The order was cancelled.': ['Die Order wurde storniert.', 'L’ordre a été annulé.'],
	'The order was refused.': ['Die Order wurde abgelehnt.', 'L’ordre a été refusé.'],
	'The order has ended.': ['Die Order ist beendet.', 'L’ordre a pris fin.'],
	'The order has ended because it would have traded with your own order.': [
		'Die Order ist beendet, weil sie mit Ihrer eigenen Order gehandelt hätte.',
		'L’ordre a pris fin, car il se serait exécuté contre votre propre ordre.',
	],
	'The order waits for its stop price.': [
		'Die Order wartet auf ihren Stopp-Preis.',
		'L’ordre attend son seuil de déclenchement.',
	],
	'Both orders are placed; one cancels the other.': [
		'Beide Orders sind erteilt; eine hebt die andere auf.',
		'Les deux ordres sont passés\u00a0; l’un annule l’autre.',
	],
	'The order waits for its deposit.': [
		'Die Order wartet auf ihre Einzahlung.',
		'L’ordre attend son dépôt.',
	],
	'What became of the transfer at the tracker is not known yet; see {part}.': [
		'Was am Tracker daraus wurde, ist noch nicht bekannt; siehe {part}.',
		'On ne sait pas encore ce qu’est devenu le transfert au tracker\u00a0; voir {part}.',
	],
	'{amount} {base} at {price} {quote}.': [
		'{amount} {base} zu {price} {quote}.',
		'{amount} {base} à {price} {quote}.',
	],

	// open orders
	'Open orders': ['Offene Orders', 'Ordres ouverts'],
	'Cancel all': ['Alle stornieren', 'Tout annuler'],
	'You have no open orders here.': [
		'Sie haben hier keine offenen Orders.',
		'Vous n’avez pas d’ordre ouvert ici.',
	],
	'Orders that can still trade, the newest first': [
		'Orders, die noch ausgeführt werden können, die neuesten zuerst',
		'Ordres encore exécutables, les plus récents d’abord',
	],
	Order: ['Order', 'Ordre'],
	', set off at {price}': [', ausgelöst bei {price}', ', déclenché à {price}'],
	' from {price}': [' ab {price}', ' à partir de {price}'],
	'Left of {asset}': ['Offen von {asset}', 'Reste de {asset}'],
	'{part} of {whole}': ['{part} von {whole}', '{part} sur {whole}'],
	Do: ['Aktion', 'Action'],
	Cancel: ['Stornieren', 'Annuler'],
	Replace: ['Ersetzen', 'Remplacer'],
	Placed: ['Erteilt', 'Passé'],
	'Buy, {type}': ['Kauf, {type}', 'Achat, {type}'],
	'Sell, {type}': ['Verkauf, {type}', 'Vente, {type}'],
	limit: ['Limit', 'à cours limité'],
	market: ['Market', 'au marché'],
	stop: ['Stop', 'à seuil de déclenchement'],
	'stop limit': ['Stop-Limit', 'à plage de déclenchement'],
	'take profit': ['Take-Profit', 'take profit'],
	'take profit limit': ['Take-Profit-Limit', 'take profit à cours limité'],
	'Replace {order}': ['{order} ersetzen', 'Remplacer {order}'],
	'New price in {asset}': ['Neuer Preis in {asset}', 'Nouveau prix en {asset}'],
	'New quantity in {asset}': ['Neue Menge in {asset}', 'Nouvelle quantité en {asset}'],
	'Replace the order': ['Order ersetzen', 'Remplacer l’ordre'],

	// orders and trades
	orders: ['Orders', 'ordres'],
	'You have placed no order yet.': [
		'Sie haben noch keine Order erteilt.',
		'Vous n’avez encore passé aucun ordre.',
	],
	'Of all markets, the newest first': [
		'Von allen Märkten, die neuesten zuerst',
		'De tous les marchés, les plus récents d’abord',
	],
	'In the book': ['Offen', 'Ouvert'],
	'Waits for its turn': ['Wartet, bis sie an der Reihe ist', 'Attend son tour'],
	'Open, traded in part': ['Offen, teilweise ausgeführt', 'Ouvert, exécuté en partie'],
	Traded: ['Ausgeführt', 'Exécuté'],
	Cancelled: ['Storniert', 'Annulé'],
	Ended: ['Beendet', 'Terminé'],
	'Ended at an own order': ['Beendet an eigener Order', 'Terminé contre un ordre propre'],
	Price: ['Preis', 'Prix'],
	'Mean price': ['Mittlerer Preis', 'Prix moyen'],
	Number: ['Nummer', 'Numéro'],
	'Your trades': ['Ihre Ausführungen', 'Vos transactions'],
	trades: ['Ausführungen', 'transactions'],
	'You have not traded here yet.': [
		'Sie haben hier noch nicht gehandelt.',
		'Vous n’avez pas encore négocié ici.',
	],
	Bought: ['Gekauft', 'Acheté'],
	Sold: ['Verkauft', 'Vendu'],
	Quantity: ['Menge', 'Quantité'],
	Value: ['Wert', 'Montant'],
	Settlement: ['Abwicklung', 'Règlement'],
	Show: ['Zeigen', 'Afficher'],
	'the settlement of trade {trade}': [
		'die Abwicklung der Ausführung {trade}',
		'le règlement de la transaction {trade}',
	],

	// settlement
	'Settlement of trade {trade}': [
		'Abwicklung der Ausführung {trade}',
		'Règlement de la transaction {trade}',
	],
	'Brought in': ['Eingezahlt', 'Déposé'],
	'Your balance at the exchange paid for it; no deposit was made for this order.': [
		'Ihr Bestand an der Börse hat dafür bezahlt; für diese Order wurde nichts eingezahlt.',
		'Votre solde sur la plateforme l’a payé\u00a0; aucun dépôt n’a été fait pour cet ordre.',
	],
	'Traded and booked': ['Ausgeführt und gebucht', 'Exécuté et comptabilisé'],
	'{time}: both sides changed hands in one entry of the exchange’s books, for good.': [
		'{time}: Beide Seiten wechselten in einer Buchung der Börse den Besitzer, endgültig.',
		'{time}\u00a0: les deux côtés ont changé de mains en une seule écriture de la plateforme, définitivement.',
	],
	'Paid out at the tracker': ['Am Tracker ausgezahlt', 'Retiré au tracker'],
	'Not yet: {asset} leaves with the next settlement window, unless an order uses it before.': [
		'Noch nicht: {asset} geht mit dem nächsten Abwicklungsfenster, wenn keine Order es vorher braucht.',
		'Pas encore\u00a0: {asset} part à la prochaine fenêtre de règlement, sauf si un ordre s’en sert avant.',
	],
	'Not yet: you withdraw {asset} yourself.': [
		'Noch nicht: {asset} zahlen Sie selbst aus.',
		'Pas encore\u00a0: vous retirez {asset} vous-même.',
	],
	'The first payout of {asset} behind the trade, with what else was due by then.': [
		'Die erste Auszahlung von {asset} nach der Ausführung, mit dem, was bis dahin sonst fällig war.',
		'Le premier retrait de {asset} après la transaction, avec ce qui était dû par ailleurs.',
	],
	'Transaction of the tracker {id}': [
		'Transaktion des Trackers {id}',
		'Transaction du tracker {id}',
	],
	'the id of the transaction': ['die ID der Transaktion', 'l’identifiant de la transaction'],

	// balances
	'Balances at the exchange': ['Bestände an der Börse', 'Soldes sur la plateforme'],
	'Your account is frozen.': ['Ihr Konto ist eingefroren.', 'Votre compte est gelé.'],
	'Orders can be cancelled and everything read. {why}': [
		'Orders lassen sich stornieren, und alles ist lesbar. {why}',
		'On peut annuler des ordres et tout lire. {why}',
	],
	'Nothing is deposited yet.': ['Noch ist nichts eingezahlt.', 'Rien n’est encore déposé.'],
	'What can be used, and what orders hold': [
		'Was verfügbar ist, und was Orders zurückhalten',
		'Ce qui est disponible, et ce que les ordres retiennent',
	],
	Available: ['Verfügbar', 'Disponible'],
	Held: ['Zurückgehalten', 'Retenu'],
	'Deposit and withdraw': ['Ein- und auszahlen', 'Déposer et retirer'],
	'Balances at the tracker': ['Bestände am Tracker', 'Soldes au tracker'],
	'Ask again': ['Erneut fragen', 'Demander à nouveau'],
	'at the tracker': ['am Tracker', 'au tracker'],
	'This exchange is connected to no tracker.': [
		'Diese Börse ist mit keinem Tracker verbunden.',
		'Cette plateforme n’est reliée à aucun tracker.',
	],
	'The tracker does not answer.': ['Der Tracker antwortet nicht.', 'Le tracker ne répond pas.'],
	'Trading and what is shown of the exchange go on.': [
		'Der Handel und was von der Börse gezeigt wird, gehen weiter.',
		'La négociation et ce qui est affiché de la plateforme continuent.',
	],
	'The tracker does not know you by this key.': [
		'Der Tracker kennt Sie mit diesem Schlüssel nicht.',
		'Le tracker ne vous connaît pas par cette clé.',
	],
	'Your key there': ['Ihr Schlüssel dort', 'Votre clé là-bas'],
	'It goes with this question and is kept in this tab alone.': [
		'Er geht mit dieser Frage und bleibt nur in diesem Tab.',
		'Elle part avec cette question et ne reste que dans cet onglet.',
	],
	'Ask with it': ['Damit fragen', 'Demander avec elle'],
	'Nothing of what is traded here.': [
		'Nichts von dem, was hier gehandelt wird.',
		'Rien de ce qui se négocie ici.',
	],
	'What can be deposited': ['Was eingezahlt werden kann', 'Ce qui peut être déposé'],
	'Yours there': ['Dort Ihres', 'À vous là-bas'],

	// deposits and payouts
	'Kinds of transfers': ['Einzahlungen oder Auszahlungen', 'Dépôts ou retraits'],
	Deposits: ['Einzahlungen', 'Dépôts'],
	Withdrawals: ['Auszahlungen', 'Retraits'],
	deposits: ['Einzahlungen', 'dépôts'],
	payouts: ['Auszahlungen', 'retraits'],
	Deposit: ['Einzahlen', 'Déposer'],
	'Pull it in': ['Jetzt einzahlen', 'Déposer maintenant'],
	'You have deposited nothing yet.': [
		'Sie haben noch nichts eingezahlt.',
		'Vous n’avez encore rien déposé.',
	],
	Withdraw: ['Auszahlen', 'Retirer'],
	'Pay it out': ['Jetzt auszahlen', 'Retirer maintenant'],
	'Nothing was paid out yet.': ['Noch wurde nichts ausgezahlt.', 'Rien n’a encore été retiré.'],
	Amount: ['Betrag', 'Montant'],
	'Pulled from your account at the tracker.': [
		'Von Ihrem Konto am Tracker.',
		'Depuis votre compte au tracker.',
	],
	'All that is available when left empty.': [
		'Leer: alles, was verfügbar ist.',
		'Vide\u00a0: tout ce qui est disponible.',
	],
	'Where it is another than here. It goes with this request and is kept nowhere.': [
		'Falls er ein anderer ist als hier. Er geht mit dieser Anfrage und bleibt nirgends.',
		'Si elle diffère de celle d’ici. Elle part avec cette demande et n’est conservée nulle part.',
	],
	'On its way…': ['Unterwegs …', 'En route…'],
	'Its code, such as EUR': ['Sein Kürzel, etwa EUR', 'Son code, comme EUR'],
	'Choose one': ['Wählen Sie einen', 'Choisissez-en un'],
	'It is not known whether it was accepted.': [
		'Es ist nicht bekannt, ob es angenommen wurde.',
		'On ne sait pas si cela a été accepté.',
	],
	'Press the button again: it is the same transfer then, and is made once.': [
		'Drücken Sie die Schaltfläche noch einmal: Es ist dann derselbe Vorgang, und er geschieht einmal.',
		'Appuyez encore sur le bouton\u00a0: c’est alors la même opération, faite une seule fois.',
	],
	'What trading brings': ['Was der Handel bringt', 'Ce que rapporte la négociation'],
	'Proceeds and released funds': ['Erlöse und freigewordene Beträge', 'Produits et fonds libérés'],
	'are paid out with every settlement window': [
		'werden bei Abwicklung ausgezahlt',
		'sont versés à chaque règlement',
	],
	'stay here until I withdraw them': [
		'bleiben hier, bis ich sie auszahle',
		'restent ici jusqu’à ce que je les retire',
	],
	'Asked for': ['Verlangt', 'Demandé'],
	Direction: ['Richtung', 'Sens du transfert'],
	State: ['Stand', 'Avancement'],
	Details: ['Einzelheiten', 'Détails'],
	'From the exchange to the tracker': ['Von der Börse zum Tracker', 'De la plateforme au tracker'],
	'From the tracker to the exchange': ['Vom Tracker zur Börse', 'Du tracker à la plateforme'],
	', for an order': [', für eine Order', ', pour un ordre'],
	'on {time}': ['am {time}', 'le {time}'],
	'Your id of it': ['Ihre ID dafür', 'Votre identifiant'],
	'Your id of the order': ['Ihre ID der Order', 'Votre identifiant de l’ordre'],
	'Transaction of the tracker': ['Transaktion des Trackers', 'Transaction du tracker'],
	'Id at the exchange': ['ID an der Börse', 'Identifiant sur la plateforme'],
	Ids: ['IDs', 'Identifiants'],
	'of transfer {id}': ['des Vorgangs {id}', 'de l’opération {id}'],
	'The tracker has no transaction of it.': [
		'Der Tracker hat dazu keine Transaktion.',
		'Le tracker n’en a pas de transaction.',
	],

	// the statement
	'Every movement of your account as a file: deposits, payouts, trades, commissions and what orders hold, with the balances before and after.':
		[
			'Jede Bewegung Ihres Kontos als Datei: Einzahlungen, Auszahlungen, Ausführungen, Gebühren und was Orders zurückhalten, mit den Beständen davor und danach.',
			'Chaque mouvement de votre compte dans un fichier\u00a0: dépôts, retraits, transactions, commissions et ce que les ordres retiennent, avec les soldes avant et après.',
		],
	'First day': ['Erster Tag', 'Premier jour'],
	'In your time zone; from the beginning when left empty.': [
		'In Ihrer Zeitzone; leer: von Anfang an.',
		'Dans votre fuseau horaire\u00a0; vide\u00a0: depuis le début.',
	],
	'Last day': ['Letzter Tag', 'Dernier jour'],
	'Until now when left empty.': ['Leer: bis jetzt.', 'Vide\u00a0: jusqu’à maintenant.'],
	'Not before the first day.': ['Nicht vor dem ersten Tag.', 'Pas avant le premier jour.'],
	Form: ['Format', 'Format'],
	'CSV, a table for spreadsheets': [
		'CSV, eine Tabelle für Tabellenprogramme',
		'CSV, un tableau pour tableurs',
	],
	'JSON, for programs': ['JSON, für Programme', 'JSON, pour les programmes'],
	'It is being made and fetched.': [
		'Er wird erstellt und geholt.',
		'Il est en préparation et en cours de téléchargement.',
	],
	'Stop it': ['Abbrechen', 'Interrompre'],
	'Cancelled. Nothing was saved.': [
		'Abgebrochen. Es wurde nichts gespeichert.',
		'Interrompu. Rien n’a été enregistré.',
	],
	'Saved as {file}.': ['Gespeichert als {file}.', 'Enregistré sous {file}.'],

	// reserves
	'Proof of reserves': ['Nachweis der Reserven', 'Preuve des réserves'],
	'The exchange publishes what it owes and what it holds. Here your browser works out that what is owed to you was counted in.':
		[
			'Die Börse veröffentlicht, was sie schuldet und was sie hat. Hier rechnet Ihr Browser nach, dass mitgezählt wurde, was Ihnen geschuldet ist.',
			'La plateforme publie ce qu’elle doit et ce qu’elle détient. Ici, votre navigateur vérifie que ce qui vous est dû a été compté.',
		],
	'Nothing that counts you in was published yet.': [
		'Noch wurde nichts veröffentlicht, das Sie mitzählt.',
		'Rien qui vous compte n’a encore été publié.',
	],
	'The proof does not hold.': ['Der Nachweis stimmt nicht.', 'La preuve n’est pas valable.'],
	'You were counted in.': ['Sie wurden mitgezählt.', 'Vous avez été compté.'],
	'The proof leads from your amounts to the root that everybody is shown.': [
		'Der Nachweis führt von Ihren Beträgen zur Wurzel, die allen gezeigt wird.',
		'La preuve mène de vos montants à la racine montrée à tous.',
	],
	'Of an asset the exchange holds less than it owes.': [
		'Von einem Wert hat die Börse weniger, als sie schuldet.',
		'D’un actif, la plateforme détient moins qu’elle ne doit.',
	],
	Published: ['Veröffentlicht', 'Publié'],
	Accounts: ['Konten', 'Comptes'],
	Root: ['Wurzel', 'Racine'],
	'the root': ['die Wurzel', 'la racine'],
	'What was counted': ['Was gezählt wurde', 'Ce qui a été compté'],
	'Owed to you': ['Ihnen geschuldet', 'Dû à vous'],
	'Owed to all': ['Allen geschuldet', 'Dû à tous'],
	'Held at the tracker': ['Am Tracker vorhanden', 'Détenu au tracker'],
});

export type TextName = keyof typeof texts;
