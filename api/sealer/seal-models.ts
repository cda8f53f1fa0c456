import type { ModelField } from '../language/description';
import { blockchainStatus } from '../language/model-fields';
import { numberOfFile } from './contract-files';

export const sealModels = {
	ContractSeal: {
		contractId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the contract',
		},
		fileNumber: numberOfFile,
		status: {
			type: 'string',
			choices: ['Waiting', 'Failed', 'Sealed'],
			description: 'Failed when the last attempt did; it is tried again by itself',
		},
		attempts: {
			type: 'integer',
			optional: true,
			example: 1,
			description: 'Attempts that failed, while it is not sealed',
		},
		fault: {
			type: 'string',
			optional: true,
			example: 'too few buckets answer',
			description: 'What the last attempt met, when it failed',
		},
		nextAttemptDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			example: '2026-01-31T09:30:30.000Z',
			description: 'When it is tried again, ISO 8601 in UTC',
		},
		fileName: {
			type: 'string',
			optional: true,
			example: 'lease (sealed).pdf',
			description: 'Name of the sealed file',
		},
		fileHash: {
			type: 'string',
			optional: true,
			example: 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
			description: 'BLAKE2b-256 of the sealed file, lower-case hex',
		},
		sizeBytes: {
			type: 'integer',
			optional: true,
			example: 183422,
			description: 'Size of the sealed file',
		},
		level: {
			type: 'string',
			optional: true,
			choices: ['B-B', 'B-T', 'B-LT', 'Manifest'],
			description:
				'Of the signature: PAdES B-B, B-T with a time stamp, or B-LT that also brings along whether its certificates were revoked; Manifest for a ZIP with the file and a JWS',
		},
		sealedDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			example: '2026-01-31T09:30:01.000Z',
			description: 'When it was sealed, ISO 8601 in UTC',
		},
		timeStampDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			example: '2026-01-31T09:30:01.000Z',
			description:
				'When a time stamping authority had the signature, as it says, ISO 8601 in UTC; only of B-T and B-LT',
		},
		timeStampFault: {
			type: 'string',
			optional: true,
			example: 'the time stamping authority gave no time: it answered with 503',
			description: 'Why there is no time stamp, where an authority is set and gave none in time',
		},
		revocationFault: {
			type: 'string',
			optional: true,
			example:
				'whether the certificate of CN=Seals was revoked could not be learned: ocsp.example: it answered with 503',
			description: 'Why the seal does not bring along whether its certificates were revoked',
		},
		blockchainStatus: { ...blockchainStatus, optional: true },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
