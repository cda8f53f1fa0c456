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

/** How two texts differ; nothing when they are the same by the rules. */
export function textDifference(
	kept: string,
	sent: string,
	rules: CellRules,
): TextDifference | undefined {
	if (kept === sent || isWithinTolerance(kept, sent, rules)) return undefined;
	if (reduced(kept) !== reduced(sent)) return 'content';
	if (numberOf(kept) !== undefined) {
		return rules.ignoreWhiteSpace && squeezed(kept) === squeezed(sent) ? undefined : 'writing';
	}
	const isCaseAlone = squeezed(kept).toLowerCase() === squeezed(sent).toLowerCase();
	if (squeezed(kept) !== squeezed(sent) && !(rules.ignoreCase && isCaseAlone)) return 'letters';
	const isSpaceAlone = kept !== sent && !isSameSpaced(kept, sent, rules);
	return isSpaceAlone && !rules.ignoreWhiteSpace ? 'writing' : undefined;
}

function isSameSpaced(kept: string, sent: string, { ignoreCase }: CellRules): boolean {
	return ignoreCase === true && kept.toLowerCase() === sent.toLowerCase();
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

function isWithinTolerance(kept: string, sent: string, rules: CellRules): boolean {
	const { numberTolerance, dateToleranceSeconds } = rules;
	if (numberTolerance !== undefined) {
		const [first, second] = [numberOf(kept), numberOf(sent)];
		if (first !== undefined && second !== undefined && first.unit === second.unit) {
			return isNear(first.value, second.value, numberTolerance);
		}
	}
	if (dateToleranceSeconds === undefined) return false;
	const [first, second] = [secondsOf(kept), secondsOf(sent)];
	if (first === undefined || second === undefined) return false;
	return Math.abs(first - second) <= dateToleranceSeconds;
}

/** 0.3 and 0.2 are 0.1 apart for people, though not in binary. */
function isNear(first: number, second: number, tolerance: number): boolean {
	const roundingError = 4 * Number.EPSILON * Math.max(Math.abs(first), Math.abs(second));
	return Math.abs(first - second) <= tolerance + roundingError;
}
