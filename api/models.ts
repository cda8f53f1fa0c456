/**
 * The records the interface answers with, as plain data. Names and choices are the vendor's;
 * the storage records keep that product's own capital letters. The keeper's, the tracker's, the platform's
 * and the exchange's are in files of their own and part of the same table.
 */
import { comparisonModels } from './comparison-models';
import { fieldModels } from './contract-fields';
import type { ModelField } from './description';
import { eventModels } from './event-models';
import { exchangeModels } from './exchange-models';
import { keeperModels } from './keeper-models';
import { timelineModels } from './keeper-timeline';
import { logModels } from './log-models';
import { mailModels } from './mails';
import { corrupted, creationDate, id } from './model-fields';
import { platformModels } from './platform-models';
import { sealModels } from './seal-models';
import { sealerComparisonModels } from './sealer-comparison-models';
import { sealerModels } from './sealer-models';
import { signingModels } from './signing-models';
import { trackerModels } from './tracker-models';
import { verificationModels } from './verification-models';

export const models = {
	...sealerModels,
	...sealModels,
	...sealerComparisonModels,
	...signingModels,
	...fieldModels,
	...verificationModels,
	...trackerModels,
	...keeperModels,
	...comparisonModels,
	...timelineModels,
	Product: {
		id,
		name: { type: 'string', example: 'Assets', description: 'Name of the product' },
		product: {
			type: 'string',
			choices: ['Tracker', 'Keeper', 'Sealer'],
			description: 'What the product does',
		},
		available: { type: 'boolean', description: 'Whether it can be used now' },
		idempotencyKeyDays: {
			type: 'integer',
			optional: true,
			example: 30,
			description: 'Days an Idempotency-Key is kept from its first use; of a Tracker',
		},
	},
	Usage: {
		storedBytes: {
			type: 'integer',
			example: 4608,
			description: 'Bytes of all shards of all files of the organisation together',
		},
		storedBytesMax: {
			type: 'integer',
			optional: true,
			example: 1000000000,
			description: 'How many it may be; absent where there is no quota',
		},
	},
	Receipt: {
		id,
		pointer: {
			type: 'string',
			example: 'RCP0123456789abcdef',
			description: 'Pointer to the record of the file map',
		},
		fileName: { type: 'string', example: 'hello.txt', description: 'Name of the uploaded file' },
		creationDate,
		queryParams: {
			type: 'object',
			fields: {
				app: {
					type: 'string',
					example: 'sds',
					description: 'The application that posted the data',
				},
			},
			description: 'Context of the receipt',
		},
		blockchainStatus: corrupted,
	},
	FileMap: {
		FileName: { type: 'string', example: 'hello.txt', description: 'Name of the uploaded file' },
		FileIds: {
			type: 'string',
			many: true,
			example: '3f0c9a1be27d4456',
			description: 'Name of the shard in each bucket, in the order of the buckets',
		},
		Hash: {
			type: 'string',
			example: '256c83b297114d201b30179f3f0ef0cace9783622da5974326b436178aeef610',
			description: 'BLAKE2b-256 of the file, lower-case hex',
		},
		Size: { type: 'integer', example: 384, description: 'Bytes of all shards together' },
		UnencryptedSize: { type: 'integer', example: 12, description: 'Bytes of the file itself' },
		Status: {
			type: 'string',
			choices: ['complete', 'degraded'],
			description: 'Whether every shard lies in its bucket',
		},
	},
	BucketHealth: {
		host: { type: 'string', example: 'bucket-1', description: 'The bucket' },
		status: {
			type: 'string',
			choices: ['up', 'degraded', 'down'],
			description: 'Whether it answers; degraded while shards of its own are not in it',
		},
		region: { type: 'string', example: 'local', description: 'Where it lies' },
	},
	...platformModels,
	...mailModels,
	...logModels,
	...eventModels,
	...exchangeModels,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export type ModelName = keyof typeof models;
