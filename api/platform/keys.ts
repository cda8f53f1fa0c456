/** Keys of programs: the links at which they are made, the list, and their end. */
import type { EndpointDescription, Field } from '../language/description';
import { done, networks, paging, path } from '../language/fields';
import { roles } from '../language/roles';

const userId = path('Identifier of the user');

const caller = ['UserAdmin'] as const;

/** What a new key is for, and what it may do less than its user. */
export const keyTerms = {
	label: {
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 100,
		description: 'What the key is for',
	},
	lifetimeDays: {
		in: 'json',
		type: 'integer',
		minimum: 1,
		maximum: 36_500,
		description: 'Days until the key ends; what the service is set to when absent',
	},
	roles: {
		in: 'json',
		type: 'string',
		many: true,
		choices: roles,
		description:
			'The roles it may use of those that its user has at the time of a call; all of them when absent',
	},
	networks,
} as const satisfies Readonly<Record<string, Field>>;

export const keys = {
	createApiKey: {
		number: 'beyond',
		method: 'POST',
		path: '/apikeys',
		summary: 'Mail a user the link at which a new key is made and shown, once',
		caller,
		fields: { userId: { ...userId, in: 'json' }, ...keyTerms },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Core_MailsTooMany',
			'Platform_UserNotFound',
			'Platform_UserDisabled',
		],
	},
	listApiKeys: {
		number: 'beyond',
		method: 'GET',
		path: '/apikeys',
		summary: 'List the keys that were not revoked, without the keys themselves',
		caller,
		fields: { ...paging },
		reply: { status: 200, kind: 'list', model: 'AnonymousApiKeyResponse' },
		errors: ['Auth_RoleMissing'],
	},
	revokeApiKey: {
		number: 'beyond',
		method: 'DELETE',
		path: '/users/{userId}/apikeys/{keyId}',
		summary: 'End one key of a user, and with it the streams it opened',
		caller,
		fields: { userId, keyId: path('Identifier of the key') },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Platform_UserNotFound',
			'Platform_KeyNotFound',
			'Platform_LastUserAdmin',
		],
	},
	revokeApiKeys: {
		number: 'beyond',
		method: 'DELETE',
		path: '/apikeys/{userId}',
		summary: 'End every key of a user, and every link to a new one',
		caller,
		fields: { userId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Platform_UserNotFound', 'Platform_LastUserAdmin'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
