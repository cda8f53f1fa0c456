import { enteredCodes } from './codes';
import { contractFields } from './contract-fields';
import { fileFields } from './contract-files';
import type { ModelField } from '../language/description';
import { brandFields } from '../platform/brand';
import { displayName, ownerEmail } from '../language/model-fields';
import { mailLanguages, sealerModels, signerRoles } from './models';
import { sealModels } from './seal-models';

const { contractStatus, reason, reasonText, signers, signatureRequestMessage, expires } =
	sealerModels.Contract;

const date = {
	type: 'string',
	format: 'date-time',
	optional: true,
	example: '2026-01-31T09:30:00.000Z',
} as const;

/** What who has a link is told before its signer's code was entered, and no more. */
const codeModels = {
	SigningCode: {
		displayName,
		ownerEmail,
		organisationName: {
			type: 'string',
			example: 'Harbour Energy',
			description: 'Organisation of who asks',
		},
		language: {
			type: 'string',
			choices: mailLanguages,
			description: 'Language of the contract, in which its page is shown first',
		},
		code: {
			type: 'string',
			choices: enteredCodes,
			description: 'Where the code comes from: the mail of the signer, or who asks',
		},
		state: {
			type: 'string',
			choices: ['NotAsked', 'Open', 'Locked'],
			description:
				'Whether a code can be entered: NotAsked before one is mailed, Locked until the link is mailed anew',
		},
		codeExpires: { ...date, description: 'When the mailed code ends, ISO 8601 in UTC' },
	},
	ConfirmedCode: {
		secret: {
			type: 'string',
			example: 'mJ4Ud0c2fQ7yq1mC5m9xk2bR8tV3nL6pS0wZ1aE4hGg',
			description: 'For the header signing-code-secret of the other calls of this link',
		},
		expires: {
			type: 'string',
			format: 'date-time',
			example: '2026-01-31T10:30:00.000Z',
			description: 'When the code must be entered again, ISO 8601 in UTC',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export const signingModels = {
	...codeModels,
	SigningRequest: {
		linkStatus: {
			type: 'string',
			choices: ['Open', 'Used', 'Ended', 'Revoked', 'Replaced', 'Expired'],
			description:
				'Whether the link is good: Used once its signer has signed in any way, Ended with its contract, Replaced by a newer link',
		},
		displayName,
		ownerEmail,
		signerEmail: {
			type: 'string',
			example: 'ben@signers.example',
			description: 'Whom the link was made for',
		},
		role: { type: 'string', choices: signerRoles, description: 'What they are asked for' },
		state: { ...signers.fields.state, description: 'How far they themselves have come' },
		doneDate: { ...date, description: 'When they signed or approved, ISO 8601 in UTC' },
		expires: { ...expires, description: 'When the link ends, ISO 8601 in UTC' },
		language: {
			type: 'string',
			choices: mailLanguages,
			beyond: true,
			description: 'Language of the contract, in which its page is shown first',
		},
		brand: {
			type: 'object',
			optional: true,
			beyond: true,
			fields: brandFields,
			description: 'How the organisation shows itself that asks for the signature',
		},
		contractStatus,
		reason,
		reasonText,
		signatureRequestMessage,
		signers: {
			type: 'object',
			many: true,
			optional: true,
			beyond: true,
			fields: {
				signerEmail: signers.fields.signerEmail,
				role: signers.fields.role,
				state: signers.fields.state,
				doneDate: signers.fields.doneDate,
				suppliedByEmail: {
					type: 'string',
					optional: true,
					description: 'Who gave the signature in place of the signer; absent where they did',
				},
			},
			description:
				'Everybody the contract names, in the order given; absent where the link is not good',
		},
		files: {
			type: 'object',
			many: true,
			optional: true,
			beyond: true,
			fields: {
				...fileFields,
				mediaType: {
					type: 'string',
					example: 'application/pdf',
					description: 'What it is by its content',
				},
			},
			description: 'What is signed, in the order given; absent where the link is not good',
		},
		fields: {
			...contractFields,
			description:
				'What this signer fills in, and what others have filled in; absent where there is nothing',
		},
		consent: {
			type: 'string',
			optional: true,
			description: 'What who signs by this link consents to; absent where nothing is to be signed',
		},
		lastSignatureDate: {
			...date,
			description: 'When the signer gave the signature that can be used again, ISO 8601 in UTC',
		},
		seal: {
			type: 'object',
			optional: true,
			beyond: true,
			fields: {
				status: {
					...sealModels.ContractSeal.status,
					description: 'Sealed when every file is; Failed when the last attempt at one did',
				},
				files: {
					type: 'object',
					many: true,
					fields: {
						fileNumber: fileFields.fileNumber,
						fileName: { ...fileFields.fileName, description: 'Name of the sealed file' },
						sizeBytes: { ...fileFields.sizeBytes, description: 'Size of the sealed file' },
					},
					description: 'The files that are sealed',
				},
			},
			description: 'The sealed files, once everybody has signed',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
