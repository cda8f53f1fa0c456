/**
 * Cuts a text into the rows and the tokens a comparison aligns. Rows know the line they start
 * at; tokens are words with everything between them, so that joining them gives the row again.
 */
import type { LevelRule } from './levels';

export interface Row {
	/** Number of its first line in the text, from 1. */
	readonly line: number;
	/** The folded text, as it is compared and shown. */
	readonly text: string;
	/** The characters that ended its line, where the level counts them, else empty. */
	readonly lineEnd: string;
}

export interface Token {
	readonly text: string;
	/** What it counts for: white space counts only where characters do. */
	readonly weight: number;
	/** Index of its row among those the tokens were made of. */
	readonly row: number;
	/** Whether it stands for the end of its row. */
	readonly endsRow: boolean;
}

/** The rows of a text at a level, in order. */
export function rowsOf(text: string, rule: LevelRule): readonly Row[] {
	const lines = linesOf(rule.isExact ? text : text.replace(/^\ufeff/, ''));
	const rows = (rule.rows === 'paragraph' ? paragraphsOf(lines) : lines).map((row) => ({
		line: row.line,
		text: rule.fold(row.text),
		lineEnd: rule.isExact ? row.lineEnd : '',
	}));
	return rule.dropsEmptyRows ? rows.filter((row) => row.text !== '') : rows;
}

function linesOf(text: string): readonly Row[] {
	const lines: Row[] = [];
	for (const [, content = '', lineEnd = ''] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
		if (content === '' && lineEnd === '') break;
		lines.push({ line: lines.length + 1, text: content, lineEnd });
	}
	return lines;
}

/** Lines between blank ones, joined. */
function paragraphsOf(lines: readonly Row[]): readonly Row[] {
	const paragraphs: Row[] = [];
	let open: Row[] = [];
	const close = () => {
		const [first] = open;
		const text = open.map((line) => line.text).join('\n');
		if (first !== undefined) paragraphs.push({ line: first.line, text, lineEnd: '' });
		open = [];
	};
	for (const line of lines) {
		if (line.text.trim() === '') close();
		else open.push(line);
	}
	close();
	return paragraphs;
}

/** What a row counts for in the units of a level. */
export function weightOf(row: Row, { unit }: LevelRule): number {
	switch (unit) {
		case 'row':
			return 1;
		case 'word':
			return sum(wordTokens([row], unit));
		case 'character':
			return characterCount(row.text) + characterCount(row.lineEnd);
	}
}

export function sum(tokens: readonly Token[]): number {
	return tokens.reduce((total, { weight }) => total + weight, 0);
}

const word = /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

/** The words, punctuation marks and spaces of rows, each row closed by an end token. */
export function wordTokens(rows: readonly Row[], unit: LevelRule['unit']): readonly Token[] {
	const weigh =
		unit === 'character' ? characterCount : (text: string) => (text.trim() === '' ? 0 : 1);
	const tokens: Token[] = [];
	for (const [row, { text, lineEnd }] of rows.entries()) {
		for (const [match] of text.matchAll(word)) {
			tokens.push({ text: match, weight: weigh(match), row, endsRow: false });
		}
		tokens.push({ text: lineEnd, weight: weigh(lineEnd), row, endsRow: true });
	}
	return tokens;
}

/** The single characters of tokens; the end of a row stays one token. */
export function characterTokens(tokens: readonly Token[]): readonly Token[] {
	return tokens.flatMap((token) =>
		token.endsRow ? [token] : Array.from(token.text, (text) => ({ ...token, text, weight: 1 })),
	);
}

function characterCount(text: string): number {
	let count = 0;
	for (const _character of text) count += 1;
	return count;
}

/** The number each text stands for, the same for equal texts of one numbering. */
export class Numbering {
	private readonly numbers = new Map<string, number>();

	numbersOf(texts: readonly string[]): Int32Array {
		return Int32Array.from(texts, (text) => {
			const known = this.numbers.get(text);
			if (known !== undefined) return known;
			this.numbers.set(text, this.numbers.size);
			return this.numbers.size - 1;
		});
	}
}
