/** Texts of the parts that every page shares. */
import { textTable } from './text-table';

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
	Open: ['Öffnen', 'Ouvrir'],
});

/** What a page says itself has a text here; what the server says has none. */
export function isSharedText(said: string): said is keyof typeof sharedTexts {
	return Object.hasOwn(sharedTexts, said);
}
