/**
 * Amounts as programs send them, decimal strings, in whole units of their last digit and back: exact at
 * any length.
 */

/** How many digits stand behind the point. */
export function decimalsOf(text: string): number {
	const point = text.indexOf('.');
	return point < 0 ? 0 : text.length - point - 1;
}

/** In units of so many digits behind the point; digits beyond them are left out. */
export function unitsOf(text: string, decimals: number): bigint {
	const [whole = '', part = ''] = text.split('.');
	return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
}

/** The decimal string of units, without zeros that say nothing. */
export function decimalText(units: bigint, decimals: number): string {
	const digits = units.toString().padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return part === '' ? whole : `${whole}.${part}`;
}
