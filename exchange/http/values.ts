/**
 * The fields of a request, checked against the endpoint's description: every field there has the
 * type it must have, and no other is there. Refusals name the field.
 */
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../server/refusal';
import type { EndpointDescription, FieldDescription } from './fields';

type Value = string | number | boolean;

/** Checked values; asking for one as what its description does not say is a fault of ours. */
export class Values {
	private constructor(private readonly byName: ReadonlyMap<string, Value>) {}

	static read(endpoint: EndpointDescription, request: FastifyRequest): Values {
		const sources = {
			path: objectOf(request.params),
			query: objectOf(request.query),
			header: objectOf(request.headers),
			body: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : bodyOf(request.body),
		};
		for (const [place, source] of Object.entries(sources)) {
			if (place === 'header') continue;
			const known = (name: string) =>
				Object.hasOwn(endpoint.fields, name) && endpoint.fields[name]?.in === place;
			const unknown = Object.keys(source).find((name) => !known(name));
			if (unknown !== undefined) {
				throw refuse('Request_Invalid', unknown.slice(0, 100), 'is not known here; leave it out');
			}
		}
		const byName = new Map<string, Value>();
		for (const [name, field] of Object.entries(endpoint.fields)) {
			const source = sources[field.in];
			const given = Object.hasOwn(source, name) ? source[name] : undefined;
			const value = checked(name, field, given) ?? field.default;
			if (value !== undefined) byName.set(name, value);
		}
		return new Values(byName);
	}

	text(name: string): string {
		const value = this.byName.get(name);
		if (typeof value !== 'string') throw new Error(`${name} is not described as a needed text`);
		return value;
	}

	/** One of the texts the description allows, as their type. */
	choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
		const value = this.byName.get(name);
		const choice = choices.find((candidate) => candidate === value);
		if (choice === undefined) throw new Error(`${name} is not described by these choices`);
		return choice;
	}

	has(name: string): boolean {
		return this.byName.has(name);
	}

	whole(name: string): number {
		const value = this.byName.get(name);
		if (typeof value !== 'number') throw new Error(`${name} is not described as a needed number`);
		return value;
	}

	flag(name: string): boolean {
		return this.byName.get(name) === true;
	}
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	return { ...body };
}

function checked(name: string, field: FieldDescription, given: unknown): Value | undefined {
	if (given === undefined || (given === null && field.in === 'body')) {
		if (field.required) throw refuse('Request_Invalid', name, 'is missing');
		return undefined;
	}
	switch (field.type) {
		case 'string':
			return checkedText(name, field, given);
		case 'integer':
			return checkedWhole(name, field, given);
		case 'boolean':
			if (typeof given !== 'boolean')
				throw refuse('Request_Invalid', name, 'must be true or false');
			return given;
	}
}

function checkedText(name: string, { choices, pattern }: FieldDescription, given: unknown): string {
	if (typeof given !== 'string') throw refuse('Request_Invalid', name, 'must be a text');
	if (choices !== undefined && !choices.includes(given)) {
		throw refuse('Request_Invalid', name, `must be one of ${choices.join(', ')}`);
	}
	if (pattern !== undefined && !pattern.expression.test(given)) {
		throw refuse('Request_Invalid', name, pattern.words);
	}
	return given;
}

function checkedWhole(name: string, field: FieldDescription, given: unknown): number {
	const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = field;
	const text = field.in !== 'body' && typeof given === 'string' && /^\d{1,16}$/.test(given);
	const value = text ? Number(given) : given;
	if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
		const range = `must be a whole number from ${minimum} to ${maximum}`;
		throw refuse('Request_Invalid', name, range);
	}
	return value;
}
