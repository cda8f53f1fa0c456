/** Texts that all pages share: of their parts, and words that several would say alike. */
import { textTable, type TextTable } from './text-table';

export const sharedTexts = textTable({
	'Skip to the content': ['Zum Inhalt springen', 'Aller au contenu'],
	'Loading…': ['Wird geladen …', 'Chargement…'],
	'Try again': ['Erneut versuchen', 'Réessayer'],
	'Leave it': ['Lassen', 'Annuler'],
	'{act} {what}': ['{act}: {what}', '{act}\u00a0: {what}'],
	'Sending…': ['Wird gesendet …', 'Envoi…'],
	'Nothing here': ['Hier ist nichts', 'Rien ici'],
	'{first} to {last}': ['{first} bis {last}', '{first} à {last}'],
	'Look again': ['Neu laden', 'Actualiser'],
	Newest: ['Neueste', 'Plus récents'],
	'{count} {what}': ['{count} {what}', '{count} {what}'],
	'Pages of {what}': ['Seiten: {what}', 'Pages\u00a0: {what}'],
	Back: ['Zurück', 'Précédent'],
	More: ['Weiter', 'Suivant'],
	Copy: ['Kopieren', 'Copier'],
	'Copy {what}': ['{what} kopieren', 'Copier {what}'],
	Copied: ['Kopiert', 'Copié'],
	'Mark and copy it': ['Markieren und kopieren', 'À sélectionner et copier'],
	'There is no such page': ['Diese Seite gibt es nicht', 'Cette page n’existe pas'],
	'This part cannot be shown: the server answered in a form that this page does not know.': [
		'Dieser Teil kann nicht gezeigt werden: Der Server hat in einer Form geantwortet, die diese Seite nicht kennt.',
		'Cette partie ne peut pas être affichée\u00a0: le serveur a répondu sous une forme que cette page ne connaît pas.',
	],
	'The server does not answer.': ['Der Server antwortet nicht.', 'Le serveur ne répond pas.'],
	'The exchange does not answer.': [
		'Die Börse antwortet nicht.',
		'La plateforme d’échange ne répond pas.',
	],

	'The answer of the server broke off.': [
		'Die Antwort des Servers brach ab.',
		'La réponse du serveur s’est interrompue.',
	],
	'The answer broke off before its end.': [
		'Die Antwort brach vor ihrem Ende ab.',
		'La réponse s’est interrompue avant sa fin.',
	],
	'Check the connection, or wait until it runs again.': [
		'Prüfen Sie die Verbindung, oder warten Sie, bis er wieder läuft.',
		'Vérifiez la connexion, ou attendez qu’il fonctionne à nouveau.',
	],
	Search: ['Suchen', 'Rechercher'],
	Everything: ['Alles', 'Tout'],
	Console: ['Konsole', 'Console'],
	Language: ['Sprache', 'Langue'],
	Home: ['Start', 'Accueil'],
	Contracts: ['Verträge', 'Contrats'],
	Documents: ['Dokumente', 'Documents'],
	'Compare two files': ['Zwei Dateien vergleichen', 'Comparer deux fichiers'],
	Assets: ['Werte', 'Actifs'],
	Storage: ['Speicher', 'Stockage'],
	'People and keys': ['Personen und Schlüssel', 'Personnes et clés'],
	'Your keys': ['Ihre Schlüssel', 'Vos clés'],
	Settings: ['Einstellungen', 'Paramètres'],
	Webhooks: ['Webhooks', 'Webhooks'],
	Mails: ['E-Mails', 'E-mails'],
	Health: ['Zustand', 'État'],
	Log: ['Protokoll', 'Journal'],
	'Your sessions': ['Ihre Sitzungen', 'Vos sessions'],
	'Sign out': ['Abmelden', 'Se déconnecter'],
	'Sign in': ['Anmelden', 'Se connecter'],
	'API key': ['API-Schlüssel', 'Clé d’API'],
	'or enter an API key.': [
		'oder geben Sie einen API-Schlüssel ein.',
		'ou saisissez une clé d’API.',
	],
	'It is kept in this tab as long as the page is open, and nowhere else.': [
		'Er bleibt in diesem Tab, solange die Seite offen ist, und sonst nirgends.',
		'Elle reste dans cet onglet tant que la page est ouverte, et nulle part ailleurs.',
	],

	// what several tables would say
	Created: ['Erstellt', 'Créé'],
	'In the order in which they were created': [
		'In der Reihenfolge, in der sie erstellt wurden',
		'Dans l’ordre de leur création',
	],
	Asset: ['Wert', 'Actif'],
	'{status} ({entries})': ['{status} ({entries})', '{status} ({entries})'],
	'its entries': ['seine Einträge', 'ses entrées'],
	When: ['Wann', 'Quand'],
	To: ['An', 'À'],
	Compare: ['Vergleichen', 'Comparer'],
	Cancel: ['Abbrechen', 'Annuler'],
	Begin: ['Anfangen', 'Commencer'],
	End: ['Beenden', 'Mettre fin'],
	Made: ['Erzeugt', 'Créé'],
	never: ['nie', 'jamais'],
	Remove: ['Entfernen', 'Supprimer'],
	For: ['Wofür', 'Usage'],
	Revoke: ['Widerrufen', 'Révoquer'],
	Person: ['Person', 'Personne'],
	State: ['Status', 'État'],
	Until: ['Bis', 'Jusqu’au'],
	'Take back': ['Zurücknehmen', 'Retirer'],
	Contract: ['Vertrag', 'Contrat'],
	'The oldest first': ['Die ältesten zuerst', 'Les plus anciennes d’abord'],
	'The newest first': ['Die neuesten zuerst', 'Les plus récents d’abord'],
	Sent: ['Gesendet', 'Envoyé'],
	'{time} by {person}': ['{time} von {person}', '{time} par {person}'],
	Mail: ['E-Mail', 'E-mail'],
	What: ['Was', 'Quoi'],
	Expired: ['Abgelaufen', 'Expiré'],
	Document: ['Dokument', 'Document'],
	Name: ['Name', 'Nom'],
	Files: ['Dateien', 'Fichiers'],
	Download: ['Herunterladen', 'Télécharger'],
	'Make a link': ['Einen Link erzeugen', 'Créer un lien'],
	By: ['Von', 'Par'],
	Revoked: ['Widerrufen', 'Révoqué'],
	'Add it': ['Hinzufügen', 'Ajouter'],
	File: ['Datei', 'Fichier'],
	Link: ['Link', 'Lien'],
	'{state}: {why}': ['{state}: {why}', '{state}\u00a0: {why}'],
	Status: ['Status', 'État'],
	'Checking…': ['Wird geprüft …', 'Vérification…'],
	'Result of the check': ['Ergebnis der Prüfung', 'Résultat de la vérification'],
	Valid: ['Gültig', 'Valable'],

	Open: ['Öffnen', 'Ouvrir'],
	'Trade here': ['Hier handeln', 'Négocier ici'],
	'Signed in as {email}': ['Angemeldet als {email}', 'Connecté en tant que {email}'],

	// checking in the browser
	'holds:': ['stimmt:', 'valable\u00a0:'],
	'does not hold:': ['stimmt nicht:', 'non valable\u00a0:'],
	'not checked:': ['nicht geprüft:', 'non vérifié\u00a0:'],
	'This browser checks nothing on a page that came over plain HTTP.': [
		'Auf einer Seite, die über einfaches HTTP kam, prüft dieser Browser nichts.',
		'Ce navigateur ne vérifie rien sur une page venue par simple HTTP.',
	],
	'Open this page by an address that begins with https://, or on the machine the server runs on by http://localhost. A page that came over plain HTTP could have been changed on its way, and its checks with it. Proofs can also be checked offline by the command in the documentation.':
		[
			'Öffnen Sie diese Seite unter einer Adresse, die mit https:// beginnt, oder auf der Maschine des Servers unter http://localhost. Eine Seite, die über einfaches HTTP kam, kann unterwegs geändert worden sein, und ihre Prüfungen mit ihr. Nachweise lassen sich auch offline mit dem Befehl aus der Dokumentation prüfen.',
			'Ouvrez cette page par une adresse qui commence par https://, ou sur la machine du serveur par http://localhost. Une page venue par simple HTTP a pu être modifiée en route, et ses vérifications avec elle. Les preuves se vérifient aussi hors ligne, par la commande de la documentation.',
		],
	'This browser is too old to check signatures.': [
		'Dieser Browser ist zu alt, um Unterschriften zu prüfen.',
		'Ce navigateur est trop ancien pour vérifier des signatures.',
	],
	'It does not know Ed25519. Chrome and Edge do from 137 on, Firefox from 129, Safari from 17. Proofs can also be checked offline by the command in the documentation.':
		[
			'Er kennt Ed25519 nicht. Chrome und Edge kennen es ab 137, Firefox ab 129, Safari ab 17. Nachweise lassen sich auch offline mit dem Befehl aus der Dokumentation prüfen.',
			'Il ne connaît pas Ed25519. Chrome et Edge le connaissent depuis la version 137, Firefox depuis 129, Safari depuis 17. Les preuves se vérifient aussi hors ligne, par la commande de la documentation.',
		],
});

/** The texts of a page over the shared ones: a row of its own counts where both have one. */
export function pageTexts<const Table extends TextTable>(
	own: Table,
): Omit<typeof sharedTexts, keyof Table> & Table {
	return { ...sharedTexts, ...own };
}

/** What a page says itself has a text here; what the server says has none. */
export function isSharedText(said: string): said is keyof typeof sharedTexts {
	return Object.hasOwn(sharedTexts, said);
}
