/**
 * Fields of contracts and templates: what a signer fills in, its position on the PDF, and its
 * value.
 */
import type { Field, ModelField } from '../language/description';

export const fieldTypes = ['Signature', 'Initials', 'Name', 'Date', 'Text', 'Checkbox'] as const;

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
		'What is filled in: Signature is the picture the signer gives, Date the day of signing, both by themselves; the others by the signer',
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
		'What stands in it: what its signer has filled in, or who created the contract, which its signer then does not change; true or false in a checkbox',
} as const satisfies ModelField;

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
		page,
		...sentPlace,
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
		page,
		...place,
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
