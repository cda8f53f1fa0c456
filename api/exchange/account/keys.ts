/** Keys that a trader makes for their own account. */
import type { EndpointDescription, ModelField } from '../../language/description';
import { plainReading, publicKey } from '../language/fields';
import { newKey, signing, time } from '../language/model-fields';
import { networks as networksField, path } from '../../language/fields';
import { networks } from '../../language/model-fields';

const scope = {
	type: 'string',
	choices: ['READ', 'TRADE', 'FULL'],
	description:
		'READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides',
} as const;

const keyId = {
	type: 'string',
	example: '65f0c0ffee0123456789abcd',
	description: 'Identifier of the key',
} as const;

const label = { type: 'string', example: 'market maker', description: 'What it is for' } as const;

const expiresAt = { ...time('When it ends by itself'), optional: true } as const;

export const keyModels = {
	OwnKey: {
		keyId,
		label,
		scope,
		createdAt: time('When it was made'),
		expiresAt,
		madeBy: {
			type: 'string',
			optional: true,
			description: 'Identifier of the key it was made with; absent where the operator made it',
		},
		networks,
		...signing,
	},
	NewOwnKey: {
		keyId,
		key: newKey,
		label,
		scope,
		expiresAt,
		networks,
		...signing,
	},
	EndedKey: { keyId, label },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export const keys = {
	listOwnKeys: {
		number: 'beyond',
		method: 'GET',
		path: '/account/keys',
		summary: 'List the keys of the account that are in use, without the keys themselves',
		caller: 'TRADER',
		scope: 'READ',
		fields: {},
		reply: { status: 200, kind: 'list', model: 'OwnKey' },
		errors: [],
	},
	makeOwnKey: {
		number: 'beyond',
		method: 'POST',
		path: '/account/keys',
		summary: 'Make a key for the account; it is shown this once',
		caller: 'TRADER',
		scope: 'FULL',
		fields: {
			label: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 100,
				description: 'What it is for',
			},
			scope: { ...scope, in: 'json', required: true },
			lifetimeDays: {
				in: 'json',
				type: 'integer',
				minimum: 1,
				maximum: 36_500,
				description: 'Days until it ends by itself; as the operator has set it when left out',
			},
			networks: networksField,
			publicKey,
			plainReading,
		},
		reply: { status: 201, kind: 'record', model: 'NewOwnKey' },
		errors: [
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_AccountFrozen',
			'Exchange_InMaintenance',
			'Exchange_KeysTooMany',
		],
	},
	endOwnKey: {
		number: 'beyond',
		method: 'DELETE',
		path: '/account/keys/{keyId}',
		summary: 'End a key of the account, and with it the streams it opened',
		caller: 'TRADER',
		scope: 'FULL',
		fields: { keyId: path('Identifier of the key') },
		reply: { status: 200, kind: 'record', model: 'EndedKey' },
		errors: ['Exchange_KeyNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
