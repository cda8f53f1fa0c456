/**
 * Converts fingerprints to rows of text for the text alignment: each word becomes a name that is
 * only valid in this comparison, the same on both sides, and equal except for case if the words
 * differ only in case.
 */
import { at } from '../../server/at';
import { remembered } from '../core/remembered';
import { rowsFrom, type Rows } from '../formats/text/reading/rows';
import type { Print, PrintedContent, PrintedRow } from './prints';

/** Enough letters to distinguish all words of two files and their spellings. */
const nameLength = 16;

/** Private characters that count as punctuation and occur in no text. */
const firstMark = 0xf0000;

export class Pseudonyms {
	private readonly words = new Map<
		string,
		{ readonly number: number; readonly spellings: string[] }
	>();
	private readonly marks = new Map<string, string>();

	rowsOf({ rows, words }: PrintedContent): Rows {
		const names = words.map((print) => this.nameOf(print));
		return rowsFrom(
			rows.map((row) => ({ place: row.place, text: textOf(row, names), end: row.end })),
		);
	}

	nameOf(print: Print): string {
		return print.isMark ? this.markOf(print) : this.wordOf(print);
	}

	private markOf({ exact }: Print): string {
		const newName = () => String.fromCodePoint(firstMark + this.marks.size);
		return remembered(this.marks, exact, newName);
	}

	private wordOf({ folded, exact }: Print): string {
		const newWord = () => ({ number: this.words.size, spellings: [] });
		const { number, spellings } = remembered(this.words, folded, newWord);
		const known = spellings.indexOf(exact);
		return spelled(number, known < 0 ? spellings.push(exact) - 1 : known);
	}
}

/**
 * Separates adjacent words without a gap, as in scripts without spaces; otherwise their names would
 * be one word.
 */
function textOf({ words, gaps }: PrintedRow, names: readonly string[]): string {
	let text = '';
	for (const [place, index] of words.entries()) {
		const [gap, name] = [gaps?.[place] ?? ' ', at(names, index)];
		text += (gap === '' && endsInName.test(text) && startsInName.test(name) ? ' ' : gap) + name;
	}
	return text + (gaps?.[words.length] ?? '');
}

const endsInName = /[a-z]$/i;
const startsInName = /^[a-z]/i;

/** The number in letters; the pattern of capitals is the spelling. */
function spelled(number: number, spelling: number): string {
	let [letters, rest] = ['', number];
	for (let at = 0; at < nameLength; at += 1) {
		const letter = String.fromCharCode(0x61 + (rest % 26));
		letters += (spelling >> at) & 1 ? letter.toUpperCase() : letter;
		rest = Math.floor(rest / 26);
	}
	return letters;
}
