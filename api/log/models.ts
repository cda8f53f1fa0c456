/** Hashes are lower-case hex, as everywhere except in a checkpoint. */
import type { ModelField } from '../language/description';
import { blockchainStatus } from '../language/model-fields';

const hash = (description: string) =>
	({
		type: 'string',
		example: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
		description,
	}) as const satisfies ModelField;

const hashes = (description: string) =>
	({ ...hash(description), many: true }) as const satisfies ModelField;

const treeSize = {
	type: 'integer',
	example: 1,
	description: 'How many entries the tree has',
} as const satisfies ModelField;

const time = {
	type: 'string',
	format: 'date-time',
	example: '2026-01-31T09:30:00.000Z',
} as const satisfies Partial<ModelField>;

const note = {
	type: 'string',
	example:
		'log.example.org/sealkeeper\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\n— log.example.org/sealkeeper TSyPGg…\n',
	description: 'The signed note (C2SP tlog-checkpoint), with the signatures of witnesses',
} as const satisfies ModelField;

const witnesses = {
	type: 'string',
	many: true,
	example: 'witness.example/w1',
	description: 'The names of the witnesses that signed it',
} as const satisfies ModelField;

/** State of the configured witnesses, from `service/witness/witness-state.ts`. */
const witnessing = {
	type: 'object',
	many: true,
	fields: {
		name: { type: 'string', example: 'witness.example/w1', description: 'Name of its key' },
		vkey: {
			type: 'string',
			example: 'witness.example/w1+1f2e3d4c+BPd7…',
			description: 'Its public key, to count its signatures with',
		},
		standing: {
			type: 'string',
			choices: ['WAITING', 'COSIGNING', 'FAILING', 'AHEAD', 'FORKED'],
			description:
				'How it stands; `AHEAD`: it has seen more entries than there are here, `FORKED`: it has seen another tree',
		},
		message: { type: 'string', example: 'cosigned 1 entries', description: 'The same in words' },
		since: { ...time, optional: true, description: 'Since when, ISO 8601 in UTC' },
		treeSize: { ...treeSize, description: 'How many entries the largest tree it cosigned has' },
	},
	description: 'How each witness stands that is asked to cosign the log',
} as const satisfies ModelField;

const index = {
	type: 'integer',
	example: 0,
	description: 'Place in the tree, from 0',
} as const satisfies ModelField;

const evmAddress = {
	type: 'string',
	example: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
} as const satisfies Partial<ModelField>;

const evmHash = {
	type: 'string',
	example: '0x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
} as const satisfies Partial<ModelField>;

const contract = { ...evmAddress, description: 'The contract that holds the roots' } as const;
const chainId = { type: 'integer', example: 1, description: 'The chain, by its number' } as const;

const anchorFields = {
	chainId,
	contract,
	transactionHash: { ...evmHash, description: 'The transaction that wrote it' },
	blockNumber: { type: 'integer', example: 21000000, description: 'The block that holds that' },
	blockHash: { ...evmHash, description: 'The hash of the block' },
	confirmations: {
		type: 'integer',
		example: 12,
		description: 'Blocks that stood on it when the chain was last asked, its own counted',
	},
	treeSize: { ...treeSize, description: 'How many entries it covers, from the first one' },
	rootHash: hash('The root of the tree of these entries'),
	confirmedAt: { ...time, description: 'When it had the confirmations, ISO 8601 in UTC' },
} as const satisfies Readonly<Record<string, ModelField>>;

const anchor = {
	type: 'object',
	optional: true,
	fields: anchorFields,
	description: 'The first confirmed anchor on an EVM chain that covers the entry',
} as const satisfies ModelField;

const anchoring = {
	type: 'object',
	optional: true,
	fields: {
		contract,
		chainId: { ...chainId, optional: true },
		lookedAt: { ...time, optional: true, description: 'When the chain was last asked' },
		latest: { ...anchor, description: 'The newest confirmed anchor' },
		pending: {
			type: 'integer',
			many: true,
			example: 2000,
			description: 'The tree sizes on their way to the chain',
		},
		alarms: {
			type: 'object',
			many: true,
			fields: {
				kind: {
					type: 'string',
					choices: [
						...['RPC', 'CHAIN', 'CONTRACT', 'LOG_OLDER', 'LOG_OTHER', 'REORGANISED'],
						...['FUNDS', 'FEE', 'REFUSED'],
					],
					description:
						'What it is about; `LOG_OLDER` and `LOG_OTHER`: not the log that was anchored',
				},
				raisedAt: { ...time, description: 'Since when, ISO 8601 in UTC' },
			},
			description: 'What keeps anchoring from going on',
		},
	},
	description: 'How the log is anchored on an EVM chain, where it is',
} as const satisfies ModelField;

const restorations = {
	type: 'object',
	many: true,
	fields: {
		id: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier; the entry of kind `log-restoration` has the same',
		},
		lostCheckpoint: { ...note, description: 'The signed checkpoint that was given up' },
		heldCheckpoint: {
			...note,
			optional: true,
			description: 'The newest checkpoint of the database that was accepted; absent if it had none',
		},
		time: { ...time, description: 'When the operator accepted it, ISO 8601 in UTC' },
	},
	description:
		'Every time the operator accepted a database that lacked signed entries, such as an old backup',
} as const satisfies ModelField;

export const logModels = {
	Log: {
		origin: {
			type: 'string',
			example: 'log.example.org/sealkeeper',
			description: 'The name it signs under',
		},
		vkey: {
			type: 'string',
			example: 'log.example.org/sealkeeper+4d2c8f1a+AbEf…',
			description: 'The public key to check its checkpoints with: pin it where you check proofs',
		},
		treeSize,
		rootHash: hash('The root of the tree'),
		checkpoint: { ...note, optional: true },
		witnesses,
		witnessing,
		anchoring,
		restorations,
	},
	LogCheckpoint: {
		treeSize,
		rootHash: hash('The root of the tree'),
		time: { ...time, description: 'When its last entry was made, ISO 8601 in UTC' },
		checkpoint: note,
		witnesses,
	},
	LogEntry: {
		index,
		kind: { type: 'string', example: 'asset', description: 'What kind of record it is about' },
		recordId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the record',
		},
		time: { ...time, description: 'When it was made, ISO 8601 in UTC' },
		commitment: hash('SHA-256 of a salt and the payload of the record'),
		leafHash: hash('What stands in the tree'),
		isErased: {
			type: 'boolean',
			description: 'Whether its salt is gone, and nobody can tell what was entered',
		},
		blockchainStatus,
		anchor,
	},
	LogInclusion: {
		index,
		treeSize,
		leafHash: hash('What stands in the tree at this place'),
		rootHash: hash('The root of the tree'),
		hashes: hashes('From the neighbour of the leaf upwards (RFC 9162, 2.1.3)'),
		anchor,
	},
	LogConsistency: {
		fromSize: { ...treeSize, description: 'How many entries the smaller tree has' },
		toSize: { ...treeSize, example: 2, description: 'How many entries the larger tree has' },
		fromRootHash: hash('The root of the smaller tree'),
		toRootHash: hash('The root of the larger tree'),
		hashes: hashes('In the order of RFC 9162, 2.1.4'),
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
