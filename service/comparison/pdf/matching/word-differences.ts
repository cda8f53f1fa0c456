/**
 * What differs between the words of two PDFs: one alignment of all words in reading order, whatever
 * lines and pages they stand on, so that a text that flows on is the same text. Where words stand, and
 * what is seen beside them, is compared by others.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../text/align/aligning';
import type { Run } from '../../text/align/run';
import { withoutNoise } from '../../text/matching/run-mending';
import type { Difference, DifferenceClass, DifferenceSide } from './difference';
import { slidToSentences } from './sentence-starts';
import { movedRuns, type MovedRun, type Stretch } from './moved-words';
import type { PagedText, PagePair } from './page-alignment';
import type { PdfText } from '../reading/pdf-text';
import { boxesOf, textOf, wordsByPage } from './word-spans';

/** Words of one side in the order they are compared. */
export interface Sequence {
	readonly text: PdfText;
	readonly words: Int32Array;
	/** What they are compared by. */
	readonly keys: Int32Array;
}

export interface SequencePair {
	readonly kept: Sequence;
	readonly sent: Sequence;
}

export interface WordComparison {
	readonly differences: readonly Difference[];
	/** Pairs of words that are the same but for their form, in order. */
	readonly matches: readonly Run[];
	readonly sequences: SequencePair;
	readonly isCoarse: boolean;
}

export interface WordRules {
	readonly ignoreCase: boolean;
	readonly numberTolerance: number;
}

/** All words but those of moved pages, which are compared with the pages they were moved to. */
export function compareWords(
	kept: PagedText,
	sent: PagedText,
	pairs: readonly PagePair[],
	rules: WordRules,
): WordComparison {
	const moved = pairs.filter(({ isMoved }) => isMoved);
	const movedOf = (side: 'kept' | 'sent') => new Set(moved.map((pair) => pair[side]));
	const sequences = {
		kept: sequenceOf(kept, (page) => !movedOf('kept').has(page), true),
		sent: sequenceOf(sent, (page) => !movedOf('sent').has(page), true),
	};
	const main = compareSequences(sequences, rules);
	const inMoved = moved.flatMap((pair) => movedPage(kept, sent, pair, rules));
	return { ...main, differences: [...main.differences, ...inMoved], sequences };
}

function sequenceOf(
	{ text, reading }: PagedText,
	isTaken: (page: number) => boolean,
	withRunning: boolean,
): Sequence {
	const parts = text.pages.flatMap((_, page) =>
		isTaken(page)
			? [reading.body.subarray(reading.pageStarts[page], reading.pageStarts[page + 1])]
			: [],
	);
	const all = withRunning ? [...parts, Int32Array.from(reading.running)] : parts;
	const words = new Int32Array(all.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of all) {
		words.set(part, at);
		at += part.length;
	}
	const keys = words.map((word) => text.vocabulary.foldedOf(text.numberAt(word)));
	return { text, words, keys };
}

function movedPage(
	kept: PagedText,
	sent: PagedText,
	pair: PagePair,
	rules: WordRules,
): readonly Difference[] {
	const sequences = {
		kept: sequenceOf(kept, (page) => page === pair.kept, false),
		sent: sequenceOf(sent, (page) => page === pair.sent, false),
	};
	const { differences, matches } = compareSequences(sequences, rules);
	const whole = (side: 'kept' | 'sent', at: (run: Run) => number) =>
		matches.flatMap((run) => spanned(sequences[side], { from: at(run), to: at(run) + run.length }));
	const words = whole('kept', ({ first }) => first);
	const others = whole('sent', ({ second }) => second);
	if (words.length === 0 || others.length === 0) return differences;
	const ends = { kept: sideOf(kept.text, words), sent: sideOf(sent.text, others) };
	return [{ class: 'moved', ...ends, weight: lettersOf(ends) }, ...differences];
}

function spanned({ words }: Sequence, { from, to }: Stretch): readonly number[] {
	return [...words.subarray(from, to)];
}

function compareSequences(
	{ kept, sent }: SequencePair,
	rules: WordRules,
): Omit<WordComparison, 'sequences'> {
	const { runs, isCoarse } = align(kept.keys, sent.keys);
	const lengths = { first: kept.words.length, second: sent.words.length };
	const matches = slidToSentences(withoutNoise(runs, lengths), { kept, sent });
	const gaps = gapsOf(matches, { kept, sent });
	const moved = movedRuns(
		{ keys: kept.keys, alone: gaps.map((gap) => gap.kept) },
		{ keys: sent.keys, alone: gaps.map((gap) => gap.sent) },
	);
	const differences = [
		...gaps.flatMap((gap) => gapDifferences(gap, moved, { kept, sent }, rules)),
		...moved.flatMap((run) => movedDifference(run, { kept, sent })),
		...matches.flatMap((run) => formDifferences(run, { kept, sent }, rules)),
	];
	return { differences, matches, isCoarse };
}

interface GapPair {
	readonly kept: Stretch;
	readonly sent: Stretch;
}

function gapsOf(runs: readonly Run[], { kept, sent }: SequencePair): readonly GapPair[] {
	const gaps: GapPair[] = [];
	let [first, second] = [0, 0];
	const end = { first: kept.words.length, second: sent.words.length, length: 0 };
	for (const run of [...runs, end]) {
		if (run.first > first || run.second > second) {
			gaps.push({
				kept: { from: first, to: run.first },
				sent: { from: second, to: run.second },
			});
		}
		[first, second] = [run.first + run.length, run.second + run.length];
	}
	return gaps;
}

