/**
 * The number a comparison ends in: a share from 0 to 1 that is 1 only for what is equal, however
 * little differs.
 */

/** The largest similarity of texts that are not equal; six decimals are what is reported. */
export const belowOne = 0.999999;

/** Twice what is equal by all there is, rounded down so that it never becomes 1. */
export function share(equal: number, total: number): number {
	const ratio = total === 0 ? 1 : (2 * equal) / total;
	return Math.min(Math.floor(ratio * 1e6) / 1e6, belowOne);
}
