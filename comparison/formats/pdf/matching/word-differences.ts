/**
 * Compares the words of two PDFs with one alignment in reading order, whatever lines and pages they
 * are on, so that reflowed text is equal. Layout and graphics are compared elsewhere.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../../align/align';
import type { Both } from '../../../core/format-comparer';
import type { RuleHits } from '../../../core/rule-hits';
import type { CompareRules } from '../../../core/rules';
import { toleranceBetween } from '../../../core/tolerance';
import { bareWords, type DecimalSigns } from '../../../core/values';
import { gapsBetween, matchesIn, type Gap, type Run, type Span } from '../../../align/run';
import { foldedCase } from '../../text/reading/characters';
import { slid, withoutNoise, type Slidable } from '../../text/matching/run-mending';
import type { Difference, DifferenceClass, DifferenceSide } from './difference';
import { movedRuns } from './moved-words';
import type { Pair } from '../../../align/pairing';
import type { PagedText } from './paged-text';
import { contentOf, type PdfText } from '../reading/pdf-text';
import { boxesOf, textOf, wordsByPage } from './word-spans';

/** The words of one side, in the order of comparison. */
export interface Sequence {
	readonly text: PdfText;
	readonly words: Int32Array;
	/** Comparison keys of the words. */
	readonly keys: Int32Array;
}

export type SequencePair = Both<Sequence>;

export interface WordComparison {
	readonly differences: readonly Difference[];
	/** Runs of words that are equal except for their form, in order. */
	readonly matches: readonly Run[];
	readonly sequences: SequencePair;
	readonly isCoarse: boolean;
}

/** For each word of the kept file the matched one of the sent file; -1 for a word without one. */
export function partners({ matches, sequences: { kept, sent } }: WordComparison): Int32Array {
	const found = new Int32Array(kept.text.wordCount).fill(-1);
	for (const [word, otherWord] of matchesIn(matches)) {
		found[at(kept.words, word)] = at(sent.words, otherWord);
	}
	return found;
}

export interface WordRules extends Pick<CompareRules, 'ignoreCase' | 'numberTolerance'> {
	/** Of the numbers in both files. */
	readonly signs: DecimalSigns;
	readonly hits: RuleHits;
}

/** Compares all words except those of moved pages, which are compared with their partners. */
export function compareWords(
	paged: Both<PagedText>,
	pairs: readonly Pair[],
	rules: WordRules,
): WordComparison {
	const moved = pairs.filter(({ isMoved }) => isMoved);
	const movedOf = (side: 'kept' | 'sent') => new Set(moved.map((pair) => pair[side]));
	const away = { kept: movedOf('kept'), sent: movedOf('sent') };
	const sequences = sequencesOf(paged, (page, side) => !away[side].has(page));
	const main = compareSequences(sequences, rules);
	const inMoved = moved.flatMap((pair) => movedPage(paged, pair, rules));
	return { ...main, differences: [...main.differences, ...inMoved], sequences };
}

function sequencesOf(
	{ kept, sent }: Both<PagedText>,
	isTaken: (page: number, side: 'kept' | 'sent') => boolean,
): SequencePair {
	return {
		kept: sequenceOfPages(kept, (page) => isTaken(page, 'kept')),
		sent: sequenceOfPages(sent, (page) => isTaken(page, 'sent')),
	};
}

function sequenceOfPages(
	{ text, body, pageStarts }: PagedText,
	isTaken: (page: number) => boolean,
): Sequence {
	const parts = text.pages.flatMap((_, page) =>
		isTaken(page) ? [body.subarray(pageStarts[page], pageStarts[page + 1])] : [],
	);
	const words = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		words.set(part, at);
		at += part.length;
	}
	return sequenceOf(text, words);
}

export function sequenceOf(text: PdfText, words: Int32Array): Sequence {
	return { text, words, keys: words.map((word) => text.vocabulary.foldedOf(text.numberAt(word))) };
}

function movedPage(paged: Both<PagedText>, pair: Pair, rules: WordRules): readonly Difference[] {
	const sequences = sequencesOf(paged, (page, side) => page === pair[side]);
	const { differences, matches } = compareSequences(sequences, rules);
	if (matches.length === 0) return differences;
	return [difference('moved', sidesIn(sequences, matches)), ...differences];
}

function spanned({ words }: Sequence, { from, to }: Span): readonly number[] {
	return [...words.subarray(from, to)];
}

export function compareSequences(
	{ kept, sent }: SequencePair,
	rules: WordRules,
): Omit<WordComparison, 'sequences'> {
	const { runs, isCoarse } = align(kept.keys, sent.keys);
	const lengths = { base: kept.words.length, other: sent.words.length };
	const sides = { base: beginningSentences(kept), other: beginningSentences(sent) };
	const matches = slid(withoutNoise(runs, lengths), sides, -1);
	const gaps = gapsBetween(matches, lengths);
	const moved = movedRuns({ base: kept.keys, other: sent.keys }, gaps);
	const differences = [
		...gaps.flatMap((gap) => gapDifferences(gap, moved, { kept, sent }, rules)),
		...moved.map((run) => difference('moved', sidesIn({ kept, sent }, [run]))),
		...matches.flatMap((run) => formDifferences(run, { kept, sent }, rules)),
	];
	return { differences, matches, isCoarse };
}

