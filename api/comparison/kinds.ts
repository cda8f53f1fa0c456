/**
 * What is compared of each kind of document, and from which accuracy level each difference counts.
 * Documentation, pages, nodes, reports and tests are all made from this table.
 */
import { accuracyLevels, textUnits, type AccuracyLevel } from './levels';
import type { RuleName } from './rules';

/** A class of difference: the coarsest level that counts it, and what differs, in the words of the documentation. */
export interface ComparedClass {
	readonly from: AccuracyLevel;
	readonly phrases: readonly string[];
}

export interface ComparedKind {
	/** Label of the kind, as a row heading. */
	readonly name: string;
	/** Short description of what is compared. */
	readonly compared: string;
	/** The classes of difference. `bytes`: what is left where nothing else differs. */
	readonly classes: Readonly<Record<string, ComparedClass>>;
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

const officeLevels = {
	words: 'Lowest',
	case: 'Low',
	marks: 'Low',
	breaks: 'Low',
	moved: 'Low',
	blank: 'Medium',
	spacing: 'Medium',
	numbering: 'Medium',
	emphasis: 'High',
	appearance: 'Excellent',
	trailing: 'Excellent',
	bytes: 'Excellent',
} as const;

type OfficeLevels = typeof officeLevels;

/** The classes of documents and of presentations, which count alike. */
function officeClasses<const Phrases extends Record<keyof OfficeLevels, readonly string[]>>(
	phrases: Phrases,
) {
	const classes = Object.entries(officeLevels).map(([name, from]) => [
		name,
		{ from, phrases: phrases[name as keyof OfficeLevels] },
	]);
	return Object.fromEntries(classes) as {
		readonly [Name in keyof OfficeLevels]: {
			readonly from: OfficeLevels[Name];
			readonly phrases: Phrases[Name];
		};
	};
}

export const comparedKinds = {
	text: {
		name: 'Text, Markdown, code',
		compared:
			'paragraphs, lines, words, characters by level, in any encoding that can be told; moved lines',
		classes: {
			words: { from: 'Lowest', phrases: ['letters or digits of a word'] },
			case: { from: 'Low', phrases: ['capital and small letters'] },
			marks: { from: 'Low', phrases: ['punctuation and other signs'] },
			breaks: { from: 'Low', phrases: ['where a line ends and the next begins'] },
			moved: { from: 'Low', phrases: ['lines at another place'] },
			blank: { from: 'Medium', phrases: ['blank lines'] },
			spacing: { from: 'Medium', phrases: ['white space before and between words'] },
			trailing: { from: 'High', phrases: ['white space at the end of a line'] },
			ends: { from: 'Excellent', phrases: ['the style of line ends'] },
			bytes: { from: 'Excellent', phrases: ['the mark of the byte order', 'the encoding'] },
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
		classes: {
			content: {
				from: 'Lowest',
				phrases: ['a value', 'a path added or removed', 'an item at another place'],
			},
			letters: {
				from: 'Low',
				phrases: ['capital and small letters of a text', 'punctuation of a text'],
			},
			type: { from: 'Low', phrases: ['the type of a value (JSON, YAML)'] },
			space: { from: 'Medium', phrases: ['white space inside a text'] },
			comment: { from: 'High', phrases: ['comments (YAML, XML)'] },
			spelling: { from: 'Excellent', phrases: ['how a value is spelled, such as 1.10 for 1.1'] },
			order: { from: 'Excellent', phrases: ['the order of members or attributes'] },
			bytes: { from: 'Excellent', phrases: ['indentation, line ends and encoding'] },
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
		classes: {
			content: {
				from: 'Lowest',
				phrases: [
					'letters, digits or the number of a cell',
					'rows, columns or sheets added or removed',
					'comments and text boxes (XLSX, ODS)',
				],
			},
			name: { from: 'Low', phrases: ['the name of a column or a sheet'] },
			letters: {
				from: 'Low',
				phrases: ['capital and small letters of a cell', 'punctuation of a cell'],
			},
			order: { from: 'Medium', phrases: ['rows, columns or sheets at another place'] },
			formula: { from: 'Medium', phrases: ['the formula behind an equal value (XLSX, ODS)'] },
			writing: {
				from: 'High',
				phrases: [
					'white space in a cell',
					'how a number is written',
					'a number kept as text (XLSX, ODS)',
				],
			},
			link: { from: 'High', phrases: ['where a link leads (XLSX, ODS)'] },
			look: {
				from: 'High',
				phrases: [
					'what is struck through or cannot be seen (XLSX, ODS)',
					'superscripts and subscripts (XLSX, ODS)',
					'a currency, a word, the scale or a missing minus of a number format (XLSX)',
				],
			},
			view: {
				from: 'High',
				phrases: [
					'rows, columns or sheets hidden or shown (XLSX, ODS)',
					'cells joined with others (XLSX, ODS)',
					'heads and feet of printed pages (XLSX, ODS)',
				],
			},
			form: { from: 'Excellent', phrases: ['the format of a number (XLSX)'] },
			bytes: { from: 'Excellent', phrases: ['any other byte of the file'] },
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
		classes: {
			words: { from: 'Lowest', phrases: ['letters or digits of a word'] },
			scan: { from: 'Lowest', phrases: ['what is seen of a page without text'] },
			marks: { from: 'Low', phrases: ['capital and small letters', 'punctuation'] },
			spacing: { from: 'Medium', phrases: ['where one word ends and the next begins'] },
			moved: { from: 'Medium', phrases: ['words or pages at another place'] },
			picture: {
				from: 'Medium',
				phrases: [
					'pictures, drawings and annotations, also over and behind words',
					'words that are covered or made invisible',
				],
			},
			layout: {
				from: 'High',
				phrases: [
					'the place, font, size or colour of the same words',
					'the size of a page and how it is turned',
					'where a link leads',
					'bookmarks',
					'empty pages',
				],
			},
			file: {
				from: 'Excellent',
				phrases: [
					'properties',
					'a scan shifted or turned by no more than on the glass of a scanner',
				],
			},
			bytes: { from: 'Excellent', phrases: ['any other byte of the file'] },
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
		classes: officeClasses({
			words: ['letters or digits of a word', 'pictures and formulas', 'values of forms'],
			case: ['capital and small letters'],
			marks: ['punctuation and other signs'],
			breaks: ['where a paragraph ends and the next begins'],
			moved: ['paragraphs and rows at another place'],
			blank: ['empty paragraphs'],
			spacing: ['white space'],
			numbering: ['the numbers of a list'],
			emphasis: [
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
			appearance: ['font, size, colour and alignment'],
			trailing: ['plain blanks at the end of a paragraph'],
			bytes: ['any other byte of the file'],
		}),
		diffFile: 'side by side; a DOCX with tracked changes',
		measure: [
			'`paragraphs and words`',
			'letters, and for each word one for its spacing and one for its look; moved text counts half',
			'paragraphs and rows, and columns of a table that were added or removed',
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
		classes: officeClasses({
			words: [
				'letters or digits of a word',
				'speaker notes and comments',
				'pictures and formulas',
				'names and values of a chart',
				'slides added or removed',
			],
			case: ['capital and small letters'],
			marks: ['punctuation and other signs'],
			breaks: ['where a paragraph ends and the next begins'],
			moved: ['paragraphs, rows and slides at another place'],
			blank: ['empty paragraphs and slides'],
			spacing: ['white space'],
			numbering: ['the numbers of a list'],
			emphasis: [
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
			appearance: ['font, size, colour and alignment'],
			trailing: ['plain blanks at the end of a paragraph'],
			bytes: ['any other byte of the file'],
		}),
		diffFile: 'slide by slide, side by side',
		measure: [
			'`slides, paragraphs and words`',
			'letters, and for each word one for its spacing and one for its look; moved slides and moved text count half',
			'paragraphs and rows, columns of a table that were added or removed, and slides that moved',
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
		compared:
			'the main text, the text around it, how words look and what stands among them, the code',
		// Around the main text, what differs counts from Medium on at the earliest.
		classes: {
			main: { from: 'Lowest', phrases: ['letters or digits of a word of the main text'] },
			small: {
				from: 'Low',
				phrases: [
					'capital and small letters of the main text',
					'punctuation of the main text',
					'where a paragraph of the main text ends and the next begins',
					'paragraphs of the main text at another place',
				],
			},
			around: {
				from: 'Medium',
				phrases: ['navigation, head and foot of the page', 'white space in text shown as written'],
			},
			structure: {
				from: 'High',
				phrases: [
					'headings, lists, bold and italic',
					'links, pictures and values of forms',
					'what the own style of an element strikes through or hides',
					'the title of the page',
				],
			},
			code: {
				from: 'Excellent',
				phrases: [
					'what a link or a picture has of one visit or one release in its address',
					'scripts, styles and other attributes',
				],
			},
			bytes: { from: 'Excellent', phrases: ['any other byte of the file'] },
		},
		diffFile: 'side by side',
		measure: [
			'the parts that count, such as `main text`',
			'letters, and for each word one for its spacing and one for its look; moved text counts half; the code counts at most as much as all else',
			'paragraphs',
		],
		rules: [
			...(['ignorePatterns', 'ignoreSelectors', 'onlySelectors'] as const),
			...(['numberTolerance', 'dateToleranceSeconds'] as const),
			...(['ignoreCase', 'ignoreWhiteSpace'] as const),
		],
		fromFingerprints: {
			unseen:
				'headings, lists, bold and italic, links, pictures and values of forms, the title, scripts and styles',
		},
		endings: { Text: ['htm', 'html', 'xhtml'] },
	},
	picture: {
		name: 'PNG, JPEG, WebP, TIFF, GIF',
		compared:
			'pixels, page by page; pictures that were shifted, turned a little or resized are aligned',
		classes: {
			content: { from: 'Lowest', phrases: ['what is drawn', 'pages or frames added or removed'] },
			placement: {
				from: 'Medium',
				phrases: [
					'the whole picture shifted, turned a little or resized',
					'pages or frames at another place',
				],
			},
			faint: { from: 'High', phrases: ['faint colours', 'whether the ground is transparent'] },
			noise: {
				from: 'Excellent',
				phrases: [
					'what compression, scanning and the smoothing of edges leave',
					'the whole shifted, turned or cut by no more than on the glass of a scanner',
				],
			},
			bytes: { from: 'Excellent', phrases: ['the form of the file'] },
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
		classes: {
			content: {
				from: 'Lowest',
				phrases: ['entries added or removed', 'what an entry holds, as its own kind says'],
			},
			moved: { from: 'Medium', phrases: ['entries renamed or at another place'] },
			bytes: { from: 'Excellent', phrases: ['packing, times and order'] },
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
		classes: {
			bytes: {
				from: 'Lowest',
				phrases: ['bytes added, removed or changed', 'bytes at another place'],
			},
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

type Kind = (typeof comparedKinds)[ComparedKindName];
type ValueOf<One> = One extends unknown ? One[keyof One] : never;

/** By their words, pages know them in other languages. */
export type ComparedPhrase = ValueOf<Kind['classes']>['phrases'][number];
export type FingerprintPhrase = ValueOf<Kind['fromFingerprints']>;

interface PhrasedClass extends ComparedClass {
	readonly phrases: readonly ComparedPhrase[];
}

/** What counts from a level on and not at the coarser ones. */
export function phrasesFrom(
	kind: ComparedKindName,
	level: AccuracyLevel,
): readonly ComparedPhrase[] {
	const classes: Readonly<Record<string, PhrasedClass>> = comparedKinds[kind].classes;
	return Object.values(classes).flatMap(({ from, phrases }) => (from === level ? phrases : []));
}

/** Describes which differences count between two files of a kind at a level. */
export function differencesAt(
	kind: ComparedKindName,
	level: AccuracyLevel,
): Readonly<Record<'counted' | 'notCounted', readonly ComparedPhrase[]>> {
	const finest = accuracyLevels.indexOf(level) + 1;
	const listed = (levels: readonly AccuracyLevel[]) =>
		levels.flatMap((one) => phrasesFrom(kind, one));
	return {
		counted: listed(accuracyLevels.slice(0, finest)),
		notCounted: listed(accuracyLevels.slice(finest)),
	};
}
