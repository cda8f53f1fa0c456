/** What the service refuses to people: users, mails, assets, documents, contracts and stored files. */
import type { RefusalTable } from './refusal-row';

export const serviceRefusals = {
	// people, keys and mails
	User_NotFound: [
		'{1} gehört nicht zu dieser Organisation.\nGeben Sie die E-Mail-Adresse an, die der Empfänger hier hat.',
		'{1} n’est pas membre de cette organisation.\nIndiquez l’adresse e-mail que le destinataire a ici.',
	],
	User_AlreadyExists: [
		'{0} gehört schon zu dieser Organisation.\nÄndern Sie die Rollen, oder lassen Sie einen neuen Schlüssel senden.',
		'{0} est déjà membre de cette organisation.\nChangez ses rôles, ou faites envoyer une nouvelle clé.',
	],
	Platform_UserNotFound: [
		'Diese Person gibt es in dieser Organisation nicht: {0}.\nLaden Sie die Liste der Personen neu.',
		'Cette personne n’existe pas dans cette organisation\u00a0: {0}.\nRechargez la liste des personnes.',
	],
	Platform_MailNotFound: [
		'Eine E-Mail „{0}“ dieser Organisation sehen Sie nicht.\nWählen Sie eine aus der Liste.',
		'Vous ne voyez pas d’e-mail «\u00a0{0}\u00a0» de cette organisation.\nChoisissez-en un dans la liste.',
	],
	Platform_UserDisabled: [
		'Diese Person ist deaktiviert: {0}.\nAktivieren Sie sie zuerst.',
		'Cette personne est désactivée\u00a0: {0}.\nActivez-la d’abord.',
	],
	Platform_KeyNotFound: [
		'Einen Schlüssel „{0}“, der zu widerrufen wäre, gibt es nicht.\nLaden Sie die Liste der Schlüssel neu.',
		'Il n’y a pas de clé «\u00a0{0}\u00a0» à révoquer.\nRechargez la liste des clés.',
	],
	Platform_LastUserAdmin: [
		'Dann hätte die Organisation keinen Administrator der Personen mehr, der sich anmelden kann.\nGeben Sie zuerst jemand anderem die Rolle UserAdmin und einen Schlüssel.',
		'L’organisation n’aurait alors plus d’administrateur des personnes qui puisse se connecter.\nDonnez d’abord à quelqu’un d’autre le rôle UserAdmin et une clé.',
	],
	Platform_InvitationNotFound: [
		'Eine Einladung „{0}“ gibt es in dieser Organisation nicht.\nLaden Sie die Liste der Einladungen neu.',
		'Il n’y a pas d’invitation «\u00a0{0}\u00a0» dans cette organisation.\nRechargez la liste des invitations.',
	],
	Platform_InvitationAccepted: [
		'Die Einladung wurde schon angenommen: {0}.\nDeaktivieren Sie stattdessen die Person.',
		'L’invitation a déjà été acceptée\u00a0: {0}.\nDésactivez plutôt la personne.',
	],
	Event_SubscriptionNotFound: [
		'Einen Webhook „{0}“, der weiterläuft, haben Sie nicht.\nLaden Sie die Liste der Webhooks neu.',
		'Vous n’avez pas de webhook «\u00a0{0}\u00a0» qui soit actif.\nRechargez la liste des webhooks.',
	],
	Event_SubscriptionsTooMany: [
		'Es gibt schon {0} Webhooks, und mehr dürfen es nicht sein.\nLöschen Sie einen, der nicht gebraucht wird.',
		'Il y a déjà {0} webhooks, et c’est le maximum.\nSupprimez-en un qui ne sert plus.',
	],
	Event_NotHeard: [
		'Von „{0}“ erfahren Sie nichts.\nWählen Sie Ereignisse, die Sie lesen dürfen, oder bitten Sie einen Administrator um die Rolle dafür.',
		'Vous n’êtes pas informé de «\u00a0{0}\u00a0».\nChoisissez des événements que vous pouvez lire, ou demandez le rôle nécessaire à un administrateur.',
	],
	Log_NotFound: [
		'Das gibt es im Protokoll nicht.\nWählen Sie einen Eintrag, den es schon hat.',
		'Le journal ne contient pas cela.\nChoisissez une entrée qu’il contient déjà.',
	],

	// assets
	Factory_IssueAmountCantBeZero: [
		'Das Feld „{0}“ muss mindestens 1 sein.\nGeben Sie eine ganze Zahl ab 1 aus.',
		'Le champ «\u00a0{0}\u00a0» doit valoir au moins 1.\nÉmettez un nombre entier à partir de 1.',
	],
	Factory_IssueAmountTooHigh: [
		'Das Feld „{0}“ darf höchstens 2147483647 sein.\nGeben Sie weniger aus, nötigenfalls mehrmals.',
		'Le champ «\u00a0{0}\u00a0» doit valoir au plus 2147483647.\nÉmettez-en moins, au besoin en plusieurs fois.',
	],
	Factory_TransferAmountCantBeZero: [
		'Das Feld „{0}“ muss mindestens 1 sein.\nÜbertragen Sie eine ganze Zahl ab 1.',
		'Le champ «\u00a0{0}\u00a0» doit valoir au moins 1.\nTransférez un nombre entier à partir de 1.',
	],
	Factory_TransferAmountTooHigh: [
		'Das Feld „{0}“ darf höchstens 9007199254740991 sein.\nÜbertragen Sie weniger, nötigenfalls mehrmals.',
		'Le champ «\u00a0{0}\u00a0» doit valoir au plus 9007199254740991.\nTransférez-en moins, au besoin en plusieurs fois.',
	],
	Factory_FactoryNotFound: [
		'Einen Wert „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie einen aus der Liste.',
		'Il n’y a pas d’actif «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en un dans la liste.',
	],
	Factory_FactoryNotConfirmed: [
		'Der Wert „{0}“ ist noch nicht bestätigt.\nWarten Sie, bis sein Status Confirmed ist, und versuchen Sie es erneut.',
		'L’actif «\u00a0{0}\u00a0» n’est pas encore confirmé.\nAttendez que son état soit Confirmed et réessayez.',
	],
	Factory_CannotDeleteInheritedFactory: [
		'Der zusammengesetzte Wert „{1}“ besteht aus dem Wert „{0}“.\nLöschen Sie zuerst den zusammengesetzten.',
		'L’actif composé «\u00a0{1}\u00a0» est fait de l’actif «\u00a0{0}\u00a0».\nSupprimez d’abord l’actif composé.',
	],
	Factory_FactoryTransferInsufficientFund: [
		'Der Bestand von {0} ist kleiner als die {1}, die bewegt werden sollen.\nBewegen Sie höchstens den Bestand.',
		'Le solde de {0} est inférieur aux {1} à déplacer.\nDéplacez au plus le solde.',
	],
	Identity_NotFound: [
		'Eine Entität „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas d’entité «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en une dans la liste.',
	],
	Identity_NotTheOwner: [
		'Die Entität „{0}“ gehört nicht {1}.\nWählen Sie eine Entität dieser Person.',
		'L’entité «\u00a0{0}\u00a0» n’appartient pas à {1}.\nChoisissez une entité de cette personne.',
	],
	Identity_NotConfirmed: [
		'Die Entität „{0}“ ist noch nicht bestätigt.\nWarten Sie, bis ihr Status Confirmed ist, und versuchen Sie es erneut.',
		'L’entité «\u00a0{0}\u00a0» n’est pas encore confirmée.\nAttendez que son état soit Confirmed et réessayez.',
	],
	Tracker_BatchNotFound: [
		'Eine Charge „{0}“ dieses Werts gibt es nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de lot «\u00a0{0}\u00a0» de cet actif.\nChoisissez-en un dans la liste.',
	],
	Tracker_AssetDeleted: [
		'Der Wert „{0}“ wurde gelöscht.\nEs wurde nichts getan. Was von ihm gehalten und bewegt wurde, ist weiterhin zu lesen.',
		'L’actif «\u00a0{0}\u00a0» a été supprimé.\nRien n’a été fait. Ce qui en a été détenu et déplacé reste lisible.',
	],

	// documents
	Keeper_FolderNotFound: [
		'Einen Ordner „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie einen aus der Liste, oder legen Sie einen an.',
		'Il n’y a pas de dossier «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en un dans la liste, ou créez-en un.',
	],
	Keeper_VersionNotFound: [
		'Eine Fassung „{0}“ dieser Datei gibt es nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de version «\u00a0{0}\u00a0» de ce fichier.\nChoisissez-en une dans la liste.',
	],
	Keeper_ReportNotFound: [
		'Einen Bericht „{0}“ dieser Datei gibt es nicht.\nWählen Sie einen aus der Liste.',
		'Il n’y a pas de rapport «\u00a0{0}\u00a0» de ce fichier.\nChoisissez-en un dans la liste.',
	],
	Keeper_ReportEnded: [
		'Der Bericht „{0}“ ist abgelaufen und gelöscht.\nVergleichen Sie das Dokument erneut, um einen neuen zu erhalten.',
		'Le rapport «\u00a0{0}\u00a0» a pris fin et il est effacé.\nComparez à nouveau le document pour en obtenir un autre.',
	],
	Keeper_ComparisonNotFound: [
		'Einen Vergleich „{0}“ dieser Datei gibt es nicht.\nWählen Sie einen aus der Liste; die neuesten 1000 einer Datei werden aufbewahrt.',
		'Il n’y a pas de comparaison «\u00a0{0}\u00a0» de ce fichier.\nChoisissez-en une dans la liste\u00a0; les 1000 dernières d’un fichier sont conservées.',
	],
	Keeper_Deleted: [
		'Das wurde gelöscht.\nEs wurde nichts getan. Fassungen und Nachweise sind weiterhin zu lesen; der Inhalt ist gelöscht.',
		'Cela a été supprimé.\nRien n’a été fait. Les versions et leurs preuves restent lisibles\u00a0; le contenu est effacé.',
	],
	Keeper_ContentNotKept: [
		'Der Ordner bewahrt keine Inhalte auf, also gibt es nichts herunterzuladen.\nNehmen Sie die Datei dort, woher sie kam: Der Hash der Fassung sagt, ob es dieselbe ist.',
		'Le dossier ne conserve pas les contenus\u00a0; il n’y a rien à télécharger.\nPrenez le fichier là d’où il vient\u00a0: l’empreinte de la version dit si c’est le même.',
	],
	Keeper_RulesFixed: [
		'Von der Datei „{0}“ werden nur Fingerabdrücke aufbewahrt, und die entstanden unter den Regeln von damals.\nVergleichen Sie ohne Regeln oder mit genau diesen, oder fügen Sie sie mit anderen Regeln als eigene Datei hinzu.',
		'Du fichier «\u00a0{0}\u00a0», seules des empreintes sont conservées, faites avec les règles d’alors.\nComparez sans règles ou avec celles-là, ou ajoutez-le avec d’autres règles comme un fichier à part.',
	],
	Breadcrumbing_FileNotFound: [
		'Eine Datei „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de fichier «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en un dans la liste.',
	],
	Breadcrumbing_FileTypesDoNotMatch: [
		'Die aufbewahrte Datei ist vom Typ {0}, die gesendete vom Typ {1}.\nSenden Sie eine Datei desselben Typs.',
		'Le fichier conservé est de type {0}, le fichier envoyé de type {1}.\nEnvoyez un fichier du même type.',
	],
	Keeper_ComparisonsTooMany: [
		'In Ihrer Organisation laufen schon {0} Vergleiche, und mehr dürfen es zugleich nicht sein.\nWarten Sie, bis einer fertig ist, und versuchen Sie es erneut.',
		'{0} comparaisons de votre organisation sont déjà en cours, et c’est le maximum.\nAttendez que l’une soit finie et réessayez.',
	],
	Keeper_ComparisonsBusy: [
		'Seit {0} s sind alle Plätze für Vergleiche belegt.\nEs wurde nichts aufbewahrt. Versuchen Sie es erneut.',
		'Toutes les places de comparaison sont prises depuis {0} s.\nRien n’a été conservé. Réessayez.',
	],

	// contracts
	Sealer_ContractNotFound: [
		'Einen Vertrag „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie einen aus der Liste.',
		'Il n’y a pas de contrat «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en un dans la liste.',
	],
	Sealer_FileNotFound: [
		'Der Vertrag hat keine Datei {1}; er hat {2}.\nLaden Sie die Seite neu.',
		'Le contrat n’a pas de fichier {1}\u00a0; il en a {2}.\nRechargez la page.',
	],
	Sealer_ContractEnded: [
		'Der Vertrag kann nicht mehr unterschrieben werden: {0 said}.\nSenden Sie ihn neu, wenn er noch unterschrieben werden soll.',
		'Le contrat ne peut plus être signé\u00a0: {0 said}.\nEnvoyez-le à nouveau s’il doit encore être signé.',
	],
	Sealer_ContractSigned: [
		'Alle haben den Vertrag unterschrieben.\nDaran ist nichts mehr zu ändern; senden Sie einen anderen an seiner Stelle.',
		'Tout le monde a signé le contrat.\nOn ne peut plus rien y changer\u00a0; envoyez-en un autre à sa place.',
	],
	Sealer_NotYourTurn: [
		'{0} ist noch nicht an der Reihe: Erst müssen die davor unterschreiben.\nWarten Sie, bis sie unterschrieben haben.',
		'Ce n’est pas encore le tour de {0}\u00a0: ceux d’avant doivent signer d’abord.\nAttendez qu’ils aient signé.',
	],
	Sealer_NobodySigns: [
		'Niemand unterschreibt diesen Vertrag oder gibt ihn frei.\nGeben Sie mindestens einer Person diese Aufgabe.',
		'Personne ne signe ni n’approuve ce contrat.\nConfiez ce rôle à une personne au moins.',
	],
	Sealer_SignerNotFound: [
		'{0} gehört nicht zu den Unterzeichnern dieses Vertrags.\nWählen Sie eine Adresse, die im Vertrag steht.',
		'{0} n’est pas signataire de ce contrat.\nChoisissez une adresse qui figure dans le contrat.',
	],
	Sealer_NoConverter: [
		'Dieser Dienst hat kein LibreOffice, das aus Office-Dokumenten PDFs macht.\nSenden Sie ein PDF, oder bitten Sie den Betreiber, LibreOffice einzurichten.',
		'Ce service n’a pas LibreOffice, qui transforme en PDF les documents bureautiques.\nEnvoyez un PDF, ou demandez à l’exploitant d’installer LibreOffice.',
	],
	Sealer_NotConverted: [
		'Aus der Datei lässt sich kein PDF machen: {0 said}\nSpeichern Sie sie in ihrem eigenen Programm als PDF, und senden Sie das.',
		'Le fichier ne peut pas être transformé en PDF\u00a0: {0 said}\nEnregistrez-le en PDF dans son propre programme, et envoyez celui-ci.',
	],
	Sealer_ConversionsTooMany: [
		'Gerade werden schon {0} Dokumente in PDFs umgewandelt, und mehr dürfen es zugleich nicht sein.\nWarten Sie, bis eines fertig ist, und versuchen Sie es erneut.',
		'{0} documents sont déjà en cours de transformation en PDF, et c’est le maximum.\nAttendez que l’un soit fini et réessayez.',
	],
	Sealer_Deleted: [
		'Das wurde gelöscht.\nEs wurde nichts getan. Aufzeichnung und Nachweis sind weiterhin zu lesen; die Datei ist gelöscht.',
		'Cela a été supprimé.\nRien n’a été fait. L’enregistrement et sa preuve restent lisibles\u00a0; le fichier est effacé.',
	],
	Sealer_TemplateNotFound: [
		'Eine Vorlage „{0}“ gibt es in diesem Produkt nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de modèle «\u00a0{0}\u00a0» dans ce produit.\nChoisissez-en un dans la liste.',
	],
	Sealer_NotAColleague: [
		'Niemand aus der Organisation mit der Rolle SealerAdmin hat die Adresse {0}.\nNennen Sie jemanden, der Verträge senden darf, oder geben Sie der Person zuerst diese Rolle.',
		'Personne dans l’organisation avec le rôle SealerAdmin n’a l’adresse {0}.\nNommez quelqu’un qui peut envoyer des contrats, ou donnez-lui d’abord ce rôle.',
	],
	Sealer_AlreadySigned: [
		'{0} hat den Vertrag schon unterschrieben.\nEs ist nichts mehr zu tun; jeder unterschreibt einmal.',
		'{0} a déjà signé le contrat.\nIl n’y a rien à faire\u00a0; chacun signe une fois.',
	],
	Sealer_SignerRepeated: [
		'{0} steht mehr als einmal unter den Unterzeichnern.\nNennen Sie jeden einmal.',
		'{0} figure plus d’une fois parmi les signataires.\nNommez chacun une seule fois.',
	],
	Sealer_ContractUnreadable: [
		'Das PDF ließe sich nicht versiegeln, wenn alle unterschrieben haben: {0 said}.\nSpeichern Sie es in seinem Programm neu, ohne Passwort und ohne Zertifizierung, und senden Sie das, oder senden Sie es in einem ZIP.',
		'Le PDF ne pourrait pas être scellé une fois signé par tous\u00a0: {0 said}.\nEnregistrez-le à nouveau dans son programme, sans mot de passe ni certification, et envoyez celui-ci, ou envoyez-le dans un ZIP.',
	],
	Sealer_FieldInvalid: [
		'Das Feld „{0}“ {1 said}.\nBerichtigen Sie es, und versuchen Sie es erneut.',
		'Le champ «\u00a0{0}\u00a0» {1 said}.\nCorrigez-le et réessayez.',
	],
	Sealer_FieldsMissing: [
		'Felder, die ausgefüllt sein müssen, sind leer: {0}.\nFüllen Sie sie aus.',
		'Des champs obligatoires sont vides\u00a0: {0}.\nRemplissez-les.',
	],
	Sealer_ContractNotSigned: [
		'Den Vertrag „{0}“ haben noch nicht alle unterschrieben.\nVersiegelt wird er, wenn alle unterschrieben haben.',
		'Le contrat «\u00a0{0}\u00a0» n’a pas encore été signé par tous.\nIl est scellé quand tous ont signé.',
	],
	Sealer_SealNotReady: [
		'Den Vertrag „{0}“ haben alle unterschrieben, und die versiegelte Datei ist noch nicht fertig.\nVersuchen Sie es in einem Moment erneut.',
		'Le contrat «\u00a0{0}\u00a0» a été signé par tous, et le fichier scellé n’est pas encore fait.\nRéessayez dans un instant.',
	],

	// stored files
	Storage_FileContentEmpty: [
		'Die Datei ist leer.\nWählen Sie eine mit mindestens einem Byte.',
		'Le fichier est vide.\nChoisissez-en un d’un octet au moins.',
	],
	Storage_FileNotFound: [
		'Eine Datei „{0}“ gibt es nicht.\nWählen Sie eine aus der Liste.',
		'Il n’y a pas de fichier «\u00a0{0}\u00a0».\nChoisissez-en un dans la liste.',
	],
	Storage_LinkNotFound: [
		'Einen Link „{0}“ zu dieser Datei gibt es nicht.\nLaden Sie die Liste der Links neu.',
		'Il n’y a pas de lien «\u00a0{0}\u00a0» vers ce fichier.\nRechargez la liste des liens.',
	],
	Storage_TooFewBucketsToWrite: [
		'Zum Speichern braucht es {0} Buckets, und nur in {1} lässt sich schreiben; nicht zu verwenden: {2}.\nBringen Sie die Buckets zurück, oder schaffen Sie Platz darin, und senden Sie die Datei erneut.',
		'Pour enregistrer, il faut {0} buckets, et {1} seulement acceptent des fichiers\u00a0; inutilisables\u00a0: {2}.\nRemettez les buckets en service ou faites-y de la place, et envoyez à nouveau le fichier.',
	],
	Storage_QuotaExceeded: [
		'Die Organisation speichert {0} der {1} Byte, die sie darf, und damit wären es mehr.\nSenden Sie weniger, oder lassen Sie die Grenze der Organisation anheben.',
		'L’organisation conserve {0} des {1} octets permis, et ce serait davantage.\nEnvoyez-en moins, ou faites relever la limite de l’organisation.',
	],
} as const satisfies RefusalTable;
