/**
 * The fingerprints of a file: its outline with a keyed hash in place of each word. Whoever has
 * them and the key can tell whether another file has the same text, but nobody can read the text
 * from them. Names that are content, such as those of members, sheets and entries, are words of
 * their rows or are not stored.
 */
import { createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Outline } from '../comparison';
import type { Place } from '../place';
import { foldedUnit, kindAt, mark, unitsAt } from '../text/reading/characters';

/** A word or a mark; equal except for case if `folded` is equal. */
export interface Print {
	readonly isMark: boolean;
	readonly folded: string;
	readonly exact: string;
}

export interface PrintedRow {
	readonly place: Place;
	/** Word indexes. */
	readonly words: readonly number[];
	/** As in the outline, because white space reveals nothing. */
	readonly gaps?: readonly string[];
	readonly end?: string;
}

/** For a file whose content can be compared. */
export interface PrintedContent {
	readonly form: 'content';
	/** The format as which the file was read. */
	readonly format: string;
	readonly unit: string;
	readonly words: readonly Print[];
	readonly rows: readonly PrintedRow[];
}

/** For a file without comparable content, of which only the hash of the bytes is known. */
export interface NoContent<Form extends 'unreadable' | 'bytes'> {
	readonly form: Form;
	/** A sentence for people, without words of the file. */
	readonly reason: string;
}

export type Prints = PrintedContent | NoContent<'unreadable'> | NoContent<'bytes'>;

/** The key is a secret of the kept file, so that nobody can guess words without it. */
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

/** Fewer bits would make collisions likely in a file with millions of words. */
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

/** Keeps numbers of places; names of members, sheets and entries would reveal content. */
function withoutNames({ line, page, box, cell }: Place): Place {
	return {
		...(line !== undefined && { line }),
		...(page !== undefined && { page }),
		...(box !== undefined && { box }),
		...(cell !== undefined && { cell }),
	};
}

/** The stored form, without names in the file. */
export function encodePrints(prints: Prints): Uint8Array {
	if (prints.form !== 'content') return gzipSync(JSON.stringify(prints));
	const rows = prints.rows.map((row) => ({ ...row, place: withoutNames(row.place) }));
	return gzipSync(JSON.stringify({ ...prints, rows }));
}

/** Decodes the result of `encodePrints`. */
export function decodePrints(bytes: Uint8Array): Prints {
	return JSON.parse(gunzipSync(bytes).toString('utf8')) as Prints;
}
