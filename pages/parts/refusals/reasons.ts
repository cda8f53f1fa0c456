/** What the programs put into their refusals in English, as clauses; and what a page says itself beside its texts. */
import { textTable } from '../language/text-table';

export const reasons = textTable({
	// of a field, behind its name
	'is missing': ['fehlt', 'manque'],
	'is given twice; send it once': ['steht zweimal da', 'figure deux fois'],
	'is not known here; leave it out': ['ist hier nicht bekannt', 'n’est pas connu ici'],
	'is not in the form it must have': [
		'hat nicht die Form, die es haben muss',
		'n’a pas la forme attendue',
	],
	'must not be empty': ['darf nicht leer sein', 'ne doit pas être vide'],
	'must be true': ['muss bejaht sein', 'doit être accepté'],
	'must be a string': ['muss ein Text sein', 'doit être un texte'],
	'must be a whole number': ['muss eine ganze Zahl sein', 'doit être un nombre entier'],
	'must be a whole number from 0': [
		'muss eine ganze Zahl ab 0 sein',
		'doit être un nombre entier à partir de 0',
	],
	'must be a whole number from {0} to {1}': [
		'muss eine ganze Zahl von {0} bis {1} sein',
		'doit être un nombre entier de {0} à {1}',
	],
	'must be true or false': ['muss true oder false sein', 'doit être true ou false'],
	'must be at least {0}': ['muss mindestens {0} sein', 'doit valoir au moins {0}'],
	'must be at most {0}': ['darf höchstens {0} sein', 'doit valoir au plus {0}'],
	'must be at most {0} characters long': [
		'darf höchstens {0} Zeichen haben',
		'doit avoir au plus {0} caractères',
	],
	'must be a name of at most {0} characters': [
		'muss ein Name von höchstens {0} Zeichen sein',
		'doit être un nom d’au plus {0} caractères',
	],
	'must have a file name of at most {0} characters': [
		'muss einen Dateinamen von höchstens {0} Zeichen haben',
		'doit avoir un nom de fichier d’au plus {0} caractères',
	],
	'must have at most {0} items': [
		'darf höchstens {0} Einträge haben',
		'doit avoir au plus {0} éléments',
	],
	'must have at least one item': [
		'muss mindestens einen Eintrag haben',
		'doit avoir au moins un élément',
	],
	'must be sent at most {0} times': [
		'darf höchstens {0}-mal gesendet werden',
		'ne peut être envoyé que {0} fois au plus',
	],
	'must be one of {0}': ['muss eines davon sein: {0}', 'doit être l’un de ceux-ci\u00a0: {0}'],
	'must be a moment in ISO 8601, such as 2026-01-31T09:30:00Z': [
		'muss ein Zeitpunkt nach ISO 8601 sein, etwa 2026-01-31T09:30:00Z',
		'doit être un instant selon ISO 8601, comme 2026-01-31T09:30:00Z',
	],
	'must be in the future': ['muss in der Zukunft liegen', 'doit être dans le futur'],
	'must lie in the future': ['muss in der Zukunft liegen', 'doit être dans le futur'],
	'must not be before startTime': ['darf nicht vor startTime liegen', 'doit suivre startTime'],
	'must be readable text: something to see, without control characters and without those that turn its direction':
		[
			'muss lesbarer Text sein: etwas zu sehen, ohne Steuerzeichen und ohne solche, die seine Richtung drehen',
			'doit être un texte lisible\u00a0: quelque chose à voir, sans caractères de contrôle ni caractères qui inversent son sens',
		],
	'must be a multiple of {0} above 0': [
		'muss ein Vielfaches von {0} über 0 sein',
		'doit être un multiple de {0} supérieur à 0',
	],
	'must be a decimal string of digits and at most one point, such as 12.5': [
		'muss eine Zahl aus Ziffern mit höchstens einem Punkt sein, etwa 12.5',
		'doit être un nombre fait de chiffres et d’au plus un point, comme 12.5',
	],
	'must be a decimal string with at most {0} digits behind the point': [
		'muss eine Zahl mit höchstens {0} Stellen hinter dem Punkt sein',
		'doit être un nombre d’au plus {0} décimales',
	],
	'must be 1 to 36 letters, digits, _ or -': [
		'muss aus 1 bis 36 Buchstaben, Ziffern, _ oder - bestehen',
		'doit être fait de 1 à 36 lettres, chiffres, _ ou -',
	],
	'must be the key as it was shown, without blanks': [
		'muss der Schlüssel sein, wie er gezeigt wurde, ohne Leerzeichen',
		'doit être la clé telle qu’elle a été affichée, sans espaces',
	],

	// of an e-mail address
	'must be an e-mail address with one @, as ann@harbour.example': [
		'muss eine E-Mail-Adresse mit einem @ sein, wie ann@harbour.example',
		'doit être une adresse e-mail avec un seul @, comme ann@harbour.example',
	],
	'must be an e-mail address without invisible characters': [
		'muss eine E-Mail-Adresse ohne unsichtbare Zeichen sein',
		'doit être une adresse e-mail sans caractères invisibles',
	],
	'must be an e-mail address by itself, without blanks, quotes, brackets, comments, a name or a second address':
		[
			'muss eine E-Mail-Adresse allein sein, ohne Leerzeichen, Anführungszeichen, Klammern, Kommentare, einen Namen oder eine zweite Adresse',
			'doit être une adresse e-mail seule, sans espaces, guillemets, parenthèses, commentaires, nom ni seconde adresse',
		],
	'must be an e-mail address with the name of a domain after the @, as harbour.example': [
		'muss eine E-Mail-Adresse mit dem Namen einer Domain hinter dem @ sein, wie harbour.example',
		'doit être une adresse e-mail avec un nom de domaine après le @, comme harbour.example',
	],
	'must be an e-mail address with only ASCII characters before the @, because many mail servers take no others; use another address of this mailbox':
		[
			'muss eine E-Mail-Adresse mit ASCII-Zeichen allein vor dem @ sein, weil viele Mailserver keine anderen annehmen; nehmen Sie eine andere Adresse dieses Postfachs',
			'doit être une adresse e-mail n’ayant que des caractères ASCII avant le @, car beaucoup de serveurs n’en acceptent pas d’autres\u00a0; prenez une autre adresse de cette boîte',
		],
	'must be an e-mail address with at most {0} characters before the @': [
		'muss eine E-Mail-Adresse mit höchstens {0} Zeichen vor dem @ sein',
		'doit être une adresse e-mail avec au plus {0} caractères avant le @',
	],
	'must be an e-mail address with at most {0} characters': [
		'muss eine E-Mail-Adresse mit höchstens {0} Zeichen sein',
		'doit être une adresse e-mail d’au plus {0} caractères',
	],
	'must be an e-mail address whose dots before the @ stand singly between other characters': [
		'muss eine E-Mail-Adresse sein, deren Punkte vor dem @ einzeln zwischen anderen Zeichen stehen',
		'doit être une adresse e-mail dont les points avant le @ sont isolés entre d’autres caractères',
	],

	// of a webhook, a brand, a key
	'must be an address such as https://example.org/hook': [
		'muss eine Adresse sein wie https://example.org/hook',
		'doit être une adresse comme https://example.org/hook',
	],
	'must hold no name and no password': [
		'darf weder Namen noch Passwort enthalten',
		'ne doit contenir ni nom ni mot de passe',
	],
	'must begin with https://': ['muss mit https:// beginnen', 'doit commencer par https://'],
	'must begin with https://, but for this machine': [
		'muss mit https:// beginnen, außer auf dieser Maschine',
		'doit commencer par https://, sauf sur cette machine',
	],
	'{0} is in no network that is open': [
		'geht nicht: {0} liegt in keinem Netz, das erlaubt ist',
		'ne convient pas\u00a0: {0} n’est dans aucun réseau ouvert',
	],
	'{0} is reached by https alone': [
		'geht nicht: {0} wird nur über https erreicht',
		'ne convient pas\u00a0: {0} n’est joint que par https',
	],
	'must be a colour such as #0b6e4f, or usual': [
		'muss eine Farbe sein wie #0b6e4f, oder usual',
		'doit être une couleur comme #0b6e4f, ou usual',
	],
	'is no PNG, JPEG, WebP or drawn SVG': [
		'ist kein PNG, JPEG, WebP oder gezeichnetes SVG',
		'n’est ni un PNG, ni un JPEG, ni un WebP, ni un SVG dessiné',
	],
	'is broken or incomplete': ['ist beschädigt oder unvollständig', 'est endommagé ou incomplet'],
	'must be among {0}, and {1} is not': [
		'muss aus {0} sein, und {1} ist es nicht',
		'doit être parmi {0}, et {1} n’y est pas',
	],

	// of a field of a contract
	'takes no options': ['hat keine Auswahl', 'n’a pas de choix'],
	'has an option twice': ['hat eine Auswahl doppelt', 'a deux fois le même choix'],
	'has min above max': ['hat ein min über max', 'a un min supérieur au max'],
	'has the name of another one': ['heißt wie ein anderes', 'porte le nom d’un autre'],
	'is given more than once': ['steht mehr als einmal da', 'est donné plus d’une fois'],
	'is none of this contract': [
		'gehört nicht zu diesem Vertrag',
		'ne fait pas partie de ce contrat',
	],
	'takes at most {0} characters': ['fasst höchstens {0} Zeichen', 'accepte {0} caractères au plus'],
	'takes one line of readable text': [
		'fasst eine Zeile lesbaren Text',
		'accepte une ligne de texte lisible',
	],
	'takes a number from {0} on': ['fasst eine Zahl ab {0}', 'accepte un nombre à partir de {0}'],
	'takes a number up to {0}': ['fasst eine Zahl bis {0}', 'accepte un nombre jusqu’à {0}'],
	'names page {0}, and the document has one page': [
		'liegt auf Seite {0}, und das Dokument hat eine Seite',
		'est en page {0}, et le document a une page',
	],
	'names page {0}, and the document has {1} pages': [
		'liegt auf Seite {0}, und das Dokument hat {1} Seiten',
		'est en page {0}, et le document a {1} pages',
	],
	'is of signer {0}, who only gets a copy': [
		'gehört Person {0}, die nur eine Kopie bekommt',
		'est à la personne {0}, qui ne reçoit qu’une copie',
	],
	'is of signer {0}, who approves without a signature': [
		'gehört Person {0}, die ohne Unterschrift freigibt',
		'est à la personne {0}, qui approuve sans signature',
	],

	// of a contract and its file
	declined: ['Er wurde abgelehnt', 'il a été refusé'],
	cancelled: ['Er wurde zurückgezogen', 'il a été retiré'],
	expired: ['Seine Zeit ist um', 'son délai est écoulé'],
	'the PDF is encrypted': ['Es ist verschlüsselt', 'il est chiffré'],
	'the PDF is protected by a password: remove the password': [
		'Es ist durch ein Passwort geschützt',
		'il est protégé par un mot de passe',
	],
	'the PDF has parts that cannot be read': [
		'Es hat Teile, die nicht zu lesen sind',
		'il a des parties illisibles',
	],
	'a page of the PDF is broken': ['Eine Seite ist beschädigt', 'une page est endommagée'],
	'its author certified it against changes (DocMDP), and a seal would break that': [
		'Sein Verfasser hat es gegen Änderungen zertifiziert (DocMDP), und ein Siegel würde das brechen',
		'son auteur l’a certifié contre toute modification (DocMDP), et un sceau romprait cela',
	],
	'it took more time or memory than a seal may': [
		'Es brauchte mehr Zeit oder Speicher, als ein Siegel darf',
		'il a demandé plus de temps ou de mémoire qu’un sceau ne peut en prendre',
	],
	'LibreOffice could not open it.': [
		'LibreOffice konnte sie nicht öffnen.',
		'LibreOffice n’a pas pu l’ouvrir.',
	],
	'It is neither a DOCX nor an ODT.': [
		'Sie ist weder ein DOCX noch ein ODT.',
		'Ce n’est ni un DOCX ni un ODT.',
	],
	'It took longer than {0} seconds.': [
		'Es dauerte länger als {0} Sekunden.',
		'Cela a pris plus de {0} secondes.',
	],
	'Its PDF would be larger than {0} MiB.': [
		'Das PDF wäre größer als {0} MiB.',
		'Le PDF dépasserait {0} Mio.',
	],

	// of the exchange
	'a trader': ['als Händler zugelassen', 'admis comme opérateur'],
	'an administrator': ['Administrator', 'administrateur'],
	'the service that signs people in does not answer': [
		'Der Dienst, der Personen anmeldet, antwortet nicht',
		'le service qui connecte les personnes ne répond pas',
	],
	'the sign-in took too long': ['Die Anmeldung dauerte zu lange', 'la connexion a trop duré'],
	'there is an account named {0} already': [
		'Es gibt schon ein Konto namens {0}',
		'il y a déjà un compte nommé {0}',
	],
	'there is a market {0} already': ['Es gibt den Markt {0} schon', 'le marché {0} existe déjà'],
	'the account {0} is disabled': ['Das Konto {0} ist deaktiviert', 'le compte {0} est désactivé'],
	'this key is known already': ['Dieser Schlüssel ist schon bekannt', 'cette clé est déjà connue'],
	'{0} is the address of {1}': ['{0} ist die Adresse von {1}', '{0} est l’adresse de {1}'],
	'the intent {0} has just been changed; look at it again': [
		'Die Übertragung {0} wurde gerade geändert; sehen Sie sie erneut an',
		'le transfert {0} vient de changer\u00a0; regardez-le à nouveau',
	],
	'the account has no e-mail address to send to; set one first': [
		'Das Konto hat keine E-Mail-Adresse, an die gesendet werden könnte; setzen Sie zuerst eine',
		'le compte n’a pas d’adresse e-mail où envoyer\u00a0; indiquez-en une d’abord',
	],

	// of a comparison
	'The caller disconnected before the comparison was done. A comparison requested with Prefer: respond-async would go on.':
		[
			'Die Verbindung endete, bevor der Vergleich fertig war. Ein Vergleich, der mit Prefer: respond-async verlangt wird, liefe weiter.',
			'La connexion a pris fin avant la comparaison. Une comparaison demandée avec Prefer\u00a0: respond-async continuerait.',
		],

	// of the page itself
	'The server answers with status {0}.': [
		'Der Server antwortet mit Status {0}.',
		'Le serveur répond par l’état {0}.',
	],
	'Wait a moment and try again.': [
		'Warten Sie einen Moment und versuchen Sie es erneut.',
		'Attendez un instant et réessayez.',
	],
	'This sign-in was not begun in this tab.': [
		'Diese Anmeldung wurde nicht in diesem Tab begonnen.',
		'Cette connexion n’a pas été commencée dans cet onglet.',
	],
	'Sign in again.': ['Melden Sie sich erneut an.', 'Reconnectez-vous.'],
});
