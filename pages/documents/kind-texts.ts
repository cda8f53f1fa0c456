/** Texts of what is compared of each kind of document. */
import { textTable } from '../parts/language/text-table';

export const kindTexts = textTable({
	// names of kinds
	'Text, Markdown, code': ['Text, Markdown, Code', 'Texte, Markdown, code'],
	'JSON, YAML, XML': ['JSON, YAML, XML', 'JSON, YAML, XML'],
	'CSV, XLSX, ODS': ['CSV, XLSX, ODS', 'CSV, XLSX, ODS'],
	PDF: ['PDF', 'PDF'],
	'DOCX, ODT': ['DOCX, ODT', 'DOCX, ODT'],
	PPTX: ['PPTX', 'PPTX'],
	HTML: ['HTML', 'HTML'],
	'PNG, JPEG, WebP, TIFF, GIF': ['PNG, JPEG, WebP, TIFF, GIF', 'PNG, JPEG, WebP, TIFF, GIF'],
	ZIP: ['ZIP', 'ZIP'],
	'anything else': ['alles andere', 'tout le reste'],

	// text
	'letters or digits of a word': [
		'Buchstaben oder Ziffern eines Wortes',
		'lettres ou chiffres d’un mot',
	],
	'capital and small letters': ['Groß- und Kleinbuchstaben', 'majuscules et minuscules'],
	'punctuation and other signs': ['Satzzeichen und andere Zeichen', 'ponctuation et autres signes'],
	'where a line ends and the next begins': [
		'wo eine Zeile endet und die nächste beginnt',
		'l’endroit où une ligne finit et où la suivante commence',
	],
	'lines at another place': ['Zeilen an anderer Stelle', 'lignes déplacées'],
	'blank lines': ['Leerzeilen', 'lignes vides'],
	'white space before and between words': [
		'Leerraum vor und zwischen Wörtern',
		'espaces avant et entre les mots',
	],
	'white space at the end of a line': [
		'Leerraum am Ende einer Zeile',
		'espaces à la fin d’une ligne',
	],
	'the style of line ends': ['die Art der Zeilenenden', 'le style des fins de ligne'],
	'the mark of the byte order': [
		'die Markierung der Bytereihenfolge',
		'la marque de l’ordre des octets',
	],
	'the encoding': ['die Kodierung', 'l’encodage'],

	// tree
	'a value': ['ein Wert', 'une valeur'],
	'a path added or removed': ['ein Pfad hinzugefügt oder entfernt', 'un chemin ajouté ou supprimé'],
	'an item at another place': ['ein Eintrag an anderer Stelle', 'un élément déplacé'],
	'capital and small letters of a text': [
		'Groß- und Kleinbuchstaben eines Textes',
		'majuscules et minuscules d’un texte',
	],
	'punctuation of a text': ['Satzzeichen eines Textes', 'ponctuation d’un texte'],
	'the type of a value (JSON, YAML)': [
		'der Typ eines Werts (JSON, YAML)',
		'le type d’une valeur (JSON, YAML)',
	],
	'white space inside a text': ['Leerraum in einem Text', 'espaces à l’intérieur d’un texte'],
	'comments (YAML, XML)': ['Kommentare (YAML, XML)', 'commentaires (YAML, XML)'],
	'how a value is spelled, such as 1.10 for 1.1': [
		'wie ein Wert geschrieben ist, etwa 1.10 für 1.1',
		'la manière d’écrire une valeur, comme 1.10 pour 1.1',
	],
	'the order of members or attributes': [
		'die Reihenfolge von Mitgliedern oder Attributen',
		'l’ordre des membres ou des attributs',
	],
	'indentation, line ends and encoding': [
		'Einrückung, Zeilenenden und Kodierung',
		'retraits, fins de ligne et encodage',
	],
	'the type of a value; items at another place': [
		'der Typ eines Werts; Einträge an anderer Stelle',
		'le type d’une valeur\u00a0; éléments déplacés',
	],

	// table
	'letters, digits or the number of a cell': [
		'Buchstaben, Ziffern oder die Zahl einer Zelle',
		'lettres, chiffres ou le nombre d’une cellule',
	],
	'rows, columns or sheets added or removed': [
		'Zeilen, Spalten oder Blätter hinzugefügt oder entfernt',
		'lignes, colonnes ou feuilles ajoutées ou supprimées',
	],
	'comments and text boxes (XLSX, ODS)': [
		'Kommentare und Textfelder (XLSX, ODS)',
		'commentaires et zones de texte (XLSX, ODS)',
	],
	'the name of a column or a sheet': [
		'der Name einer Spalte oder eines Blatts',
		'le nom d’une colonne ou d’une feuille',
	],
	'capital and small letters of a cell': [
		'Groß- und Kleinbuchstaben einer Zelle',
		'majuscules et minuscules d’une cellule',
	],
	'punctuation of a cell': ['Satzzeichen einer Zelle', 'ponctuation d’une cellule'],
	'rows, columns or sheets at another place': [
		'Zeilen, Spalten oder Blätter an anderer Stelle',
		'lignes, colonnes ou feuilles déplacées',
	],
	'the formula behind an equal value (XLSX, ODS)': [
		'die Formel hinter einem gleichen Wert (XLSX, ODS)',
		'la formule derrière une valeur égale (XLSX, ODS)',
	],
	'white space in a cell': ['Leerraum in einer Zelle', 'espaces dans une cellule'],
	'how a number is written': ['wie eine Zahl geschrieben ist', 'la manière d’écrire un nombre'],
	'a number kept as text (XLSX, ODS)': [
		'eine als Text gespeicherte Zahl (XLSX, ODS)',
		'un nombre enregistré comme texte (XLSX, ODS)',
	],
	'where a link leads (XLSX, ODS)': [
		'wohin ein Link führt (XLSX, ODS)',
		'la destination d’un lien (XLSX, ODS)',
	],
	'what is struck through or cannot be seen (XLSX, ODS)': [
		'was durchgestrichen oder nicht zu sehen ist (XLSX, ODS)',
		'ce qui est barré ou invisible (XLSX, ODS)',
	],
	'superscripts and subscripts (XLSX, ODS)': [
		'Hoch- und Tiefstellungen (XLSX, ODS)',
		'exposants et indices (XLSX, ODS)',
	],
	'a currency, a word, the scale or a missing minus of a number format (XLSX)': [
		'eine Währung, ein Wort, die Skalierung oder ein fehlendes Minus eines Zahlenformats (XLSX)',
		'une monnaie, un mot, l’échelle ou un signe moins manquant d’un format de nombre (XLSX)',
	],
	'rows, columns or sheets hidden or shown (XLSX, ODS)': [
		'Zeilen, Spalten oder Blätter aus- oder eingeblendet (XLSX, ODS)',
		'lignes, colonnes ou feuilles masquées ou affichées (XLSX, ODS)',
	],
	'cells joined with others (XLSX, ODS)': [
		'mit anderen verbundene Zellen (XLSX, ODS)',
		'cellules fusionnées avec d’autres (XLSX, ODS)',
	],
	'heads and feet of printed pages (XLSX, ODS)': [
		'Kopf- und Fußzeilen gedruckter Seiten (XLSX, ODS)',
		'en-têtes et pieds des pages imprimées (XLSX, ODS)',
	],
	'the format of a number (XLSX)': ['das Format einer Zahl (XLSX)', 'le format d’un nombre (XLSX)'],
	'any other byte of the file': ['jedes andere Byte der Datei', 'tout autre octet du fichier'],
	'comments and text boxes, formulas, numbers kept as text, where links lead, what is hidden, struck through, joined or cannot be seen, superscripts and subscripts, heads and feet of printed pages, number formats, names of sheets':
		[
			'Kommentare und Textfelder, Formeln, als Text gespeicherte Zahlen, wohin Links führen, was ausgeblendet, durchgestrichen, verbunden oder nicht zu sehen ist, Hoch- und Tiefstellungen, Kopf- und Fußzeilen gedruckter Seiten, Zahlenformate, Namen von Blättern',
			'commentaires et zones de texte, formules, nombres enregistrés comme texte, destination des liens, ce qui est masqué, barré, fusionné ou invisible, exposants et indices, en-têtes et pieds des pages imprimées, formats de nombre, noms des feuilles',
		],
	'rows and columns at another place, renamed columns': [
		'Zeilen und Spalten an anderer Stelle, umbenannte Spalten',
		'lignes et colonnes déplacées, colonnes renommées',
	],

	// PDF
	'what is seen of a page without text': [
		'was von einer Seite ohne Text zu sehen ist',
		'ce qui se voit d’une page sans texte',
	],
	punctuation: ['Satzzeichen', 'la ponctuation'],
	'where one word ends and the next begins': [
		'wo ein Wort endet und das nächste beginnt',
		'l’endroit où un mot finit et où le suivant commence',
	],
	'words or pages at another place': [
		'Wörter oder Seiten an anderer Stelle',
		'mots ou pages déplacés',
	],
	'pictures, drawings and annotations, also over and behind words': [
		'Bilder, Zeichnungen und Anmerkungen, auch über und hinter Wörtern',
		'images, dessins et annotations, aussi par-dessus et derrière les mots',
	],
	'words that are covered or made invisible': [
		'Wörter, die verdeckt oder unsichtbar gemacht sind',
		'mots recouverts ou rendus invisibles',
	],
	'the place, font, size or colour of the same words': [
		'Stelle, Schrift, Größe oder Farbe derselben Wörter',
		'la place, la police, la taille ou la couleur des mêmes mots',
	],
	'the size of a page and how it is turned': [
		'die Größe einer Seite und wie sie gedreht ist',
		'la taille d’une page et son orientation',
	],
	'where a link leads': ['wohin ein Link führt', 'la destination d’un lien'],
	bookmarks: ['Lesezeichen', 'signets'],
	'empty pages': ['leere Seiten', 'pages vides'],
	properties: ['Eigenschaften', 'propriétés'],
	'a scan shifted or turned by no more than on the glass of a scanner': [
		'ein Scan, der nicht mehr verschoben oder gedreht ist als auf dem Glas eines Scanners',
		'une numérisation décalée ou tournée pas plus que sur la vitre d’un scanner',
	],
	'pictures, drawings and annotations, words that are covered or invisible, the place, font, size and colour of words, the size and turn of a page, where a link leads, bookmarks':
		[
			'Bilder, Zeichnungen und Anmerkungen, verdeckte oder unsichtbare Wörter, Stelle, Schrift, Größe und Farbe von Wörtern, Größe und Drehung einer Seite, wohin ein Link führt, Lesezeichen',
			'images, dessins et annotations, mots recouverts ou invisibles, place, police, taille et couleur des mots, taille et orientation d’une page, destination d’un lien, signets',
		],
	'pages at another place; a page without text is known by the bytes of the file, and is another in every file of other bytes':
		[
			'Seiten an anderer Stelle; eine Seite ohne Text wird an den Bytes der Datei erkannt und ist in jeder Datei mit anderen Bytes eine andere',
			'pages déplacées\u00a0; une page sans texte est reconnue aux octets du fichier, et en est une autre dans tout fichier d’autres octets',
		],

	// documents
	'pictures and formulas': ['Bilder und Formeln', 'images et formules'],
	'values of forms': ['Werte von Formularen', 'valeurs de formulaires'],
	'where a paragraph ends and the next begins': [
		'wo ein Absatz endet und der nächste beginnt',
		'l’endroit où un paragraphe finit et où le suivant commence',
	],
	'paragraphs and rows at another place': [
		'Absätze und Zeilen an anderer Stelle',
		'paragraphes et lignes déplacés',
	],
	'empty paragraphs': ['leere Absätze', 'paragraphes vides'],
	'white space': ['Leerraum', 'espaces'],
	'the numbers of a list': ['die Nummern einer Liste', 'les numéros d’une liste'],
	'bold, italic, underlined or struck through': [
		'fett, kursiv, unterstrichen oder durchgestrichen',
		'gras, italique, souligné ou barré',
	],
	'headings and lists': ['Überschriften und Listen', 'titres et listes'],
	'the size, cut or turn of a picture': [
		'Größe, Zuschnitt oder Drehung eines Bildes',
		'la taille, le cadrage ou la rotation d’une image',
	],
	'alternative texts of pictures': [
		'Alternativtexte von Bildern',
		'textes de remplacement des images',
	],
	'cells joined with others': [
		'mit anderen verbundene Zellen',
		'cellules fusionnées avec d’autres',
	],
	'the word at which a note stands': [
		'das Wort, bei dem eine Anmerkung steht',
		'le mot auquel se rattache une note',
	],
	'who wrote a comment': ['wer einen Kommentar schrieb', 'l’auteur d’un commentaire'],
	'words that are hidden or cannot be seen': [
		'Wörter, die ausgeblendet oder nicht zu sehen sind',
		'mots masqués ou invisibles',
	],
	'font, size, colour and alignment': [
		'Schrift, Größe, Farbe und Ausrichtung',
		'police, taille, couleur et alignement',
	],
	'plain blanks at the end of a paragraph': [
		'einfache Leerzeichen am Ende eines Absatzes',
		'simples espaces à la fin d’un paragraphe',
	],
	'bold, italic and other looks of words, headings, lists and their numbers, where a link leads, the size, cut or turn of a picture, alternative texts, cells joined with others, the word at which a note stands, who wrote a comment, words that are hidden or cannot be seen':
		[
			'fett, kursiv und sonstiges Aussehen von Wörtern, Überschriften, Listen und ihre Nummern, wohin ein Link führt, Größe, Zuschnitt oder Drehung eines Bildes, Alternativtexte, mit anderen verbundene Zellen, das Wort, bei dem eine Anmerkung steht, wer einen Kommentar schrieb, Wörter, die ausgeblendet oder nicht zu sehen sind',
			'gras, italique et autres aspects des mots, titres, listes et leurs numéros, destination d’un lien, taille, cadrage ou rotation d’une image, textes de remplacement, cellules fusionnées avec d’autres, mot auquel se rattache une note, auteur d’un commentaire, mots masqués ou invisibles',
		],

	// slides
	'speaker notes and comments': ['Notizen und Kommentare', 'notes de l’orateur et commentaires'],
	'names and values of a chart': [
		'Namen und Werte eines Diagramms',
		'noms et valeurs d’un graphique',
	],
	'slides added or removed': [
		'Folien hinzugefügt oder entfernt',
		'diapositives ajoutées ou supprimées',
	],
	'paragraphs, rows and slides at another place': [
		'Absätze, Zeilen und Folien an anderer Stelle',
		'paragraphes, lignes et diapositives déplacés',
	],
	'empty paragraphs and slides': ['leere Absätze und Folien', 'paragraphes et diapositives vides'],
	'bullets and levels of a list': [
		'Aufzählungszeichen und Ebenen einer Liste',
		'puces et niveaux d’une liste',
	],
	'slides hidden or shown': ['Folien aus- oder eingeblendet', 'diapositives masquées ou affichées'],
	'words that cannot be seen': ['Wörter, die nicht zu sehen sind', 'mots invisibles'],
	'the place, size or turn of a shape': [
		'Stelle, Größe oder Drehung einer Form',
		'la place, la taille ou la rotation d’une forme',
	],
	'the cut of a picture and the kind of a chart': [
		'der Zuschnitt eines Bildes und die Art eines Diagramms',
		'le cadrage d’une image et le type d’un graphique',
	],
	'shapes without words': ['Formen ohne Wörter', 'formes sans mots'],
	'alternative texts': ['Alternativtexte', 'textes de remplacement'],
	'the size of the slides': ['die Größe der Folien', 'la taille des diapositives'],
	'bold, italic and other looks of words, lists and their numbers, where a link leads, the place, size and turn of a shape, shapes without words, the cut of a picture, the kind of a chart, alternative texts, cells joined with others, empty paragraphs and slides, hidden slides, words that cannot be seen, who wrote a comment, the size of the slides':
		[
			'fett, kursiv und sonstiges Aussehen von Wörtern, Listen und ihre Nummern, wohin ein Link führt, Stelle, Größe und Drehung einer Form, Formen ohne Wörter, der Zuschnitt eines Bildes, die Art eines Diagramms, Alternativtexte, mit anderen verbundene Zellen, leere Absätze und Folien, ausgeblendete Folien, Wörter, die nicht zu sehen sind, wer einen Kommentar schrieb, die Größe der Folien',
			'gras, italique et autres aspects des mots, listes et leurs numéros, destination d’un lien, place, taille et rotation d’une forme, formes sans mots, cadrage d’une image, type d’un graphique, textes de remplacement, cellules fusionnées avec d’autres, paragraphes et diapositives vides, diapositives masquées, mots invisibles, auteur d’un commentaire, taille des diapositives',
		],
	'short paragraphs at another place': [
		'kurze Absätze an anderer Stelle',
		'paragraphes courts déplacés',
	],

	// pages of HTML
	'letters or digits of a word of the main text': [
		'Buchstaben oder Ziffern eines Wortes des Haupttexts',
		'lettres ou chiffres d’un mot du texte principal',
	],
	'capital and small letters of the main text': [
		'Groß- und Kleinbuchstaben des Haupttexts',
		'majuscules et minuscules du texte principal',
	],
	'punctuation of the main text': ['Satzzeichen des Haupttexts', 'ponctuation du texte principal'],
	'where a paragraph of the main text ends and the next begins': [
		'wo ein Absatz des Haupttexts endet und der nächste beginnt',
		'l’endroit où un paragraphe du texte principal finit et où le suivant commence',
	],
	'paragraphs of the main text at another place': [
		'Absätze des Haupttexts an anderer Stelle',
		'paragraphes du texte principal déplacés',
	],
	'navigation, head and foot of the page': [
		'Navigation, Kopf und Fuß der Seite',
		'navigation, en-tête et pied de la page',
	],
	'white space in text shown as written': [
		'Leerraum in Text, der wie geschrieben gezeigt wird',
		'espaces dans le texte affiché tel qu’écrit',
	],
	'headings, lists, bold and italic': [
		'Überschriften, Listen, fett und kursiv',
		'titres, listes, gras et italique',
	],
	'links, pictures and values of forms': [
		'Links, Bilder und Werte von Formularen',
		'liens, images et valeurs de formulaires',
	],
	'what the own style of an element strikes through or hides': [
		'was der eigene Stil eines Elements durchstreicht oder ausblendet',
		'ce que le style propre d’un élément barre ou masque',
	],
	'the title of the page': ['der Titel der Seite', 'le titre de la page'],
	'what a link or a picture has of one visit or one release in its address': [
		'was die Adresse eines Links oder Bildes von einem einzelnen Besuch oder einer Veröffentlichung enthält',
		'ce que l’adresse d’un lien ou d’une image contient d’une visite ou d’une publication',
	],
	'scripts, styles and other attributes': [
		'Skripte, Stile und andere Attribute',
		'scripts, styles et autres attributs',
	],
	'headings, lists, bold and italic, links, pictures and values of forms, the title, scripts and styles':
		[
			'Überschriften, Listen, fett und kursiv, Links, Bilder und Werte von Formularen, der Titel, Skripte und Stile',
			'titres, listes, gras et italique, liens, images et valeurs de formulaires, titre, scripts et styles',
		],

	// pictures
	'what is drawn': ['was gezeichnet ist', 'ce qui est dessiné'],
	'pages or frames added or removed': [
		'Seiten oder Einzelbilder hinzugefügt oder entfernt',
		'pages ou vues ajoutées ou supprimées',
	],
	'the whole picture shifted, turned a little or resized': [
		'das ganze Bild verschoben, etwas gedreht oder in der Größe geändert',
		'l’image entière décalée, un peu tournée ou redimensionnée',
	],
	'pages or frames at another place': [
		'Seiten oder Einzelbilder an anderer Stelle',
		'pages ou vues déplacées',
	],
	'faint colours': ['schwache Farben', 'couleurs pâles'],
	'whether the ground is transparent': ['ob der Grund durchsichtig ist', 'la transparence du fond'],
	'what compression, scanning and the smoothing of edges leave': [
		'was Komprimieren, Scannen und Kantenglättung hinterlassen',
		'ce que laissent la compression, la numérisation et le lissage des contours',
	],
	'the whole shifted, turned or cut by no more than on the glass of a scanner': [
		'das Ganze nicht mehr verschoben, gedreht oder beschnitten als auf dem Glas eines Scanners',
		'l’ensemble décalé, tourné ou rogné pas plus que sur la vitre d’un scanner',
	],
	'the form of the file': ['die Form der Datei', 'la forme du fichier'],
	'pictures that were shifted, turned, resized, scanned again or compressed anew with loss; the smoothing of edges':
		[
			'Bilder, die verschoben, gedreht, in der Größe geändert, neu gescannt oder mit Verlust neu komprimiert wurden; Kantenglättung',
			'images décalées, tournées, redimensionnées, numérisées à nouveau ou recomprimées avec perte\u00a0; lissage des contours',
		],

	// archives, and bytes
	'entries added or removed': [
		'Einträge hinzugefügt oder entfernt',
		'entrées ajoutées ou supprimées',
	],
	'what an entry holds, as its own kind says': [
		'was ein Eintrag enthält, je nach seiner eigenen Art',
		'ce que contient une entrée, selon son propre type',
	],
	'entries renamed or at another place': [
		'Einträge umbenannt oder an anderer Stelle',
		'entrées renommées ou déplacées',
	],
	'packing, times and order': ['Packung, Zeiten und Reihenfolge', 'compression, dates et ordre'],
	'an entry of other bytes is another entry, whatever its kind; entries renamed or at another place':
		[
			'ein Eintrag mit anderen Bytes ist ein anderer Eintrag, gleich welcher Art; Einträge umbenannt oder an anderer Stelle',
			'une entrée d’autres octets est une autre entrée, quel que soit son type\u00a0; entrées renommées ou déplacées',
		],
	'bytes added, removed or changed': [
		'Bytes hinzugefügt, entfernt oder geändert',
		'octets ajoutés, supprimés ou modifiés',
	],
	'bytes at another place': ['Bytes an anderer Stelle', 'octets déplacés'],
	'any other byte: no more is known than that the bytes differ': [
		'jedes andere Byte: Es ist nur bekannt, dass die Bytes anders sind',
		'tout autre octet\u00a0: on sait seulement que les octets diffèrent',
	],
});
