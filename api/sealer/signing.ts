/**
 * Signing by the link in a mail, for signers without an account; the token in the path identifies
 * them. Signers never upload the contract: the service checks its stored bytes against the
 * recorded hash.
 */
import { fieldValues } from './contract-fields';
import { fileNumber, notSealed } from './contract-files';
import type { EndpointDescription } from '../language/description';
import { done, path, proof, proofErrors, range } from '../language/fields';
import { mailLanguages } from './models';
import { publicVerification } from './verification';

const token = path('Token of the signing link, as the mail has it');

const link = {
	token,
	'signing-code-secret': {
		in: 'header',
		type: 'string',
		maxLength: 100,
		isSecret: true,
		description: 'What confirmCode answered, where the signer of the link has a code',
	},
} as const;

/** Views the page reports. */
export const linkViews = ['Opened', 'ViewedToEnd', 'Downloaded'] as const;

const record = { status: 200, kind: 'record', model: 'SigningRequest' } as const;

const codeRecord = { ...record, model: 'SigningCode' } as const;

const bytes = {
	reply: { status: 200, kind: 'bytes' },
	otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
} as const;

const found = ['Sealer_LinkUnknown', 'Sealer_CodeNeeded'] as const;
const good = ['Sealer_LinkEnded', 'Sealer_ContractEnded'] as const;
const readable = [...found, ...good] as const;

/** Of steps before a code was entered. */
const beforeCode = ['Sealer_LinkUnknown', ...good] as const;

const stored = [
	'Request_PreconditionFailed',
	'Storage_RangeNotSatisfiable',
	'Storage_TooFewBucketsToRead',
	'Core_RecordCorrupted',
] as const;

/** Error codes of steps that only the signer whose turn it is may take. */
const turn = [
	...readable,
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
	'Sealer_NotASigner',
	'Sealer_AlreadySigned',
	'Sealer_NotYourTurn',
] as const;

