/**
 * Fields of contracts and templates: what a signer fills in, its position on the PDF, and its
 * value.
 */
import type { Field, ModelField } from '../language/description';
import { numberOfFile } from './contract-files';

interface FieldKind {
	/** Who fills it in: the act of signing, or the signer before. */
	readonly by: 'Signing' | 'Signer';
	/** Its usual size in points; of `options`, the height of one of them. */
	readonly width: number;
	readonly height: number;
	/** Whether nobody signs without it, unless the field says otherwise. */
	readonly required: boolean;
	/** Characters of a free text. */
	readonly lengthMax?: number;
	/** What such a field says beside its place. */
	readonly details?: 'options' | 'range';
}

/** All that depends on the type of a field, for whoever places, fills in, checks or draws one. */
export const fieldKinds = {
	Signature: { by: 'Signing', width: 180, height: 48, required: true },
	Initials: { by: 'Signer', width: 60, height: 20, required: true, lengthMax: 10 },
	Name: { by: 'Signer', width: 180, height: 20, required: true, lengthMax: 100 },
	Date: { by: 'Signing', width: 120, height: 20, required: true },
	Text: { by: 'Signer', width: 180, height: 20, required: true, lengthMax: 500 },
	Checkbox: { by: 'Signer', width: 14, height: 14, required: false },
	Select: { by: 'Signer', width: 180, height: 20, required: true, details: 'options' },
	Radio: { by: 'Signer', width: 180, height: 16, required: true, details: 'options' },
	Number: { by: 'Signer', width: 120, height: 20, required: true, details: 'range' },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type FieldType = keyof typeof fieldKinds;

export const fieldTypes = Object.keys(fieldKinds) as readonly FieldType[];

/** The row of a type, whose optional members may be asked for. */
export function kindOf(type: FieldType): FieldKind {
	return fieldKinds[type];
}

/** Of a Select or a Radio. */
export const optionsMin = 2;
export const optionsMax = 20;
export const optionLengthMax = 100;

/**
 * Limit per contract, including fields from text tags, because the signing page loads all of them
 * in one request.
 */
export const fieldsMax = 300;

const share = (description: string) => ({ type: 'number', description }) as const;

const name = {
	type: 'string',
	example: 'Start date',
	description: 'What it is called, which no other field of the contract is',
} as const satisfies ModelField;

const type = {
	type: 'string',
	choices: fieldTypes,
	description:
		'What is filled in: Signature is the picture the signer gives, Date the day of signing, both by themselves; the others by the signer, Select and Radio with one of their options, Number with a decimal number',
} as const satisfies ModelField;

const page = {
	type: 'integer',
	example: 1,
	description: 'The page it stands on, 1 for the first',
} as const satisfies ModelField;

const place = {
	x: {
		...share('Its left edge, as a share of the width of the page as it is shown'),
		example: 0.1,
	},
	y: { ...share('Its upper edge, as a share of the height of the page'), example: 0.8 },
	width: { ...share('Its width, as a share of that of the page'), example: 0.3 },
	height: { ...share('Its height, as a share of that of the page'), example: 0.05 },
} as const satisfies Readonly<Record<string, ModelField>>;

const required = {
	type: 'boolean',
	description: 'Whether nobody signs without filling it in',
} as const satisfies ModelField;

const value = {
	type: 'string',
	optional: true,
	example: 'Berlin',
	description:
		'What stands in it: what its signer has filled in, or who created the contract, which its signer then does not change; true or false in a checkbox; a number with a point, in its shortest form',
} as const satisfies ModelField;

const details = {
	options: {
		type: 'string',
		many: true,
		optional: true,
		example: 'monthly',
		description: `What can be chosen in a Select or a Radio: ${optionsMin} to ${optionsMax} texts of at most ${optionLengthMax} characters, each once; absent of other types`,
	},
	min: {
		type: 'string',
		optional: true,
		example: '0.5',
		description: 'The least that a Number takes, as a decimal number in a text',
	},
	max: {
		type: 'string',
		optional: true,
		example: '1000',
		description: 'The most that a Number takes, as a decimal number in a text',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const sentPlace = {
	x: place.x,
	y: place.y,
	width: { ...place.width, optional: true },
	height: { ...place.height, optional: true },
} as const;

const signer = {
	type: 'integer',
	example: 1,
	description: 'Place of its signer in signerEmails, 1 for the first',
} as const satisfies ModelField;

export const fieldModels = {
	/** As the caller sends it. */
	PlacedField: {
		name: {
			...name,
			optional: true,
			description: `${name.description}; made of its type when absent`,
		},
		type,
		signer,
		fileNumber: {
			...numberOfFile,
			optional: true,
			description: `${numberOfFile.description}, which is meant when absent`,
		},
		page,
		...sentPlace,
		...details,
		required: {
			...required,
			optional: true,
			description: `${required.description}; true when absent, false of a checkbox`,
		},
		value: {
			...value,
			description:
				'What stands in it, which its signer does not change; true or false in a checkbox',
		},
	},
	FieldValue: {
		name,
		value: {
			type: 'string',
			example: 'Berlin',
			description: 'What stands in it; true or false in a checkbox',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

/** In a contract's record. */
export const contractFields = {
	type: 'object',
	many: true,
	optional: true,
	beyond: true,
	fields: {
		name,
		type,
		signerEmail: {
			type: 'string',
			example: 'ben@signers.example',
			description: 'Who fills it in',
		},
		fileNumber: numberOfFile,
		page,
		...place,
		...details,
		required,
		value,
	},
	description: 'What its signers fill in, and where it stands; absent where there is nothing',
} as const satisfies ModelField;

/** In a template's record, whose signers have no addresses yet. */
export const templateFields = {
	...contractFields,
	fields: {
		name,
		type,
		signer,
		page,
		...place,
		...details,
		required,
		value: fieldModels.PlacedField.value,
	},
	description: 'What the signers of its contracts fill in; absent where there is nothing',
} as const satisfies ModelField;

export const placedFields = {
	in: 'form',
	type: 'record',
	many: true,
	itemsMax: fieldsMax,
	model: 'PlacedField',
	description:
		'A field that a signer fills in, at its place on the PDF, as JSON; repeated once for each field',
} as const satisfies Field;

export const fieldValues = {
	in: 'form',
	type: 'record',
	many: true,
	itemsMax: fieldsMax,
	model: 'FieldValue',
	description: 'What a field holds, by its name, as JSON; repeated once for each field',
} as const satisfies Field;
