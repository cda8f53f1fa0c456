/**
 * Exact arithmetic on decimal texts: a price or quantity never becomes a number, which would round
 * it. Malformed amounts are refused here, and for an amount off its step the nearest valid ones are
 * computed.
 */
import { refuseItem, type Item } from '../wire/item';

interface Decimal {
	readonly units: bigint;
	/** Decimal places. */
	readonly digits: number;
}

function decimalOf(text: string): Decimal | undefined {
	const [, whole, fraction = ''] = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
	if (whole === undefined) return undefined;
	return { units: BigInt(whole + fraction), digits: fraction.length };
}

function textOf({ units, digits }: Decimal): string {
	const text = units.toString().padStart(digits + 1, '0');
	const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
	const kept = fraction.replace(/0+$/, '');
	return kept === '' ? whole : `${whole}.${kept}`;
}

/** Formats smallest units as a decimal of the asset. */
export function inDecimals(units: string, digits: number): string {
	return textOf({ units: BigInt(units), digits });
}

function inDigits({ units, digits }: Decimal, wanted: number): bigint {
	return units * 10n ** BigInt(wanted - digits);
}

const zero: Decimal = { units: 0n, digits: 0 };

/** Parses an amount that was checked, or comes from the exchange. */
function read(text: string): Decimal {
	return decimalOf(text) ?? zero;
}

export function product(one: string, other: string): string {
	const [left, right] = [read(one), read(other)];
	return textOf({ units: left.units * right.units, digits: left.digits + right.digits });
}

export function sum(texts: readonly string[]): string {
	return textOf(
		texts.map(read).reduce((total, each) => {
			const digits = Math.max(total.digits, each.digits);
			return { units: inDigits(total, digits) + inDigits(each, digits), digits };
		}, zero),
	);
}

export function less(one: string, other: string): string {
	const [left, right] = [read(one), read(other)];
	const digits = Math.max(left.digits, right.digits);
	const units = inDigits(left, digits) - inDigits(right, digits);
	return textOf({ units: units < 0n ? 0n : units, digits });
}

export function isMore(one: string, other: string): boolean {
	const [left, right] = [read(one), read(other)];
	const digits = Math.max(left.digits, right.digits);
	return inDigits(left, digits) > inDigits(right, digits);
}

/**
 * Returns the multiples of the step below and above the amount; only the first step if the amount
 * is below it.
 */
export function nearest(text: string, step: string): readonly string[] {
	const [amount, least] = [read(text), read(step)];
	const digits = Math.max(amount.digits, least.digits);
	const width = inDigits(least, digits);
	if (width === 0n) return [];
	const below = (inDigits(amount, digits) / width) * width;
	const steps = below === 0n ? [width] : [below, below + width];
	return steps.map((units) => textOf({ units, digits }));
}

/** Refuses an amount that is not a plain decimal; the message names the field. */
export function checkAmount(item: Item, label: string, text: string): void {
	if (decimalOf(text) !== undefined) return;
	throw refuseItem(
		item,
		`'${label}' is ${text}, which is no plain decimal number`,
		`Enter in '${label}' digits with at most one point, such as 12.5: no comma, no blanks, no sign, no exponent. Where an expression gives a number, have it give a text with the digits you mean.`,
	);
}
