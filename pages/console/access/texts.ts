/** Texts of signing in, people, keys and sessions. */
import { pageTexts } from '../../parts/language/shared-texts';

export const texts = pageTexts({
	'Contracts, documents, assets and files of your organisation.': [
		'Verträge, Dokumente, Werte und Dateien Ihrer Organisation.',
		'Contrats, documents, actifs et fichiers de votre organisation.',
	],

	'Signing you in': ['Sie werden angemeldet', 'Connexion en cours'],
	'You are led back…': ['Sie werden zurückgeleitet …', 'Vous êtes redirigé…'],
	'Allow deposits?': ['Einzahlungen erlauben?', 'Autoriser les dépôts\u00a0?'],
	'{program} asks for a key of yours. When you deposit there, the program transfers the amount from your assets here to its own account.':
		[
			'{program} bittet um einen Schlüssel von Ihnen. Wenn Sie dort einzahlen, überträgt das Programm den Betrag von Ihren Werten hier auf sein eigenes Konto.',
			'{program} demande une clé de votre part. Lorsque vous y déposez, le programme transfère le montant de vos actifs ici vers son propre compte.',
		],
	'The key can transfer any of your assets and read what you have.': [
		'Der Schlüssel kann jeden Ihrer Werte übertragen und lesen, was Sie haben.',
		'La clé peut transférer n’importe lequel de vos actifs et lire ce que vous avez.',
	],
	'As you are TrackerAdmin alone, it can create and issue assets as well.': [
		'Da Sie nur TrackerAdmin sind, kann er auch Werte anlegen und ausgeben.',
		'Comme vous êtes seulement TrackerAdmin, elle peut aussi créer et émettre des actifs.',
	],
	'The program keeps it. You can revoke it at any time under Your keys.': [
		'Das Programm bewahrt ihn auf. Sie können ihn jederzeit unter „Ihre Schlüssel“ widerrufen.',
		'Le programme la conserve. Vous pouvez la révoquer à tout moment sous «\u00a0Vos clés\u00a0».',
	],
	Allow: ['Erlauben', 'Autoriser'],
	'Not now': ['Jetzt nicht', 'Pas maintenant'],
	'Without it you are signed in all the same.': [
		'Auch ohne ihn werden Sie angemeldet.',
		'Sans elle, vous êtes tout de même connecté.',
	],
	'You can hold no assets yet': [
		'Sie können noch keine Werte halten',
		'Vous ne pouvez pas encore détenir d’actifs',
	],
	'Ask a user administrator for the role TrackerUser, then allow deposits again.': [
		'Bitten Sie einen Benutzeradministrator um die Rolle TrackerUser und erlauben Sie dann Einzahlungen erneut.',
		'Demandez le rôle TrackerUser à un administrateur des utilisateurs, puis autorisez de nouveau les dépôts.',
	],
	'Go back': ['Zurück', 'Retour'],
	'Look into your mailbox': ['Sehen Sie in Ihr Postfach', 'Consultez votre messagerie'],
	'If {email} belongs to somebody here, a link that signs in is on its way. It works once, for ten minutes.':
		[
			'Wenn {email} jemandem hier gehört, ist ein Link zum Anmelden unterwegs. Er gilt einmal und zehn Minuten lang.',
			'Si {email} appartient à quelqu’un ici, un lien de connexion est en route. Il sert une seule fois, pendant dix minutes.',
		],
	'Nothing arrives? Ask who runs this service: the command {command} makes a link as well.': [
		'Es kommt nichts an? Fragen Sie, wer diesen Dienst betreibt: Auch der Befehl {command} erzeugt einen Link.',
		'Rien n’arrive\u00a0? Demandez à qui gère ce service\u00a0: la commande {command} crée aussi un lien.',
	],
	'Use another address': ['Eine andere Adresse verwenden', 'Utiliser une autre adresse'],
	'Continue with {provider}': ['Weiter mit {provider}', 'Continuer avec {provider}'],
	'Your e-mail address': ['Ihre E-Mail-Adresse', 'Votre adresse e-mail'],
	'You get a link that signs you in. There is no password.': [
		'Sie erhalten einen Link, der Sie anmeldet. Ein Passwort gibt es nicht.',
		'Vous recevez un lien qui vous connecte. Il n’y a pas de mot de passe.',
	],
	'Send me a link': ['Link zusenden', 'M’envoyer un lien'],
	'Sign in with a passkey': ['Mit einem Passkey anmelden', 'Se connecter avec une clé d’accès'],
	'This link does not sign in': [
		'Dieser Link meldet nicht an',
		'Ce lien ne permet pas de se connecter',
	],
	'Ask for a new link': ['Einen neuen Link anfordern', 'Demander un nouveau lien'],
	'You sign in to {organisation} as {email}.': [
		'Sie melden sich bei {organisation} als {email} an.',
		'Vous vous connectez à {organisation} en tant que {email}.',
	],
	'Welcome to Sealkeeper': ['Willkommen bei Sealkeeper', 'Bienvenue dans Sealkeeper'],
	'Nobody has begun here yet.': [
		'Hier hat noch niemand angefangen.',
		'Personne n’a encore commencé ici.',
	],
	'Say who you are; that is all. You become the administrator.': [
		'Sagen Sie, wer Sie sind; das ist alles. Sie werden Administrator.',
		'Dites qui vous êtes\u00a0; c’est tout. Vous devenez l’administrateur.',
	],
	'Your organisation': ['Ihre Organisation', 'Votre organisation'],
	'Your colleagues and the people you send contracts to read it.': [
		'Ihre Kolleginnen und Kollegen lesen den Namen, und alle, denen Sie Verträge senden.',
		'Vos collègues et les personnes à qui vous envoyez des contrats lisent ce nom.',
	],
	'You sign in by links that are sent to it.': [
		'Sie melden sich über Links an, die dorthin gesendet werden.',
		'Vous vous connectez par des liens envoyés à cette adresse.',
	],

	'No passkey was given. Try again.': [
		'Es wurde kein Passkey verwendet. Versuchen Sie es erneut.',
		'Aucune clé d’accès n’a été fournie. Réessayez.',
	],
	'This device has a passkey for you already.': [
		'Dieses Gerät hat schon einen Passkey für Sie.',
		'Cet appareil a déjà une clé d’accès pour vous.',
	],
	'A session ends 12 hours after its last use, and after 7 days. End one that you do not know, and tell your administrator.':
		[
			'Eine Sitzung endet 12 Stunden nach ihrer letzten Benutzung und nach 7 Tagen. Beenden Sie eine, die Sie nicht kennen, und sagen Sie es Ihrem Administrator.',
			'Une session se termine 12 heures après sa dernière utilisation, et au bout de 7 jours. Mettez fin à celle que vous ne connaissez pas, et dites-le à votre administrateur.',
		],
	'The last used first': ['Die zuletzt benutzte zuerst', 'La dernière utilisée d’abord'],
	Browser: ['Browser', 'Navigateur'],
	'{browser} (this one)': ['{browser} (dieser)', '{browser} (celui-ci)'],
	unknown: ['unbekannt', 'inconnu'],
	'Signed in': ['Angemeldet', 'Connexion'],
	'Last used': ['Zuletzt benutzt', 'Dernière utilisation'],
	'by signing out': ['durch Abmelden', 'en se déconnectant'],
	'the session of {id}': ['die Sitzung {id}', 'la session {id}'],
	Passkeys: ['Passkeys', 'Clés d’accès'],
	'A passkey signs you in by the lock of your device: a finger, your face, its PIN. You need no mailbox then.':
		[
			'Ein Passkey meldet Sie über die Sperre Ihres Geräts an: einen Finger, Ihr Gesicht, seine PIN. Ein Postfach brauchen Sie dann nicht.',
			'Une clé d’accès vous connecte par le verrouillage de votre appareil\u00a0: un doigt, votre visage, son code. Vous n’avez alors pas besoin de messagerie.',
		],
	'Made in': ['Erzeugt in', 'Créée dans'],
	Made: ['Erzeugt', 'Créée'],
	'the passkey of {time}': ['der Passkey vom {time}', 'la clé d’accès du {time}'],
	'It signs nobody in any more.': [
		'Er meldet niemanden mehr an.',
		'Elle ne connecte plus personne.',
	],
	'Add a passkey': ['Passkey hinzufügen', 'Ajouter une clé d’accès'],
	'Browsers make passkeys over HTTPS and on localhost, at a name rather than a bare address.': [
		'Browser erzeugen Passkeys über HTTPS und auf localhost, unter einem Namen statt einer bloßen Adresse.',
		'Les navigateurs créent des clés d’accès en HTTPS et sur localhost, sous un nom plutôt qu’une simple adresse.',
	],

	'A key lets a program, such as n8n, act in your name. It never does more than you may do at that moment, and less if you say so.':
		[
			'Mit einem Schlüssel handelt ein Programm, etwa n8n, in Ihrem Namen. Es tut nie mehr, als Sie in dem Moment dürfen, und weniger, wenn Sie es so festlegen.',
			'Une clé permet à un programme, tel que n8n, d’agir en votre nom. Il ne fait jamais plus que ce que vous pouvez faire à ce moment-là, et moins si vous le décidez.',
		],
	'The key is shown this once.': [
		'Der Schlüssel wird nur dieses eine Mal gezeigt.',
		'La clé n’est affichée que cette fois.',
	],
	'the key': ['den Schlüssel', 'la clé'],
	'Keep it where you keep passwords. Programs send it in the header x-api-key.': [
		'Bewahren Sie ihn auf, wo Sie Passwörter aufbewahren. Programme senden ihn im Header x-api-key.',
		'Conservez-la là où vous conservez vos mots de passe. Les programmes l’envoient dans l’en-tête x-api-key.',
	],
	'Make a key': ['Einen Schlüssel erzeugen', 'Créer une clé'],
	'Make the key': ['Schlüssel erzeugen', 'Créer la clé'],
	'What the key is for': ['Wofür der Schlüssel ist', 'À quoi sert la clé'],
	'May do': ['Darf', 'Droits'],
	'Whatever its owner may do, also later': [
		'Alles, was sein Eigentümer darf, auch später',
		'Tout ce que son propriétaire peut faire, même plus tard',
	],
	'Networks it may be used from': [
		'Netze, aus denen er benutzt werden darf',
		'Réseaux depuis lesquels elle peut servir',
	],
	'Such as 203.0.113.7 or 10.0.0.0/8, separated by commas. Empty: from anywhere.': [
		'Etwa 203.0.113.7 oder 10.0.0.0/8, durch Kommas getrennt. Leer: von überall.',
		'Par exemple 203.0.113.7 ou 10.0.0.0/8, séparés par des virgules. Vide\u00a0: de partout.',
	],
	'Days until it ends': ['Tage, bis er endet', 'Jours jusqu’à son expiration'],
	'Empty: as the service is set.': [
		'Leer: wie der Dienst eingestellt ist.',
		'Vide\u00a0: selon le réglage du service.',
	],
	'Enter a whole number of days.': [
		'Geben Sie eine ganze Zahl von Tagen ein.',
		'Saisissez un nombre entier de jours.',
	],
	'A mail with the link is on its way to {email}.': [
		'Eine E-Mail mit dem Link ist unterwegs an {email}.',
		'Un e-mail avec le lien est en route vers {email}.',
	],
	'The key is made and shown once when they open it.': [
		'Der Schlüssel wird erzeugt und einmal gezeigt, wenn der Link geöffnet wird.',
		'La clé est créée et affichée une seule fois, à l’ouverture du lien.',
	],
	'Send somebody a key': ['Jemandem einen Schlüssel senden', 'Envoyer une clé à quelqu’un'],
	'Send the link to the key': ['Link zum Schlüssel senden', 'Envoyer le lien vers la clé'],
	'For whom': ['Für wen', 'Pour qui'],
	'No program has a key.': ['Kein Programm hat einen Schlüssel.', 'Aucun programme n’a de clé.'],
	'A key itself is shown to its owner once and kept nowhere': [
		'Ein Schlüssel selbst wird seinem Eigentümer einmal gezeigt und nirgends aufbewahrt',
		'Une clé n’est affichée qu’une fois, à son propriétaire, et n’est conservée nulle part',
	],
	Owner: ['Eigentümer', 'Propriétaire'],
	'whatever its owner may': [
		'alles, was sein Eigentümer darf',
		'tout ce que peut son propriétaire',
	],
	From: ['Von wo', 'Depuis'],
	anywhere: ['überall', 'partout'],
	Ends: ['Endet', 'Expire'],
	'the key for {label}': ['der Schlüssel für {label}', 'la clé pour {label}'],
	'The program that has it can do nothing more.': [
		'Das Programm, das ihn hat, kann nichts mehr tun.',
		'Le programme qui la possède ne peut plus rien faire.',
	],

	'Keys of programs': ['Schlüssel von Programmen', 'Clés de programmes'],
	'The people of the organisation': [
		'Die Personen der Organisation',
		'Les personnes de l’organisation',
	],
	enabled: ['aktiviert', 'activé'],
	disabled: ['deaktiviert', 'désactivé'],
	Change: ['Ändern', 'Modifier'],
	Disable: ['Deaktivieren', 'Désactiver'],
	'The keys and sessions of {email} end now.': [
		'Die Schlüssel und Sitzungen von {email} enden jetzt.',
		'Les clés et les sessions de {email} se terminent maintenant.',
	],
	Enable: ['Aktivieren', 'Activer'],
	'Invite somebody': ['Jemanden einladen', 'Inviter quelqu’un'],
	'Send the invitation': ['Einladung senden', 'Envoyer l’invitation'],
	'E-mail address': ['E-Mail-Adresse', 'Adresse e-mail'],
	'Invitations that were not accepted yet': [
		'Einladungen, die noch nicht angenommen wurden',
		'Invitations qui n’ont pas encore été acceptées',
	],
	'the invitation of {email}': ['die Einladung von {email}', 'l’invitation de {email}'],

	'Admin: reads all mails': ['Admin: liest alle E-Mails', 'Admin\u00a0: lit tous les e-mails'],
	'UserAdmin: people and keys': [
		'UserAdmin: Personen und Schlüssel',
		'UserAdmin\u00a0: personnes et clés',
	],
	'Billing: nothing here; other installations use it': [
		'Billing: hier nichts; andere Installationen verwenden es',
		'Billing\u00a0: rien ici\u00a0; d’autres installations s’en servent',
	],
	'TrackerAdmin: makes assets, and issues and reverses them': [
		'TrackerAdmin: legt Werte an, gibt sie aus und macht Bewegungen rückgängig',
		'TrackerAdmin\u00a0: crée des actifs, les émet et annule des mouvements',
	],
	'TrackerUser: holds and transfers assets': [
		'TrackerUser: hält und überträgt Werte',
		'TrackerUser\u00a0: détient et transfère des actifs',
	],
	'KeeperAdmin: documents, comparisons and approvals': [
		'KeeperAdmin: Dokumente, Vergleiche und Freigaben',
		'KeeperAdmin\u00a0: documents, comparaisons et approbations',
	],
	'SealerAdmin: sends contracts': [
		'SealerAdmin: sendet Verträge',
		'SealerAdmin\u00a0: envoie des contrats',
	],
	'SealerUser: sees and signs contracts of their own': [
		'SealerUser: sieht und unterschreibt eigene Verträge',
		'SealerUser\u00a0: voit et signe ses propres contrats',
	],
	'StorageRead: downloads files': [
		'StorageRead: lädt Dateien herunter',
		'StorageRead\u00a0: télécharge des fichiers',
	],
	'StorageWrite: uploads and downloads files': [
		'StorageWrite: lädt Dateien hoch und herunter',
		'StorageWrite\u00a0: envoie et télécharge des fichiers',
	],
});
