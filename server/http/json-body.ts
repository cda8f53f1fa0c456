/**
 * Reads JSON bodies, and refuses what two readers could read in two ways: a member given twice, and a
 * number that JavaScript cannot hold, which would be rounded in silence.
 */
import { refuse, type Refusal } from '../refusal';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns an object or a list; a few endpoints take a list. */
export function readJsonBody(body: Uint8Array): object {
	const { text, value } = parsed(body);
	if (typeof value !== 'object' || value === null) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	if (membersWritten(text) !== membersOf(value)) throw refusalOfTwice(text);
	return value;
}

function parsed(body: Uint8Array): { readonly text: string; readonly value: unknown } {
	try {
		const text = utf8.decode(body);
		return { text, value: JSON.parse(text) };
	} catch {
		throw refuse('Request_Malformed', 'the body is not JSON in UTF-8');
	}
}

/**
 * Every string, with the colon behind it if it is the name of a member; what opens and closes; and each
 * number that is long, or has an exponent.
 */
const tokens =
	/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]|-?\d[\d.]{15,}(?:e[+-]?\d+)?|-?\d[\d.]*e[+-]?\d+/gi;

/** How many members the text has; refuses a number that would be rounded. */
function membersWritten(text: string): number {
	let count = 0;
	let name = '""';
	for (const [token, written, colon] of text.matchAll(tokens)) {
		if (colon !== undefined) {
			count += 1;
			name = `"${written}"`;
		} else if (/^[-\d]/.test(token) && decimalOf(token) !== decimalOf(String(Number(token)))) {
			const where = (JSON.parse(name) as string).slice(0, 100) || 'body';
			throw refuse('Request_Invalid', where, 'has more digits than a number can hold');
		}
	}
	return count;
}

/** How many members all objects of a value have; without recursion, because a body may be nested deeply. */
function membersOf(value: object): number {
	let count = 0;
	const left: object[] = [value];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const parts: readonly unknown[] = Object.values(next);
		if (!Array.isArray(next)) count += parts.length;
		for (const part of parts) if (typeof part === 'object' && part !== null) left.push(part);
	}
	return count;
}

/** Names the first member that its object has twice. */
function refusalOfTwice(text: string): Refusal {
	const open: Set<string>[] = [];
	for (const [token, written, colon] of text.matchAll(tokens)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (colon !== undefined) {
			const name = JSON.parse(`"${written}"`) as string;
			const names = open.at(-1);
			if (names?.has(name)) {
				return refuse('Request_Invalid', name.slice(0, 100), 'is given twice; send it once');
			}
			names?.add(name);
		}
	}
	throw new Error('a member is missing in the value, and none is given twice');
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
