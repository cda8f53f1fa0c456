/**
 * What is compared of each kind of document, and from which accuracy level each difference counts.
 * Documentation, pages, nodes, reports and tests are all made from this table.
 */
import { accuracyLevels, textUnits, type AccuracyLevel } from './levels';
import type { RuleName } from './rules';

export interface ComparedKind {
	/** Label of the kind, as a row heading. */
	readonly name: string;
	/** Short description of what is compared. */
	readonly compared: string;
	/** The differences each level counts that the coarser ones ignore. */
	readonly differences: Readonly<Record<AccuracyLevel, readonly string[]>>;
	/** The report and its further files. */
	readonly diffFile: string;
	/** Method name in the reply, weights, and unit of the counts. */
	readonly measure: readonly [method: string, weighed: string, counted: string];
	/** The rules that apply to it. */
	readonly rules: readonly RuleName[];
	/** What a comparison from fingerprints leaves out. */
	readonly fromFingerprints: {
		/** Differences that a comparison of contents would count, but that are not found. */
		readonly unseen?: string;
		/** Differences that are counted although they are below the level, or counted more often. */
		readonly strict?: string;
	};
	/** Extensions that tell its files from others of the same type, by the type of the file. */
	readonly endings: Readonly<Partial<Record<'Text' | 'Image' | 'Binary', readonly string[]>>>;
}

/** Such as `paragraphs at Lowest, lines at Low and Medium`. */
function textUnitsText(): string {
	const units = [...new Set(accuracyLevels.map((level) => textUnits[level]))];
	return units
		.map((unit) => {
			const levels = accuracyLevels.filter((level) => textUnits[level] === unit);
			return `${unit}s at ${levels.join(' and ')}`;
		})
		.join(', ');
}

