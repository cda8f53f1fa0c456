/**
 * What a leaf of a tree says: its text, numbers in one canonical spelling however large they are, and
 * numbers and dates that are near enough to count as the same.
 */
import { unescaped } from './json';
import { Form, type Tree } from './tree';

/** As the file spells it. */
export function spelledText(tree: Tree, node: number): string {
	return tree.text.slice(tree.starts[node], tree.stops[node]);
}

/** What a leaf says, numbers as they are spelled. */
export function textOf(tree: Tree, node: number): string {
	const text = spelledText(tree, node);
	if (tree.forms[node] === Form.escaped) return unescaped(text);
	return tree.forms[node] === Form.loose ? text.replace(/\s+/gu, ' ').trim() : text;
}

const plainInteger = /^-?[1-9]\d{0,14}$|^0$/;
const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const otherBase = /^0[xo][\da-fA-F]+$/;

/** One spelling for each number: digits without zeros around them, and the power of ten they stand at. */
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

/** Small whole numbers as they are usually written, so that they equal the plain ones. */
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

/** Whether two texts are numbers, or dates, that lie near enough to each other. */
export function isNear(kept: string, sent: string, tolerance: Tolerance): boolean {
	const { numberTolerance: most, dateToleranceSeconds: mostSeconds } = tolerance;
	if (most !== undefined && numberForm.test(kept) && numberForm.test(sent)) {
		return isWithin(Number(kept), Number(sent), most);
	}
	if (mostSeconds === undefined || !dateForm.test(kept) || !dateForm.test(sent)) return false;
	return isWithin(timeOf(kept), timeOf(sent), mostSeconds * 1000);
}

/** By what doubles can tell: 1.1 and 1 are 0.1 apart, though their difference is a little more. */
function isWithin(kept: number, sent: number, most: number): boolean {
	const rounding = Number.EPSILON * 4 * Math.max(Math.abs(kept), Math.abs(sent));
	return Math.abs(kept - sent) <= most + rounding;
}

/** Milliseconds; a time without a zone is taken for UTC on both sides. */
function timeOf(text: string): number {
	const normal = text.replace(' ', 'T').replace(',', '.').replace(/\s/g, '');
	const hasZone = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(normal) || !normal.includes('T');
	return Date.parse(hasZone ? normal : `${normal}Z`);
}
