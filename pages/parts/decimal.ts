/** Exact conversion between decimal strings and integer units of the last digit. */

/** The number of decimal places. */
export function decimalsOf(text: string): number {
	const point = text.indexOf('.');
	return point < 0 ? 0 : text.length - point - 1;
}

/** Converts to units of `decimals` places; further digits are cut off. */
export function unitsOf(text: string, decimals: number): bigint {
	const [whole = '', part = ''] = text.split('.');
	return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
}

/** Formats units as a decimal string without trailing zeros. */
export function decimalText(units: bigint, decimals: number): string {
	const digits = units.toString().padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return part === '' ? whole : `${whole}.${part}`;
}
