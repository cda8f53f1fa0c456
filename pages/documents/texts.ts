/** Texts of documents, their versions and comparisons. */
import { comparisonTexts } from '../parts/comparison/texts';
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	...comparisonTexts,
	'The versions of a document, what differs between them, and who approved which.': [
		'Die Fassungen eines Dokuments, was zwischen ihnen anders ist und wer welche freigegeben hat.',
		'Les versions d’un document, ce qui diffère entre elles, et qui a approuvé laquelle.',
	],
	'To the keepers': ['Zu den Keepern', 'Vers les keepers'],
	'; ': ['; ', '\u00a0; '],
	Do: ['Aktionen', 'Actions'],

	// lists
	Keepers: ['Keeper', 'Keepers'],
	'Your organisation has no keeper.': [
		'Ihre Organisation hat keinen Keeper.',
		'Votre organisation n’a pas de keeper.',
	],
	Folders: ['Ordner', 'Dossiers'],
	folders: ['Ordner', 'dossiers'],
	'This keeper has no folders yet.': [
		'Dieser Keeper hat noch keine Ordner.',
		'Ce keeper n’a pas encore de dossier.',
	],
	Folder: ['Ordner', 'Dossier'],
	Keeps: ['Bewahrt auf', 'Conserve'],
	documents: ['Dokumente', 'documents'],
	'fingerprints only': ['nur Fingerabdrücke', 'seulement des empreintes'],
	'Of the documents in this folder only fingerprints are kept: they can be compared, not downloaded.':
		[
			'Von den Dokumenten in diesem Ordner werden nur Fingerabdrücke aufbewahrt: Sie können verglichen, aber nicht heruntergeladen werden.',
			'Des documents de ce dossier, seules les empreintes sont conservées\u00a0: ils peuvent être comparés, mais pas téléchargés.',
		],
	'No documents are kept in this folder yet.': [
		'In diesem Ordner werden noch keine Dokumente aufbewahrt.',
		'Aucun document n’est encore conservé dans ce dossier.',
	],
	'In the order in which they were kept first': [
		'In der Reihenfolge, in der sie zuerst aufbewahrt wurden',
		'Dans l’ordre de leur première conservation',
	],
	Versions: ['Fassungen', 'Versions'],
	'Kept first': ['Zuerst aufbewahrt', 'Conservé d’abord'],

	// adding
	'Add a folder': ['Einen Ordner hinzufügen', 'Ajouter un dossier'],
	'Name of the folder': ['Name des Ordners', 'Nom du dossier'],
	'Keep the documents themselves; else only fingerprints, which cannot be downloaded': [
		'Die Dokumente selbst aufbewahren; sonst nur Fingerabdrücke, die nicht heruntergeladen werden können',
		'Conserver les documents eux-mêmes\u00a0; sinon seulement des empreintes, qui ne peuvent pas être téléchargées',
	],
	'Add a document': ['Ein Dokument hinzufügen', 'Ajouter un document'],
	'Keep it': ['Aufbewahren', 'Le conserver'],
	'Drop it here, or choose it. It becomes the first version.': [
		'Ziehen Sie es hierher, oder wählen Sie es. Es wird die erste Fassung.',
		'Déposez-le ici, ou choisissez-le. Il devient la première version.',
	],
	'What counts as a difference': ['Was als Unterschied zählt', 'Ce qui compte comme différence'],
	'Add a version': ['Eine Fassung hinzufügen', 'Ajouter une version'],
	'Keep it and see what differs': [
		'Aufbewahren und Unterschiede ansehen',
		'La conserver et voir ce qui diffère',
	],
	'New version': ['Neue Fassung', 'Nouvelle version'],
	'Drop it here, or choose it. Rules and level of the document apply.': [
		'Ziehen Sie sie hierher, oder wählen Sie sie. Es gelten die Regeln und die Genauigkeit des Dokuments.',
		'Déposez-la ici, ou choisissez-la. Les règles et la précision du document s’appliquent.',
	],

	// a document
	'This document was deleted.': ['Dieses Dokument wurde gelöscht.', 'Ce document a été supprimé.'],
	'Its contents are erased; its fingerprints and proofs are still there.': [
		'Seine Inhalte sind gelöscht; seine Fingerabdrücke und Nachweise sind noch da.',
		'Ses contenus sont effacés\u00a0; ses empreintes et ses preuves sont toujours là.',
	],
	'Parts of the document': ['Teile des Dokuments', 'Parties du document'],
	Timeline: ['Verlauf', 'Historique'],
	Rules: ['Regeln', 'Règles'],
	Reports: ['Berichte', 'Rapports'],
	'the id of the document': ['die ID des Dokuments', 'l’identifiant du document'],
	Kept: ['Aufbewahrt', 'Conservé'],
	'{count} version, the first {time} by {person}': [
		'{count} Fassung, die erste {time} von {person}',
		'{count} version, la première le {time} par {person}',
	],
	'{count} versions, the first {time} by {person}': [
		'{count} Fassungen, die erste {time} von {person}',
		'{count} versions, la première le {time} par {person}',
	],
	'Compared as': ['Verglichen als', 'Comparé comme'],
	'{kind}, at accuracy {level}': [
		'{kind}, mit Genauigkeit: {level}',
		'{kind}, avec précision\u00a0: {level}',
	],
	'Counted: {phrases}': ['Es zählen: {phrases}', 'Comptent\u00a0: {phrases}'],
	'Not counted: {phrases}': ['Es zählen nicht: {phrases}', 'Ne comptent pas\u00a0: {phrases}'],
	'Kept of it': ['Davon aufbewahrt', 'Ce qui en est conservé'],
	'fingerprints alone, as its folder has it: versions cannot be downloaded, and reports name places in place of texts':
		[
			'nur Fingerabdrücke, wie es sein Ordner vorsieht: Fassungen können nicht heruntergeladen werden, und Berichte nennen Stellen statt Texte',
			'les empreintes seules, comme le veut son dossier\u00a0: les versions ne peuvent pas être téléchargées, et les rapports nomment des endroits au lieu de textes',
		],
	'Not seen': ['Nicht gesehen', 'Non vu'],
	'Taken more strictly': ['Strenger genommen', 'Pris plus strictement'],

	// timeline
	'the timeline': ['Verlauf', 'historique'],
	'Nothing is on this page of the timeline.': [
		'Auf dieser Seite des Verlaufs steht nichts.',
		'Il n’y a rien sur cette page de l’historique.',
	],
	'Timeline, the newest first': [
		'Verlauf, das Neueste zuerst',
		'Historique, le plus récent d’abord',
	],
	'{time}, {person}': ['{time}, {person}', '{time}, {person}'],
	'{time}, {person}, log: {status}': [
		'{time}, {person}, Protokoll: {status}',
		'{time}, {person}, journal\u00a0: {status}',
	],
	'Version {version} was kept': [
		'Fassung {version} wurde aufbewahrt',
		'La version {version} a été conservée',
	],
	'{kept} as {file}': ['{kept} als {file}', '{kept} sous le nom {file}'],
	'The document is again what version {version} was.': [
		'Das Dokument ist wieder das, was Fassung {version} war.',
		'Le document est redevenu ce qu’était la version {version}.',
	],
	'Compare it with the version before': [
		'Mit der Fassung davor vergleichen',
		'La comparer à la version précédente',
	],
	'Rules were set, and are not what the log says': [
		'Regeln wurden gesetzt und sind nicht die, die im Protokoll stehen',
		'Des règles ont été définies, et ne sont pas celles que dit le journal',
	],
	'The rules were taken away': ['Die Regeln wurden weggenommen', 'Les règles ont été retirées'],
	'Rules were set': ['Regeln wurden gesetzt', 'Des règles ont été définies'],
	'{set}: {rules}': ['{set}: {rules}', '{set}\u00a0: {rules}'],
	'Version {version} was approved': [
		'Fassung {version} wurde freigegeben',
		'La version {version} a été approuvée',
	],
	'{approved}; another approval has taken its place': [
		'{approved}; eine andere Freigabe ist an die Stelle getreten',
		'{approved}\u00a0; une autre approbation a pris sa place',
	],

	// versions
	versions: ['Fassungen', 'versions'],
	'No versions are on this page.': [
		'Auf dieser Seite stehen keine Fassungen.',
		'Il n’y a aucune version sur cette page.',
	],
	Version: ['Fassung', 'Version'],
	Content: ['Inhalt', 'Contenu'],
	Approved: ['Freigegeben', 'Approuvée'],
	Fingerprint: ['Fingerabdruck', 'Empreinte'],
	'the fingerprint of version {version}': [
		'Fingerabdruck der Fassung {version}',
		'l’empreinte de la version {version}',
	],
	new: ['neu', 'nouveau'],
	'as version {version}': ['wie Fassung {version}', 'comme la version {version}'],
	no: ['nein', 'non'],
	'by {person}, {time}': ['von {person}, {time}', 'par {person}, {time}'],
	'earlier, by {person}, {time}': [
		'früher, von {person}, {time}',
		'auparavant, par {person}, {time}',
	],
	'version {version}': ['Fassung {version}', 'version {version}'],
	Approve: ['Freigeben', 'Approuver'],

	// to compare
	'No version has its content any more.': [
		'Keine Fassung hat ihren Inhalt noch.',
		'Aucune version n’a plus son contenu.',
	],
	'Two versions': ['Zwei Fassungen', 'Deux versions'],
	Older: ['Ältere', 'Plus ancienne'],
	Newer: ['Neuere', 'Plus récente'],
	'Compare them': ['Vergleichen', 'Les comparer'],
	'A file with a version': ['Eine Datei mit einer Fassung', 'Un fichier et une version'],
	'It is compared on the server and not kept there.': [
		'Sie wird auf dem Server verglichen und dort nicht aufbewahrt.',
		'Il est comparé sur le serveur et n’y est pas conservé.',
	],
	'Compare it': ['Vergleichen', 'Le comparer'],
	'{version}: {file}, {time}': ['{version}: {file}, {time}', '{version}\u00a0: {file}, {time}'],
	approved: ['freigegeben', 'approuvée'],
	'versions to choose from': ['Fassungen zur Auswahl', 'versions à choisir'],
	'Versions {first} to {last} of {count}': [
		'Fassungen {first} bis {last} von {count}',
		'Versions {first} à {last} sur {count}',
	],
	'Later versions': ['Spätere Fassungen', 'Versions ultérieures'],
	'Earlier versions': ['Frühere Fassungen', 'Versions antérieures'],

	// a comparison
	'Version {version} compared with version {otherVersion}': [
		'Fassung {version} verglichen mit Fassung {otherVersion}',
		'Version {version} comparée à la version {otherVersion}',
	],
	'{file} compared with version {version}': [
		'{file} verglichen mit Fassung {version}',
		'{file} comparé à la version {version}',
	],
	'A file compared with version {version}': [
		'Eine Datei verglichen mit Fassung {version}',
		'Un fichier comparé à la version {version}',
	],
	'Waits for its turn.': ['Wartet, bis er an der Reihe ist.', 'Attend son tour.'],
	'Under way.': ['Läuft.', 'En cours.'],
	'{summary} Kept as version {version}.': [
		'{summary} Aufbewahrt als Fassung {version}.',
		'{summary} Conservé comme version {version}.',
	],
	'Failed: {why}': ['Gescheitert: {why}', 'Échec\u00a0: {why}'],
	'Failed: no reason was given': [
		'Gescheitert: Es wurde kein Grund genannt',
		'Échec\u00a0: aucune raison n’a été donnée',
	],
	'Cancelled.': ['Abgebrochen.', 'Annulée.'],
	'Cancelled. {why}': ['Abgebrochen. {why}', 'Annulée. {why}'],
	'the comparison: {sides}': ['der Vergleich: {sides}', 'la comparaison\u00a0: {sides}'],
	'How much is done of the comparison: {sides}': [
		'Fortschritt des Vergleichs: {sides}',
		'Avancement de la comparaison\u00a0: {sides}',
	],
	'Compare others': ['Andere vergleichen', 'En comparer d’autres'],
	'Asked for': ['Angefordert', 'Demandée'],
	'Under way': ['In Arbeit', 'En cours'],
	'from {start} to {end}': ['von {start} bis {end}', 'du {start} au {end}'],
	'Compared by': ['Verglichen nach', 'Comparé par'],
	Differences: ['Unterschiede', 'Différences'],
	'{added} added, {removed} removed, {changed} changed, {moved} moved; by {unit}': [
		'{added} hinzugefügt, {removed} entfernt, {changed} geändert, {moved} verschoben; Einheit: {unit}',
		'{added} ajoutés, {removed} supprimés, {changed} modifiés, {moved} déplacés\u00a0; unité\u00a0: {unit}',
	],
	'Approved version': ['Freigegebene Fassung', 'Version approuvée'],
	'equal to it': ['ihr gleich', 'égale à celle-ci'],
	'different from it': ['anders als sie', 'différente de celle-ci'],

	// reports
	'Its report was revoked, and is erased.': [
		'Sein Bericht wurde widerrufen und ist gelöscht.',
		'Son rapport a été révoqué, et est effacé.',
	],
	'Its report has ended by its time, and is erased.': [
		'Die Zeit seines Berichts ist um, und er ist gelöscht.',
		'Le délai de son rapport est écoulé, et il est effacé.',
	],
	'Make another link': ['Noch einen Link erzeugen', 'Créer un autre lien'],
	'to the report': ['zum Bericht', 'vers le rapport'],
	'to the report of {time}': ['zum Bericht vom {time}', 'vers le rapport du {time}'],
	'the report of {time}': ['der Bericht vom {time}', 'le rapport du {time}'],
	reports: ['Berichte', 'rapports'],
	'No report of this document was made yet.': [
		'Zu diesem Dokument wurde noch kein Bericht erzeugt.',
		'Aucun rapport de ce document n’a encore été créé.',
	],
	'The oldest first; an address of a report is told once, and another can be made': [
		'Die ältesten zuerst; eine Adresse eines Berichts wird einmal genannt, und eine weitere kann erzeugt werden',
		'Les plus anciens d’abord\u00a0; l’adresse d’un rapport n’est donnée qu’une fois, et une autre peut être créée',
	],
	Report: ['Bericht', 'Rapport'],
	Ends: ['Endet', 'Prend fin'],
	Open: ['Offen', 'Ouvert'],

	// rules
	'These rules stay as they are.': [
		'Diese Regeln bleiben, wie sie sind.',
		'Ces règles restent comme elles sont.',
	],
	'The fingerprints of this document were made under them. To compare under others, keep the document in a folder that keeps content.':
		[
			'Die Fingerabdrücke dieses Dokuments wurden unter ihnen erzeugt. Um unter anderen zu vergleichen, bewahren Sie das Dokument in einem Ordner auf, der Inhalte aufbewahrt.',
			'Les empreintes de ce document ont été créées sous ces règles. Pour comparer sous d’autres, conservez le document dans un dossier qui garde les contenus.',
		],
	'No rules are kept with this document.': [
		'Bei diesem Dokument sind keine Regeln hinterlegt.',
		'Aucune règle n’est conservée avec ce document.',
	],
	yes: ['ja', 'oui'],
	'They hold for every comparison from now on, of the node and of programs as well.': [
		'Sie gelten von jetzt an für jeden Vergleich, auch für den des Nodes und von Programmen.',
		'Elles valent désormais pour chaque comparaison, aussi celles du nœud et des programmes.',
	],
	'Rules for other kinds of documents': [
		'Regeln für andere Arten von Dokumenten',
		'Règles pour d’autres types de documents',
	],
	'The rules are kept.': ['Die Regeln sind hinterlegt.', 'Les règles sont conservées.'],
	'Keep these rules': ['Diese Regeln hinterlegen', 'Conserver ces règles'],
});

export type TextName = keyof typeof texts;
