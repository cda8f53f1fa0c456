/**
 * Parses sizes and indexes: decimal digits without sign or leading zeros. Values above 2^53 - 1
 * are rejected rather than rounded.
 */

export function parseDecimal(text: string): number | undefined {
	if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
	const value = Number(text);
	return Number.isSafeInteger(value) ? value : undefined;
}
