/** The files of a contract, numbered from 1: signed together, and each sealed by itself. */
import type { Field, ModelField } from '../language/description';

/** Limit per contract, because each signer reads all of them. */
export const filesMax = 10;

/** Chooses one file of a contract. */
export const fileNumber = {
	in: 'query',
	type: 'integer',
	minimum: 1,
	maximum: filesMax,
	description: 'Which file of the contract: 1, the first, when absent',
} as const satisfies Field;

/** Refusals of a sealed file that is not there. */
export const notSealed = [
	'Sealer_FileNotFound',
	'Sealer_ContractNotSigned',
	'Sealer_SealNotReady',
] as const;

export const numberOfFile = {
	type: 'integer',
	example: 1,
	description: 'Number of the file in its contract, 1 for the first',
} as const satisfies ModelField;

export const fileFields = {
	fileNumber: numberOfFile,
	fileName: { type: 'string', example: 'lease.pdf', description: 'Name of the file' },
	sizeBytes: { type: 'integer', example: 183422, description: 'Size of the file' },
	fileHash: {
		type: 'string',
		example: 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
		description: 'BLAKE2b-256 of the file, lower-case hex',
	},
} as const satisfies Readonly<Record<string, ModelField>>;
