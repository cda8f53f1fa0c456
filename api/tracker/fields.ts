/** Fields and error codes shared by operations on assets and multi-assets. */
import type { Field } from '../language/description';
import { path } from '../language/fields';

export const batchId = path('Identifier of the batch, which is that of the issue that made it');
export const entityId = path('Identifier of the entity');

export const assetName = {
	in: 'json',
	type: 'string',
	required: true,
	minLength: 1,
	maxLength: 200,
	description: 'Name of the asset',
} as const satisfies Field;

/** Filter for lists of assets and multi-assets. */
export const isDeleted = {
	in: 'query',
	type: 'boolean',
	description: 'Whether to list the deleted ones, in place of those in use',
} as const satisfies Field;

const identifier = { type: 'string', minLength: 1, maxLength: 200 } as const;

/** The recipient's entity of an issue. */
export const ownedId = {
	in: 'json',
	...identifier,
	description: 'The entity of the recipient that receives, in place of the recipient themselves',
} as const satisfies Field;

/** The own entity that gives units away or burns them. */
const senderownedid = {
	in: 'header',
	...identifier,
	description: 'The own entity that gives, in place of the caller themselves',
} as const satisfies Field;

export const givingEntity = { senderownedid } as const satisfies Record<string, Field>;

/** Entities of a transfer: the recipient's and the sender's. */
export const transferringEntities = {
	ownedid: {
		in: 'header',
		...identifier,
		description: 'The entity of the recipient that receives, in place of the recipient themselves',
	},
	senderownedid,
} as const satisfies Record<string, Field>;

/** The entity whose holdings are read. */
export const holdingEntity = {
	ownedid: {
		in: 'header',
		...identifier,
		description: 'The own entity that holds, in place of the caller themselves',
	},
} as const satisfies Record<string, Field>;

const reference = {
	type: 'string',
	minLength: 1,
	maxLength: 140,
} as const;

/** What a movement is for; its record in the log holds both. */
export const purpose = {
	reference: {
		in: 'json',
		...reference,
		description:
			'What it is for, such as the number of an invoice; the proof of the transaction holds it',
	},
	metadata: {
		in: 'json',
		type: 'pairs',
		itemsMax: 20,
		names: {
			expression: '^[A-Za-z][A-Za-z0-9_.-]{0,39}$',
			words:
				'must begin with a letter, and have letters, digits, points, hyphens and underscores only, at most 40 characters',
		},
		maxLength: 200,
		description:
			'Further facts: an object of up to 20 texts by name; the proof of the transaction holds them',
	},
} as const satisfies Record<string, Field>;

/** Filter for lists of transactions. */
export const byReference = {
	reference: {
		in: 'query',
		...reference,
		description: 'Only those with exactly this reference',
	},
} as const satisfies Record<string, Field>;

export const entityErrors = ['Identity_NotFound', 'Identity_NotTheOwner'] as const;
export const movingEntityErrors = [...entityErrors, 'Identity_NotConfirmed'] as const;

export const bodyErrors = ['Request_TooLarge', 'Request_UnsupportedMediaType'] as const;
export const productErrors = ['Auth_RoleMissing', 'Product_NotFound'] as const;
