/**
 * Platform: mails sent in the name of an organisation. Without a mail server the service writes
 * them to a folder; replies then include their text, so that an administrator who tries the
 * service can read them.
 */
import type { EndpointDescription, ModelField } from '../language/description';
import { paging, path } from '../language/fields';
import { creationDate, id } from '../language/model-fields';

const caller = ['Admin'] as const;

export const mails = {
	listMails: {
		number: 'beyond',
		method: 'GET',
		path: '/mails',
		summary: 'List the mails of the organisation, the newest first; those with keys need UserAdmin',
		caller,
		fields: {
			fromId: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Begin at this mail, whatever was written since',
			},
			limit: paging.limit,
			offset: { ...paging.offset, description: 'Records to pass over first, from the newest on' },
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'Mail',
			next: { field: 'fromId', property: 'id' },
		},
		errors: ['Auth_RoleMissing', 'Platform_MailNotFound'],
	},
	getMail: {
		number: 'beyond',
		method: 'GET',
		path: '/mails/{mailId}',
		summary: 'Fetch a mail; with what it says where it lies in the outbox folder of the service',
		caller,
		fields: { mailId: path('Identifier of the mail') },
		reply: { status: 200, kind: 'record', model: 'Mail' },
		errors: ['Auth_RoleMissing', 'Platform_MailNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;

export const mailModels = {
	Mail: {
		id,
		recipient: {
			type: 'string',
			example: 'ben@signers.example',
			description: 'Address it goes to',
		},
		subject: {
			type: 'string',
			example: 'Please sign "Agreement of two"',
			description: 'Its subject',
		},
		creationDate,
		status: {
			type: 'string',
			choices: ['Waiting', 'Sent', 'Refused'],
			description:
				'Sent once the mail server has taken it, or it lies in the outbox folder; Refused when it will not be taken',
		},
		fault: {
			type: 'string',
			optional: true,
			example: '550 5.1.1 no such mailbox',
			description: 'What was said to it last, where it has not left',
		},
		contractId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abcd',
			description: 'The contract it is about',
		},
		fileName: {
			type: 'string',
			optional: true,
			example: 'lease (sealed).pdf',
			description: 'Name of the file that goes with it',
		},
		text: {
			type: 'string',
			optional: true,
			description: 'What it says, as plain text; absent where it does not lie in the outbox folder',
		},
		html: {
			type: 'string',
			optional: true,
			description: 'What it says, as HTML; absent where it does not lie in the outbox folder',
		},
		links: {
			type: 'string',
			many: true,
			optional: true,
			example: 'https://seals.example/sign/kX3…',
			description:
				'The addresses in it that act for its recipient: to sign, to fetch, to get a key',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
