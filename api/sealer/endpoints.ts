/** Sealer: contracts that several people sign. */
import { givenCodeLengthMax, givenCodeLengthMin, signerCodes } from './codes';
import { fieldValues, placedFields } from './contract-fields';
import { filesMax } from './contract-files';
import type { EndpointDescription, Field } from '../language/description';
import {
	contractId,
	creationKey,
	displayName,
	idempotencyErrors,
	newestFirst,
	paging,
	path,
	productId,
	proof,
	proofErrors,
	searchIn,
} from '../language/fields';
import { sealerComparisons } from './comparisons';
import { conversion } from './conversion';
import { sealerLife } from './life';
import { sealerSignatures } from './signatures';
import { sealerTemplates } from './templates';
import { mailLanguages, signerRoles, signingOrders } from './models';
import { seals } from './seals';
import { verification } from './verification';

/**
 * Limit per contract, because each signer is a mail, and every list of contracts names all
 * signers.
 */
export const signersMax = 100;

const search = searchIn('their name or the address of a signer');

/** A filter of lists of contracts. */
function contractState<const State extends string>(choices: readonly State[]) {
	const asked = choices.some((state) => state === 'Asked')
		? ' Asked: it is the turn of the caller.'
		: '';
	return {
		in: 'query',
		type: 'string',
		choices,
		description:
			`Only contracts of this state; all when absent. Open: it can be signed. Done: everybody has signed. Ended: declined, expired or cancelled.${asked}`.replace(
				/\.$/,
				'',
			),
	} as const satisfies Field;
}

