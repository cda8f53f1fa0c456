/**
 * Sizes and indexes as text: decimal digits without a sign or leading zeroes. What is larger than a
 * number holds exactly (2^53 - 1) is refused rather than rounded; no log is as long.
 */

export function parseDecimal(text: string): number | undefined {
	if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
	const value = Number(text);
	return Number.isSafeInteger(value) ? value : undefined;
}
