import { enteredCodes } from './codes';
import { contractFields, templateFields } from './contract-fields';
import { fileFields } from './contract-files';
import type { ModelField } from '../language/description';
import {
	blockchainStatus,
	creationDate,
	displayName,
	expires,
	id,
	isDeleted,
	ownerEmail,
} from '../language/model-fields';

export const signingOrders = ['Parallel', 'Sequential'] as const;
/** Languages of mails about contracts. */
export const mailLanguages = ['English', 'German', 'French'] as const;
export const signerRoles = ['Signer', 'Approver', 'CopyRecipient'] as const;

/** Every recorded step of a contract. */
export const contractStepKinds = [
	...(['Created', 'Sent', 'Opened', 'ViewedToEnd', 'Signed', 'Approved', 'Declined'] as const),
	...(['Reminded', 'Reissued', 'Revoked', 'Cancelled', 'Expired', 'Completed'] as const),
	...(['Downloaded', 'MailDelayed', 'MailRefused', 'Filled', 'Deleted'] as const),
	...(['NotTimeStamped', 'CodeMailed', 'CodeWrong', 'CodeConfirmed', 'HandedOver'] as const),
] as const;

const signerEmail = {
	type: 'string',
	example: 'ben@signers.example',
	description: 'The signer',
} as const satisfies ModelField;

/**
 * Whoever has the link can sign, so it is only included if the product's setting allows it, and
 * only for the contract's creator.
 */
const link = {
	type: 'string',
	format: 'uri',
	optional: true,
	beyond: true,
	description:
		'The address to sign at, for who created the contract, where the product is set to name links',
} as const satisfies ModelField;

/** Fields of a contract that lists leave out. */
const detail = {
	files: {
		type: 'object',
		many: true,
		optional: true,
		beyond: true,
		fields: fileFields,
		description: 'What is signed, in the order given',
	},
	signingOrder: {
		type: 'string',
		choices: signingOrders,
		optional: true,
		beyond: true,
		description: 'Whether the signers are asked all at once or one after the other',
	},
	signatureRequestMessage: {
		type: 'string',
		optional: true,
		beyond: true,
		description: 'What its signers are told by who created it',
	},
	expires: {
		type: 'string',
		format: 'date-time',
		optional: true,
		beyond: true,
		description: 'When it can be signed no more, ISO 8601 in UTC with milliseconds',
	},
	reminderDays: {
		type: 'integer',
		optional: true,
		beyond: true,
		description: 'Days after which who has not signed is reminded, again and again',
	},
	language: {
		type: 'string',
		choices: mailLanguages,
		optional: true,
		beyond: true,
		description: 'What its mails are written in',
	},
	handlerEmail: {
		type: 'string',
		optional: true,
		beyond: true,
		example: 'eve@harbour.example',
		description:
			'The colleague it was handed over to, who is told how it ends in place of who created it',
	},
	timeZone: {
		type: 'string',
		optional: true,
		beyond: true,
		example: 'Europe/Berlin',
		description: 'Time zone of the times in its mails; UTC when absent',
	},
	signers: {
		type: 'object',
		many: true,
		optional: true,
		beyond: true,
		fields: {
			signerEmail,
			role: { type: 'string', choices: signerRoles, description: 'What they are asked for' },
			state: {
				type: 'string',
				choices: ['Waiting', 'Asked', 'Signed', 'Approved', 'Declined', 'Copy'],
				description: 'Waiting is for others to sign first, Asked for this one',
			},
			doneDate: {
				type: 'string',
				format: 'date-time',
				optional: true,
				example: '2026-01-31T09:30:00.000Z',
				description: 'When they signed or approved, ISO 8601 in UTC with milliseconds',
			},
			code: {
				type: 'string',
				choices: enteredCodes,
				optional: true,
				description:
					'The code they enter at the signing link: Mail is mailed to them, Given is told them by who created the contract; absent where they need none',
			},
			mailStatus: {
				type: 'string',
				choices: ['Waiting', 'Sent', 'Refused'],
				optional: true,
				description:
					'What became of the last mail to them: Sent once the mail server has taken it, or it lies in the outbox folder; Refused when it will not be taken',
			},
			mailFault: {
				type: 'string',
				optional: true,
				example: '550 5.1.1 no such mailbox',
				description: 'What the mail server said to it, where it has not taken it',
			},
			link,
		},
		description: 'Each signer with what they have done, in the order given',
	},
	fields: contractFields,
} as const satisfies Readonly<Record<string, ModelField>>;

