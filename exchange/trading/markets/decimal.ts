/**
 * Decimal strings and whole numbers of a smallest unit, exactly. Only plain digits with at most
 * one point are read: no sign, exponent, blank or second spelling of the same idea.
 */

/** More digits than any amount here can have; longer texts are refused before they are read. */
const lengthMax = 40;

const plain = /^(\d+)(?:\.(\d+))?$/;

/** The value in units of the last of `decimals` digits; null for no decimal or a finer one. */
export function parseDecimal(text: string, decimals: number): bigint | null {
	if (text.length > lengthMax) return null;
	const [, whole, rest = ''] = plain.exec(text) ?? [];
	if (whole === undefined) return null;
	const digits = rest.replace(/0+$/, '');
	if (digits.length > decimals) return null;
	return BigInt(whole + digits.padEnd(decimals, '0'));
}

/** True for a text `parseDecimal` could read with enough decimals. */
export function isDecimal(text: string): boolean {
	return text.length <= lengthMax && plain.test(text);
}

/** The shortest text of the value: no zeros at its end, no point without digits. */
export function formatDecimal(units: bigint, decimals: number): string {
	const sign = units < 0n ? '-' : '';
	const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return sign + whole + (rest === '' ? '' : `.${rest}`);
}
