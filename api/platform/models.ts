import type { ModelField } from '../language/description';
import { networks } from '../language/model-fields';
import { roles } from '../language/roles';

const time = {
	type: 'string',
	format: 'date-time',
	example: '2026-01-31T09:30:00.000Z',
} as const satisfies Partial<ModelField>;

const id = {
	type: 'string',
	example: '65f0c0ffee0123456789abcd',
	description: 'Identifier, 24 characters',
} as const;

const clientId = {
	type: 'string',
	example: '65f0c0ffee0123456789abc0',
	description: 'Identifier of the organisation',
} as const;

const userRoles = {
	type: 'string',
	many: true,
	choices: roles,
	description: 'What the user may do',
} as const satisfies ModelField;

const newUserEmail = {
	type: 'string',
	format: 'email',
	example: 'cem@harbour.example',
	description: 'Who is invited',
} as const satisfies ModelField;

const invitationStatus = {
	type: 'string',
	choices: ['Pending', 'Accepted', 'Deleted'],
	description: 'What became of the invitation',
} as const satisfies ModelField;

const invitationExpires = {
	...time,
	example: '2026-02-07T09:30:00.000Z',
	description: 'How long the link in the mail works',
} as const satisfies ModelField;

export const platformModels = {
	User: {
		id,
		clientId,
		email: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address on the platform',
		},
		firstName: { type: 'string', example: 'Ann', description: 'First name, empty until given' },
		lastName: { type: 'string', example: 'Berg', description: 'Last name, empty until given' },
		isEnabled: { type: 'boolean', description: 'Whether the user may have keys and use them' },
		roles: userRoles,
	},
	Invitation: {
		id,
		clientId,
		createdBy: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abcf',
			description: 'The user who invited; nobody where it was the operator',
		},
		newUserEmail,
		status: invitationStatus,
		roles: userRoles,
		creationDateTime: { ...time, description: 'When it was made, ISO 8601 in UTC' },
		expires: invitationExpires,
	},
	InvitationSignUpResponse: {
		newUserEmail,
		clientName: { type: 'string', example: 'Harbour', description: 'Name of the organisation' },
		status: invitationStatus,
		expires: invitationExpires,
	},
	AnonymousApiKeyResponse: {
		id,
		userEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'Whose key it is',
		},
		userId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcf',
			description: 'Identifier of that user',
		},
		label: {
			type: 'string',
			example: 'n8n',
			description: 'What the key is for, where that was said',
		},
		roles: {
			...userRoles,
			optional: true,
			description:
				'The roles it may use of those that its user has; absent where it may use all of them',
		},
		networks,
		creationDate: { ...time, description: 'When it was made, ISO 8601 in UTC' },
		expires: {
			...time,
			optional: true,
			example: '2027-01-31T09:30:00.000Z',
			description: 'When it ends by itself; never where this is absent',
		},
		lastUsedDate: {
			...time,
			optional: true,
			description: 'When it was used last, to the hour; absent where it never was',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
