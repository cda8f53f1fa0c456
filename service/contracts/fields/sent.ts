/** Checks sent fields and values against a JSON Schema. */
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { fieldTypes, type FieldType } from '../../../api/sealer/contract-fields';
import { isPlainText } from '../../../server/plain-text';
import { refuse } from '../../../server/refusal';
import type { SentText } from './texts';

/** A field as it is sent; absent members get defaults by type. */
export interface SentField {
	readonly name?: string;
	readonly type: FieldType;
	readonly signer: number;
	readonly fileNumber?: number;
	readonly page: number;
	readonly x: number;
	readonly y: number;
	readonly width?: number;
	readonly height?: number;
	readonly required?: boolean;
	readonly value?: string;
	readonly options?: readonly string[];
	readonly min?: string;
	readonly max?: string;
}

export const nameLengthMax = 60;

const ajv = new Ajv({ strict: true });
ajv.addFormat('plain-text', {
	type: 'string',
	validate: (text: string) => isPlainText(text) && text === text.trim(),
});

const name = { type: 'string', minLength: 1, maxLength: nameLengthMax, format: 'plain-text' };
const value = { type: 'string', maxLength: 500 };
const share = { type: 'number', minimum: 0, maximum: 1 };
const extent = { type: 'number', exclusiveMinimum: 0, maximum: 1 };
const place = { type: 'integer', minimum: 1 };

const isField = ajv.compile<SentField>({
	type: 'object',
	properties: {
		name,
		value,
		signer: place,
		fileNumber: place,
		page: place,
		type: { enum: fieldTypes },
		x: share,
		y: share,
		width: extent,
		height: extent,
		required: { type: 'boolean' },
		options: { type: 'array', items: { type: 'string' } },
		min: { type: 'string' },
		max: { type: 'string' },
	},
	required: ['type', 'signer', 'page', 'x', 'y'],
	additionalProperties: false,
});

const isText = ajv.compile<SentText>({
	type: 'object',
	properties: { name: { type: 'string', minLength: 1, maxLength: nameLengthMax }, value },
	required: ['name', 'value'],
	additionalProperties: false,
});

type Sent = readonly Readonly<Record<string, unknown>>[];

/** Refuses the first invalid entry, by its position. */
export function sentFields(sent: Sent = []): readonly SentField[] {
	return checked('fields', sent, isField);
}

export function sentTexts(sent: Sent = []): readonly SentText[] {
	return checked('fieldValues', sent, isText);
}

function checked<Item>(field: string, sent: Sent, isValid: ValidateFunction<Item>): Item[] {
	return sent.map((item, index) => {
		const given: unknown = item;
		if (isValid(given)) return given;
		const [fault] = isValid.errors ?? [];
		if (fault === undefined) throw new Error('a check that fails must name its fault');
		const rule = `cannot be used: in entry ${index + 1}, ${sentence(fault)}`;
		throw refuse('Request_Invalid', field, rule);
	});
}

function sentence({ keyword, params, instancePath }: ErrorObject): string {
	const [member = ''] = instancePath.slice(1).split('/');
	switch (keyword) {
		case 'required':
			return `${String(params['missingProperty'])} is missing`;
		case 'additionalProperties':
			return `${String(params['additionalProperty']).slice(0, 100)} is not known`;
		case 'enum':
			return `${member} must be one of ${fieldTypes.join(', ')}`;
		case 'format':
			return `${member} must be readable text: something to see, without control characters, those that turn its direction, and blanks around it`;
		case 'type':
			return `${member} must be ${typeWords[String(params['type'])] ?? 'of another type'}`;
		case 'maxLength':
			return `${member} must be at most ${String(params['limit'])} characters long`;
		case 'minLength':
			return `${member} must not be empty`;
		default:
			return `${member} must be ${String(params['comparison'])} ${String(params['limit'])}`;
	}
}

const typeWords: Readonly<Record<string, string>> = {
	string: 'a text',
	array: 'a list of texts',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
};
