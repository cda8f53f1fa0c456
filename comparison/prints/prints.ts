/**
 * The fingerprints of a file: its outline with a keyed hash instead of each word. With the key one
 * can tell whether another file is equal, but not read the text. Names that are content, such as
 * those of members, sheets and entries, are hashed as words or not stored.
 */
import { createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Outline, OutlineRow } from '../core/comparison';
import type { Place } from '../../api/comparison/place';
import { at } from '../../server/at';
import { remembered } from '../core/remembered';
import { foldedWord, mark, unitsAt } from '../formats/text/reading/characters';
import { kindOfToken } from '../formats/text/reading/tokens';

/** A word or punctuation; `folded` is equal for words that differ only in case. */
export interface Print {
	readonly isMark: boolean;
	readonly folded: string;
	readonly exact: string;
}

export interface PrintedRow {
	readonly place: Place;
	/** Indexes in `words`. */
	readonly words: readonly number[];
	/** As in the outline; white space reveals no content. */
	readonly gaps?: readonly string[];
	readonly end?: string;
}

/** Fingerprints of a file with comparable content. */
export interface PrintedContent {
	readonly form: 'content';
	/** The format in which the file was read. */
	readonly format: string;
	readonly unit: string;
	readonly words: readonly Print[];
	readonly rows: readonly PrintedRow[];
}

/** A file without comparable content: only the hash of its bytes is known. */
export interface NoContent<Form extends 'unreadable' | 'bytes'> {
	readonly form: Form;
	/** A message for people, without text of the file. */
	readonly reason: string;
}

export type Prints = PrintedContent | NoContent<'unreadable'> | NoContent<'bytes'>;

/** The key is a secret of the kept file: without it nobody can test guesses of words. */
export function printsOf(outline: Outline, format: string, key: string): PrintedContent {
	const indexes = new Map<string, number>();
	const words: Print[] = [];
	const indexOf = (word: string, isMark: boolean) => {
		const newIndex = () => words.push({ isMark, ...printOf(word, key) }) - 1;
		return remembered(indexes, `${isMark} ${word}`, newIndex);
	};
	const rows = outline.rows.map((row) => ({
		...row,
		words: wordsIn(row).map(([word, isMark]) => indexOf(word, isMark)),
	}));
	return { form: 'content', format, unit: outline.unit, words, rows };
}

/** With fewer bits, words of a large file could collide. */
const hashSizeBytes = 12;

function printOf(word: string, key: string): Omit<Print, 'isMark'> {
	const hash = (use: string, text: string) =>
		createHmac('sha256', key)
			.update(`${use}:${text}`)
			.digest()
			.subarray(0, hashSizeBytes)
			.toString('base64url');
	const folded = foldedWord(word);
	const ofFolded = hash('folded', folded);
	const exact = folded === word ? ofFolded : hash('exact', word);
	return { folded: ofFolded, exact };
}

/** The words of a row, with whether each is a mark, which what stands around it tells. */
function wordsIn({ words, gaps }: OutlineRow): readonly (readonly [string, boolean])[] {
	let text = '';
	const starts = words.map((word, place) => {
		const start = text.length + (gaps?.[place] ?? ' ').length;
		text += `${gaps?.[place] ?? ' '}${word}`;
		return start;
	});
	return words.map((word, place) => {
		const start = at(starts, place);
		const isMark = kindOfToken(text, start) === mark && unitsAt(word, 0) === word.length;
		return [word, word !== '' && isMark];
	});
}

/** Numbers are only positions; names of members, sheets and entries are content. */
function withoutNames({ line, page, box, cell }: Place): Place {
	return { line, page, box, cell };
}

/** Encodes fingerprints for storage, without names from the file. */
export function encodePrints(prints: Prints): Uint8Array {
	if (prints.form !== 'content') return gzipSync(JSON.stringify(prints));
	const rows = prints.rows.map((row) => ({ ...row, place: withoutNames(row.place) }));
	return gzipSync(JSON.stringify({ ...prints, rows }));
}

/** Decodes the output of `encodePrints`. */
export function decodePrints(bytes: Uint8Array): Prints {
	return JSON.parse(gunzipSync(bytes).toString('utf8')) as Prints;
}
