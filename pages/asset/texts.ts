/** Texts of assets, their holders, batches and movements. */
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	'Holders, batches and movements of an asset, for those who have a key.': [
		'Inhaber, Chargen und Bewegungen eines Werts, für alle, die einen Schlüssel haben.',
		'Détenteurs, lots et mouvements d’un actif, pour ceux qui ont une clé.',
	],
	'To the trackers': ['Zu den Trackern', 'Vers les trackers'],

	// lists
	Trackers: ['Tracker', 'Trackers'],
	'Your organisation has no tracker.': [
		'Ihre Organisation hat keinen Tracker.',
		'Votre organisation n’a pas de tracker.',
	],
	assets: ['Werte', 'actifs'],
	'This tracker has no assets yet.': [
		'Dieser Tracker hat noch keine Werte.',
		'Ce tracker n’a pas encore d’actif.',
	],

	// acts
	'Create an asset': ['Einen Wert anlegen', 'Créer un actif'],
	'Create it': ['Anlegen', 'Le créer'],
	'Name of the asset': ['Name des Werts', 'Nom de l’actif'],
	Issue: ['Ausgabe', 'Émission'],
	'Issue it': ['Ausgeben', 'L’émettre'],
	Transfer: ['Übertragung', 'Transfert'],
	'Transfer it': ['Übertragen', 'Le transférer'],
	Amount: ['Menge', 'Quantité'],
	'Whole units': ['Ganze Einheiten', 'Unités entières'],
	'Enter a whole number of units, at least 1.': [
		'Geben Sie eine ganze Zahl von Einheiten ein, mindestens 1.',
		'Saisissez un nombre entier d’unités, au moins 1.',
	],
	Recipient: ['Empfänger', 'Destinataire'],
	'The e-mail address of a person of your organisation': [
		'Die E-Mail-Adresse einer Person Ihrer Organisation',
		'L’adresse e-mail d’une personne de votre organisation',
	],
	Burn: ['Vernichtung', 'Destruction'],
	'Burn it for good': ['Endgültig vernichten', 'Le détruire définitivement'],
	'What it is used up for': ['Wofür er verbraucht wird', 'À quoi il est consommé'],
	'The proof of the transaction holds it.': [
		'Der Nachweis der Transaktion enthält es.',
		'La preuve de la transaction le contient.',
	],

	// an asset
	'Parts of the asset': ['Teile des Werts', 'Parties de l’actif'],
	Holders: ['Inhaber', 'Détenteurs'],
	Batches: ['Chargen', 'Lots'],
	Movements: ['Bewegungen', 'Mouvements'],
	'the id of the asset': ['die ID des Werts', 'l’identifiant de l’actif'],
	'{time}, deleted since': ['{time}, seither gelöscht', '{time}, supprimé depuis'],
	'Download all movements as CSV': [
		'Alle Bewegungen als CSV herunterladen',
		'Télécharger tous les mouvements en CSV',
	],
	'Download these movements as CSV': [
		'Diese Bewegungen als CSV herunterladen',
		'Télécharger ces mouvements en CSV',
	],
	'Download all holders as CSV': [
		'Alle Inhaber als CSV herunterladen',
		'Télécharger tous les détenteurs en CSV',
	],
	'{count} rows…': ['{count} Zeilen …', '{count} lignes…'],

	// movements
	movements: ['Bewegungen', 'mouvements'],
	'Nothing was issued or moved yet.': [
		'Es wurde noch nichts ausgegeben oder bewegt.',
		'Rien n’a encore été émis ni déplacé.',
	],
	'Nothing was moved with this reference.': [
		'Mit dieser Referenz wurde nichts bewegt.',
		'Rien n’a été déplacé avec cette référence.',
	],
	'The oldest first': ['Die ältesten zuerst', 'Les plus anciens d’abord'],
	Reference: ['Referenz', 'Référence'],
	Find: ['Finden', 'Trouver'],
	'All movements': ['Alle Bewegungen', 'Tous les mouvements'],
	From: ['Von', 'De'],
	'{status}, reversed': ['{status}, rückgängig gemacht', '{status}, annulé'],

	// holders
	holders: ['Inhaber', 'détenteurs'],
	'Nobody holds any of it.': ['Niemand hält etwas davon.', 'Personne n’en détient.'],
	'Who holds it now': ['Wer ihn jetzt hält', 'Qui le détient maintenant'],
	Holder: ['Inhaber', 'Détenteur'],
	Of: ['Von', 'De'],

	// batches
	batches: ['Chargen', 'lots'],
	'Nothing was issued yet.': ['Es wurde noch nichts ausgegeben.', 'Rien n’a encore été émis.'],
	'Each issue is a batch; the oldest first': [
		'Jede Ausgabe ist eine Charge; die ältesten zuerst',
		'Chaque émission est un lot\u00a0; les plus anciens d’abord',
	],
	Issued: ['Ausgegeben', 'Émis'],
	Batch: ['Charge', 'Lot'],
	'Where {batch} went': ['Wohin {batch} ging', 'Où est allé {batch}'],
	'Where a batch went': ['Wohin eine Charge ging', 'Où est allé un lot'],
	'All batches of the asset': ['Alle Chargen des Werts', 'Tous les lots de l’actif'],
	'the id of the batch': ['die ID der Charge', 'l’identifiant du lot'],
	'These are the first {count} movements; there are more.': [
		'Das sind die ersten {count} Bewegungen; es gibt mehr.',
		'Ce sont les {count} premiers mouvements\u00a0; il y en a d’autres.',
	],
	'{count} movements of this batch, the oldest first': [
		'{count} Bewegungen dieser Charge, die ältesten zuerst',
		'{count} mouvements de ce lot, les plus anciens d’abord',
	],
	'Who had it and who holds it': ['Wer sie hatte und wer sie hält', 'Qui l’a eu et qui le détient'],
	Received: ['Erhalten', 'Reçu'],
	'Given on': ['Weitergegeben', 'Transmis'],
	Holds: ['Hält', 'Détient'],

	// the drawing
	'Drawing of the movements': ['Zeichnung der Bewegungen', 'Dessin des mouvements'],
	'Where the batch went; the table below says the same': [
		'Wohin die Charge ging; die Tabelle darunter sagt dasselbe',
		'Où est allé le lot\u00a0; le tableau ci-dessous dit la même chose',
	],
	'{from} to {to}: {amount} in {count} movements': [
		'{from} an {to}: {amount} in {count} Bewegungen',
		'{from} à {to}\u00a0: {amount} en {count} mouvements',
	],
	'{holder}: {amount} issued': ['{holder}: {amount} ausgegeben', '{holder}\u00a0: {amount} émis'],
	'{holder}: holds {amount}': ['{holder}: hält {amount}', '{holder}\u00a0: détient {amount}'],
	'{amount} issued': ['{amount} ausgegeben', '{amount} émis'],
	'holds {amount}': ['hält {amount}', 'détient {amount}'],
	'{count} other holders': ['{count} andere Inhaber', '{count} autres détenteurs'],
});