export const signing = {
	getRequest: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}',
		summary: 'Fetch what a signing link asks for, and how far the contract has come',
		caller: 'LINK',
		fields: link,
		reply: record,
		errors: [...found, 'Storage_TooFewBucketsToRead'],
	},
	getCode: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/code',
		summary: 'Tell who asks for what by a link whose signer has a code, and how that stands',
		caller: 'LINK',
		isBeforeCode: true,
		fields: { token },
		reply: codeRecord,
		errors: [...beforeCode, 'Sealer_CodeNotNeeded'],
	},
	askCode: {
		number: 'beyond',
		method: 'POST',
		path: '/signing/{token}/code',
		summary: 'Mail the signer of a link a new code; the one before ends',
		caller: 'LINK',
		isBeforeCode: true,
		fields: { token },
		reply: codeRecord,
		errors: [
			...beforeCode,
			'Sealer_CodeNotNeeded',
			'Sealer_CodeNotMailed',
			'Sealer_CodeMailsTooMany',
			'Core_MailsTooMany',
		],
	},
	confirmCode: {
		number: 'beyond',
		method: 'POST',
		path: '/signing/{token}/code/confirm',
		summary: 'Confirm the code of the signer of a link, for a secret that opens the contract',
		caller: 'LINK',
		isBeforeCode: true,
		fields: {
			token,
			code: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 100,
				isSecret: true,
				description: 'The code as it was mailed or told; spaces do not count',
			},
		},
		reply: { ...record, model: 'ConfirmedCode' },
		errors: [
			...beforeCode,
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Sealer_CodeNotNeeded',
			'Sealer_CodeWrong',
			'Sealer_CodeEnded',
			'Sealer_CodeLocked',
		],
	},
	getFile: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/file',
		summary: 'Fetch a file of the contract that a signing link asks for',
		caller: 'LINK',
		fields: {
			...link,
			fileNumber,
			inline: {
				in: 'query',
				type: 'boolean',
				description:
					'Whether it is to be shown: a PDF, a picture or a text then has its own type, anything else is saved all the same',
			},
			range,
		},
		...bytes,
		errors: [...readable, ...stored, 'Sealer_FileNotFound'],
	},
	getText: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/text',
		summary: 'Fetch the text of a file that is a DOCX, which no browser shows as it is',
		caller: 'LINK',
		fields: { ...link, fileNumber },
		reply: {
			status: 200,
			kind: 'bytes',
			mediaType: 'text/plain; charset=utf-8',
			example: 'An agreement between two parties.\n',
		},
		errors: [
			...readable,
			'Request_PreconditionFailed',
			'Sealer_FileNotFound',
			'Sealer_TextUnreadable',
			'Storage_TooFewBucketsToRead',
			'Core_RecordCorrupted',
		],
	},
	addView: {
		number: 'beyond',
		method: 'POST',
		path: '/signing/{token}/views',
		summary: 'Record that the contract was opened, viewed to its end or downloaded, each once',
		caller: 'LINK',
		fields: {
			...link,
			view: {
				in: 'json',
				type: 'string',
				choices: linkViews,
				required: true,
				description: 'What the person at the page has done',
			},
		},
		reply: done,
		errors: [...readable, 'Request_TooLarge', 'Request_UnsupportedMediaType'],
	},
	sign: {
		number: 'beyond',
		method: 'POST',
		path: '/signing/{token}/sign',
		summary: 'Sign or approve the contract of a signing link',
		caller: 'LINK',
		fields: {
			...link,
			consent: {
				in: 'form',
				type: 'boolean',
				required: true,
				description: 'Whether the person consents in the words of the request; must be true',
			},
			language: {
				in: 'form',
				type: 'string',
				choices: mailLanguages,
				description:
					'Language the consent was read in, whose words are recorded; that of the request when left out',
			},
			reuseLastSignature: {
				in: 'form',
				type: 'boolean',
				description: 'Whether to sign with the last signature of the signer',
			},
			fieldValues,
			signature: {
				in: 'form',
				type: 'file',
				description:
					'The signature, a picture (PNG, JPEG, WebP, drawn SVG), unless the last one is used again; none for an approval',
			},
		},
		reply: record,
		errors: [
			...turn,
			'Request_FileEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Storage_TooFewBucketsToRead',
			'Sealer_SignatureInvalid',
			'Sealer_NoEarlierSignature',
			'Sealer_FieldInvalid',
			'Sealer_FieldsMissing',
			'Core_RecordCorrupted',
		],
	},
	decline: {
		number: 'beyond',
		method: 'POST',
		path: '/signing/{token}/decline',
		summary: 'Decline the contract of a signing link; nobody can sign it afterwards',
		caller: 'LINK',
		fields: {
			...link,
			reason: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 1000,
				format: 'lines',
				description: 'Why it is not signed, for who created it',
			},
		},
		reply: record,
		errors: turn,
	},
	getLastSignature: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/last-signature',
		summary: 'Fetch the last signature that the signer of a link gave, which can be used again',
		caller: 'LINK',
		fields: { ...link, range },
		...bytes,
		errors: [...readable, ...stored, 'Sealer_NoEarlierSignature'],
	},
	getSealedFile: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/sealed',
		summary: 'Fetch the sealed form of a file of the contract of a signing link',
		caller: 'LINK',
		fields: { ...link, fileNumber, range },
		...bytes,
		errors: [...readable, ...stored, ...notSealed],
	},
	getSealProof: {
		number: 'beyond',
		method: 'GET',
		path: '/signing/{token}/seal/proof',
		summary: 'Fetch the proof that the log holds a sealed file of the contract of a link',
		caller: 'LINK',
		fields: { ...link, fileNumber },
		reply: proof,
		errors: [...readable, ...notSealed, ...proofErrors],
	},
	...publicVerification,
} as const satisfies Readonly<Record<string, EndpointDescription>>;
