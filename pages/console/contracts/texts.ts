/** Texts of the contracts in the console. */
import { pageTexts } from '../../parts/language/shared-texts';

export const texts = pageTexts({
	// lists
	'Waiting for me': ['Wartet auf mich', 'En attente de moi'],
	'Waiting for others': ['Wartet auf andere', 'En attente des autres'],
	Done: ['Fertig', 'Terminés'],
	Ended: ['Beendet', 'Clos'],
	'Your organisation has no sealer.': [
		'Ihre Organisation hat keinen Sealer.',
		'Votre organisation n’a pas de sealer.',
	],
	'Send a contract': ['Einen Vertrag senden', 'Envoyer un contrat'],
	'Lists of contracts': ['Listen der Verträge', 'Listes des contrats'],
	'A name, or the e-mail address of a signer': [
		'Ein Name oder die E-Mail-Adresse eines Unterzeichners',
		'Un nom, ou l’adresse e-mail d’un signataire',
	],
	'None has “{text}” in its name or in the address of a signer.': [
		'Keiner hat „{text}“ im Namen oder in der Adresse eines Unterzeichners.',
		'Aucun ne contient «\u00a0{text}\u00a0» dans son nom ni dans l’adresse d’un signataire.',
	],
	'No contract waits for you.': ['Kein Vertrag wartet auf Sie.', 'Aucun contrat ne vous attend.'],
	'There is none.': ['Es gibt keinen.', 'Il n’y en a aucun.'],
	'Who signs': ['Wer unterschreibt', 'Qui signe'],
	State: ['Stand', 'État'],
	contracts: ['Verträge', 'contrats'],

	// states
	'nobody has signed yet': ['noch niemand hat unterschrieben', 'personne n’a encore signé'],
	'some have signed': ['einige haben unterschrieben', 'certains ont signé'],
	'being signed': ['wird unterschrieben', 'en cours de signature'],
	'signed by everybody': ['von allen unterschrieben', 'signé par tous'],
	declined: ['abgelehnt', 'refusé'],
	'its time is over': ['seine Frist ist vorbei', 'son délai est écoulé'],
	'taken back': ['zurückgezogen', 'retiré'],
	'waits for others': ['wartet auf andere', 'attend les autres'],
	'is asked': ['ist gefragt', 'est sollicité'],
	'has signed': ['hat unterschrieben', 'a signé'],
	'has approved': ['hat freigegeben', 'a approuvé'],
	'has declined': ['hat abgelehnt', 'a refusé'],
	'gets a copy': ['bekommt eine Kopie', 'reçoit une copie'],
	signs: ['unterschreibt', 'signe'],
	approves: ['gibt frei', 'approuve'],
	'enters a code from a mail': [
		'gibt einen Code aus einer E-Mail ein',
		'saisit un code reçu par e-mail',
	],
	'enters a code that the sender tells': [
		'gibt einen Code ein, den der Absender nennt',
		'saisit un code donné par l’expéditeur',
	],

	// a contract
	'Read and sign': ['Lesen und unterschreiben', 'Lire et signer'],
	'Looked after by': ['Betreut von', 'Suivi par'],
	'Can be signed until': ['Kann unterschrieben werden bis', 'Peut être signé jusqu’au'],
	Message: ['Nachricht', 'Message'],
	'Remind who has not signed': [
		'Erinnern, wer nicht unterschrieben hat',
		'Relancer ceux qui n’ont pas signé',
	],
	'Take it back': ['Zurückziehen', 'Le retirer'],
	'Everybody who was asked is told, and nobody can sign it any more.': [
		'Alle Gefragten erfahren es, und niemand kann ihn mehr unterschreiben.',
		'Toutes les personnes sollicitées en sont informées, et plus personne ne peut le signer.',
	],
	'Hand it over to a colleague': ['An jemand anderen übergeben', 'Le confier à un collègue'],
	'Hand it over': ['Übergeben', 'Le confier'],
	'E-mail address of the colleague': [
		'E-Mail-Adresse der Kollegin oder des Kollegen',
		'Adresse e-mail du collègue',
	],
	'They look after it from then on, are told so by a mail, and are told how it ends.': [
		'Sie oder er betreut ihn von da an, erfährt es durch eine E-Mail und erfährt, wie er ausgeht.',
		'Cette personne le suit désormais, en est avertie par e-mail et apprend son issue.',
	],
	'Who signs, in the order given': [
		'Wer unterschreibt, in der angegebenen Reihenfolge',
		'Qui signe, dans l’ordre donné',
	],
	Part: ['Rolle', 'Rôle'],
	'on its way': ['unterwegs', 'en route'],
	sent: ['gesendet', 'envoyé'],
	refused: ['abgewiesen', 'rejeté'],
	'Download the contract': ['Den Vertrag herunterladen', 'Télécharger le contrat'],
	'Download the proof': ['Den Nachweis herunterladen', 'Télécharger la preuve'],
	'Download the sealed file': [
		'Die gesiegelte Datei herunterladen',
		'Télécharger le fichier scellé',
	],
	'What happened': ['Was geschah', 'Ce qui s’est passé'],
	'The oldest first; each step has its entry in the log': [
		'Das Älteste zuerst; jeder Schritt hat seinen Eintrag im Protokoll',
		'Le plus ancien d’abord\u00a0; chaque étape a son entrée dans le journal',
	],
	Who: ['Wer', 'Qui'],

	// steps
	Opened: ['Geöffnet', 'Ouvert'],
	'Viewed to the end': ['Bis zum Ende angesehen', 'Parcouru jusqu’à la fin'],
	Signed: ['Unterschrieben', 'Signé'],
	Approved: ['Freigegeben', 'Approuvé'],
	Declined: ['Abgelehnt', 'Refusé'],
	Reminded: ['Erinnert', 'Relancé'],
	'New link sent': ['Neuer Link gesendet', 'Nouveau lien envoyé'],
	'Link revoked': ['Link widerrufen', 'Lien révoqué'],
	'Taken back': ['Zurückgezogen', 'Retiré'],
	Expired: ['Frist vorbei', 'Délai écoulé'],
	'Signed by everybody': ['Von allen unterschrieben', 'Signé par tous'],
	Downloaded: ['Heruntergeladen', 'Téléchargé'],
	'Mail delayed': ['E-Mail verzögert', 'E-mail retardé'],
	'Mail refused': ['E-Mail abgewiesen', 'E-mail rejeté'],
	'Filled in': ['Ausgefüllt', 'Rempli'],
	Deleted: ['Gelöscht', 'Supprimé'],
	'Sealed without a time stamp': ['Ohne Zeitstempel gesiegelt', 'Scellé sans horodatage'],
	'Code mailed': ['Code gesendet', 'Code envoyé'],
	'Wrong code': ['Falscher Code', 'Code erroné'],
	'Code confirmed': ['Code bestätigt', 'Code confirmé'],
	'Handed over': ['Übergeben', 'Confié'],

	// sending
	'Drop a PDF here, or a DOCX or ODT, of which a PDF is made. Other files can be signed as well, without fields on their pages.':
		[
			'Ziehen Sie eine PDF-Datei hierher, oder eine DOCX- oder ODT-Datei, aus der eine PDF-Datei wird. Andere Dateien können auch unterschrieben werden, ohne Felder auf ihren Seiten.',
			'Déposez un PDF ici, ou un DOCX ou un ODT dont on fait un PDF. D’autres fichiers peuvent aussi être signés, sans champs sur leurs pages.',
		],
	'Converting to a PDF…': ['Wird in eine PDF-Datei umgewandelt …', 'Conversion en PDF…'],
	'Sign the file as it is': ['Die Datei unterschreiben, wie sie ist', 'Signer le fichier tel quel'],
	'As it is, it has no fields on its pages, and is sealed with its certificate page in a ZIP file.':
		[
			'Wie sie ist, hat sie keine Felder auf ihren Seiten und wird mit ihrer Zertifikatsseite in einer ZIP-Datei gesiegelt.',
			'Tel quel, il n’a pas de champs sur ses pages et il est scellé avec sa page de certificat dans un fichier ZIP.',
		],
	'A further document': ['Ein weiteres Dokument', 'Un autre document'],
	'All documents are signed together, and each is sealed by itself.': [
		'Alle Dokumente werden zusammen unterschrieben, und jedes wird für sich gesiegelt.',
		'Tous les documents sont signés ensemble, et chacun est scellé à part.',
	],
	'Remove {document}': ['{document} entfernen', 'Retirer {document}'],
	'Take another document': ['Ein anderes Dokument nehmen', 'Prendre un autre document'],
	'Name of the contract': ['Name des Vertrags', 'Nom du contrat'],
	'The signers read it in the mail. Left empty, it is the name of the file.': [
		'Die Unterzeichner lesen ihn in der E-Mail. Bleibt er leer, ist es der Name der Datei.',
		'Les signataires le lisent dans l’e-mail. Laissé vide, c’est le nom du fichier.',
	],
	'None at hand?': ['Keines zur Hand?', 'Vous n’en avez pas\u00a0?'],
	'Take the sample agreement': ['Die Mustervereinbarung nehmen', 'Prendre l’accord exemple'],
	'Three people sign it; the first is you.': [
		'Drei Personen unterschreiben sie; die erste sind Sie.',
		'Trois personnes le signent\u00a0; la première, c’est vous.',
	],
	'Sample agreement.pdf': ['Mustervereinbarung.pdf', 'Accord exemple.pdf'],
	'approves, without a signature': ['gibt frei, ohne Unterschrift', 'approuve, sans signature'],
	'gets a copy, from the start': [
		'bekommt eine Kopie, von Anfang an',
		'reçoit une copie, dès le début',
	],
	none: ['keiner', 'aucun'],
	'by mail': ['per E-Mail', 'par e-mail'],
	'I tell it myself': ['ich nenne ihn selbst', 'je le donne moi-même'],
	'Add a signer': ['Noch jemand unterschreibt', 'Ajouter un signataire'],
	'One after the other, in this order': [
		'Nacheinander, in dieser Reihenfolge',
		'L’un après l’autre, dans cet ordre',
	],
	'E-mail address of signer {place}': [
		'E-Mail-Adresse von Unterzeichner {place}',
		'Adresse e-mail du signataire {place}',
	],
	'Part of signer {place}': ['Rolle von Unterzeichner {place}', 'Rôle du signataire {place}'],
	'Code of signer {place}': ['Code von Unterzeichner {place}', 'Code du signataire {place}'],
	'Remove signer {place}': ['Unterzeichner {place} entfernen', 'Retirer le signataire {place}'],
	Remove: ['Entfernen', 'Retirer'],
	'Code that you tell signer {place}': [
		'Code, den Sie Unterzeichner {place} nennen',
		'Code que vous donnez au signataire {place}',
	],
	'In another way than by mail. It is shown nowhere again.': [
		'Auf einem anderen Weg als per E-Mail. Er wird nirgends wieder gezeigt.',
		'Par une autre voie que l’e-mail. Il ne sera plus affiché nulle part.',
	],
	'Message, reminders, language': ['Nachricht, Erinnerungen, Sprache', 'Message, relances, langue'],
	'Message to the signers': ['Nachricht an die Unterzeichner', 'Message aux signataires'],
	'Can be signed for so many days': [
		'Kann so viele Tage unterschrieben werden',
		'Peut être signé pendant tant de jours',
	],
	'Left empty, as long as the settings of the service say.': [
		'Bleibt es leer, so lange, wie es die Einstellungen des Dienstes sagen.',
		'Laissé vide, aussi longtemps que le disent les paramètres du service.',
	],
	'Remind every so many days': ['Alle so viele Tage erinnern', 'Relancer tous les tant de jours'],
	'Left empty, nobody is reminded.': [
		'Bleibt es leer, wird niemand erinnert.',
		'Laissé vide, personne n’est relancé.',
	],
	'Language of its mails': ['Sprache seiner E-Mails', 'Langue de ses e-mails'],
	'as the mails of the service are': [
		'wie die E-Mails des Dienstes',
		'comme les e-mails du service',
	],
	Send: ['Senden', 'Envoyer'],
	'Start again': ['Von vorn anfangen', 'Recommencer'],
	'What you enter is kept in this browser until you send it.': [
		'Was Sie eingeben, bleibt in diesem Browser, bis Sie es senden.',
		'Ce que vous saisissez reste dans ce navigateur jusqu’à l’envoi.',
	],
	'This browser keeps no drafts: what you enter is lost when you close the page.': [
		'Dieser Browser bewahrt keine Entwürfe auf: Was Sie eingeben, geht verloren, wenn Sie die Seite schließen.',
		'Ce navigateur ne conserve pas de brouillons\u00a0: ce que vous saisissez est perdu si vous fermez la page.',
	],

	// what is missing
	'Choose the document first.': [
		'Wählen Sie zuerst das Dokument.',
		'Choisissez d’abord le document.',
	],
	'The list has addresses for {listed} signers, and {unnamed} have none above.': [
		'Die Liste hat Adressen für {listed} Unterzeichner, und oben haben {unnamed} keine.',
		'La liste contient des adresses pour {listed} signataires, et {unnamed} n’en ont pas ci-dessus.',
	],
	'Say who signs.': ['Sagen Sie, wer unterschreibt.', 'Dites qui signe.'],
	'Give the address of every signer, or remove the line.': [
		'Geben Sie die Adresse jedes Unterzeichners an oder entfernen Sie die Zeile.',
		'Donnez l’adresse de chaque signataire, ou retirez la ligne.',
	],
	'Enter the code of every signer whom you tell one: {least} to {most} characters.': [
		'Geben Sie den Code jedes Unterzeichners ein, dem Sie einen nennen: {least} bis {most} Zeichen.',
		'Saisissez le code de chaque signataire à qui vous en donnez un\u00a0: {least} à {most} caractères.',
	],
	'Give every choice {least} options at least.': [
		'Geben Sie jeder Auswahl mindestens {least} Möglichkeiten.',
		'Donnez à chaque choix au moins {least} options.',
	],

	// fields
	Fields: ['Felder', 'Champs'],
	'What is filled in, and where': ['Was ausgefüllt wird und wo', 'Ce qui est rempli, et où'],
	'Drag a field onto a page, or choose it and press where it belongs. Without fields, each signer signs on the certificate page.':
		[
			'Ziehen Sie ein Feld auf eine Seite, oder wählen Sie es und drücken Sie dort, wohin es gehört. Ohne Felder unterschreibt jeder auf der Zertifikatsseite.',
			'Faites glisser un champ sur une page, ou choisissez-le et appuyez là où il doit être. Sans champs, chacun signe sur la page du certificat.',
		],
	'Fields to put down': ['Felder zum Hinlegen', 'Champs à placer'],
	'For {signer}': ['Für {signer}', 'Pour {signer}'],
	'Page {page} of {count}': ['Seite {page} von {count}', 'Page {page} sur {count}'],
	'Page {page} cannot be shown.': [
		'Seite {page} kann nicht gezeigt werden.',
		'La page {page} ne peut pas être affichée.',
	],
	'Signer {place}': ['Unterzeichner {place}', 'Signataire {place}'],
	'No fields can stand on it, as it is no PDF.': [
		'Auf ihm können keine Felder stehen, da es kein PDF ist.',
		'Aucun champ ne peut y figurer, car ce n’est pas un PDF.',
	],
	'{field} of {signer}, document {file}, page {page}': [
		'{field} von {signer}, Dokument {file}, Seite {page}',
		'{field} de {signer}, document {file}, page {page}',
	],
	'{field} of {signer}, page {page}': [
		'{field} von {signer}, Seite {page}',
		'{field} de {signer}, page {page}',
	],
	'Remove {field}': ['{field} entfernen', 'Retirer {field}'],
	required: ['Pflicht', 'obligatoire'],
	Signature: ['Unterschrift', 'Signature'],
	Initials: ['Kürzel', 'Initiales'],
	'Date of signing': ['Datum der Unterschrift', 'Date de signature'],
	Text: ['Text', 'Texte'],
	Checkbox: ['Kästchen', 'Case à cocher'],
	Select: ['Auswahlliste', 'Liste'],
	Radio: ['Auswahl', 'Choix'],
	Number: ['Zahl', 'Nombre'],
	'What is asked': ['Was gefragt wird', 'Ce qui est demandé'],
	'The signer reads it.': ['Der Unterzeichner liest es.', 'Le signataire le lit.'],
	'Options, one a line': ['Möglichkeiten, eine je Zeile', 'Options, une par ligne'],
	'At least': ['Mindestens', 'Au moins'],
	'At most': ['Höchstens', 'Au plus'],
	'Nobody signs without it': ['Niemand unterschreibt ohne es', 'Personne ne signe sans'],

	// lists of people
	'Send the same to each person of a list': [
		'Dasselbe jedem auf einer Liste senden',
		'Envoyer le même à chaque personne d’une liste',
	],
	'List of people': ['Liste der Personen', 'Liste des personnes'],
	'A CSV file. Each column of addresses is a signer whose address you leave empty above; a column “name” names the contracts.':
		[
			'Eine CSV-Datei. Jede Spalte mit Adressen ist ein Unterzeichner, dessen Adresse Sie oben leer lassen; eine Spalte „name“ benennt die Verträge.',
			'Un fichier CSV. Chaque colonne d’adresses est un signataire dont vous laissez l’adresse vide ci-dessus\u00a0; une colonne «\u00a0name\u00a0» nomme les contrats.',
		],
	'A contract for each line of {file}: {count}': [
		'Ein Vertrag für jede Zeile von {file}: {count}',
		'Un contrat pour chaque ligne de {file}\u00a0: {count}',
	],
	'{people} and others': ['{people} und andere', '{people} et d’autres'],
	'Leave the list out': ['Die Liste weglassen', 'Laisser la liste de côté'],
	'The list is empty.': ['Die Liste ist leer.', 'La liste est vide.'],
	'The list has no column of e-mail addresses in its first line.': [
		'Die Liste hat in ihrer ersten Zeile keine Spalte mit E-Mail-Adressen.',
		'La liste n’a pas de colonne d’adresses e-mail dans sa première ligne.',
	],
	'The list has {count} lines; send at most {most} at once.': [
		'Die Liste hat {count} Zeilen; senden Sie höchstens {most} auf einmal.',
		'La liste compte {count} lignes\u00a0; envoyez-en au plus {most} à la fois.',
	],
	'Line {line}: “{text}” is no e-mail address.': [
		'Zeile {line}: „{text}“ ist keine E-Mail-Adresse.',
		'Ligne {line}\u00a0: «\u00a0{text}\u00a0» n’est pas une adresse e-mail.',
	],
	'Line {line} has the same people as line {before}.': [
		'Zeile {line} hat dieselben Personen wie Zeile {before}.',
		'La ligne {line} contient les mêmes personnes que la ligne {before}.',
	],
	'{done} of {count} sent': ['{done} von {count} gesendet', '{done} sur {count} envoyés'],
	'{count} were not sent': ['{count} wurden nicht gesendet', '{count} n’ont pas été envoyés'],
	'Sending again sends these alone.': [
		'Erneutes Senden sendet nur diese.',
		'Un nouvel envoi n’envoie que ceux-ci.',
	],

	// templates
	'Or begin with a template': ['Oder mit einer Vorlage beginnen', 'Ou commencer par un modèle'],
	'Take the template': ['Die Vorlage nehmen', 'Prendre le modèle'],
	'Keep it as a template': ['Als Vorlage aufbewahren', 'Le conserver comme modèle'],
	'Keep the template': ['Die Vorlage aufbewahren', 'Conserver le modèle'],
	'Name of the template': ['Name der Vorlage', 'Nom du modèle'],
	'The document and its fields are kept, without the people.': [
		'Das Dokument und seine Felder werden aufbewahrt, ohne die Personen.',
		'Le document et ses champs sont conservés, sans les personnes.',
	],
	'{name} is kept.': ['{name} ist aufbewahrt.', '{name} est conservé.'],
});

export type TextName = keyof typeof texts;