export const sealerModels = {
	Contract: {
		id,
		displayName,
		ownerEmail,
		templateId: { type: 'string', optional: true, description: 'The template it is linked to' },
		signerEmails: {
			type: 'string',
			many: true,
			example: 'ben@signers.example',
			description: 'The signers, in the order given',
		},
		signatures: {
			type: 'object',
			many: true,
			beyond: true,
			fields: {
				signerEmail,
				signedDate: {
					type: 'string',
					format: 'date-time',
					example: '2026-01-31T09:30:00.000Z',
					description: 'When it was recorded, ISO 8601 in UTC with milliseconds',
				},
				suppliedByEmail: {
					type: 'string',
					optional: true,
					example: 'ann@harbour.example',
					description: 'Who gave the signature: the signer, or who created the contract with it',
				},
			},
			description: 'The signatures given so far, in the order of the signers',
		},
		contractStatus: {
			type: 'string',
			choices: ['Unsigned', 'PartiallySigned', 'CurrentlySigning', 'Signed'],
			description: 'How far the signing has come',
		},
		reason: {
			type: 'string',
			choices: ['Declined', 'Expired', 'Cancelled'],
			optional: true,
			beyond: true,
			description: 'Why it can be signed no more, though not everybody has signed',
		},
		reasonText: {
			type: 'string',
			optional: true,
			beyond: true,
			description: 'What was said by who declined or cancelled it',
		},
		blockchainStatus,
		creationDate,
		isDeleted,
		...detail,
	},
	Template: {
		id,
		displayName,
		fileName: {
			type: 'string',
			example: 'lease.pdf',
			beyond: true,
			description: 'Name of its file',
		},
		ownerEmail,
		blockchainStatus,
		creationDate,
		isDeleted,
		fields: templateFields,
	},
	Signature: {
		id,
		displayName: { ...displayName, description: 'Name of the file it was given as' },
		ownerEmail,
		isUsed: {
			type: 'boolean',
			beyond: true,
			description: 'Whether a contract was signed with it, which keeps it',
		},
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	SigningLink: {
		id,
		signerEmail: {
			type: 'string',
			format: 'email',
			example: 'ben@signers.example',
			description: 'The signer it was mailed to',
		},
		status: {
			type: 'string',
			choices: ['Open', 'Used', 'Revoked', 'Ended', 'Expired'],
			description:
				'Whether it can be signed by; Used once the signer has signed in any way, Ended with its contract',
		},
		creationDate,
		expires,
		link,
	},
	ContractStep: {
		id,
		kind: { type: 'string', choices: contractStepKinds, description: 'What happened' },
		date: {
			type: 'string',
			format: 'date-time',
			example: '2026-01-31T09:30:00.000Z',
			description: 'When it happened, ISO 8601 in UTC with milliseconds',
		},
		signerEmail: { ...signerEmail, optional: true, description: 'The signer it is about' },
		actorEmail: {
			type: 'string',
			optional: true,
			example: 'ann@harbour.example',
			description: 'Who did it; absent where the service did, by time',
		},
		address: {
			type: 'string',
			optional: true,
			example: '192.0.2.7',
			description: 'Network address of the program that asked for it',
		},
		agent: {
			type: 'string',
			optional: true,
			example: 'Mozilla/5.0',
			description: 'What the program that asked for it said of itself',
		},
		detail: {
			type: 'string',
			optional: true,
			description:
				'The reason given, what was consented to, which fields were filled in, who supplied it, or whom it was handed to',
		},
		blockchainStatus,
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
