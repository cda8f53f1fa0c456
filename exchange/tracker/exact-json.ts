/**
 * Parses JSON without losing precision. An integer in plain digits becomes a bigint of any size;
 * any other number stays a JavaScript number, so 5.0 is not 5.
 */

import { memberGivenTwice } from '../../server/json-ambiguity';

/** More digits than any amount; parsing a million of them would take seconds. */
const digitsMax = 100;
const wholeNumber = new RegExp(`^-?\\d{1,${digitsMax}}$`);

/**
 * Returns the value, or undefined if the bytes are not JSON in UTF-8, or an object has a field
 * twice, whose value would be ambiguous.
 */
export function readJson(bytes: Uint8Array): unknown {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		const value: unknown = JSON.parse(text, (_name, part: unknown, source?: Source) =>
			typeof part === 'number' ? exact(part, source) : part,
		);
		return memberGivenTwice(text, value) === undefined ? value : undefined;
	} catch {
		// Not UTF-8, not JSON, or nested too deeply for the stack.
		return undefined;
	}
}

/** The third argument of a JSON.parse reviver, which TypeScript's types do not know yet. */
interface Source {
	readonly source?: string;
}

function exact(number: number, { source: digits = '' }: Source = {}): number | bigint {
	return wholeNumber.test(digits) ? BigInt(digits) : number;
}
