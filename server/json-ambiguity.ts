/**
 * Finds what two readers of a JSON text could read in two ways: a member given twice, of which most readers
 * keep the last, and a number that JavaScript cannot hold, which it would round in silence.
 */
import { refuse, type Refusal } from './refusal';

/**
 * Every string, with the colon behind it if it is the name of a member; what opens and closes; and each
 * number that is long, or has an exponent.
 */
const tokens =
	/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]|-?\d[\d.]{15,}(?:e[+-]?\d+)?|-?\d[\d.]*e[+-]?\d+/gi;

/** Refuses a text, by the name of the member, that means more than the value parsed from it. */
export function ambiguityOf(text: string, value: unknown): Refusal | undefined {
	const rounded = roundedNumber(text);
	if (rounded !== undefined) {
		return refuse('Request_Invalid', rounded, 'has more digits than a number can hold');
	}
	const twice = memberGivenTwice(text, value);
	if (twice === undefined) return undefined;
	return refuse('Request_Invalid', twice.slice(0, 100), 'is given twice; send it once');
}

/** The first member that its object has twice. */
export function memberGivenTwice(text: string, value: unknown): string | undefined {
	if (membersWritten(text) === membersOf(value)) return undefined;
	const open: Set<string>[] = [];
	for (const [token, written, colon] of text.matchAll(tokens)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (colon !== undefined) {
			const name = JSON.parse(`"${written}"`) as string;
			const names = open.at(-1);
			if (names?.has(name)) return name;
			names?.add(name);
		}
	}
	throw new Error('a member is missing in the value, and none is given twice');
}

function membersWritten(text: string): number {
	let count = 0;
	for (const [, , colon] of text.matchAll(tokens)) if (colon !== undefined) count += 1;
	return count;
}

/** How many members all objects of a value have; without recursion, because it may be nested deeply. */
function membersOf(value: unknown): number {
	let count = 0;
	const left: unknown[] = [value];
	while (left.length > 0) {
		const next = left.pop();
		if (typeof next !== 'object' || next === null) continue;
		const parts: readonly unknown[] = Object.values(next);
		if (!Array.isArray(next)) count += parts.length;
		for (const part of parts) left.push(part);
	}
	return count;
}

/** The member of the first number that would be rounded; `body` outside of any. */
function roundedNumber(text: string): string | undefined {
	let name = '""';
	for (const [token, written, colon] of text.matchAll(tokens)) {
		if (colon !== undefined) name = `"${written}"`;
		else if (/^[-\d]/.test(token) && decimalOf(token) !== decimalOf(String(Number(token)))) {
			return (JSON.parse(name) as string).slice(0, 100) || 'body';
		}
	}
	return undefined;
}

/** A number as its significant digits and the power of ten of the last one: `-1.50e3` is `-15e2`. */
function decimalOf(number: string): string {
	const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = `${whole}${fraction}`.replace(/^(-?)0+(?=\d)/, '$1');
	const significant = digits.replace(/0+$/, '');
	if (significant === '' || significant === '-') return '0';
	const zeros = digits.length - significant.length;
	return `${significant}e${Number(power) - fraction.length + zeros}`;
}
