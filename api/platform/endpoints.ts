/** Endpoints of no single product: products, users, invitations, and those that have files of their own. */
import type { EndpointDescription, Field } from '../language/description';
import { done, paging, path } from '../language/fields';
import { brandEndpoints } from './brand';
import { keys } from './keys';
import { mails } from './mails';
import { platformEvents } from './events';
import { waitingEndpoints } from './waiting';
import { roles as allRoles } from '../language/roles';

const userId = path('Identifier of the user');
const invitationId = path('Identifier of the invitation');

const roles = {
	in: 'json',
	type: 'string',
	many: true,
	choices: allRoles,
	description: 'What the user may do',
} as const satisfies Field;

const name = (description: string) =>
	({ in: 'json', type: 'string', minLength: 1, maxLength: 200, description }) as const;

const caller = ['UserAdmin'] as const;

export const platform = {
	listProducts: {
		number: 'beyond',
		method: 'GET',
		path: '/products',
		summary: 'List the products the caller can use',
		caller: [],
		fields: { ...paging },
		reply: { status: 200, kind: 'list', model: 'Product' },
		errors: [],
	},
	showUsage: {
		number: 'beyond',
		method: 'GET',
		path: '/usage',
		summary: 'Show how much the organisation stores, and how much it may',
		caller: [],
		fields: {},
		reply: { status: 200, kind: 'record', model: 'Usage' },
		errors: [],
	},
	listUsers: {
		number: 'beyond',
		method: 'GET',
		path: '/users',
		summary: 'List the users of the organisation',
		caller,
		fields: {
			isEnabled: {
				in: 'query',
				type: 'boolean',
				description:
					'Whether to list those who are enabled, or those who are not; both when absent',
			},
			...paging,
		},
		reply: { status: 200, kind: 'list', model: 'User' },
		errors: ['Auth_RoleMissing'],
	},
	getOwnUser: {
		number: 'beyond',
		method: 'GET',
		path: '/users/self',
		summary: 'Fetch the user the key belongs to',
		caller: [],
		fields: {},
		reply: { status: 200, kind: 'record', model: 'User' },
		errors: [],
	},
	getUser: {
		number: 'beyond',
		method: 'GET',
		path: '/users/{userId}',
		summary: 'Fetch a user',
		caller,
		fields: { userId },
		reply: { status: 200, kind: 'record', model: 'User' },
		errors: ['Auth_RoleMissing', 'Platform_UserNotFound'],
	},
	updateUser: {
		number: 'beyond',
		method: 'PUT',
		path: '/users/{userId}',
		summary: 'Change names and roles of a user; what is left out stays',
		caller,
		fields: { userId, firstName: name('First name'), lastName: name('Last name'), roles },
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Platform_UserNotFound',
			'Platform_LastUserAdmin',
		],
	},
	enableUser: {
		number: 'beyond',
		method: 'PUT',
		path: '/users/{userId}/enable',
		summary: 'Let a disabled user have keys again; earlier ones stay ended',
		caller,
		fields: { userId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Platform_UserNotFound'],
	},
	disableUser: {
		number: 'beyond',
		method: 'PUT',
		path: '/users/{userId}/disable',
		summary: 'End the keys of a user, and give no new ones until the user is enabled',
		caller,
		fields: { userId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Platform_UserNotFound', 'Platform_LastUserAdmin'],
	},
	deleteUser: {
		number: 'beyond',
		method: 'DELETE',
		path: '/users/{userId}',
		summary: 'Take a user out of the organisation; what the user did stays recorded',
		caller,
		fields: { userId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Platform_UserNotFound', 'Platform_LastUserAdmin'],
	},
	createInvitation: {
		number: 'beyond',
		method: 'POST',
		path: '/invitations',
		summary: 'Invite somebody by e-mail; an earlier invitation of the same address ends',
		caller,
		fields: {
			email: {
				in: 'json',
				type: 'string',
				format: 'email',
				required: true,
				minLength: 1,
				maxLength: 200,
				description: 'E-mail address of the new user',
			},
			roles,
		},
		reply: { status: 201, kind: 'record', model: 'Invitation' },
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Core_MailsTooMany',
			'User_AlreadyExists',
		],
	},
	listInvitations: {
		number: 'beyond',
		method: 'GET',
		path: '/invitations',
		summary: 'List the invitations of the organisation',
		caller,
		fields: { ...paging },
		reply: { status: 200, kind: 'list', model: 'Invitation' },
		errors: ['Auth_RoleMissing'],
	},
	getInvitation: {
		number: 'beyond',
		method: 'GET',
		path: '/invitations/{invitationId}',
		summary: 'Fetch who an invitation is for and what became of it',
		caller: [],
		fields: { invitationId },
		reply: { status: 200, kind: 'record', model: 'InvitationSignUpResponse' },
		errors: ['Platform_InvitationNotFound'],
	},
	deleteInvitation: {
		number: 'beyond',
		method: 'DELETE',
		path: '/invitations/{invitationId}',
		summary: 'Take back an invitation that was not accepted',
		caller,
		fields: { invitationId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Platform_InvitationNotFound', 'Platform_InvitationAccepted'],
	},
	...keys,
	...brandEndpoints,
	...mails,
	...platformEvents,
	...waitingEndpoints,
} as const satisfies Readonly<Record<string, EndpointDescription>>;
