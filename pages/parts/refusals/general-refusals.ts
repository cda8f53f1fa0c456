/**
 * What any call can be refused with, for people: those who sign by a link included, who are told in English as well. How
 * a row is read stands in `refusal-row.ts`.
 */
import type { RefusalTable } from './refusal-row';

export const generalRefusals = {
	Request_Invalid: [
		'Das Feld „{0}“ {1 said}.\nBerichtigen Sie es, und versuchen Sie es erneut.',
		'Le champ «\u00a0{0}\u00a0» {1 said}.\nCorrigez-le et réessayez.',
	],
	Request_Malformed: [
		'Der Dienst nimmt nicht an, was diese Seite gesendet hat.\nLaden Sie die Seite neu und versuchen Sie es erneut.',
		'Le service n’accepte pas ce que cette page a envoyé.\nRechargez la page et réessayez.',
		'The service does not take what this page has sent.\nLoad the page anew and try again.',
	],
	Request_FileEmpty: [
		'Die Datei ist leer.\nWählen Sie eine andere.',
		'Le fichier est vide.\nChoisissez-en un autre.',
	],
	Request_RouteNotFound: [
		'Diese Adresse kennt der Dienst nicht.\nLaden Sie die Seite neu und versuchen Sie es erneut.',
		'Le service ne connaît pas cette adresse.\nRechargez la page et réessayez.',
	],
	Request_TooSlow: [
		'Es wurde zu langsam gesendet.\nVersuchen Sie es dort erneut, wo die Verbindung besser ist.',
		'L’envoi a été trop lent.\nRéessayez là où la connexion est meilleure.',
		'It was sent too slowly.\nTry again where the connection is better.',
	],
	Request_PreconditionFailed: [
		'Die Datei ist nicht die, nach der gefragt wurde.\nLaden Sie die Seite neu und versuchen Sie es erneut.',
		'Le fichier n’est pas celui qui était demandé.\nRechargez la page et réessayez.',
		'The file is not the one that was asked for.\nLoad the page anew and try again.',
	],
	Request_TooLarge: [
		'Das Feld „{0}“ ist größer als die {1} Byte, die dieser Dienst annimmt.\nSenden Sie weniger, oder lassen Sie die Grenze des Dienstes anheben.',
		'Le champ «\u00a0{0}\u00a0» dépasse les {1} octets que ce service accepte.\nEnvoyez-en moins, ou faites relever la limite du service.',
	],
	Request_AddressTooLong: [
		'Ein Teil der Adresse ist länger als 1000 Zeichen.\nPrüfen Sie, ob sie richtig eingegeben ist.',
		'Une partie de l’adresse dépasse 1000 caractères.\nVérifiez qu’elle est bien saisie.',
	],
	Request_HeadTooLarge: [
		'Die Adresse ist zu lang.\nPrüfen Sie, ob sie richtig eingegeben ist.',
		'L’adresse est trop longue.\nVérifiez qu’elle est bien saisie.',
	],
	Request_UnsupportedMediaType: [
		'Der Dienst nimmt nicht an, was diese Seite gesendet hat.\nLaden Sie die Seite neu und versuchen Sie es erneut.',
		'Le service n’accepte pas ce que cette page a envoyé.\nRechargez la page et réessayez.',
		'The service does not take what this page has sent.\nLoad the page anew and try again.',
	],
	Request_IdempotencyKeyReused: [
		'Dieser Vorgang wurde schon mit anderen Angaben gesendet.\nLaden Sie die Seite neu, und sehen Sie nach, was getan wurde.',
		'Cette opération a déjà été envoyée avec d’autres données.\nRechargez la page et voyez ce qui a été fait.',
	],
	Request_TooMany: [
		'Das wurde zu oft gesendet.\nWarten Sie {0} s, und versuchen Sie es erneut.',
		'La demande a été faite trop souvent.\nAttendez {0} s et réessayez.',
	],
	Request_UploadsTooMany: [
		'Im Moment werden zu viele Dateien gesendet.\nWarten Sie einen Moment und versuchen Sie es erneut.',
		'Trop de fichiers sont envoyés en ce moment.\nAttendez un instant et réessayez.',
		'Too many files are being sent at this moment.\nWait a moment and try again.',
	],
	Request_IdempotencyKeysTooMany: [
		'Von Ihnen sind {0} Vorgänge vorgemerkt, und mehr dürfen es nicht sein.\nVersuchen Sie es erneut, wenn ältere nach {1} Tagen geendet haben, oder lassen Sie den Betreiber IDEMPOTENCY_KEYS_PER_USER_MAX anheben.',
		'{0} de vos opérations sont retenues, et c’est le maximum.\nRéessayez quand les plus anciennes auront pris fin après {1} jours, ou faites relever IDEMPOTENCY_KEYS_PER_USER_MAX par l’exploitant.',
	],

	Auth_KeyMissing: [
		'Es fehlt ein API-Schlüssel.\nMelden Sie sich an, oder geben Sie einen Schlüssel ein.',
		'Il manque une clé d’API.\nConnectez-vous ou saisissez une clé.',
	],
	Auth_KeyInvalid: [
		'Dieser API-Schlüssel gilt nicht.\nPrüfen Sie, ob Zeichen fehlen, oder bitten Sie einen Administrator um einen neuen.',
		'Cette clé d’API n’est pas valable.\nVérifiez qu’il ne manque aucun caractère, ou demandez-en une nouvelle à un administrateur.',
	],
	Auth_KeyExpired: [
		'Dieser API-Schlüssel endete am {0}.\nBitten Sie einen Administrator um einen neuen.',
		'Cette clé d’API a expiré le {0}.\nDemandez-en une nouvelle à un administrateur.',
	],
	Auth_SessionEnded: [
		'Sie sind abgemeldet.\nMelden Sie sich erneut an.',
		'Vous êtes déconnecté.\nReconnectez-vous.',
	],
	Auth_NotAdmitted: [
		'Niemand mit der E-Mail-Adresse {0} ist hier {1 said}.\nFragen Sie einen Administrator der Börse, oder melden Sie sich in der Konsole als jemand anderes an.',
		'Personne ayant l’adresse e-mail {0} n’est {1 said} ici.\nDemandez à un administrateur de la plateforme d’échange, ou connectez-vous à la console sous une autre identité.',
	],
	Auth_OtherSite: [
		'Die Anfrage kommt von einer anderen Website, oder sie sagt nicht, woher.\nVerwenden Sie die Seiten dieses Dienstes selbst.',
		'La demande vient d’un autre site, ou ne dit pas d’où elle vient.\nUtilisez les pages de ce service.',
	],
	Auth_LinkEnded: [
		'Dieser Link wurde schon benutzt, oder seine Zeit ist um.\nFordern Sie einen neuen Link zum Anmelden an.',
		'Ce lien a déjà servi, ou son délai est écoulé.\nDemandez un nouveau lien de connexion.',
	],
	Auth_PasskeyInvalid: [
		'Der Passkey wird nicht angenommen.\nVersuchen Sie es erneut, oder melden Sie sich mit einem Link an.',
		'La clé d’accès n’est pas acceptée.\nRéessayez, ou connectez-vous par un lien.',
	],
	Auth_KeysTooMany: [
		'Sie haben schon {0} Schlüssel, und mehr dürfen es nicht sein.\nWiderrufen Sie einen, der nicht gebraucht wird.',
		'Vous avez déjà {0} clés, et c’est le maximum.\nRévoquez-en une qui ne sert plus.',
	],
	Auth_RoleMissing: [
		'Ihnen oder dem Schlüssel fehlt die Rolle, die das braucht: {0}.\nBitten Sie einen Administrator um diese Rolle, oder verwenden Sie einen Schlüssel, der sie hat.',
		'Il vous manque, à vous ou à la clé, le rôle nécessaire\u00a0: {0}.\nDemandez ce rôle à un administrateur, ou utilisez une clé qui l’a.',
	],
	Auth_AddressNotAllowed: [
		'Der Schlüssel darf von {0} aus nicht benutzt werden.\nVerwenden Sie ihn in einem seiner Netze, oder nehmen Sie einen Schlüssel für diese Adresse.',
		'La clé ne peut pas servir depuis {0}.\nUtilisez-la depuis l’un de ses réseaux, ou prenez une clé pour cette adresse.',
	],
	Auth_ScopeMissing: [
		'Der Umfang des Schlüssels ist {0}, und gebraucht wird {1}.\nVerwenden Sie einen Schlüssel dieses Umfangs.',
		'La portée de la clé est {0}, et il faut {1}.\nUtilisez une clé de cette portée.',
	],
	Product_NotFound: [
		'Ein Produkt „{0}“ gibt es für Sie nicht.\nWählen Sie ein Produkt Ihrer eigenen Organisation.',
		'Il n’y a pas de produit «\u00a0{0}\u00a0» pour vous.\nChoisissez un produit de votre organisation.',
	],

	Core_MailsTooMany: [
		'In 24 Stunden wurden {0} E-Mails gesendet, und mehr dürfen es nicht sein.\nEs wurde nichts gesendet. Versuchen Sie es morgen erneut, oder lassen Sie den Betreiber die Grenze anheben.',
		'{0} e-mails ont été envoyés en 24 heures, et c’est le maximum.\nRien n’a été envoyé. Réessayez demain, ou faites relever la limite par l’exploitant.',
	],
	Core_Unhandled: [
		'Das konnte der Dienst nicht tun.\nVersuchen Sie es später erneut. Geschieht es wieder, nennen Sie dem Betreiber die Nummer {0}.',
		'Le service n’a pas pu le faire.\nRéessayez plus tard. Si cela se reproduit, donnez à l’exploitant le numéro {0}.',
	],
	Core_RecordCorrupted: [
		'Was gespeichert ist, ist nicht, was das Protokoll davon sagt.\nEs wurde nichts getan. Sagen Sie es dem Betreiber des Dienstes.',
		'Ce qui est conservé n’est pas ce que le journal en dit.\nRien n’a été fait. Dites-le à l’exploitant du service.',
	],
	Core_RecordNotConfirmed: [
		'Das Protokoll enthält es noch nicht.\nWarten Sie einen Moment und versuchen Sie es erneut.',
		'Le journal ne le contient pas encore.\nAttendez un instant et réessayez.',
		'The log does not hold it yet.\nWait a moment and try again.',
	],
	Core_Ending: [
		'Der Dienst wird gerade beendet.\nEs wurde nichts getan. Warten Sie einen Moment und versuchen Sie es erneut.',
		'Le service est en train de s’arrêter.\nRien n’a été fait. Attendez un instant et réessayez.',
		'The service is ending.\nNothing was done. Wait a moment and try again.',
	],
	Core_DatabaseAway: [
		'Der Dienst erreicht seine Aufzeichnungen nicht.\nOb es getan wurde, ist nicht bekannt. Warten Sie einen Moment, laden Sie die Seite neu und sehen Sie nach, was getan wurde.',
		'Le service n’atteint pas ses enregistrements.\nOn ne sait pas si cela a été fait. Attendez un instant, rechargez la page et voyez ce qui a été fait.',
		'The service does not reach its records.\nWhether it was done is not known. Wait a moment, load the page anew and see what was done.',
	],
	Core_DatabaseReadOnly: [
		'Der Dienst kann zurzeit nichts aufzeichnen.\nEs wurde nichts getan. Warten Sie einen Moment und versuchen Sie es erneut.',
		'Le service ne peut rien enregistrer pour l’instant.\nRien n’a été fait. Attendez un instant et réessayez.',
		'The service can record nothing at present.\nNothing was done. Wait a moment and try again.',
	],
	Core_DatabaseFull: [
		'Der Dienst hat keinen Platz mehr, um das aufzuzeichnen.\nEs wurde nichts getan. Versuchen Sie es erneut, wenn sein Betreiber Platz geschaffen hat.',
		'Le service n’a plus de place pour l’enregistrer.\nRien n’a été fait. Réessayez quand son exploitant aura fait de la place.',
		'The service has no room left to record that.\nNothing was done. Try again when its operator has made room.',
	],

	Storage_RangeNotSatisfiable: [
		'Die Datei ist nicht die, nach der gefragt wurde.\nLaden Sie die Seite neu und versuchen Sie es erneut.',
		'Le fichier n’est pas celui qui était demandé.\nRechargez la page et réessayez.',
		'The file is not the one that was asked for.\nLoad the page anew and try again.',
	],
	Storage_TooFewBucketsToRead: [
		'Die Datei kann zurzeit nicht gelesen werden.\nWarten Sie einen Moment und versuchen Sie es erneut.',
		'Le fichier ne peut pas être lu pour l’instant.\nAttendez un instant et réessayez.',
		'The file cannot be read at present.\nWait a moment and try again.',
	],
} as const satisfies RefusalTable;
