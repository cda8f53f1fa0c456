/**
 * Checks requests against JSON Schemas of the endpoint's fields. Values of path, query, headers
 * and forms are text and are parsed by type; a JSON body must have the right types. The first
 * fault found is thrown as a refusal that names the field.
 */
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type {
	EndpointDescription,
	Field,
	PairsField,
	Place,
	StringField,
} from '../../../api/language/description';
import { errors, type ErrorCode } from '../../../api/errors';
import type { ItemOf } from '../../../api/types';
import { emailFault } from '../../email-address';
import { instantOf } from '../../instant';
import { ambiguityOf } from '../../json-ambiguity';
import { isPlainText } from '../../plain-text';
import { refuse, type Refusal } from '../../refusal';
import { bodyPlace, fieldsIn, isBodyOptional } from './endpoints';

export type Values = Record<string, unknown>;

/** Checks the fields of one place; refuses, or returns the described fields only. */
export type Check = (values: Values) => Values;

const ajv = new Ajv({ strict: true, allowUnionTypes: true, verbose: true });
ajv.addFormat('email', {
	type: 'string',
	validate: (text: string) => emailFault(text) === undefined,
});
ajv.addFormat('date-time', {
	type: 'string',
	validate: (text: string) => instantOf(text) !== undefined,
});
ajv.addFormat('plain-text', { type: 'string', validate: isPlainText });
ajv.addFormat('lines', {
	type: 'string',
	validate: (text: string) => isPlainText(text.replace(/\r?\n/g, ' ')),
});

/** Booleans as text. */
const flag = /^(true|false|1|0)$/i;

/** Parses a text by the field's type; returns it unchanged if it cannot be parsed. */
function readText(type: Field['type'], value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (type === 'integer' && /^-?\d+$/.test(value)) return Number(value);
	if (type === 'boolean' && flag.test(value)) return /^(true|1)$/i.test(value);
	if (type === 'record') return parsed(value);
	return value;
}

/** In a query, a list of one looks like a single value. */
function readValue({ type, many }: Field, place: Place, value: unknown): unknown {
	const read = Array.isArray(value)
		? value.map((each) => readText(type, each))
		: readText(type, value);
	return many && place === 'query' && !Array.isArray(read) ? [read] : read;
}

function parsed(text: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return text;
	}
	const refusal = ambiguityOf(text, value);
	if (refusal !== undefined) throw refusal;
	return value;
}

function textSchema({ minLength, maxLength, choices, pattern, format }: StringField): object {
	return {
		type: 'string',
		...(minLength !== undefined && { minLength }),
		...(maxLength !== undefined && { maxLength }),
		...(choices !== undefined
			? { enum: choices }
			: pattern !== undefined
				? { pattern: pattern.expression }
				: // Both look for unseen characters themselves, and say so in their own words.
					format === 'lines' || format === 'email'
					? { format }
					: { allOf: [{ format: 'plain-text' }, ...(format ? [{ format }] : [])] }),
	};
}

function pairsSchema({ itemsMax, names, maxLength }: PairsField): object {
	return {
		type: 'object',
		maxProperties: itemsMax,
		propertyNames: { type: 'string', pattern: names.expression },
		additionalProperties: { type: 'string', minLength: 1, maxLength, format: 'plain-text' },
	};
}

/** The JSON Schema of one value of a field; a file is described by OpenAPI, not checked here. */
function valueSchema(field: Exclude<Field, { type: 'file' }>): object {
	switch (field.type) {
		case 'string':
			return textSchema(field);
		case 'integer': {
			const { minimum, maximum } = field;
			return {
				type: 'integer',
				...(minimum !== undefined && { minimum }),
				...(maximum !== undefined && { maximum }),
			};
		}
		case 'boolean':
			return { type: 'boolean' };
		case 'pairs':
			return pairsSchema(field);
		case 'object':
		case 'record':
			return { type: 'object' };
	}
}

function listSchema({ type, itemsMax }: Field, items: object): object {
	const least = type === 'object' ? 1 : undefined;
	return {
		type: 'array',
		items,
		...(least !== undefined && { minItems: least }),
		...(itemsMax !== undefined && { maxItems: itemsMax }),
	};
}

function placeSchema(fields: Readonly<Record<string, Field>>): object {
	const properties: Record<string, object> = {};
	const required: string[] = [];
	for (const [name, field] of Object.entries(fields)) {
		if (field.type === 'file') continue;
		const value = valueSchema(field);
		properties[name] = field.many ? listSchema(field, value) : value;
		if (field.required) required.push(name);
	}
	return { type: 'object', properties, required };
}

