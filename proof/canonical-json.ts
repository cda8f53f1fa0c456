/**
 * Canonical JSON (RFC 8785), so that everybody hashes the same bytes: members sorted by the UTF-16
 * units of their names, numbers as ECMAScript writes them, no white space. Throws a TypeError for
 * values without such a form: numbers that are not finite, unpaired surrogates, anything that is
 * not JSON.
 */

export type Json =
	| null
	| boolean
	| number
	| string
	| readonly Json[]
	| { readonly [name: string]: Json };

export function canonicalJson(value: Json): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (isObject(value)) return canonicalObject(value);
	if (typeof value === 'string') return canonicalString(value);
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new TypeError(`${value} has no form in JSON`);
	}
	if (value === null || typeof value === 'boolean' || typeof value === 'number') {
		return JSON.stringify(value);
	}
	throw new TypeError(`a ${typeof value} has no form in JSON`);
}

type JsonObject = { readonly [name: string]: Json };

function isObject(value: Json): value is JsonObject {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype === null || Object.getPrototypeOf(prototype) === null) return true;
	throw new TypeError('only plain objects have a form in JSON');
}

function canonicalObject(value: JsonObject): string {
	const members = Object.entries(value)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`);
	return `{${members.join(',')}}`;
}

function canonicalString(text: string): string {
	if (!text.isWellFormed()) throw new TypeError('a text with half a character has no form in JSON');
	return JSON.stringify(text);
}
