/** Sealer: a contract's life between creation and last signature. */
import type { EndpointDescription, Field } from '../language/description';
import {
	contractId,
	creationKey,
	done,
	idempotencyErrors,
	paging,
	path,
	productId,
	proof,
	proofErrors,
} from '../language/fields';

/** The reason a person gives for a step. */
const reason = (description: string) =>
	({
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 1000,
		format: 'lines',
		description,
	}) as const;

const signerEmail = {
	in: 'json',
	type: 'string',
	format: 'email',
	minLength: 1,
	maxLength: 200,
	description: 'Only this signer, in place of everybody whose turn it is',
} as const satisfies Field;

const record = { status: 200, kind: 'record', model: 'Contract' } as const;

const found = ['Product_NotFound', 'Sealer_ContractNotFound'] as const;

/** Error codes of steps that need an open contract. */
const openErrors = [
	...found,
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
	'Sealer_ContractEnded',
	'Sealer_ContractSigned',
] as const;

export const sealerLife = {
	getContract: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}',
		summary:
			'Fetch a contract with the state of each signer, as its admin or one of its signers, a deleted one too',
		caller: ['SealerAdmin', 'SealerUser'],
		fields: { productId, contractId },
		reply: record,
		errors: ['Auth_RoleMissing', ...found],
	},
	listContractEvents: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/events',
		summary: 'List what happened to a contract, each step with its entry in the log',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, ...paging },
		reply: { status: 200, kind: 'list', model: 'ContractStep' },
		errors: ['Auth_RoleMissing', ...found],
	},
	getStepProof: {
		number: 'beyond',
		method: 'GET',
		path: '/sealer/{productId}/contracts/{contractId}/events/{stepId}/proof',
		summary: 'Fetch the proof that the log holds something that happened to a contract',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, stepId: path('Identifier of the event') },
		reply: proof,
		errors: ['Auth_RoleMissing', ...found, 'Sealer_StepNotFound', ...proofErrors],
	},
	declineContract: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/decline',
		summary: 'Decline to sign a contract, with the reason; nobody can sign it afterwards',
		caller: [],
		takesSigningLink: true,
		fields: {
			productId,
			contractId,
			reason: { ...reason('Why it is not signed, for who created it'), required: true },
		},
		reply: record,
		errors: [
			...openErrors,
			'Sealer_NotASigner',
			'Sealer_AlreadySigned',
			'Sealer_NotYourTurn',
			'Sealer_SignByLink',
		],
	},
	cancelContract: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/cancel',
		summary: 'Take a contract back that not everybody has signed, and tell who was asked',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, reason: reason('Why it is taken back, for its signers') },
		reply: record,
		errors: ['Auth_RoleMissing', ...openErrors],
	},
	handOverContract: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/hand-over',
		summary: 'Hand an open contract over to a colleague, who looks after it from then on',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			contractId,
			email: {
				in: 'json',
				type: 'string',
				format: 'email',
				required: true,
				minLength: 1,
				maxLength: 200,
				description: 'E-mail address of a user of the organisation with the role SealerAdmin',
			},
		},
		reply: record,
		errors: ['Auth_RoleMissing', ...openErrors, 'Sealer_NotAColleague'],
	},
	deleteContract: {
		number: 'beyond',
		method: 'DELETE',
		path: '/sealer/{productId}/contracts/{contractId}',
		summary: 'Delete a contract nobody has signed, with its file; an open one is cancelled first',
		caller: ['SealerAdmin'],
		fields: { productId, contractId },
		reply: done,
		errors: ['Auth_RoleMissing', ...found, 'Sealer_ContractHasSignatures'],
	},
	remindSigners: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/remind',
		summary: 'Remind the signers whose turn it is by a mail; links they have go on working',
		caller: ['SealerAdmin'],
		fields: { productId, contractId, signerEmail, 'idempotency-key': creationKey },
		reply: record,
		errors: [
			'Auth_RoleMissing',
			...openErrors,
			'Core_MailsTooMany',
			'Sealer_SignerNotFound',
			'Sealer_AlreadySigned',
			'Sealer_NotYourTurn',
			...idempotencyErrors,
		],
	},
	resendSigningLink: {
		number: 'beyond',
		method: 'POST',
		path: '/sealer/{productId}/contracts/{contractId}/resend',
		summary: 'Mail a signer a new link, and revoke those they had; a code can be entered anew',
		caller: ['SealerAdmin'],
		fields: {
			productId,
			contractId,
			signerEmail: { ...signerEmail, required: true, description: 'The signer' },
			'idempotency-key': creationKey,
		},
		reply: { status: 200, kind: 'record', model: 'SigningLink' },
		errors: [
			'Auth_RoleMissing',
			...openErrors,
			'Core_MailsTooMany',
			'Sealer_SignerNotFound',
			'Sealer_AlreadySigned',
			'Sealer_NotYourTurn',
			...idempotencyErrors,
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
