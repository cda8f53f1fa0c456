/** Decides whether two numbers or dates are equal within the tolerance of the rules. */
import type { CompareRules } from './rules';
import { numberOf, secondsOf, type DecimalSigns } from './values';

export type ToleranceRules = Pick<CompareRules, 'numberTolerance' | 'dateToleranceSeconds'>;

/** The rule by which they are equal; undefined if none. */
export function toleranceBetween(
	kept: string,
	sent: string,
	{ numberTolerance, dateToleranceSeconds }: ToleranceRules,
	signs: DecimalSigns = {},
): keyof ToleranceRules | undefined {
	if (numberTolerance !== undefined) {
		const [first, second] = [numberOf(kept, signs.kept), numberOf(sent, signs.sent)];
		const isOneKind =
			first !== undefined &&
			first.unit === second?.unit &&
			first.isAmbiguous === second.isAmbiguous;
		if (isOneKind && isNear(first.value, second.value, numberTolerance)) return 'numberTolerance';
	}
	if (dateToleranceSeconds !== undefined) {
		const [first, second] = [secondsOf(kept), secondsOf(sent)];
		const apart = first === undefined || second === undefined ? Infinity : Math.abs(first - second);
		if (apart <= dateToleranceSeconds) return 'dateToleranceSeconds';
	}
	return undefined;
}

/** Allows for rounding: 0.3 − 0.2 is not exactly 0.1 in binary. */
function isNear(first: number, second: number, tolerance: number): boolean {
	const roundingError = 4 * Number.EPSILON * Math.max(Math.abs(first), Math.abs(second));
	return Math.abs(first - second) <= tolerance + roundingError;
}