export const comparedKinds = {
	text: {
		name: 'Text, Markdown, code',
		compared:
			'paragraphs, lines, words, characters by level, in any encoding that can be told; moved lines',
		differences: {
			Lowest: ['letters or digits of a word'],
			Low: [
				'capital and small letters',
				'punctuation and other signs',
				'where a line ends and the next begins',
				'lines at another place',
			],
			Medium: ['blank lines', 'white space before and between words'],
			High: ['white space at the end of a line'],
			Excellent: ['the style of line ends', 'the mark of the byte order', 'the encoding'],
		},
		diffFile: 'side by side; a unified diff',
		measure: ['`words`', 'words and marks', textUnitsText()],
		rules: ['ignorePatterns', 'ignoreCase', 'ignoreWhiteSpace'],
		fromFingerprints: {},
		endings: {},
	},
	tree: {
		name: 'JSON, YAML, XML',
		compared: 'paths and values; the order of members does not count, the order of items does',
		differences: {
			Lowest: ['a value', 'a path added or removed', 'an item at another place'],
			Low: [
				'capital and small letters of a text',
				'punctuation of a text',
				'the type of a value (JSON, YAML)',
			],
			Medium: ['white space inside a text'],
			High: ['comments (YAML, XML)'],
			Excellent: [
				'how a value is spelled, such as 1.10 for 1.1',
				'the order of members or attributes',
				'indentation, line ends and encoding',
			],
		},
		diffFile: 'a tree with its changes; a JSON Patch (JSON, YAML), a unified diff (YAML, XML)',
		measure: ['`paths and values`', 'values, objects and arrays', 'paths'],
		rules: [
			...(['ignorePatterns', 'ignorePaths', 'numberTolerance', 'dateToleranceSeconds'] as const),
			...(['arrays', 'arrayKey', 'ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: { strict: 'the type of a value; items at another place' },
		endings: { Text: ['yaml', 'yml'] },
	},
	table: {
		name: 'CSV, XLSX, ODS',
		compared: 'sheets, rows by content or by key columns, columns, cells',
		differences: {
			Lowest: [
				'letters, digits or the number of a cell',
				'rows, columns or sheets added or removed',
				'comments and text boxes (XLSX, ODS)',
			],
			Low: [
				'the name of a column or a sheet',
				'capital and small letters of a cell',
				'punctuation of a cell',
			],
			Medium: [
				'rows, columns or sheets at another place',
				'the formula behind an equal value (XLSX, ODS)',
			],
			High: [
				'white space in a cell',
				'how a number is written',
				'a number kept as text (XLSX, ODS)',
				'where a link leads (XLSX, ODS)',
				'what is struck through or cannot be seen (XLSX, ODS)',
				'superscripts and subscripts (XLSX, ODS)',
				'a currency, a word, the scale or a missing minus of a number format (XLSX)',
				'rows, columns or sheets hidden or shown (XLSX, ODS)',
				'cells joined with others (XLSX, ODS)',
				'heads and feet of printed pages (XLSX, ODS)',
			],
			Excellent: ['the format of a number (XLSX)', 'any other byte of the file'],
		},
		diffFile: 'tables with the changed cells; a list of the changes (CSV)',
		measure: [
			'`cells`',
			'non-empty cells; what was only renamed or moved counts as two',
			'rows, and columns that were added, removed or moved',
		],
		rules: [
			...(['ignorePatterns', 'ignoreColumns', 'numberTolerance', 'dateToleranceSeconds'] as const),
			...(['keyColumns', 'delimiter', 'decimalSign', 'ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: {
			unseen:
				'comments and text boxes, formulas, numbers kept as text, where links lead, what is hidden, struck through, joined or cannot be seen, superscripts and subscripts, heads and feet of printed pages, number formats, names of sheets',
			strict: 'rows and columns at another place, renamed columns',
		},
		endings: { Text: ['csv', 'tsv'], Binary: ['xlsx', 'ods'] },
	},
	pdf: {
		name: 'PDF',
		compared:
			'pages, then words with their places; pages without text as pictures; page numbers may shift with the pages',
		differences: {
			Lowest: ['letters or digits of a word', 'what is seen of a page without text'],
			Low: ['capital and small letters', 'punctuation'],
			Medium: [
				'where one word ends and the next begins',
				'words or pages at another place',
				'pictures, drawings and annotations, also over and behind words',
				'words that are covered or made invisible',
			],
			High: [
				'the place, font, size or colour of the same words',
				'the size of a page and how it is turned',
				'where a link leads',
				'bookmarks',
				'empty pages',
			],
			Excellent: ['properties', 'any other byte of the file'],
		},
		diffFile: 'marked pages side by side; a marked PDF',
		measure: [
			'`words of pages`; of scans `pictures of pages`',
			'letters; moved text counts half, a change of its setting a tenth; a page of pictures counts as 1,500 letters, pictures beside text as 300',
			'words; of scans regions',
		],
		rules: ['ignorePatterns', 'ignoreRegions', 'numberTolerance', 'ignoreCase'],
		fromFingerprints: {
			unseen:
				'pictures, drawings and annotations, words that are covered or invisible, the place, font, size and colour of words, the size and turn of a page, where a link leads, bookmarks',
			strict:
				'pages at another place; a page without text is known by the bytes of the file, and is another in every file of other bytes',
		},
		endings: {},
	},
	document: {
		name: 'DOCX, ODT',
		compared:
			'paragraphs, words, tables, headers, footers, notes and comments; tracked changes as if accepted',
		differences: {
			Lowest: ['letters or digits of a word', 'pictures and formulas', 'values of forms'],
			Low: [
				'capital and small letters',
				'punctuation and other signs',
				'where a paragraph ends and the next begins',
				'paragraphs and rows at another place',
			],
			Medium: ['empty paragraphs', 'white space', 'the numbers of a list'],
			High: [
				'bold, italic, underlined or struck through',
				'headings and lists',
				'where a link leads',
				'the size, cut or turn of a picture',
				'alternative texts of pictures',
				'cells joined with others',
				'the word at which a note stands',
				'who wrote a comment',
				'words that are hidden or cannot be seen',
			],
			Excellent: ['font, size, colour and alignment', 'any other byte of the file'],
		},
		diffFile: 'side by side; a DOCX with tracked changes',
		measure: [
			'`paragraphs and words`',
			'letters, and for each word one for its spacing and one for its look; moved text counts half',
			'paragraphs',
		],
		rules: [
			...(['ignorePatterns', 'numberTolerance', 'dateToleranceSeconds'] as const),
			...(['ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: {
			unseen:
				'bold, italic and other looks of words, headings, lists and their numbers, where a link leads, the size, cut or turn of a picture, alternative texts, cells joined with others, the word at which a note stands, who wrote a comment, words that are hidden or cannot be seen',
		},
		endings: { Binary: ['docx', 'odt'] },
	},
	slides: {
		name: 'PPTX',
		compared:
			'slides in their order, then titles, texts, tables, pictures, charts, diagrams, speaker notes and comments',
		differences: {
			Lowest: [
				'letters or digits of a word',
				'speaker notes and comments',
				'pictures and formulas',
				'names and values of a chart',
				'slides added or removed',
			],
			Low: [
				'capital and small letters',
				'punctuation and other signs',
				'where a paragraph ends and the next begins',
				'paragraphs, rows and slides at another place',
			],
			Medium: ['empty paragraphs and slides', 'white space', 'the numbers of a list'],
			High: [
				'bold, italic, underlined or struck through',
				'bullets and levels of a list',
				'where a link leads',
				'slides hidden or shown',
				'words that cannot be seen',
				'who wrote a comment',
				'the place, size or turn of a shape',
				'the cut of a picture and the kind of a chart',
				'shapes without words',
				'alternative texts',
				'cells joined with others',
				'the size of the slides',
			],
			Excellent: ['font, size, colour and alignment', 'any other byte of the file'],
		},
		diffFile: 'slide by slide, side by side',
		measure: [
			'`slides, paragraphs and words`',
			'letters, and for each word one for its spacing and one for its look; moved slides and moved text count half',
			'paragraphs, and slides that moved',
		],
		rules: [
			...(['ignorePatterns', 'numberTolerance', 'dateToleranceSeconds'] as const),
			...(['ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: {
			unseen:
				'bold, italic and other looks of words, lists and their numbers, where a link leads, the place, size and turn of a shape, shapes without words, the cut of a picture, the kind of a chart, alternative texts, cells joined with others, empty paragraphs and slides, hidden slides, words that cannot be seen, who wrote a comment, the size of the slides',
			strict: 'short paragraphs at another place',
		},
		endings: { Binary: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'] },
	},
	page: {
		name: 'HTML',
		compared: 'the main text, the text around it, the structure, the code',
		differences: {
			Lowest: ['letters or digits of a word of the main text'],
			Low: [
				'capital and small letters of the main text',
				'punctuation of the main text',
				'paragraphs of the main text at another place',
			],
			Medium: ['navigation, head and foot of the page'],
			High: [
				'elements, links, pictures and values of forms',
				'what the own style of an element strikes through or hides',
				'the title of the page',
			],
			Excellent: [
				'what a link or a picture has of one visit or one release in its address',
				'scripts, styles and other attributes',
				'any other byte of the file',
			],
		},
		diffFile: 'side by side',
		measure: [
			'the parts that count, such as `main text`',
			'words and marks; structure and code count at most as much as the text, each',
			'paragraphs',
		],
		rules: [
			...(['ignorePatterns', 'ignoreSelectors', 'onlySelectors'] as const),
			...(['ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: {
			unseen: 'elements, links, pictures and values of forms, the title, scripts and styles',
		},
		endings: { Text: ['htm', 'html', 'xhtml'] },
	},
	picture: {
		name: 'PNG, JPEG, WebP, TIFF, GIF',
		compared:
			'pixels, page by page; pictures that were shifted, turned a little or resized are aligned',
		differences: {
			Lowest: ['what is drawn', 'pages or frames added or removed'],
			Low: [],
			Medium: [
				'the whole picture shifted, turned a little or resized',
				'pages or frames at another place',
			],
			High: ['faint colours', 'whether the ground is transparent'],
			Excellent: [
				'what compression, scanning and the smoothing of edges leave',
				'the form of the file',
			],
		},
		diffFile: 'overlay, blink and slider',
		measure: ['`pixels`', 'pixels', 'regions'],
		rules: ['ignoreRegions'],
		fromFingerprints: {
			strict:
				'pictures that were shifted, turned, resized, scanned again or compressed anew with loss; the smoothing of edges',
		},
		endings: {},
	},
	archive: {
		name: 'ZIP',
		compared: 'entries, each by its own kind',
		differences: {
			Lowest: ['entries added or removed', 'what an entry holds, as its own kind says'],
			Low: [],
			Medium: ['entries renamed or at another place'],
			High: [],
			Excellent: ['packing, times and order'],
		},
		diffFile: 'the list of entries with their reports',
		measure: [
			'`entries, each by its type`',
			'bytes of entries, by the share that differs in each; moved entries count half',
			'files',
		],
		rules: [],
		fromFingerprints: {
			strict:
				'an entry of other bytes is another entry, whatever its kind; entries renamed or at another place',
		},
		endings: { Binary: ['zip'] },
	},
	bytes: {
		name: 'anything else',
		compared: 'pieces of bytes, cut by their content',
		differences: {
			Lowest: ['bytes added, removed or changed', 'bytes at another place'],
			Low: [],
			Medium: [],
			High: [],
			Excellent: [],
		},
		diffFile: 'the ranges that differ, in hex',
		measure: ['`bytes`; of large files `pieces of bytes`', 'bytes', 'ranges'],
		rules: [],
		fromFingerprints: { strict: 'any other byte: no more is known than that the bytes differ' },
		// Pictures in forms that are not read.
		endings: { Image: ['avif', 'heic', 'heif', 'bmp'] },
	},
} as const satisfies Readonly<Record<string, ComparedKind>>;

export type ComparedKindName = keyof typeof comparedKinds;

export interface CountedDifferences {
	readonly counted: readonly string[];
	readonly notCounted: readonly string[];
}

/** Describes which differences count between two files of a kind at a level. */
export function differencesAt(kind: ComparedKindName, level: AccuracyLevel): CountedDifferences {
	const { differences }: ComparedKind = comparedKinds[kind];
	const finest = accuracyLevels.indexOf(level) + 1;
	const listed = (levels: readonly AccuracyLevel[]) => levels.flatMap((one) => differences[one]);
	return {
		counted: listed(accuracyLevels.slice(0, finest)),
		notCounted: listed(accuracyLevels.slice(finest)),
	};
}
