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
	getMailSettings: {
		number: 'beyond',
		method: 'GET',
		path: '/mail-settings',
		summary: 'Fetch how mails leave the service, and who their sender is',
		caller,
		fields: {},
		reply: { status: 200, kind: 'record', model: 'MailSettings' },
		errors: ['Auth_RoleMissing'],
	},
	sendTestMail: {
		number: 'beyond',
		method: 'POST',
		path: '/mail-settings/test',
		summary: 'Send the caller a mail at once, and say what the mail server answered',
		caller,
		fields: {},
		reply: { status: 200, kind: 'record', model: 'MailTest' },
		errors: ['Auth_RoleMissing'],
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
	MailSettings: {
		host: {
			type: 'string',
			optional: true,
			example: 'mail.harbour.example',
			description: 'The mail server; absent where mails are kept in the outbox folder',
		},
		port: { type: 'integer', optional: true, example: 587, description: 'Its port' },
		fromName: { type: 'string', example: 'Harbour', description: 'Name of their sender' },
		fromAddress: {
			type: 'string',
			example: 'no-reply@harbour.example',
			description: 'Address of their sender',
		},
	},
	MailTest: {
		outcome: {
			type: 'string',
			choices: ['Accepted', 'Refused', 'Delayed', 'Unreachable', 'Kept'],
			description:
				'Refused for good or for now (Delayed), or the server cannot be reached or takes nothing; Kept where mails lie in the outbox folder',
		},
		answer: {
			type: 'string',
			optional: true,
			example: '550 5.1.1 no such mailbox',
			description: 'What the mail server said, or why there is no answer',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