/**
 * With `strict`, null in a body means absent, and unknown fields of a query are refused by every endpoint;
 * else by those alone that the specification does not have, whose clients may send what they like.
 */
export interface Strictness {
	readonly strict: boolean;
}

export function checkFor(endpoint: EndpointDescription, place: Place, rules: Strictness): Check {
	const refusesUnknown =
		place === 'json' || (place === 'query' && (rules.strict || endpoint.number === 'beyond'));
	return fieldsCheck(fieldsIn(endpoint, place), { ...rules, place, refusesUnknown });
}

/** The check of one record of a list in a JSON body. */
export function itemCheck<Fields extends Readonly<Record<string, Field>>>(
	fields: Fields,
	rules: Strictness,
): (item: Values) => ItemOf<Fields> {
	const check = fieldsCheck(fields, { ...rules, place: 'json', refusesUnknown: true });
	return (item) => check(item) as ItemOf<Fields>;
}

interface PlaceRules {
	readonly place: Place;
	readonly refusesUnknown: boolean;
}

function fieldsCheck(
	fields: Readonly<Record<string, Field>>,
	{ place, refusesUnknown, strict }: Strictness & PlaceRules,
): Check {
	const entries = Object.entries(fields);
	let compiled: ValidateFunction | undefined;
	return (values) => {
		if (refusesUnknown) refuseUnknown(fields, values);
		const known: Values = {};
		for (const [name, field] of entries) {
			const given = givenFor(values, name, field);
			const isAbsent = given === undefined || (given === null && strict && place === 'json');
			const value = isAbsent ? defaultOf(field) : given;
			if (value === undefined) continue;
			const read = place === 'json' ? value : readValue(field, place, value);
			known[name] = field.type === 'pairs' ? composedPairs(read) : composed(read);
		}
		// Compiled on first use: a program has hundreds of checks, and most processes need a few.
		const validate = (compiled ??= ajv.compile(placeSchema(fields)));
		if (!validate(known)) throw explain(validate, fields);
		return known;
	};
}

/** The value of a field under its current or former name; if both are given, they must be equal. */
function givenFor(values: Values, name: string, { formerly = [] }: Field): unknown {
	const given = Object.hasOwn(values, name) ? values[name] : undefined;
	const formerName = formerly.find((one) => Object.hasOwn(values, one));
	if (formerName === undefined) return given;
	if (given === undefined || given === values[formerName]) return values[formerName];
	throw refuse('Request_Invalid', formerName, `must be the same as ${name}`);
}

/** Texts in the one form of Unicode's several (NFC), so that names that look the same are the same. */
function composed(value: unknown): unknown {
	if (Array.isArray(value))
		return value.map((item: unknown) => (typeof item === 'string' ? composed(item) : item));
	return typeof value === 'string' && value.isWellFormed() ? value.normalize('NFC') : value;
}

function composedPairs(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, composed(text)]));
}

function defaultOf(field: Field): unknown {
	return 'default' in field ? field.default : undefined;
}

function refuseUnknown(fields: Readonly<Record<string, Field>>, values: Values): void {
	const former = Object.values(fields).flatMap(({ formerly = [] }) => formerly);
	const unknown = Object.keys(values).find(
		(name) => !Object.hasOwn(fields, name) && !former.includes(name),
	);
	if (unknown !== undefined) throw unknownField(unknown);
}

export function unknownField(name: string): Refusal {
	return refuse('Request_Invalid', name.slice(0, 100), 'is not known here; leave it out');
}

/** Checks path, query, headers and a JSON body of an endpoint, in this order. */
export function requestCheck(
	endpoint: EndpointDescription,
	rules: Strictness,
): (request: FastifyRequest) => Values {
	const path = checkFor(endpoint, 'path', rules);
	const query = checkFor(endpoint, 'query', rules);
	const header = checkFor(endpoint, 'header', rules);
	const json = checkFor(endpoint, 'json', rules);
	const hasJson = bodyPlace(endpoint) === 'json';
	const list = soleList(endpoint);
	const leftOut = isBodyOptional(endpoint) ? {} : undefined;
	return (request) => ({
		...path(request.params as Values),
		...query(request.query as Values),
		...header(request.headers),
		...(hasJson && json(jsonObject(request.body ?? leftOut, list))),
	});
}

