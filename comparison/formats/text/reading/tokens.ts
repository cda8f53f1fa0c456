/**
 * Splits rows into tokens: words and punctuation. White space is no token, but the gap between two.
 * Millions of tokens fit: each is five numbers, and its text is read from its row.
 */
import { present } from '../../../../server/at';
import type { Span } from '../../../align/run';
import { isPartOfNumber } from '../../../core/values';
import {
	foldedUnit,
	foldedWord,
	hasOtherForms,
	kindAt,
	mark,
	unitsAt,
	white,
	wholeWord,
	wordPart,
} from './characters';
import { IntList } from './int-list';

/** Tokens of some rows, in order. */
export class TokenList {
	private readonly hashes = new IntList();
	private readonly rowIndexes = new IntList();
	private readonly starts = new IntList();
	private readonly ends = new IntList();
	private readonly kinds = new IntList();

	/** `whole`: of each text the stretches that are one word, whatever they hold. */
	constructor(
		readonly texts: readonly string[],
		whole: readonly (readonly Span[])[] = [],
	) {
		for (const [index, text] of texts.entries()) {
			eachTokenAround(text, whole[index] ?? [], (from, to, kind) => {
				this.hashes.push(foldedHash(text, from, to));
				this.rowIndexes.push(index);
				this.starts.push(from);
				this.ends.push(to);
				this.kinds.push(kind);
			});
		}
	}

	get length(): number {
		return this.hashes.length;
	}

	/** Index among the texts. */
	rowOf(token: number): number {
		return this.rowIndexes.at(token);
	}

	startOf(token: number): number {
		return this.starts.at(token);
	}

	endOf(token: number): number {
		return this.ends.at(token);
	}

	isWord(token: number): boolean {
		return this.kinds.at(token) !== mark;
	}

	/** Equal for tokens that differ only in case. */
	hashOf(token: number): number {
		return this.hashes.at(token);
	}

	textOf(token: number): string {
		return this.rowTextOf(token).slice(this.startOf(token), this.endOf(token));
	}

	rowTextOf(token: number): string {
		return present(this.texts[this.rowOf(token)], 'the text of a row');
	}
}

type Visit = (from: number, to: number, kind: number) => void;

/**
 * A longer word is cut at positions that depend on its letters, so that a change affects only a
 * part of it.
 */
const wordUnits = 32;

export function eachToken(text: string, visit: Visit): void {
	for (let at = 0; at < text.length;) {
		const kind = kindOfToken(text, at);
		const end = endOfToken(text, at, kind);
		if (kind !== white) visit(at, end, kind === mark ? mark : wholeWord);
		at = end;
	}
}

/** The stretches must be in order and must not overlap. */
function eachTokenAround(text: string, whole: readonly Span[], visit: Visit): void {
	if (whole.length === 0) return eachToken(text, visit);
	let at = 0;
	for (const { from, to } of [...whole, { from: text.length, to: text.length }]) {
		const start = at;
		eachToken(text.slice(start, from), (first, end, kind) =>
			visit(start + first, start + end, kind),
		);
		if (to > from) visit(from, to, wholeWord);
		at = to;
	}
}

/** A sign that belongs to a number says as much as a word. */
export function kindOfToken(text: string, at: number): number {
	const kind = kindAt(text, at);
	return kind === mark && isPartOfNumber(text, at) ? wholeWord : kind;
}

function endOfToken(text: string, at: number, kind: number): number {
	let end = at + unitsAt(text, at);
	if (kind !== wordPart) return isVoicing(text.charCodeAt(end)) ? end + 1 : end;
	while (end < text.length && isOfWord(text, end) && !isCut(text, at, end)) {
		end += unitsAt(text, end);
	}
	return end;
}

const digit = /^\d/;

/** A sign between the digits of a number, as in `12.50`, leaves it one word. */
function isOfWord(text: string, at: number): boolean {
	const kind = kindAt(text, at);
	if (kind !== mark) return kind === wordPart;
	const isInside = digit.test(text.charAt(at - 1)) && digit.test(text.charAt(at + 1));
	return isInside && isPartOfNumber(text, at);
}

