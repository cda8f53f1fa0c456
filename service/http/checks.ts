/**
 * Turns an endpoint's fields into JSON Schema and checks what a caller sent against it. Values of
 * the path, the query, headers and forms are text and are read as the described type; a JSON body
 * must have the types as they are. The first fault found is a refusal that names the field.
 */
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { EndpointDescription, Field, Place } from '../../api/description';
import { errors, type ErrorCode } from '../../api/errors';
import { refuse, type Refusal } from '../../server/refusal';

type Values = Record<string, unknown>;

/** Checks the fields of one place; refuses, or returns the values of the described fields only. */
export type Check = (values: Values) => Values;

/** Text a person could have meant: visible, well-formed Unicode, no control characters. */
function isPlainText(text: string): boolean {
	return text.isWellFormed() && /\S/u.test(text) && !/\p{Cc}/u.test(text);
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
addFormats(ajv, ['email']);
ajv.addFormat('plain-text', { type: 'string', validate: isPlainText });

/** What a text stands for where the field is not text; one that stands for nothing stays as is. */
function readText(type: Field['type'], value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (type === 'integer' && /^-?\d+$/.test(value)) return Number(value);
	if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
	return value;
}

/** The JSON Schema of one value of a field; a file is described by OpenAPI, not checked here. */
function valueSchema(field: Exclude<Field, { type: 'file' }>): object {
	switch (field.type) {
		case 'string': {
			const { minLength, maxLength, choices } = field;
			return {
				type: 'string',
				...(minLength !== undefined && { minLength }),
				...(maxLength !== undefined && { maxLength }),
				...(choices !== undefined
					? { enum: choices }
					: {
							allOf: [
								{ format: 'plain-text' },
								...(field.format ? [{ format: field.format }] : []),
							],
						}),
			};
		}
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
	}
}

function placeSchema(fields: Readonly<Record<string, Field>>): object {
	const properties: Record<string, object> = {};
	const required: string[] = [];
	for (const [name, field] of Object.entries(fields)) {
		if (field.type === 'file') continue;
		const value = valueSchema(field);
		properties[name] = field.many ? { type: 'array', items: value } : value;
		if (field.required) required.push(name);
	}
	return { type: 'object', properties, required };
}

/** The fields of an endpoint that travel in one place. */
export function fieldsIn(endpoint: EndpointDescription, place: Place): Record<string, Field> {
	return Object.fromEntries(
		Object.entries(endpoint.fields).filter(([, field]) => field.in === place),
	);
}

/** The check for the fields of `endpoint` in `place`. */
export function checkFor(endpoint: EndpointDescription, place: Place): Check {
	const fields = fieldsIn(endpoint, place);
	const validate = ajv.compile(placeSchema(fields));
	return (values) => {
		const known: Values = {};
		for (const [name, { type }] of Object.entries(fields)) {
			if (!Object.hasOwn(values, name) || values[name] === undefined) continue;
			known[name] = place === 'json' ? values[name] : readText(type, values[name]);
		}
		if (!validate(known)) throw explain(validate, fields);
		return known;
	};
}

function explain(validate: ValidateFunction, fields: Readonly<Record<string, Field>>): Refusal {
	const fault = validate.errors?.[0];
	if (fault === undefined) throw new Error('a check that fails must name its fault');
	const name = fieldName(fault);
	const code = limitCode(fault, fields[name]);
	return code === undefined ? refuse('Request_Invalid', name, sentence(fault)) : refuse(code, name);
}

function fieldName(fault: ErrorObject): string {
	if (fault.keyword === 'required') return String(fault.params['missingProperty']);
	return fault.instancePath.split('/')[1] ?? 'body';
}

/** The vendor's own code for a limit of this field, when it has one. */
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
};

function sentence({ keyword, params }: ErrorObject): string {
	switch (keyword) {
		case 'required':
			return 'is missing';
		case 'type':
			return `must be ${typeNames[String(params['type'])] ?? String(params['type'])}`;
		case 'minLength':
			return 'must not be empty';
		case 'maxLength':
			return `must be at most ${String(params['limit'])} characters long`;
		case 'minimum':
			return `must be at least ${String(params['limit'])}`;
		case 'maximum':
			return `must be at most ${String(params['limit'])}`;
		case 'enum':
			return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
		case 'format':
			return params['format'] === 'email'
				? 'must be an e-mail address'
				: 'must be readable text without control characters';
		default:
			throw new Error(`no sentence for the keyword ${keyword}`);
	}
}
