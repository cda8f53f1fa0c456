/** Keys of traders and administrators, for the operator. */
import type { EndpointDescription, Field, ModelField } from '../../language/description';
import { byAdministrator, neededText, pagesOf } from '../language/administrators';
import {
	accountId,
	fromNewest,
	only,
	optionalReason,
	page,
	plainReading,
	publicKey,
	reason,
	trackerKey,
} from '../language/fields';
import { identifier, newKey, optionalText, signing, time } from '../language/model-fields';
import { networks as networksField, path } from '../../language/fields';
import { networks } from '../../language/model-fields';

const scope = {
	type: 'string',
	choices: ['READ', 'TRADE', 'FULL'],
	description:
		'READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides',
} as const;

const keyId = identifier('Identifier of the key');

const keyUse = {
	accountId: { ...identifier("Whose it is; absent for an administrator's"), optional: true },
	label: { type: 'string', example: 'market maker', description: 'What it is for' },
	scope: { ...scope, optional: true },
	expiresAt: { ...time('When it ends by itself'), optional: true },
	networks,
	...signing,
} as const satisfies Readonly<Record<string, ModelField>>;

export const managedKeyModels = {
	ManagedKey: {
		keyId,
		...keyUse,
		createdAt: time('When it was made'),
		revokedAt: { ...time('When it was taken out of use'), optional: true },
		madeBy: optionalText(
			'Identifier of the key it was made with; absent where the operator made it',
		),
		isAtTracker: {
			type: 'boolean',
			description: 'Whether it is the key of its owner at the tracker, too',
		},
	},
	NewKey: {
		keyId,
		key: newKey,
		...keyUse,
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

const label = neededText(100, 'What the key is for; the audit log names it so');

const lifetimeDays = {
	in: 'json',
	type: 'integer',
	minimum: 0,
	maximum: 36_500,
	description: 'Days until it ends by itself; 0 for never, as the exchange is set when left out',
} as const satisfies Field;

const keyTerms = {
	label,
	scope: { ...scope, in: 'json', required: true },
	lifetimeDays,
	networks: networksField,
} as const satisfies Readonly<Record<string, Field>>;

export const managedKeys = {
	listKeys: byAdministrator('GET', '/admin/keys', {
		summary: 'List keys and when they end, without the keys themselves, the newest first',
		fields: {
			accountId: only('Only keys of this account'),
			fromId: fromNewest('key'),
			...page,
		},
		reply: pagesOf('ManagedKey', 'keyId'),
	}),
	addKey: byAdministrator('POST', '/admin/accounts/{accountId}/keys', {
		summary: 'Make a key for an account; it is shown this once',
		fields: { accountId, ...keyTerms, publicKey, plainReading, reason: optionalReason },
		reply: { status: 201, kind: 'record', model: 'NewKey' },
		errors: ['Exchange_AccountNotFound', 'Exchange_ActRefused'],
	}),
	addTrackerKey: byAdministrator('POST', '/admin/accounts/{accountId}/tracker-keys', {
		summary: "Let a trader's key of the tracker speak for their account here, too",
		fields: {
			accountId,
			'x-tracker-key': {
				...trackerKey,
				required: true,
				description: 'The key, of which the hash alone is kept',
			},
			...keyTerms,
			reason: optionalReason,
		},
		reply: { status: 201, kind: 'record', model: 'ManagedKey' },
		errors: ['Exchange_AccountNotFound', 'Exchange_ActRefused'],
	}),
	addAdministratorKey: byAdministrator('POST', '/admin/keys', {
		summary: 'Make a key for an administrator; it is shown this once',
		fields: { label, lifetimeDays, networks: networksField, reason: optionalReason },
		reply: { status: 201, kind: 'record', model: 'NewKey' },
	}),
	revokeKey: byAdministrator('POST', '/admin/keys/{keyId}/revoke', {
		summary: 'Take a key out of use, and with it the streams it opened',
		fields: { keyId: path('Identifier of the key'), reason },
		reply: { status: 200, kind: 'record', model: 'ManagedKey' },
		errors: ['Exchange_KeyNotFound'],
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