/** The only field of a body, if it is a list of records: then the body itself may be that list. */
function soleList(endpoint: EndpointDescription): string | undefined {
	const [first, ...others] = Object.entries(fieldsIn(endpoint, 'json'));
	return first?.[1].type === 'object' && others.length === 0 ? first[0] : undefined;
}

function jsonObject(body: unknown, list: string | undefined): Values {
	if (Array.isArray(body) && body.length > 0 && list !== undefined) return { [list]: body };
	if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Values;
	throw refuse('Request_Malformed', 'the body is not a JSON object');
}

const jsonTypes = /^(application|text)\/([\w.-]+\+)?json(-patch\+json)?$/;

/** Refuses a wrong content type before the body is read. */
export function checkContentType(endpoint: EndpointDescription, request: FastifyRequest): void {
	const place = bodyPlace(endpoint);
	if (place === undefined) return;
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	const fits = place === 'form' ? type === 'multipart/form-data' : jsonTypes.test(type);
	if (fits || (isBodyOptional(endpoint) && type === '' && hasNoBody(request))) return;
	const wanted = place === 'form' ? 'multipart/form-data' : 'application/json';
	throw refuse('Request_UnsupportedMediaType', type === '' ? '(none)' : type, wanted);
}

function hasNoBody({ headers }: FastifyRequest): boolean {
	return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function explain(validate: ValidateFunction, fields: Readonly<Record<string, Field>>): Refusal {
	const fault = validate.errors?.[0];
	if (fault === undefined) throw new Error('a check that fails must name its fault');
	const name = fieldName(fault);
	const code = limitCode(fault, fields[name]);
	return code === undefined
		? refuse('Request_Invalid', name, pairOf(fault) + sentence(fault, fields[name]))
		: refuse(code, name);
}

/** Names the pair of a field that is at fault, before the words on what is wrong with it. */
function pairOf({ instancePath, propertyName }: ErrorObject): string {
	if (propertyName !== undefined) return `has a name '${propertyName.slice(0, 100)}' that `;
	const [, , member] = instancePath.split('/');
	return member === undefined || /^\d+$/.test(member) ? '' : `has a pair '${member}' that `;
}

function fieldName(fault: ErrorObject): string {
	if (fault.keyword === 'required') return String(fault.params['missingProperty']);
	return fault.instancePath.split('/')[1] ?? 'body';
}

/** The specific error code of a field's limit, if it has one. */
function limitCode(fault: ErrorObject, field: Field | undefined): ErrorCode | undefined {
	if (field?.type !== 'integer') return undefined;
	const code =
		fault.keyword === 'minimum'
			? field.codes?.minimum
			: fault.keyword === 'maximum'
				? field.codes?.maximum
				: undefined;
	return code !== undefined && code in errors ? (code as ErrorCode) : undefined;
}

const typeNames: Readonly<Record<string, string>> = {
	string: 'a string',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

function sentence({ keyword, params, data }: ErrorObject, field: Field | undefined): string {
	switch (keyword) {
		case 'required':
			return 'is missing';
		case 'type':
			if (field?.type === 'record') return 'must be a JSON object';
			return `must be ${typeNames[String(params['type'])] ?? String(params['type'])}`;
		case 'minLength':
			return 'must not be empty';
		case 'maxLength':
			return `must be at most ${String(params['limit'])} characters long`;
		case 'maxProperties':
			return `must have at most ${String(params['limit'])} pairs`;
		case 'maxItems':
			return field?.in === 'json'
				? `must have at most ${String(params['limit'])} items`
				: `must be sent at most ${String(params['limit'])} times`;
		case 'minItems':
			return 'must have at least one item';
		case 'minimum':
			return `must be at least ${String(params['limit'])}`;
		case 'maximum':
			return `must be at most ${String(params['limit'])}`;
		case 'enum':
			return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
		case 'pattern':
			return (
				(field?.type === 'string' && field.pattern?.words) ||
				(field?.type === 'pairs' && field.names.words) ||
				'is not in the form it must have'
			);
		case 'format':
			return formatFault(String(params['format']), String(data));
		default:
			throw new Error(`no sentence for the keyword ${keyword}`);
	}
}

function formatFault(format: string, text: string): string {
	const readable =
		'must be readable text: something to see, without control characters and without those that turn its direction';
	if (format === 'email') return emailFault(text) ?? readable;
	if (format !== 'date-time') return readable;
	return 'must be a moment in ISO 8601, such as 2026-01-31T09:30:00Z';
}
