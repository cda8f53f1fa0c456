/**
 * Exact conversion between decimal strings and integers of a smallest unit. Only plain digits with
 * at most one point are accepted: no sign, exponent or blank.
 */

/** More digits than any amount can have; longer texts are refused unread. */
const lengthMax = 40;

const plain = /^(\d+)(?:\.(\d+))?$/;

/** Returns the value in units of the last decimal place; null for malformed or finer values. */
export function parseDecimal(text: string, decimals: number): bigint | null {
	if (text.length > lengthMax) return null;
	const [, whole, rest = ''] = plain.exec(text) ?? [];
	if (whole === undefined) return null;
	const digits = rest.replace(/0+$/, '');
	if (digits.length > decimals) return null;
	return BigInt(whole + digits.padEnd(decimals, '0'));
}

/** True if `parseDecimal` could read it with enough decimals. */
export function isDecimal(text: string): boolean {
	return text.length <= lengthMax && plain.test(text);
}

/** The shortest text: no trailing zeros, no point without digits. */
export function formatDecimal(units: bigint, decimals: number): string {
	const sign = units < 0n ? '-' : '';
	const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return sign + whole + (rest === '' ? '' : `.${rest}`);
}