/** Insertions and deletions begin with sentences; line ends do not matter in flowing text. */
function beginningSentences({ text, words, keys }: Sequence): Slidable {
	return {
		isBoundary(word) {
			const before = words[word - 1];
			if (before === undefined || words[word] === undefined) return true;
			return /[.!?:]["\u201d\u2019)]?$/.test(text.textAt(before));
		},
		isSame: (word, other) => keys[word] === keys[other],
	};
}

/** Excludes moved words; pairs the rest in order, page by page. */
function gapDifferences(
	{ base, other }: Gap,
	moved: readonly Run[],
	{ kept, sent }: SequencePair,
	rules: WordRules,
): readonly Difference[] {
	if (unbroken(kept, base) === unbroken(sent, other)) return [];
	const parts = (side: 'base' | 'other', sequence: Sequence, stretch: Span) =>
		remaining(
			stretch,
			moved.map((run) => ({ from: run[side], to: run[side] + run.length })),
		).flatMap((part) => wordsByPage(sequence.text, spanned(sequence, part)));
	const [ours, theirs] = [parts('base', kept, base), parts('other', sent, other)];
	return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, index) => {
		const [words, others] = [ours[index], theirs[index]];
		const sides = {
			kept: words && sideOf(kept.text, words),
			sent: others && sideOf(sent.text, others),
		};
		const found = classOf(sides.kept?.text ?? '', sides.sent?.text ?? '', rules);
		return found === undefined ? [] : [difference(found, sides)];
	}).flat();
}

/** The text without hyphenation, which may also be at the end of a page. */
function unbroken(sequence: Sequence, stretch: Span): string {
	const text = textOf(sequence.text, spanned(sequence, stretch));
	return text.replace(/(\p{L})[-\u2010\u00ad] (?=\p{Ll})/gu, '$1');
}

/** A stretch without the ranges taken from it. */
function remaining({ from, to }: Span, taken: readonly Span[]): readonly Span[] {
	const inside = taken.filter((each) => each.from >= from && each.to <= to && each.to > each.from);
	const parts: Span[] = [];
	let at = from;
	for (const each of [...inside].sort((one, other) => one.from - other.from)) {
		if (each.from > at) parts.push({ from: at, to: each.from });
		at = each.to;
	}
	if (to > at) parts.push({ from: at, to });
	return parts;
}

function difference(found: DifferenceClass, sides: Partial<Both<DifferenceSide>>): Difference {
	const letters = (side: DifferenceSide | undefined) =>
		side === undefined ? 0 : side.text.length - side.words.length + 1;
	return { class: found, ...sides, weight: letters(sides.kept) + letters(sides.sent) };
}

function classOf(base: string, other: string, rules: WordRules): DifferenceClass | undefined {
	if (isWithin(base, other, rules)) return undefined;
	if (contentOf(base) === '' && contentOf(other) === '') return 'marks';
	return base.replaceAll(' ', '') === other.replaceAll(' ', '') ? 'spacing' : 'words';
}

/** True if all words are equal, and numbers within the tolerance. */
function isWithin(base: string, other: string, rules: WordRules): boolean {
	const [baseParts, otherParts] = [base.split(' '), other.split(' ')];
	if (rules.numberTolerance === undefined || baseParts.length !== otherParts.length) return false;
	const differing = baseParts
		.map((word, index) => [word, at(otherParts, index)] as const)
		.filter(([word, answer]) => word !== answer);
	const isEqual = differing.every((words) => areNear(words, rules));
	if (isEqual) rules.hits.addPair('numberTolerance', differing.length);
	return isEqual;
}

/** True if two words are near numbers in the same punctuation. */
function areNear(
	words: readonly [base: string, other: string],
	{ numberTolerance, signs }: WordRules,
): boolean {
	const [base, other] = words.map((word) => {
		const [bare] = bareWords(word);
		return bare && { text: bare.text, around: [word.slice(0, bare.from), word.slice(bare.to)] };
	});
	if (base?.around.join(' ') !== other?.around.join(' ')) return false;
	const texts = [base?.text ?? '', other?.text ?? ''] as const;
	return toleranceBetween(...texts, { numberTolerance }, signs) !== undefined;
}

/** Equal words whose case, punctuation or hyphens differ. */
function formDifferences(
	run: Run,
	{ kept, sent }: SequencePair,
	{ ignoreCase, hits }: WordRules,
): readonly Difference[] {
	const found: Difference[] = [];
	for (let step = 0; step < run.length; step += 1) {
		const [base, other] = [kept.words[run.base + step] ?? -1, sent.words[run.other + step] ?? -1];
		if (kept.text.numberAt(base) === sent.text.numberAt(other)) continue;
		const isCut = kept.text.isHyphenated(base) || sent.text.isHyphenated(other);
		const [one, two] = [kept.text.textAt(base), sent.text.textAt(other)].map((text) =>
			isCut ? text.replaceAll('-', '') : text,
		);
		if (one === two) continue;
		if (ignoreCase === true && foldedCase(one ?? '') === foldedCase(two ?? '')) {
			hits.addPair('ignoreCase');
			continue;
		}
		const sides = { kept: sideOf(kept.text, [base]), sent: sideOf(sent.text, [other]) };
		found.push(difference('marks', sides));
	}
	return found;
}

export function sideOf(text: PdfText, words: readonly number[]): DifferenceSide {
	const page = present(text.pageOf(at(words, 0)), 'the page of a word').number - 1;
	return { page, words, boxes: boxesOf(text, words, page), text: textOf(text, words) };
}

/** The words of runs on both sides. */
function sidesIn({ kept, sent }: SequencePair, runs: readonly Run[]): Both<DifferenceSide> {
	const words = (side: 'base' | 'other', sequence: Sequence) =>
		runs.flatMap((run) => spanned(sequence, { from: run[side], to: run[side] + run.length }));
	return {
		kept: sideOf(kept.text, words('base', kept)),
		sent: sideOf(sent.text, words('other', sent)),
	};
}
