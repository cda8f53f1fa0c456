/**
 * Limits of a comparison from fingerprints by kind of file: differences it cannot see, and
 * differences it reports that a comparison of the contents at the same level would not.
 */
import type { ComparedKindName } from './levels';

export interface LeftOut {
	/** Differences that a comparison of contents would count, but that are not found. */
	readonly unseen?: string;
	/** Differences that are counted although they are below the level, or counted more often. */
	readonly strict?: string;
}

export const leftOut: Readonly<Record<ComparedKindName, LeftOut>> = {
	text: {},
	tree: { strict: 'the type of a value; items at another place' },
	table: {
		unseen:
			'formulas, numbers kept as text, where links lead, what is hidden, joined cells, names of sheets',
		strict: 'rows and columns at another place, renamed columns',
	},
	pdf: {
		unseen:
			'pictures, drawings and annotations, words that are covered or invisible, the place, font, size and colour of words, the size and turn of a page, where a link leads',
		strict:
			'pages at another place; a page without text is known by the bytes of the file, and is another in every file of other bytes',
	},
	document: {
		unseen:
			'bold, italic and other looks of words, headings, lists and their numbers, where a link leads, the size, cut or turn of a picture, cells joined with others',
	},
	page: { unseen: 'elements, links, pictures and values of forms, the title, scripts and styles' },
	picture: {
		strict:
			'pictures that were shifted, resized or compressed anew with loss; the smoothing of edges',
	},
	archive: {
		strict:
			'an entry of other bytes is another entry, whatever its kind; entries renamed or at another place',
	},
	bytes: { strict: 'any other byte: no more is known than that the bytes differ' },
};