export const sealer = {
	createContract: {
		number: 'E1',
		method: 'POST',
		path: '/sealer/{productId}/contracts',
		summary: 'Add a contract, and mail its signers or sign it with the signatures given',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			file: { in: 'form', type: 'file', required: true, description: 'The contract file' },
			moreFiles: {
				in: 'form',
				type: 'file',
				many: true,
				itemsMax: filesMax - 1,
				description: `A further file of the same contract, repeated once for each, at most ${filesMax - 1} times: all are signed together, and each is sealed by itself`,
			},
			displayName,
			signerEmails: {
				in: 'form',
				type: 'string',
				format: 'email',
				many: true,
				itemsMax: signersMax,
				required: true,
				minLength: 1,
				maxLength: 200,
				description: `E-mail address of a signer, repeated once for each signer, at most ${signersMax} times`,
			},
			signatures: {
				in: 'form',
				type: 'file',
				many: true,
				itemsMax: signersMax,
				description:
					'Signature of the signer at the same position, a picture (PNG, JPEG, WebP, drawn SVG), for all signers or for none',
			},
			templateId: {
				in: 'form',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Identifier of the template to link the contract to',
			},
			signatureRequestMessage: {
				in: 'form',
				type: 'string',
				minLength: 1,
				maxLength: 2000,
				format: 'lines',
				description: 'What the signers are told in the mail and on the page',
			},
			signingOrder: {
				in: 'form',
				type: 'string',
				choices: signingOrders,
				description:
					'Sequential asks each signer when those before have signed; Parallel, the default, all at once',
			},
			signerRoles: {
				in: 'form',
				type: 'string',
				choices: signerRoles,
				many: true,
				itemsMax: signersMax,
				description:
					'Role of the signer at the same position: Signer, which all are by default, Approver, who needs no signature, or CopyRecipient, who reads it by a link and is told how it ends',
			},
			signerCodes: {
				in: 'form',
				type: 'string',
				choices: signerCodes,
				many: true,
				itemsMax: signersMax,
				description:
					'Code that the signer at the same position enters at the signing link before seeing the contract: None, which all have by default, Mail, which the page mails them, or Given, which you tell them in another way than by mail',
			},
			givenCodes: {
				in: 'form',
				type: 'string',
				many: true,
				itemsMax: signersMax,
				minLength: 0,
				// With spaces.
				maxLength: 2 * givenCodeLengthMax,
				pattern: { expression: '^[^\\p{C}]*$', words: 'must have no control characters' },
				isSecret: true,
				description: `Code that you tell the signer at the same position, ${givenCodeLengthMin} to ${givenCodeLengthMax} characters, where signerCodes is Given; empty for the others`,
			},
			expires: {
				in: 'form',
				type: 'string',
				format: 'date-time',
				maxLength: 40,
				description:
					'When it can be signed no more: ISO 8601, in UTC where it names no zone; the earlier counts beside expiresInDays',
			},
			expiresInDays: {
				in: 'form',
				type: 'integer',
				minimum: 1,
				maximum: 3650,
				description: 'Days until it can be signed no more; CONTRACT_LIFETIME_DAYS when absent',
			},
			reminderDays: {
				in: 'form',
				type: 'integer',
				minimum: 1,
				maximum: 365,
				description: 'Days after which who has not signed is reminded, again and again',
			},
			language: {
				in: 'form',
				type: 'string',
				choices: mailLanguages,
				description: 'What its mails are written in; MAIL_LANGUAGE when absent',
			},
			timeZone: {
				in: 'form',
				type: 'string',
				minLength: 1,
				maxLength: 60,
				description:
					'Time zone of the times in its mails, such as Europe/Berlin; UTC when absent, which they then say',
			},
			fields: {
				...placedFields,
				description: `${placedFields.description}, in place of those of the template`,
			},
			fieldValues: {
				...fieldValues,
				description:
					'What a field of the template, or of a text tag in the PDF, holds from the start, by its name, as JSON; repeated once for each field',
			},
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'Contract' },
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Core_MailsTooMany',
			'Sealer_SignatureCountMismatch',
			'Sealer_SignerRepeated',
			'Sealer_SignatureInvalid',
			'Sealer_NobodySigns',
			'Sealer_TemplateNotFound',
			'Sealer_Deleted',
			'Sealer_ContractUnreadable',
			'Sealer_FieldInvalid',
			'Sealer_FieldsMissing',
			...idempotencyErrors,
		],
	},
	signContract: {
		number: 'E2',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/sign',
		alsoAt: { number: 'E3', path: '/sealer/{productId}/contracts/sign/{contractId}' },
		summary: 'Sign a contract with a new signature or with the last one used',
		caller: [],
		takesSigningLink: true,
		fields: {
			productId,
			contractId,
			contract: {
				in: 'form',
				type: 'file',
				required: true,
				description: 'The contract file, the very same as the one recorded',
			},
			moreFiles: {
				in: 'form',
				type: 'file',
				many: true,
				itemsMax: filesMax - 1,
				description:
					'A further file of the contract, the very same as recorded, repeated once for each in their order',
			},
			signature: {
				in: 'form',
				type: 'file',
				description:
					'The new signature, a picture (PNG, JPEG, WebP, drawn SVG), unless the last one is used again',
			},
			reuseLastSignature: {
				in: 'form',
				type: 'boolean',
				description: 'Whether to sign with the last signature of the signer',
			},
			fieldValues,
		},
		reply: { status: 200, kind: 'record', model: 'Contract' },
		errors: [
			'Product_NotFound',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Sealer_ContractNotFound',
			'Sealer_NotASigner',
			'Sealer_AlreadySigned',
			'Sealer_ContractEnded',
			'Sealer_NotYourTurn',
			'Sealer_SignByLink',
			'Sealer_ContractDoesNotMatch',
			'Sealer_SignatureInvalid',
			'Sealer_NoEarlierSignature',
			'Sealer_FieldInvalid',
			'Sealer_FieldsMissing',
			'Core_RecordCorrupted',
		],
	},
	listContracts: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts',
		summary: 'List the contracts of the product',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			...paging,
			newestFirst,
			search,
			state: contractState(['Open', 'Done', 'Ended']),
		},
		reply: { status: 200, kind: 'list', model: 'Contract' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	listOwnContracts: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/self',
		summary: 'List the contracts the caller is a signer of',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: {
			productId,
			...paging,
			newestFirst,
			search,
			state: contractState(['Asked', 'Open', 'Done', 'Ended']),
		},
		reply: { status: 200, kind: 'list', model: 'Contract' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	...sealerLife,
	listSigningLinks: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/links',
		summary: 'List the signing links of a contract, without what they hold',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, ...paging },
		reply: { status: 200, kind: 'list', model: 'SigningLink' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_ContractNotFound'],
	},
	revokeSigningLink: {
		number: 'beyond',
		method: 'DELETE',
		path: '/sealer/{productId}/contracts/{contractId}/links/{linkId}',
		summary: 'Revoke a signing link that was not used',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, linkId: path('Identifier of the signing link') },
		reply: { status: 200, kind: 'record', model: 'SigningLink' },
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Sealer_ContractNotFound',
			'Sealer_LinkNotFound',
		],
	},
	...sealerTemplates,
	...sealerSignatures,
	...sealerComparisons,
	getContractProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/proof',
		summary: 'Fetch the proof that the log holds a contract, as its admin or one of its signers',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId },
		reply: proof,
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Sealer_ContractNotFound', ...proofErrors],
	},
	getSignatureProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/signatures/{position}/proof',
		summary: 'Fetch the proof that the log holds a signature of a contract',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: {
			productId,
			contractId,
			position: path('Place of the signer in signerEmails, 1 for the first'),
		},
		reply: proof,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Sealer_ContractNotFound',
			'Sealer_SignatureNotFound',
			...proofErrors,
		],
	},
	...seals,
	...verification,
	...conversion,
} as const satisfies Readonly<Record<string, EndpointDescription>>;
