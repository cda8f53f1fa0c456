/** Whether two texts are numbers or dates so near to each other that the rules of a file take them for the same. */
import type { CompareRules } from './rules';
import { numberOf, secondsOf } from './values';

export type ToleranceRules = Pick<CompareRules, 'numberTolerance' | 'dateToleranceSeconds'>;

/** The rule by which they are taken for the same. */
export function toleranceBetween(
	kept: string,
	sent: string,
	{ numberTolerance, dateToleranceSeconds }: ToleranceRules,
): keyof ToleranceRules | undefined {
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