/** The marks of voiced Japanese syllables, where they stand apart from the syllable. */
function isVoicing(unit: number): boolean {
	return unit === 0x3099 || unit === 0x309a;
}

function isCut(text: string, from: number, at: number): boolean {
	if (at - from < wordUnits) return false;
	const units =
		text.charCodeAt(at - 1) * 31 + text.charCodeAt(at - 2) * 7 + text.charCodeAt(at - 3);
	return Math.imul(units, 0x9e3779b1) >>> 28 === 0;
}

export function tokenCount(text: string): number {
	let count = 0;
	eachToken(text, () => (count += 1));
	return count;
}

/** Calls `visit` with the case-insensitive hash of each word. */
export function eachWord(text: string, visit: (hash: number) => void): void {
	for (let at = 0; at < text.length;) {
		const kind = kindOfToken(text, at);
		const end = endOfToken(text, at, kind);
		if (kind !== white && kind !== mark) visit(foldedHash(text, at, end));
		at = end;
	}
}

/** The tokens of a text, and the gaps before each and after the last. */
export function wordsAndGaps(text: string): Readonly<Record<'words' | 'gaps', readonly string[]>> {
	const [words, gaps]: [string[], string[]] = [[], []];
	let at = 0;
	eachToken(text, (from, to) => {
		gaps.push(text.slice(at, from));
		words.push(text.slice(from, to));
		at = to;
	});
	gaps.push(text.slice(at));
	return { words, gaps };
}

/** Case-insensitive hash of the words of a text; 0 without words. */
export function wordsHashOf(text: string): number {
	let hash = 0;
	eachWord(text, (word) => {
		hash = (Math.imul(hash, 0x01000193) + word) | 0 || 1;
	});
	return hash;
}

function foldedHash(text: string, from: number, to: number): number {
	if (!hasOtherForms(text, from, to)) return hashOfUnits(text, from, to);
	const word = foldedWord(text.slice(from, to));
	return hashOfUnits(word, 0, word.length);
}

function hashOfUnits(text: string, from: number, to: number): number {
	let hash = 0x811c9dc5;
	for (let at = from; at < to; at += 1) {
		hash = Math.imul(hash ^ foldedUnit(text.charCodeAt(at)), 0x01000193);
	}
	return hash ^ (hash >>> 15);
}

/** True if two tokens have the same letters, except for case; hashes alone do not prove it. */
export function areSame(
	base: TokenList,
	baseToken: number,
	other: TokenList,
	otherToken: number,
): boolean {
	return areSameFolded(base.textOf(baseToken), other.textOf(otherToken));
}

function areSameFolded(base: string, other: string): boolean {
	if (base === other) return true;
	if (hasForms(base) || hasForms(other)) return foldedWord(base) === foldedWord(other);
	if (base.length !== other.length) return false;
	for (let unit = 0; unit < base.length; unit += 1) {
		if (foldedUnit(base.charCodeAt(unit)) !== foldedUnit(other.charCodeAt(unit))) return false;
	}
	return true;
}

function hasForms(word: string): boolean {
	return hasOtherForms(word, 0, word.length);
}

/** True if both have the same words in the same order, except for case. */
export function haveSameWords(base: Iterable<string>, other: Iterable<string>): boolean {
	const [ones, others] = [wordsOf(base), wordsOf(other)];
	for (;;) {
		const [one, two] = [ones.next(), others.next()];
		if (one.done === true || two.done === true) return one.done === two.done;
		if (!areSameFolded(one.value, two.value)) return false;
	}
}

function* wordsOf(texts: Iterable<string>): Generator<string, undefined> {
	for (const text of texts) {
		const words: string[] = [];
		eachToken(text, (from, to, kind) => {
			if (kind !== mark) words.push(text.slice(from, to));
		});
		yield* words;
	}
	return undefined;
}
