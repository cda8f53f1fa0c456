/**
 * What a comparison from fingerprints leaves out, by the kind of the file: what it cannot see, and what it
 * takes for different though a comparison of the contents would not, at their level.
 */
import type { ComparedKindName } from './levels';

export interface LeftOut {
	/** Differences that count at the level of a comparison of contents, and are not found. */
	readonly unseen?: string;
	/** What counts as a difference below its level, or more than it would. */
	readonly strict?: string;
}

export const leftOut: Readonly<Record<ComparedKindName, LeftOut>> = {
	text: {},
	tree: { strict: 'the type of a value; items at another place' },
	table: {
		unseen: 'formulas, numbers kept as text, names of sheets',
		strict: 'rows and columns at another place, renamed columns',
	},
	pdf: {
		unseen:
			'pictures and drawings beside text, the place, font and size of words, the size of a page',
		strict:
			'pages at another place; a page without text is known by the bytes of the file, and is another in every file of other bytes',
	},
	document: { unseen: 'bold, italic and other looks of words, headings and lists' },
	page: { unseen: 'elements, links, pictures and values of forms, scripts and styles' },
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
