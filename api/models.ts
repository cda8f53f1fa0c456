/**
 * The records of replies as plain data. Names and choices are the vendor's. Each product has a
 * file in its folder; this table joins them.
 */
import { comparisonModels } from './keeper/comparison-models';
import { fieldModels } from './sealer/contract-fields';
import type { ModelField } from './language/description';
import { eventModels } from './events/models';
import { exchangeModels } from './exchange/models';
import { keeperModels } from './keeper/models';
import { timelineModels } from './keeper/timeline';
import { logModels } from './log/models';
import { brandModels } from './platform/brand';
import { mailModels } from './platform/mails';
import { waitingModels } from './platform/waiting';
import { id } from './language/model-fields';
import { platformModels } from './platform/models';
import { sealModels } from './sealer/seal-models';
import { sealerComparisonModels } from './sealer/comparison-models';
import { sealerModels } from './sealer/models';
import { signingModels } from './sealer/signing-models';
import { storageModels } from './storage/models';
import { trackerModels } from './tracker/models';
import { verificationModels } from './sealer/verification-models';

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
	...brandModels,
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
	...storageModels,
	...platformModels,
	...mailModels,
	...waitingModels,
	...logModels,
	...eventModels,
	...exchangeModels,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export type ModelName = keyof typeof models;