/** What was moved is told apart; what remains is paired in order, page by page. */
function gapDifferences(
	gap: GapPair,
	moved: readonly MovedRun[],
	{ kept, sent }: SequencePair,
	rules: WordRules,
): readonly Difference[] {
	if (unbroken(kept, gap.kept) === unbroken(sent, gap.sent)) return [];
	const left = remaining(
		gap.kept,
		moved.map((run) => ({ from: run.kept, to: run.kept + run.length })),
	);
	const right = remaining(
		gap.sent,
		moved.map((run) => ({ from: run.sent, to: run.sent + run.length })),
	);
	const olds = left.flatMap((stretch) => wordsByPage(kept.text, spanned(kept, stretch)));
	const news = right.flatMap((stretch) => wordsByPage(sent.text, spanned(sent, stretch)));
	return Array.from({ length: Math.max(olds.length, news.length) }, (_, index) => {
		const [old, fresh] = [olds[index], news[index]];
		return difference(kept.text, old, sent.text, fresh, rules);
	}).flat();
}

/** As it reads when nothing is hyphenated: words may be so at the end of a page. */
function unbroken(sequence: Sequence, stretch: Stretch): string {
	const text = textOf(sequence.text, spanned(sequence, stretch));
	return text.replace(/(\p{L})[-\u2010\u00ad] (?=\p{Ll})/gu, '$1');
}

/** A stretch without those that begin in it. */
function remaining({ from, to }: Stretch, taken: readonly Stretch[]): readonly Stretch[] {
	const inside = taken.filter((each) => each.from >= from && each.to <= to && each.to > each.from);
	const parts: Stretch[] = [];
	let at = from;
	for (const each of [...inside].sort((one, other) => one.from - other.from)) {
		if (each.from > at) parts.push({ from: at, to: each.from });
		at = each.to;
	}
	if (to > at) parts.push({ from: at, to });
	return parts;
}

function difference(
	kept: PdfText,
	old: readonly number[] | undefined,
	sent: PdfText,
	fresh: readonly number[] | undefined,
	rules: WordRules,
): readonly Difference[] {
	const sides = {
		...(old === undefined ? {} : { kept: sideOf(kept, old) }),
		...(fresh === undefined ? {} : { sent: sideOf(sent, fresh) }),
	};
	const found = classOf(sides.kept?.text ?? '', sides.sent?.text ?? '', rules);
	return found === undefined ? [] : [{ class: found, ...sides, weight: lettersOf(sides) }];
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function classOf(old: string, fresh: string, rules: WordRules): DifferenceClass | undefined {
	if (isWithin(old, fresh, rules.numberTolerance)) return undefined;
	if (!letterOrDigit.test(old + fresh)) return 'marks';
	return old.replaceAll(' ', '') === fresh.replaceAll(' ', '') ? 'spacing' : 'words';
}

/** Whether all words are the same but for numbers, which differ by no more than the tolerance. */
function isWithin(old: string, fresh: string, tolerance: number): boolean {
	if (tolerance === 0) return false;
	const [olds, news] = [old.split(' '), fresh.split(' ')];
	return (
		olds.length === news.length &&
		olds.every((word, index) => {
			const other = at(news, index);
			if (word === other) return true;
			const [one, two] = [numberOf(word), numberOf(other)];
			return one !== undefined && two !== undefined && Math.abs(one - two) <= tolerance;
		})
	);
}

function numberOf(word: string): number | undefined {
	const digits = /^[^\d+-]*([+-]?[\d,]*\.?\d+)[^\d]*$/.exec(word)?.[1]?.replaceAll(',', '');
	return digits === undefined ? undefined : Number(digits);
}

function movedDifference(run: MovedRun, { kept, sent }: SequencePair): readonly Difference[] {
	const olds = wordsByPage(kept.text, spanned(kept, { from: run.kept, to: run.kept + run.length }));
	const news = wordsByPage(sent.text, spanned(sent, { from: run.sent, to: run.sent + run.length }));
	const [old, fresh] = [olds.flat(), news.flat()];
	const sides = { kept: sideOf(kept.text, old), sent: sideOf(sent.text, fresh) };
	return [{ class: 'moved', ...sides, weight: lettersOf(sides) }];
}

/** Words with the same letters whose case, marks or hyphens differ. */
function formDifferences(
	{ first, second, length }: Run,
	{ kept, sent }: SequencePair,
	{ ignoreCase }: WordRules,
): readonly Difference[] {
	const found: Difference[] = [];
	for (let step = 0; step < length; step += 1) {
		const [old, fresh] = [kept.words[first + step] ?? -1, sent.words[second + step] ?? -1];
		if (kept.text.numberAt(old) === sent.text.numberAt(fresh)) continue;
		const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
		const isCut = kept.text.isHyphenated(old) || sent.text.isHyphenated(fresh);
		const plain = (text: string) => (isCut ? fold(text).replaceAll('-', '') : fold(text));
		if (plain(kept.text.textAt(old)) === plain(sent.text.textAt(fresh))) continue;
		const sides = { kept: sideOf(kept.text, [old]), sent: sideOf(sent.text, [fresh]) };
		found.push({ class: 'marks', ...sides, weight: lettersOf(sides) });
	}
	return found;
}

export function sideOf(text: PdfText, words: readonly number[]): DifferenceSide {
	const page = present(text.pageOf(at(words, 0)), 'the page of a word').number - 1;
	return { page, words, boxes: boxesOf(text, words, page), text: textOf(text, words) };
}

function lettersOf(sides: { kept?: DifferenceSide; sent?: DifferenceSide }): number {
	const letters = (side: DifferenceSide | undefined) =>
		side === undefined ? 0 : side.text.length - side.words.length + 1;
	return letters(sides.kept) + letters(sides.sent);
}
