/** What the exchange refuses to traders and administrators. */
import type { RefusalTable } from './refusal-row';

export const exchangeRefusals = {
	// orders
	Exchange_MarketNotFound: [
		'Einen Markt „{0}“ gibt es nicht.\nWählen Sie einen aus der Liste der Märkte.',
		'Il n’y a pas de marché «\u00a0{0}\u00a0».\nChoisissez-en un dans la liste des marchés.',
	],
	Exchange_OrderNotFound: [
		'Eine Order „{0}“ dieses Kontos gibt es nicht.\nSehen Sie in Ihren Orders nach. Wurde sie gesendet und kam keine Antwort, kann sie noch unterwegs sein: Unter derselben clientOrderId wird sie nur einmal angenommen.',
		'Il n’y a pas d’ordre «\u00a0{0}\u00a0» de ce compte.\nConsultez vos ordres. S’il a été envoyé sans réponse, il peut être encore en route\u00a0: sous le même clientOrderId, il n’est accepté qu’une fois.',
	],
	Exchange_OrderArchived: [
		'Die Order „{0}“ steht in keiner Liste mehr: Was so lange zurückliegt, ist im Archiv.\nSehen Sie in Ihren eigenen Unterlagen nach, oder bitten Sie den Betreiber um einen Auszug.',
		'L’ordre «\u00a0{0}\u00a0» n’est plus dans aucune liste\u00a0: ce qui est aussi ancien est archivé.\nConsultez vos propres documents, ou demandez un relevé à l’exploitant.',
	],
	Exchange_OrderNotOpen: [
		'Die Order „{0}“ ist nicht mehr offen: {1}.\nEs ist nichts zu tun; erteilen Sie eine neue Order, um wieder zu handeln.',
		'L’ordre «\u00a0{0}\u00a0» n’est plus ouvert\u00a0: {1}.\nIl n’y a rien à faire\u00a0; passez un nouvel ordre pour négocier à nouveau.',
	],
	Exchange_OrderRefused: [
		'Das Orderbuch hat die Order „{0}“ abgelehnt: {1}.\nSie bleibt gespeichert und lesbar; berichtigen Sie, was abgelehnt wurde, und erteilen Sie eine neue.',
		'Le carnet a refusé l’ordre «\u00a0{0}\u00a0»\u00a0: {1}.\nIl reste enregistré et lisible\u00a0; corrigez ce qui a été refusé et passez-en un autre.',
	],
	Exchange_OrderTooLate: [
		'Die Order kam nach dem Ende ihrer Gültigkeit oder ihres Empfangsfensters an.\nEs wurde nichts erteilt. Wenn Sie sie noch wollen, senden Sie sie mit einer späteren Gültigkeit oder ohne eine; vergleichen Sie Ihre Uhr mit der Zeit der Börse.',
		'L’ordre est arrivé après la fin de sa validité ou de sa fenêtre de réception.\nRien n’a été passé. Si vous le voulez encore, envoyez-le avec une validité plus tardive, ou sans\u00a0; comparez votre horloge à l’heure de la plateforme.',
	],
	Exchange_OrderInList: [
		'Die Order „{0}“ gehört zur Liste „{1}“ und bleibt, wie sie ist.\nStornieren Sie die Liste, und erteilen Sie, was an ihre Stelle treten soll.',
		'L’ordre «\u00a0{0}\u00a0» fait partie de la liste «\u00a0{1}\u00a0» et reste tel quel.\nAnnulez la liste, et passez ce qui doit la remplacer.',
	],
	Exchange_OrderWouldBeRefused: [
		'Das Orderbuch, wie es gezeigt wird, würde die Order ablehnen: {0}.\nÄndern Sie, was abgelehnt würde; es wurde nichts erteilt.',
		'Le carnet, tel qu’il est affiché, refuserait l’ordre\u00a0: {0}.\nChangez ce qui serait refusé\u00a0; rien n’a été passé.',
	],
	Exchange_OrderChanged: [
		'Die Order „{0}“ wurde ausgeführt oder kleiner, bevor „{1}“ sie ersetzen konnte; sie bleibt, wie sie jetzt ist.\nSehen Sie die Order an, und ersetzen Sie sie erneut, wenn Sie noch wollen.',
		'L’ordre «\u00a0{0}\u00a0» a été exécuté ou réduit avant que «\u00a0{1}\u00a0» ne le remplace\u00a0; il reste tel quel.\nConsultez l’ordre et, si vous le voulez encore, remplacez-le à nouveau.',
	],
	Exchange_MarketNotTrading: [
		'Der Markt {0} hat den Status {1} und nimmt das nicht an.\nWarten Sie, bis sein Status es erlaubt, und versuchen Sie es erneut.',
		'Le marché {0} est dans l’état {1} et n’accepte pas cela.\nAttendez que son état le permette et réessayez.',
	],
	Exchange_ClientOrderIdReused: [
		'Die clientOrderId „{0}“ wurde schon für eine andere Order verwendet.\nVerwenden Sie für eine neue Order eine neue.',
		'Le clientOrderId «\u00a0{0}\u00a0» a déjà servi pour un autre ordre.\nPrenez-en un nouveau pour un nouvel ordre.',
	],
	Exchange_HeldLimit: [
		'Mit dieser Order halten die offenen Orders des Kontos {0} {2} zurück, und sie dürfen {1} {2} zurückhalten.\nStornieren Sie andere Orders, verlangen Sie weniger, oder fragen Sie den Betreiber der Börse.',
		'Avec cet ordre, les ordres ouverts du compte retiennent {0} {2}, et ils peuvent retenir {1} {2}.\nAnnulez d’autres ordres, demandez moins, ou adressez-vous à l’exploitant de la plateforme.',
	],
	Exchange_NotionalLimit: [
		'Die Order hat einen Wert von {0} {2}, und eine Order des Kontos darf {1} {2} wert sein.\nVerlangen Sie in einer Order weniger, oder fragen Sie den Betreiber der Börse.',
		'L’ordre vaut {0} {2}, et un ordre du compte peut valoir {1} {2}.\nDemandez moins en un ordre, ou adressez-vous à l’exploitant de la plateforme.',
	],

	// accounts, money and transfers
	Exchange_AccountNotFound: [
		'Ein Konto „{0}“ gibt es nicht.\nWählen Sie eines aus der Liste.',
		'Il n’y a pas de compte «\u00a0{0}\u00a0».\nChoisissez-en un dans la liste.',
	],
	Exchange_AccountFrozen: [
		'Das Konto ist seit {0} eingefroren: Keine Order, Einzahlung oder Auszahlung und kein Schlüssel kann beginnen.\nOrders lassen sich stornieren, und alles ist lesbar; fragen Sie den Betreiber der Börse.',
		'Le compte est gelé depuis le {0}\u00a0: aucun ordre, dépôt ou retrait, aucune clé ne peut commencer.\nOn peut annuler des ordres et tout lire\u00a0; adressez-vous à l’exploitant de la plateforme.',
	],
	Exchange_InMaintenance: [
		'Die Börse wird gewartet: {0}.\nEs wurde nichts getan; Orders lassen sich stornieren, und alles ist lesbar. Versuchen Sie es in {1} s erneut.',
		'La plateforme est en maintenance\u00a0: {0}.\nRien n’a été fait\u00a0; on peut annuler des ordres et tout lire. Réessayez dans {1} s.',
	],
	Exchange_NotInMaintenance: [
		'Die Börse wird nicht gewartet.\nEs ist nichts zu tun.',
		'La plateforme n’est pas en maintenance.\nIl n’y a rien à faire.',
	],
	Exchange_AssetNotFound: [
		'Einen Wert „{0}“ gibt es nicht.\nWählen Sie einen der Märkte.',
		'Il n’y a pas d’actif «\u00a0{0}\u00a0».\nChoisissez-en un parmi ceux des marchés.',
	],
	Exchange_KeyNotFound: [
		'Einen Schlüssel „{0}“, der benutzt wird, gibt es nicht.\nWählen Sie einen aus der Liste.',
		'Il n’y a pas de clé «\u00a0{0}\u00a0» en service.\nChoisissez-en une dans la liste.',
	],
	Exchange_KeysTooMany: [
		'Das Konto hat schon {0} Schlüssel, und mehr dürfen es nicht sein.\nBeenden Sie einen, der nicht gebraucht wird.',
		'Le compte a déjà {0} clés, et c’est le maximum.\nMettez fin à une clé qui ne sert plus.',
	],
	Exchange_InsufficientBalance: [
		'Das braucht {0} {2}, und auf dem Konto sind {1} {2} verfügbar.\nZahlen Sie ein, stornieren Sie andere Orders, oder verlangen Sie weniger.',
		'Il faut {0} {2}, et le compte dispose de {1} {2}.\nApprovisionnez le compte, annulez d’autres ordres, ou demandez moins.',
	],
	Exchange_SettlementOff: [
		'Diese Börse ist mit keinem Tracker verbunden.\nBitten Sie den Administrator, dem Konto etwas gutzuschreiben oder die Börse mit einem Tracker zu verbinden.',
		'Cette plateforme n’est reliée à aucun tracker.\nDemandez à l’administrateur d’approvisionner le compte, ou de relier la plateforme à un tracker.',
	],
	Exchange_AssetNotLinked: [
		'Der Wert {0} steht für keinen Wert des Trackers.\nNehmen Sie einen, der es tut, oder bitten Sie den Administrator, ihn zu verknüpfen.',
		'L’actif {0} ne correspond à aucun actif du tracker.\nPrenez-en un qui y correspond, ou demandez à l’administrateur de le lier.',
	],
	Exchange_EmailMissing: [
		'Das Konto {0} hat keine E-Mail-Adresse, an die ausgezahlt werden könnte.\nBitten Sie den Administrator, die Adresse einzutragen, die Sie am Tracker haben.',
		'Le compte {0} n’a pas d’adresse e-mail vers laquelle retirer.\nDemandez à l’administrateur d’enregistrer celle que vous avez au tracker.',
	],
	Exchange_ReferenceReused: [
		'Die ID „{0}“ wurde schon mit einem anderen Wert oder Betrag verwendet.\nVerwenden Sie für einen neuen Vorgang eine neue.',
		'L’identifiant «\u00a0{0}\u00a0» a déjà servi avec un autre actif ou montant.\nPrenez-en un nouveau pour une nouvelle opération.',
	],
	Exchange_DepositKeyEnded: [
		'Sie haben den Schlüssel am Tracker widerrufen, den Sie dieser Börse erlaubt hatten, oder seine Zeit ist vorbei.\nErlauben Sie Einzahlungen unter „Ein- und Auszahlungen“ erneut, oder geben Sie einen Schlüssel am Tracker an.',
		'Vous avez révoqué la clé au tracker que vous aviez autorisée pour cette plateforme, ou son délai est écoulé.\nAutorisez de nouveau les dépôts sous «\u00a0Dépôts et retraits\u00a0», ou indiquez une clé au tracker.',
	],
	Exchange_TransferRefused: [
		'Der Tracker hat die Übertragung {1} abgelehnt: {2 said}\nBerichtigen Sie, was abgelehnt wurde, und beginnen Sie von vorn; ist Ihr Schlüssel am Tracker ein anderer als hier, geben Sie jenen an.',
		'Le tracker a refusé le transfert {1}\u00a0: {2 said}\nCorrigez ce qui a été refusé et recommencez\u00a0; si votre clé au tracker n’est pas celle d’ici, indiquez-la.',
	],
	Exchange_TrackerRefused: [
		'Der Tracker nennt die Bestände nicht: {0 said}\nIst Ihr Schlüssel am Tracker ein anderer als hier, geben Sie jenen an; sonst lassen Sie ihn dort prüfen.',
		'Le tracker refuse d’indiquer les soldes\u00a0: {0 said}\nSi votre clé au tracker n’est pas celle d’ici, indiquez-la\u00a0; sinon, faites-la vérifier là-bas.',
	],
	Exchange_TrackerAway: [
		'Der Tracker antwortet nicht.\nVersuchen Sie es in einem Moment erneut; was an der Börse ist, hängt nicht davon ab.',
		'Le tracker ne répond pas.\nRéessayez dans un instant\u00a0; ce qui est sur la plateforme n’en dépend pas.',
	],
	Exchange_ReservesNotFound: [
		'Dazu wurde noch nichts veröffentlicht.\nSehen Sie nach der nächsten Veröffentlichung wieder nach.',
		'Rien n’a encore été publié à ce sujet.\nRevenez après la prochaine publication.',
	],
	Exchange_IntentNotFound: [
		'Eine Ein- oder Auszahlung „{1}“ dieses Kontos gibt es nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de dépôt ni de retrait «\u00a0{1}\u00a0» de ce compte.\nChoisissez-en un dans la liste.',
	],
	Exchange_PayoutLimit: [
		'Von dem, was dieses Konto in 24 Stunden auszahlen darf, sind {0} {1} übrig.\nVerlangen Sie weniger, warten Sie, oder lassen Sie den Betreiber die Grenze anheben.',
		'De ce que ce compte peut retirer en 24 heures, il reste {0} {1}.\nDemandez moins, attendez, ou faites relever la limite par l’exploitant.',
	],
	Exchange_DepositsTooMany: [
		'Es laufen schon {0} Einzahlungen von {1}, und mehr dürfen es zugleich nicht sein.\nWarten Sie, bis eine abgeschlossen ist.',
		'{0} dépôts de {1} sont déjà en cours, et c’est le maximum.\nAttendez que l’un soit terminé.',
	],
	Exchange_StatementUnderWay: [
		'Ein Auszug des Kontos wird schon erstellt.\nWarten Sie auf ihn.',
		'Un relevé du compte est déjà en préparation.\nAttendez-le.',
	],

	// administrators
	Exchange_ActRefused: [
		'Das ist nicht möglich: {0 said}.\nSehen Sie nach, wie es jetzt steht, und tun Sie, was möglich ist.',
		'C’est impossible\u00a0: {0 said}.\nVoyez où en sont les choses, et faites ce qui est possible.',
	],
	Exchange_TransferNotFound: [
		'Eine Übertragung „{0}“ gibt es nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de transfert «\u00a0{0}\u00a0».\nChoisissez-en un dans la liste.',
	],
	Exchange_AlarmNotFound: [
		'Einen offenen Alarm „{0}“ gibt es nicht.\nLaden Sie die Liste neu; vielleicht hat ihn jemand aufgehoben.',
		'Il n’y a pas d’alarme ouverte «\u00a0{0}\u00a0».\nRechargez la liste\u00a0; quelqu’un l’a peut-être levée.',
	],
	Exchange_PayoutNotFound: [
		'Eine Auszahlung „{0}“ gibt es nicht.\nWählen Sie eine, die auf Freigabe wartet.',
		'Il n’y a pas de retrait «\u00a0{0}\u00a0».\nChoisissez-en un qui attend une approbation.',
	],
	Exchange_PayoutNotWaiting: [
		'Die Auszahlung „{0}“ wartet nicht auf Freigabe: {1}.\nSehen Sie sie erneut an; vielleicht hat jemand entschieden.',
		'Le retrait «\u00a0{0}\u00a0» n’attend pas d’approbation\u00a0: {1}.\nRegardez-le à nouveau\u00a0; quelqu’un a peut-être décidé.',
	],
} as const satisfies RefusalTable;
