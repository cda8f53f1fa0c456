/** Values of leaves: text, canonical numbers of any size, and tolerance of numbers and dates. */
import { unescaped } from './json';
import { Form, type Tree } from './tree';

/** The text as in the file. */
export function spelledText(tree: Tree, node: number): string {
	return tree.text.slice(tree.starts[node], tree.stops[node]);
}

/** The decoded text of a leaf; numbers as in the file. */
export function textOf(tree: Tree, node: number): string {
	const text = spelledText(tree, node);
	if (tree.forms[node] === Form.escaped) return unescaped(text);
	return tree.forms[node] === Form.loose ? text.replace(/\s+/gu, ' ').trim() : text;
}

const plainInteger = /^-?[1-9]\d{0,14}$|^0$/;
const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const otherBase = /^0[xo][\da-fA-F]+$/;

/** Canonical spelling of a number: significant digits and the power of ten. */
export function canonicalNumber(text: string): string {
	if (plainInteger.test(text)) return text;
	if (otherBase.test(text)) return BigInt(text).toString();
	const parts = decimal.exec(text);
	if (!parts) return text.toLowerCase();
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return written(sign === '-' ? '-' : '', significant, power);
}

/** Small integers in plain form, so that they equal plain ones. */
function written(sign: string, digits: string, power: number): string {
	if (power < 0 || digits.length + power > 15) return `${sign}${digits}e${power}`;
	return sign + digits + '0'.repeat(power);
}

const numberForm = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const dateForm =
	/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

export interface Tolerance {
	readonly numberTolerance?: number;
	readonly dateToleranceSeconds?: number;
}

/** True if both are numbers, or dates, within the tolerance. */
export function isNear(kept: string, sent: string, tolerance: Tolerance): boolean {
	const { numberTolerance: most, dateToleranceSeconds: mostSeconds } = tolerance;
	if (most !== undefined && numberForm.test(kept) && numberForm.test(sent)) {
		return isWithin(Number(kept), Number(sent), most);
	}
	if (mostSeconds === undefined || !dateForm.test(kept) || !dateForm.test(sent)) return false;
	return isWithin(timeOf(kept), timeOf(sent), mostSeconds * 1000);
}

/** Allows for rounding: 1.1 − 1 is a little more than 0.1 in doubles. */
function isWithin(kept: number, sent: number, most: number): boolean {
	const rounding = Number.EPSILON * 4 * Math.max(Math.abs(kept), Math.abs(sent));
	return Math.abs(kept - sent) <= most + rounding;
}

/** Milliseconds; a time without a zone is UTC. */
function timeOf(text: string): number {
	const normal = text.replace(' ', 'T').replace(',', '.').replace(/\s/g, '');
	const hasZone = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(normal) || !normal.includes('T');
	return Date.parse(hasZone ? normal : `${normal}Z`);
}
