/** Texts of storage, webhooks, settings and health. */
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	files: ['Dateien', 'fichiers'],
	'A name': ['Ein Name', 'Un nom'],
	'No file is stored yet.': [
		'Es ist noch keine Datei gespeichert.',
		'Aucun fichier n’est encore stocké.',
	],
	'None has “{text}” in its name.': [
		'Keine hat „{text}“ im Namen.',
		'Aucun ne contient «\u00a0{text}\u00a0» dans son nom.',
	],
	Size: ['Größe', 'Taille'],
	Stored: ['Gespeichert', 'Stocké'],
	'Deleted by itself': ['Von selbst gelöscht', 'Suppression automatique'],
	'What you can do': ['Was Sie tun können', 'Ce que vous pouvez faire'],
	'Download {file}': ['{file} herunterladen', 'Télécharger {file}'],
	Delete: ['Löschen', 'Supprimer'],
	'The file is erased from every bucket, and its links end. Its receipt stays in the log.': [
		'Die Datei wird aus jedem Bucket gelöscht, und ihre Links enden. Ihr Beleg bleibt im Protokoll.',
		'Le fichier est effacé de chaque bucket, et ses liens prennent fin. Son reçu reste dans le journal.',
	],
	'Where files lie': ['Wo die Dateien liegen', 'Où se trouvent les fichiers'],
	'Any three of four buckets give every file': [
		'Je drei von vier Buckets geben jede Datei zurück',
		'Trois buckets sur quatre suffisent à rendre chaque fichier',
	],
	Bucket: ['Bucket', 'Bucket'],
	Place: ['Ort', 'Lieu'],
	'takes and gives files': ['nimmt Dateien an und gibt sie zurück', 'reçoit et rend des fichiers'],
	'answers, and lacks shards that are on their way': [
		'antwortet; ihm fehlen Teilstücke, die unterwegs sind',
		'répond\u00a0; il lui manque des fragments, qui sont en route',
	],
	'does not answer': ['antwortet nicht', 'ne répond pas'],
	'Your organisation stores {size}, and may store any number of bytes.': [
		'Ihre Organisation speichert {size} und darf beliebig viel speichern.',
		'Votre organisation stocke {size}, sans limite.',
	],
	'Your organisation stores {size} of {sizeMax}.': [
		'Ihre Organisation speichert {size} von {sizeMax}.',
		'Votre organisation stocke {size} sur {sizeMax}.',
	],
	'How much of the room is used': ['Wie viel Platz belegt ist', 'Part de l’espace utilisée'],

	'A file to store': ['Eine Datei zum Speichern', 'Un fichier à stocker'],
	'Choose one, or drop it here. It is encrypted and spread over the buckets.': [
		'Wählen Sie eine, oder ziehen Sie sie hierher. Sie wird verschlüsselt und über die Buckets verteilt.',
		'Choisissez-en un, ou déposez-le ici. Il est chiffré et réparti entre les buckets.',
	],
	'Delete it by itself at': ['Von selbst löschen am', 'Le supprimer automatiquement le'],
	'Leave it empty for a file that stays.': [
		'Lassen Sie es leer, wenn die Datei bleiben soll.',
		'Laissez vide pour un fichier qui reste.',
	],
	Upload: ['Hochladen', 'Envoyer'],
	'How much was sent': ['Wie viel gesendet ist', 'Part envoyée'],
	'{sent} of {size} sent': ['{sent} von {size} gesendet', '{sent} sur {size} envoyés'],
	'Writing it into the buckets…': [
		'Wird in die Buckets geschrieben …',
		'Écriture dans les buckets…',
	],
	'The upload was cancelled; nothing of it is kept.': [
		'Das Hochladen wurde abgebrochen; nichts davon ist aufbewahrt.',
		'L’envoi a été annulé\u00a0; rien n’en est conservé.',
	],
	'{file} is stored.': ['{file} ist gespeichert.', '{file} est stocké.'],

	'To all files': ['Zu allen Dateien', 'Vers tous les fichiers'],
	Links: ['Links', 'Liens'],
	'hash of the file': ['Hash der Datei', 'l’empreinte du fichier'],
	'Every shard lies in its bucket.': [
		'Jedes Teilstück liegt in seinem Bucket.',
		'Chaque fragment est dans son bucket.',
	],
	'Readable; a shard is away and comes back by itself when its bucket does.': [
		'Lesbar; ein Teilstück fehlt und kommt von selbst zurück, sobald sein Bucket wieder da ist.',
		'Lisible\u00a0; un fragment est absent et reviendra de lui-même en même temps que son bucket.',
	],
	'Whoever has a link can download the file, without signing in.': [
		'Wer einen Link hat, kann die Datei herunterladen, ohne sich anzumelden.',
		'Quiconque possède un lien peut télécharger le fichier, sans se connecter.',
	],
	'It works for': ['Er gilt', 'Il est valable'],
	'an hour': ['eine Stunde', 'une heure'],
	'a day': ['einen Tag', 'un jour'],
	'a week': ['eine Woche', 'une semaine'],
	'30 days': ['30 Tage', '30 jours'],
	'a year': ['ein Jahr', 'un an'],
	'Number of downloads': ['Anzahl der Downloads', 'Nombre de téléchargements'],
	'Leave it empty for any number. Programs that look through mails may use one up.': [
		'Lassen Sie es leer für beliebig viele. Programme, die E-Mails durchsehen, können einen verbrauchen.',
		'Laissez vide pour un nombre illimité. Les programmes qui examinent les e-mails peuvent en consommer un.',
	],
	'Here is the link. It is shown this once.': [
		'Hier ist der Link. Er wird nur dieses eine Mal gezeigt.',
		'Voici le lien. Il n’est affiché que cette fois.',
	],
	link: ['Link', 'le lien'],
	'No link to this file was made yet.': [
		'Zu dieser Datei wurde noch kein Link erzeugt.',
		'Aucun lien vers ce fichier n’a encore été créé.',
	],
	'Links to this file, the oldest first': [
		'Links zu dieser Datei, die ältesten zuerst',
		'Liens vers ce fichier, les plus anciens d’abord',
	],
	Downloads: ['Downloads', 'Téléchargements'],
	'{downloads} of {downloadsMax}': [
		'{downloads} von {downloadsMax}',
		'{downloads} sur {downloadsMax}',
	],
	Works: ['Gilt', 'Valable'],
	'Its time is over': ['Seine Zeit ist um', 'Son délai est écoulé'],
	'Its downloads are used up': [
		'Seine Downloads sind verbraucht',
		'Ses téléchargements sont épuisés',
	],
	'the link of {time}': ['der Link vom {time}', 'le lien du {time}'],
	'It leads nowhere from now on.': [
		'Er führt von jetzt an nirgendwohin.',
		'Il ne mène désormais plus nulle part.',
	],

	'What happens is sent to these addresses, signed, in order, and again until it is taken. You see those that you made, here or by a program with your key.':
		[
			'Was geschieht, wird an diese Adressen gesendet: signiert, der Reihe nach und so lange, bis es angenommen wird. Sie sehen die Adressen, die Sie angelegt haben, hier oder durch ein Programm mit Ihrem Schlüssel.',
			'Ce qui se passe est envoyé à ces adresses, signé, dans l’ordre, et de nouveau jusqu’à ce que ce soit accepté. Vous voyez celles que vous avez créées, ici ou par un programme muni de votre clé.',
		],
	'Nothing is sent anywhere yet.': [
		'Es wird noch nirgendwohin etwas gesendet.',
		'Rien n’est encore envoyé nulle part.',
	],
	'In the order in which they were made': [
		'In der Reihenfolge, in der sie angelegt wurden',
		'Dans l’ordre de leur création',
	],
	Address: ['Adresse', 'Adresse'],
	Waiting: ['Wartend', 'En attente'],
	'Given up': ['Aufgegeben', 'Abandonnés'],
	'Nothing is sent there any more.': [
		'Dorthin wird nichts mehr gesendet.',
		'Plus rien n’y est envoyé.',
	],
	'The secret that signs what is sent is shown this once.': [
		'Das Geheimnis, mit dem signiert wird, was gesendet wird, wird nur dieses eine Mal gezeigt.',
		'Le secret qui signe ce qui est envoyé n’est affiché que cette fois.',
	],
	'the secret': ['das Geheimnis', 'le secret'],
	'Add an address': ['Eine Adresse hinzufügen', 'Ajouter une adresse'],
	'https, or this machine by its own name. Everything that you may hear of is sent.': [
		'https, oder dieser Rechner unter seinem eigenen Namen. Gesendet wird alles, wovon Sie erfahren dürfen.',
		'https, ou cette machine sous son propre nom. Tout ce dont vous pouvez être informé est envoyé.',
	],
	'What it is for': ['Wofür sie ist', 'À quoi elle sert'],
	Active: ['Aktiv', 'Actif'],
	Failing: ['Gestört', 'En échec'],
	Stopped: ['Angehalten', 'Arrêté'],
	Disabled: ['Deaktiviert', 'Désactivé'],
	'The next attempt is not before {time}.': [
		'Der nächste Versuch findet nicht vor dem {time} statt.',
		'La prochaine tentative n’aura pas lieu avant le {time}.',
	],
	'For everything you may hear of': [
		'Für alles, wovon Sie erfahren dürfen',
		'Pour tout ce dont vous pouvez être informé',
	],
	'Send a test': ['Einen Test senden', 'Envoyer un test'],
	'It was taken.': ['Er wurde angenommen.', 'Il a été accepté.'],
	'It was not taken: {reason}': [
		'Er wurde nicht angenommen: {reason}',
		'Il n’a pas été accepté\u00a0: {reason}',
	],
	'What was sent': ['Was gesendet wurde', 'Ce qui a été envoyé'],
	deliveries: ['Zustellungen', 'livraisons'],
	'Nothing was sent there yet.': [
		'Dorthin wurde noch nichts gesendet.',
		'Rien n’y a encore été envoyé.',
	],
	'In the order of the events': [
		'In der Reihenfolge der Ereignisse',
		'Dans l’ordre des événements',
	],
	Delivered: ['Zugestellt', 'Livré'],
	Parked: ['Zurückgestellt', 'Mis de côté'],
	Attempts: ['Versuche', 'Tentatives'],
	'Last attempt': ['Letzter Versuch', 'Dernière tentative'],
	'none yet': ['noch keiner', 'aucune encore'],
	'Why not': ['Warum nicht', 'Pourquoi pas'],
	Again: ['Erneut', 'De nouveau'],
	'Send from here on again': ['Ab hier erneut senden', 'Renvoyer à partir d’ici'],
	'This event and all behind it are sent again.': [
		'Dieses Ereignis und alle danach werden erneut gesendet.',
		'Cet événement et tous les suivants sont renvoyés.',
	],

	'Your brand': ['Ihre Marke', 'Votre marque'],
	'It stands in mails and on the pages where people sign. Text on the colour is black or white, whichever is read better.':
		[
			'Sie steht in E-Mails und auf den Seiten, auf denen unterschrieben wird. Text auf der Farbe ist schwarz oder weiß, je nachdem, was besser zu lesen ist.',
			'Elle figure dans les e-mails et sur les pages de signature. Le texte posé sur la couleur est noir ou blanc, selon ce qui se lit le mieux.',
		],
	'Save the name and the colour': ['Namen und Farbe speichern', 'Enregistrer le nom et la couleur'],
	'Name of the organisation': ['Name der Organisation', 'Nom de l’organisation'],
	'Colour of buttons': ['Farbe der Schaltflächen', 'Couleur des boutons'],
	'Such as #0b6e4f. Empty: the usual blue.': [
		'Etwa #0b6e4f. Leer: das übliche Blau.',
		'Par exemple #0b6e4f. Vide\u00a0: le bleu habituel.',
	],
	'Your logo': ['Ihr Logo', 'Votre logo'],
	'the logo': ['das Logo', 'le logo'],
	'Use this logo': ['Dieses Logo verwenden', 'Utiliser ce logo'],
	'A picture': ['Ein Bild', 'Une image'],
	'PNG, JPEG, or SVG of plain shapes, at most 200 kB; shown in 240 by 80 pixels at most.': [
		'PNG, JPEG oder SVG aus einfachen Formen, höchstens 200 kB; gezeigt in höchstens 240 mal 80 Pixeln.',
		'PNG, JPEG, ou SVG de formes simples, 200 ko au plus\u00a0; affiché en 240 pixels sur 80 au plus.',
	],
	'The mail server has taken the mail. Look into your mailbox.': [
		'Der Mailserver hat die E-Mail angenommen. Sehen Sie in Ihr Postfach.',
		'Le serveur de messagerie a accepté l’e-mail. Consultez votre messagerie.',
	],
	'The mail server refuses the mail.': [
		'Der Mailserver lehnt die E-Mail ab.',
		'Le serveur de messagerie refuse l’e-mail.',
	],
	'The mail server has not taken the mail for now.': [
		'Der Mailserver hat die E-Mail vorerst nicht angenommen.',
		'Le serveur de messagerie n’a pas accepté l’e-mail pour l’instant.',
	],
	'No mail can be sent.': [
		'Es kann keine E-Mail gesendet werden.',
		'Aucun e-mail ne peut être envoyé.',
	],
	'The mail is kept in the outbox folder; it stands under Mails.': [
		'Die E-Mail liegt im Postausgangsordner; sie steht unter „E-Mails“.',
		'L’e-mail est conservé dans le dossier d’envoi\u00a0; il figure sous «\u00a0E-mails\u00a0».',
	],
	'Mail server': ['Mailserver', 'Serveur de messagerie'],
	'none: mails are kept in the outbox folder': [
		'keiner: E-Mails liegen im Postausgangsordner',
		'aucun\u00a0: les e-mails sont conservés dans le dossier d’envoi',
	],
	'{host}, port {port}': ['{host}, Port {port}', '{host}, port {port}'],
	From: ['Absender', 'Expéditeur'],
	'Who runs the service sets them, by SMTP_URL and MAIL_FROM. No page shows a password.': [
		'Wer den Dienst betreibt, stellt sie ein, mit SMTP_URL und MAIL_FROM. Keine Seite zeigt ein Passwort.',
		'Qui gère le service les règle, par SMTP_URL et MAIL_FROM. Aucune page n’affiche de mot de passe.',
	],
	'Send a test mail to me': ['Eine Test-E-Mail an mich senden', 'M’envoyer un e-mail de test'],

	'The service is ready.': ['Der Dienst ist bereit.', 'Le service est prêt.'],
	'The service is unready.': ['Der Dienst ist nicht bereit.', 'Le service n’est pas prêt.'],
	'The service is draining.': [
		'Der Dienst wird gerade beendet.',
		'Le service est en cours d’arrêt.',
	],
	Database: ['Datenbank', 'Base de données'],
	Buckets: ['Buckets', 'Buckets'],
	Comparison: ['Vergleich', 'Comparaison'],
	Clock: ['Uhr', 'Horloge'],
	Ledger: ['Hauptbuch', 'Grand livre'],
	'Certificate of seals': ['Zertifikat der Siegel', 'Certificat des sceaux'],
	'Witnesses of the log': ['Zeugen des Protokolls', 'Témoins du journal'],
	works: ['funktioniert', 'fonctionne'],
	'does not work': ['funktioniert nicht', 'ne fonctionne pas'],
	'all answer': ['alle antworten', 'tous répondent'],
	'some do not answer; nothing is lost': [
		'einige antworten nicht; nichts ist verloren',
		'certains ne répondent pas\u00a0; rien n’est perdu',
	],
	'are kept in a folder: no mail server is set (SMTP_URL)': [
		'liegen in einem Ordner: Es ist kein Mailserver eingestellt (SMTP_URL)',
		'sont conservés dans un dossier\u00a0: aucun serveur de messagerie n’est réglé (SMTP_URL)',
	],
	'leave by the mail server': [
		'gehen über den Mailserver hinaus',
		'partent par le serveur de messagerie',
	],
	'wait: the mail server does not answer': [
		'warten: Der Mailserver antwortet nicht',
		'attendent\u00a0: le serveur de messagerie ne répond pas',
	],
	'Last backup': ['Letzte Sicherung', 'Dernière sauvegarde'],
	'none by the command “backup” of this installation': [
		'keine durch den Befehl „backup“ dieser Installation',
		'aucune par la commande «\u00a0backup\u00a0» de cette installation',
	],
	Version: ['Version', 'Version'],
	'Look again': ['Noch einmal nachsehen', 'Vérifier à nouveau'],
});
