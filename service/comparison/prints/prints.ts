/**
 * The fingerprints of a file: its outline with a keyed hash in the place of each word, so that whoever has
 * them and the key can tell whether another file says the same, and nobody can read it from them. Names
 * that are content, such as those of members, sheets and entries, are words of their rows or are not kept.
 */
import { createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Outline } from '../comparison';
import type { Place } from '../place';
import { foldedUnit, kindAt, mark, unitsAt } from '../text/reading/characters';

/** A word or a mark; the same but for case where `folded` is the same. */
export interface Print {
	readonly isMark: boolean;
	readonly folded: string;
	readonly exact: string;
}

export interface PrintedRow {
	readonly place: Place;
	/** Indexes among the words. */
	readonly words: readonly number[];
	/** As in the outline: white space says nothing. */
	readonly gaps?: readonly string[];
	readonly end?: string;
}

/** Of a file whose content can be compared. */
export interface PrintedContent {
	readonly form: 'content';
	/** As which format the file was read. */
	readonly format: string;
	readonly unit: string;
	readonly words: readonly Print[];
	readonly rows: readonly PrintedRow[];
}

/** Of one that has no content to compare, or none that can be compared: the hash of its bytes is all there is. */
export interface NoContent<Form extends 'unreadable' | 'bytes'> {
	readonly form: Form;
	/** A sentence for people, without words of the file. */
	readonly reason: string;
}

export type Prints = PrintedContent | NoContent<'unreadable'> | NoContent<'bytes'>;

/** The key is a secret of the kept file: without it nobody can try words out. */
export function printsOf(outline: Outline, format: string, key: string): PrintedContent {
	const indexes = new Map<string, number>();
	const words: Print[] = [];
	const indexOf = (word: string) => {
		const known = indexes.get(word);
		if (known !== undefined) return known;
		indexes.set(word, words.length);
		words.push(printOf(word, key));
		return words.length - 1;
	};
	const rows = outline.rows.map((row) => ({
		place: row.place,
		words: row.words.map(indexOf),
		...(row.gaps !== undefined && { gaps: row.gaps }),
		...(row.end !== undefined && { end: row.end }),
	}));
	return { form: 'content', format, unit: outline.unit, words, rows };
}

/** Fewer bits would take two words for the same in a file of millions. */
const hashSizeBytes = 12;

function printOf(word: string, key: string): Print {
	const hash = (use: string, text: string) =>
		createHmac('sha256', key)
			.update(`${use}:${text}`)
			.digest()
			.subarray(0, hashSizeBytes)
			.toString('base64url');
	const folded = foldedText(word);
	const ofFolded = hash('folded', folded);
	const exact = folded === word ? ofFolded : hash('exact', word);
	return { isMark: isMark(word), folded: ofFolded, exact };
}

function foldedText(word: string): string {
	return Array.from({ length: word.length }, (_, at) =>
		String.fromCharCode(foldedUnit(word.charCodeAt(at))),
	).join('');
}

function isMark(word: string): boolean {
	return word !== '' && kindAt(word, 0) === mark && unitsAt(word, 0) === word.length;
}

/** Numbers tell where to look; names of members, sheets and entries tell what is there. */
function withoutNames({ line, page, box, cell }: Place): Place {
	return {
		...(line !== undefined && { line }),
		...(page !== undefined && { page }),
		...(box !== undefined && { box }),
		...(cell !== undefined && { cell }),
	};
}

/** As they are kept, without what names anything in the file. */
export function encodePrints(prints: Prints): Uint8Array {
	if (prints.form !== 'content') return gzipSync(JSON.stringify(prints));
	const rows = prints.rows.map((row) => ({ ...row, place: withoutNames(row.place) }));
	return gzipSync(JSON.stringify({ ...prints, rows }));
}

/** Of bytes that `encodePrints` made. */
export function decodePrints(bytes: Uint8Array): Prints {
	return JSON.parse(gunzipSync(bytes).toString('utf8')) as Prints;
}
