/** Texts of comparisons: levels, rules, results and differences. */
import { pageTexts } from '../language/shared-texts';

export const comparisonTexts = pageTexts({
	// levels
	Lowest: ['Niedrigste', 'Minimale'],
	Low: ['Niedrig', 'Faible'],
	Medium: ['Mittel', 'Moyenne'],
	High: ['Hoch', 'Élevée'],
	Excellent: ['Höchste', 'Maximale'],
	'What it says or shows alone counts, not how it is set': [
		'Es zählt nur, was dasteht oder zu sehen ist, nicht, wie es gesetzt ist',
		'Seul compte ce qui est dit ou montré, pas la mise en forme',
	],
	'Small things count as well, such as capitals and punctuation': [
		'Auch Kleines zählt, etwa Großschreibung und Satzzeichen',
		'Les petites choses comptent aussi, comme les majuscules et la ponctuation',
	],
	'Order counts as well, such as rows or pages at another place': [
		'Auch die Reihenfolge zählt, etwa Zeilen oder Seiten an anderer Stelle',
		'L’ordre compte aussi, comme des lignes ou des pages déplacées',
	],
	'How it is set and built counts as well; a file that was only saved again is equal': [
		'Auch Satz und Aufbau zählen; eine Datei, die nur neu gespeichert wurde, ist gleich',
		'La mise en forme et la structure comptent aussi\u00a0; un fichier seulement réenregistré est égal',
	],
	'Every byte counts; a file that was only saved again is different': [
		'Jedes Byte zählt; eine Datei, die nur neu gespeichert wurde, ist anders',
		'Chaque octet compte\u00a0; un fichier seulement réenregistré est différent',
	],

	// names of rules
	'Patterns that are left out': ['Ausgelassene Muster', 'Motifs ignorés'],
	'Regions that are left out': ['Ausgelassene Bereiche', 'Zones ignorées'],
	'Paths that are left out': ['Ausgelassene Pfade', 'Chemins ignorés'],
	'Columns that are left out': ['Ausgelassene Spalten', 'Colonnes ignorées'],
	'Elements that are left out': ['Ausgelassene Elemente', 'Éléments ignorés'],
	'Elements that alone are compared': [
		'Elemente, die allein verglichen werden',
		'Éléments seuls comparés',
	],
	'Tolerance of numbers': ['Toleranz bei Zahlen', 'Tolérance des nombres'],
	'Tolerance of dates, in seconds': [
		'Toleranz bei Zeitangaben, in Sekunden',
		'Tolérance des dates, en secondes',
	],
	'Order of items': ['Reihenfolge der Einträge', 'Ordre des éléments d’une liste'],
	'Member that names an item': [
		'Mitglied, das einen Eintrag benennt',
		'Membre qui identifie un élément',
	],
	'Columns that name a row': [
		'Spalten, die eine Zeile benennen',
		'Colonnes qui identifient une ligne',
	],
	'What separates the cells of CSV': [
		'Trennzeichen der Zellen in CSV',
		'Séparateur des cellules CSV',
	],
	'Decimal sign of CSV': ['Dezimalzeichen in CSV', 'Signe décimal du CSV'],
	'Capital and small letters are the same': [
		'Groß- und Kleinbuchstaben sind gleich',
		'Majuscules et minuscules sont équivalentes',
	],
	'White space does not count': ['Leerraum zählt nicht', 'Les espaces ne comptent pas'],

	// what they do
	'Regular expressions of JavaScript, with the flags m and u; what they match is taken for the same':
		[
			'Reguläre Ausdrücke von JavaScript mit den Flags m und u; was sie treffen, gilt als gleich',
			'Expressions régulières de JavaScript, avec les indicateurs m et u\u00a0; ce qu’elles reconnaissent est tenu pour identique',
		],
	'Rectangles of pages and pictures that are left out': [
		'Rechtecke von Seiten und Bildern, die ausgelassen werden',
		'Rectangles des pages et des images qui sont ignorés',
	],
	'JSON Pointers of JSON, YAML and XML that are left out; * stands for any one member, ** for any number':
		[
			'JSON Pointer von JSON, YAML und XML, die ausgelassen werden; * steht für ein beliebiges Mitglied, ** für beliebig viele',
			'Pointeurs JSON de JSON, YAML et XML qui sont ignorés\u00a0; * remplace un membre quelconque, ** un nombre quelconque de membres',
		],
	'Columns of tables that are left out, by their name in the header, or by their letter in the kept file':
		[
			'Spalten von Tabellen, die ausgelassen werden, nach ihrem Namen in der Kopfzeile oder ihrem Buchstaben in der aufbewahrten Datei',
			'Colonnes des tableaux qui sont ignorées, par leur nom dans l’en-tête ou par leur lettre dans le fichier conservé',
		],
	'CSS selectors of what is left out of HTML': [
		'CSS-Selektoren dessen, was von HTML ausgelassen wird',
		'Sélecteurs CSS de ce qui est ignoré du HTML',
	],
	'CSS selectors of what alone is compared of HTML': [
		'CSS-Selektoren dessen, was von HTML allein verglichen wird',
		'Sélecteurs CSS de ce qui est seul comparé du HTML',
	],
	'Numbers that differ by at most this are the same': [
		'Zahlen, die sich höchstens um so viel unterscheiden, sind gleich',
		'Les nombres dont l’écart ne dépasse pas cette valeur sont égaux',
	],
	'Dates that differ by at most this many seconds are the same': [
		'Zeitangaben, die sich höchstens um so viele Sekunden unterscheiden, sind gleich',
		'Les dates dont l’écart ne dépasse pas ce nombre de secondes sont égales',
	],
	'How arrays are compared: in their order, as they are without it, or as sets': [
		'Wie Listen verglichen werden: in ihrer Reihenfolge, wie ohne die Regel, oder als Mengen',
		'Comment les listes sont comparées\u00a0: dans leur ordre, comme sans la règle, ou comme des ensembles',
	],
	'The member by which objects in arrays are matched': [
		'Das Mitglied, nach dem Objekte in Listen einander zugeordnet werden',
		'Le membre par lequel les objets des listes sont appariés',
	],
	'Columns whose values name a row of a table': [
		'Spalten, deren Werte eine Zeile einer Tabelle benennen',
		'Colonnes dont les valeurs identifient une ligne d’un tableau',
	],
	'What separates the cells of CSV; without it, what gives most of the first rows the same number of cells':
		[
			'Was die Zellen von CSV trennt; ohne die Regel das, was den meisten der ersten Zeilen gleich viele Zellen gibt',
			'Ce qui sépare les cellules du CSV\u00a0; sans la règle, ce qui donne le même nombre de cellules à la plupart des premières lignes',
		],
	'The decimal sign of the numbers of CSV; without it, the one that they show': [
		'Das Dezimalzeichen der Zahlen in CSV; ohne die Regel das, welches sie zeigen',
		'Le signe décimal des nombres du CSV\u00a0; sans la règle, celui qu’ils montrent',
	],
	'Whether capital and small letters are the same': [
		'Ob Groß- und Kleinbuchstaben gleich sind',
		'Si majuscules et minuscules sont équivalentes',
	],
	'Whether white space is left out': [
		'Ob Leerraum ausgelassen wird',
		'Si les espaces sont ignorés',
	],
	'One on each line.': ['Je Zeile eines.', 'Un par ligne.'],
	'One on each line: 0 0.9 1 0.1, or page 2: 0 0.9 1 0.1 (x, y, width, height).': [
		'Je Zeile eines: 0 0.9 1 0.1, oder page 2: 0 0.9 1 0.1 (x, y, Breite, Höhe).',
		'Un par ligne\u00a0: 0 0.9 1 0.1, ou page 2\u00a0: 0 0.9 1 0.1 (x, y, largeur, hauteur).',
	],
	"'{text}' is no region: write it as 0 0.9 1 0.1, or page 2: 0 0.9 1 0.1": [
		'„{text}“ ist kein Bereich: Schreiben Sie ihn als 0 0.9 1 0.1 oder page 2: 0 0.9 1 0.1',
		'«\u00a0{text}\u00a0» n’est pas une zone\u00a0: écrivez-la comme 0 0.9 1 0.1 ou page 2\u00a0: 0 0.9 1 0.1',
	],
	"'{text}' is no number: write it as 0.01": [
		'„{text}“ ist keine Zahl: Schreiben Sie sie als 0.01',
		'«\u00a0{text}\u00a0» n’est pas un nombre\u00a0: écrivez-le comme 0.01',
	],
	'{rule}: {why}': ['{rule}: {why}', '{rule}\u00a0: {why}'],

	// choices of rules
	'as ever: in their order': [
		'wie sonst: in ihrer Reihenfolge',
		'comme toujours\u00a0: dans leur ordre',
	],
	'found from the first rows': [
		'aus den ersten Zeilen ermittelt',
		'déterminé d’après les premières lignes',
	],
	'found from the numbers': ['aus den Zahlen ermittelt', 'déterminé d’après les nombres'],
	ordered: ['geordnet', 'ordonnée'],
	set: ['Menge', 'ensemble'],
	comma: ['Komma', 'virgule'],
	semicolon: ['Semikolon', 'point-virgule'],
	tab: ['Tabulator', 'tabulation'],
	bar: ['senkrechter Strich', 'barre verticale'],
	point: ['Punkt', 'point'],

	// what it came to
	'Nothing differs. {says}': ['Nichts ist anders. {says}', 'Rien ne diffère. {says}'],
	'Could not be compared. {says}': [
		'Konnte nicht verglichen werden. {says}',
		'La comparaison n’a pas été possible. {says}',
	],
	'They differ: {percent} is equal. {says}': [
		'Es gibt Unterschiede: {percent} ist gleich. {says}',
		'Il y a des différences\u00a0: {percent} est égal. {says}',
	],
	'{percent} %': ['{percent} %', '{percent}\u00a0%'],
	'Open the report': ['Den Bericht öffnen', 'Ouvrir le rapport'],
	'the address of the report': ['die Adresse des Berichts', 'l’adresse du rapport'],
	'whoever has the address can read it until {time}': [
		'wer die Adresse hat, kann ihn bis {time} lesen',
		'quiconque a l’adresse peut le lire jusqu’au {time}',
	],
	'Files beside the report': ['Dateien neben dem Bericht', 'Fichiers joints au rapport'],
	'{kind}: {file}': ['{kind}: {file}', '{kind}\u00a0: {file}'],
	'{count} bytes': ['{count} Byte', '{count} octets'],
	'Unified diff, for patch': ['Unified Diff, für patch', 'Diff unifié, pour patch'],
	'JSON Patch': ['JSON Patch', 'JSON Patch'],
	'All changes as a table': ['Alle Änderungen als Tabelle', 'Toutes les modifications en tableau'],
	'PDF with the differences marked': [
		'PDF mit markierten Unterschieden',
		'PDF avec les différences marquées',
	],
	'DOCX with tracked changes': [
		'DOCX mit nachverfolgten Änderungen',
		'DOCX avec suivi des modifications',
	],
	'Both pictures over each other': ['Beide Bilder übereinander', 'Les deux images superposées'],

	// differences
	Notes: ['Hinweise', 'Remarques'],
	'What the rules left out of the comparison': [
		'Was die Regeln vom Vergleich ausgelassen haben',
		'Ce que les règles ont exclu de la comparaison',
	],
	Rule: ['Regel', 'Règle'],
	'In the kept file': ['In der aufbewahrten Datei', 'Dans le fichier conservé'],
	'In the sent file': ['In der gesendeten Datei', 'Dans le fichier envoyé'],
	'The differences in the order of the document': [
		'Die Unterschiede in der Reihenfolge des Dokuments',
		'Les différences dans l’ordre du document',
	],
	'No.': ['Nr.', 'N°'],
	Where: ['Wo', 'Où'],
	'Was and is': ['Vorher und nachher', 'Avant et après'],
	added: ['hinzugefügt', 'ajouté'],
	removed: ['entfernt', 'supprimé'],
	changed: ['geändert', 'modifié'],
	moved: ['verschoben', 'déplacé'],
	formatted: ['anders gesetzt', 'mis en forme'],
	'page {number}': ['Seite {number}', 'page {number}'],
	'line {number}': ['Zeile {number}', 'ligne {number}'],
	'column {number}': ['Spalte {number}', 'colonne {number}'],
	'byte {number}': ['Byte {number}', 'octet {number}'],
	'{number} bytes': ['{number} Byte', '{number} octets'],
	differences: ['Unterschiede', 'différences'],
	'{first} to {last} of {count}': [
		'{first} bis {last} von {count}',
		'{first} à {last} sur {count}',
	],
});

export type ComparisonTextName = keyof typeof comparisonTexts;
