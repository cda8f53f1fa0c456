/**
 * What two texts of cells have in common: nothing to tell apart, the same but for how it is written, or
 * other content. Levels and weights are told by those who ask.
 */
import type { CompareRules } from '../rules';
import { cellMark } from './table';
import { numberOf, secondsOf } from './values';

/** Other letters, digits or numbers; other case or punctuation; the same written otherwise. */
export type TextDifference = 'content' | 'letters' | 'writing';

export type CellRules = Pick<
	CompareRules,
	'numberTolerance' | 'dateToleranceSeconds' | 'ignoreCase' | 'ignoreWhiteSpace'
>;

/** How two texts differ, or the rule by which they are taken for the same; nothing when they are. */
export function textDifference(
	kept: string,
	sent: string,
	rules: CellRules,
): TextDifference | keyof CellRules | undefined {
	if (kept === sent) return undefined;
	const tolerance = toleranceBetween(kept, sent, rules);
	if (tolerance !== undefined) return tolerance;
	if (reduced(kept) !== reduced(sent)) return 'content';
	const [keptTight, sentTight] = [squeezed(kept), squeezed(sent)];
	if (keptTight === sentTight) return rules.ignoreWhiteSpace ? 'ignoreWhiteSpace' : 'writing';
	if (numberOf(kept) !== undefined) return 'writing';
	if (!rules.ignoreCase || keptTight.toLowerCase() !== sentTight.toLowerCase()) return 'letters';
	const isSpaced = kept.toLowerCase() !== sent.toLowerCase();
	return isSpaced && !rules.ignoreWhiteSpace ? 'writing' : 'ignoreCase';
}

/** The content alone: letters and digits of a text, the value of a number. */
export function reduced(text: string): string {
	const number = numberOf(text);
	if (number !== undefined) return number.canonical;
	const bare = squeezed(text)
		.toLowerCase()
		.replace(/\p{P}(?!\d)|(?<=\p{L})\p{P}(?=\d)/gu, '');
	return bare === '' ? text.trim() : bare;
}

export function reducedRow(row: string): string {
	return row.split(cellMark).map(reduced).join(cellMark);
}

function squeezed(text: string): string {
	return text.replace(/\s+/g, '');
}

function toleranceBetween(
	kept: string,
	sent: string,
	{ numberTolerance, dateToleranceSeconds }: CellRules,
): keyof CellRules | undefined {
	if (numberTolerance !== undefined) {
		const [first, second] = [numberOf(kept), numberOf(sent)];
		const isOneUnit = first !== undefined && first.unit === second?.unit;
		if (isOneUnit && isNear(first.value, second.value, numberTolerance)) return 'numberTolerance';
	}
	if (dateToleranceSeconds !== undefined) {
		const [first, second] = [secondsOf(kept), secondsOf(sent)];
		const apart = first === undefined || second === undefined ? Infinity : Math.abs(first - second);
		if (apart <= dateToleranceSeconds) return 'dateToleranceSeconds';
	}
	return undefined;
}

/** 0.3 and 0.2 are 0.1 apart for people, though not in binary. */
function isNear(first: number, second: number, tolerance: number): boolean {
	const roundingError = 4 * Number.EPSILON * Math.max(Math.abs(first), Math.abs(second));
	return Math.abs(first - second) <= tolerance + roundingError;
}
