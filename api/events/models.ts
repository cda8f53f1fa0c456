/**
 * Records of events, subscriptions and deliveries. An event names things and states; it never
 * holds contents, signing links or keys.
 */
import type { ModelField } from '../language/description';
import { displayName, id } from '../language/model-fields';

const time = {
	type: 'string',
	format: 'date-time',
	example: '2026-01-31T09:30:00.000Z',
} as const satisfies Partial<ModelField>;

const named = (description: string, example = '65f0c0ffee0123456789abcd') =>
	({ type: 'string', example, description }) as const;

const whole = (description: string, example: number) =>
	({ type: 'integer', example, description }) as const;

/** States of a deposit or payout of the exchange. */
export const transferStates = [
	'SETTLED',
	'PLANNED',
	'SENDING',
	'UNKNOWN',
	'REFUSED',
	'HELD_FOR_REVIEW',
	'PENDING_APPROVAL',
] as const;

const event = {
	id: named('The same whenever the event is told again: what was seen already is known by it'),
	sequence: whole('Place among all events, which grows and is never given twice', 4711),
	type: named('What happened', 'contract.signed'),
	version: whole('Version of what `data` holds for this type', 1),
	timestamp: { ...time, description: 'When it happened, ISO 8601 in UTC with milliseconds' },
	productId: {
		...named('The product it happened in', '65f0c0ffee0123456789abc1'),
		optional: true,
	},
	subject: named('What it happened to; events of one subject come in their order'),
	data: {
		type: 'object',
		example: { contractId: '65f0c0ffee0123456789abcd', contractStatus: 'PartiallySigned' },
		description: 'What the type says of it',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const status = whole('Status the target answered with', 204);

const reason = { type: 'string', optional: true } as const;

const secret = {
	type: 'string',
	example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3T1vQk8n0aU=',
	description: 'Key of the signatures: base64 behind `whsec_`',
} as const;

const subscription = {
	id,
	url: named('Where events are sent to', 'https://n8n.example.org/webhook/65f0'),
	description: named('What it is for, empty where nothing was said', 'n8n'),
	types: {
		type: 'string',
		many: true,
		optional: true,
		example: 'contract.signed',
		description: 'Types it is for; every type its owner hears where absent',
	},
	productId: { type: 'string', optional: true, description: 'Product it is for' },
	symbol: { type: 'string', optional: true, description: 'Market it is for, at the exchange' },
	subject: { type: 'string', optional: true, description: 'Subject it is for' },
	state: {
		type: 'string',
		choices: ['Active', 'Failing', 'Stopped', 'Disabled', 'Expired'],
		description:
			'Failing while the target takes nothing, Stopped while its owner has no right to hear, Disabled once the target has answered 410, Expired when its time is over',
	},
	reason: { ...reason, description: 'Why it is not Active' },
	cursor: whole('Every event up to it is delivered, or one of its deliveries', 4711),
	waiting: whole('Deliveries that wait', 0),
	parked: whole('Deliveries that were given up', 0),
	nextAttempt: {
		type: 'string',
		format: 'date-time',
		optional: true,
		description: 'Nothing is sent before it',
	},
	expires: {
		type: 'string',
		format: 'date-time',
		optional: true,
		description: 'When it ends by itself',
	},
	earlierSecretExpires: {
		type: 'string',
		format: 'date-time',
		optional: true,
		description: 'Until when the secret before signs as well',
	},
	creationDate: { ...time, description: 'When it was made, ISO 8601 in UTC' },
} as const satisfies Readonly<Record<string, ModelField>>;

export const eventModels = {
	Event: event,
	EventStreamOpened: {
		after: whole('Where the stream begins: only what came behind this event follows', 4710),
		oldestSequence: whole(
			'The oldest event that is kept: whoever comes back from before it has missed some',
			1,
		),
	},
	EventStreamEnded: {
		reason: {
			type: 'string',
			choices: ['KeyEnded', 'TooSlow'],
			description:
				'KeyEnded when the key was revoked or its user was given other roles, TooSlow when what was sent was not taken within half a minute',
		},
	},
	EventPage: {
		events: {
			type: 'object',
			many: true,
			fields: event,
			description: 'In the order of their sequence',
		},
		cursor: whole('Where to go on: the `after` of the next call', 4711),
		hasMore: { type: 'boolean', description: 'Whether more are there already' },
		oldestSequence: whole(
			'The oldest event that is still kept; whoever goes on before it has missed some',
			1,
		),
	},
	ContractEvent: {
		contractId: id,
		displayName,
		contractStatus: {
			type: 'string',
			choices: ['Unsigned', 'PartiallySigned', 'CurrentlySigning', 'Signed'],
			description: 'How far the signing had come',
		},
		signerEmail: {
			type: 'string',
			optional: true,
			example: 'ben@signers.example',
			description: 'The signer who did it, or whose mail was refused, where it was one',
		},
		reason: {
			type: 'string',
			optional: true,
			description: 'Why the contract has ended, where it has without every signature',
		},
	},
	KeptVersionEvent: {
		fileId: named('Identifier of the file'),
		folderId: named('Identifier of its folder', '65f0c0ffee0123456789abd1'),
		displayName: named('Name of the file', 'Supply agreement'),
		versionId: named('Identifier of the version'),
		version: whole('Number of the version, from 1', 1),
	},
	DifferenceEvent: {
		fileId: named('Identifier of the file'),
		folderId: named('Identifier of its folder', '65f0c0ffee0123456789abd1'),
		displayName: named('Name of the file', 'Supply agreement'),
		versionId: named('The version that was compared with'),
		accuracy: {
			type: 'number',
			example: 0.97,
			description: 'Share of it that is equal, 1 for all of it',
		},
		isNew: {
			type: 'boolean',
			description: 'Whether the document was kept as the next version for it',
		},
	},
	AssetEvent: {
		assetId: named('Identifier of the asset'),
		assetName: named('Name of the asset', 'Energy credit'),
		isMultiAsset: { type: 'boolean', description: 'Whether it is made of other assets' },
	},
	MovementEvent: {
		transactionId: named('Identifier of the transaction', '65f0c0ffee0123456789abe7'),
		assetId: named('Identifier of the asset'),
		assetName: named('Name of the asset', 'Energy credit'),
		isMultiAsset: { type: 'boolean', description: 'Whether it is made of other assets' },
		amount: named('Whole number as text, since it may pass 2^53', '120'),
		recipientId: {
			...named('The user or entity who received; nobody for a burn', '65f0c0ffee0123456789abcf'),
			optional: true,
		},
		senderId: {
			...named('The user or entity who gave; nobody for an issue', '65f0c0ffee0123456789abce'),
			optional: true,
		},
		reversedTransactionId: {
			...named('What a reversal has taken back'),
			optional: true,
		},
		reason: { ...named('What the units of a burn were used up for'), optional: true },
		reference: { ...named('What it is for', 'Invoice 2026-0042'), optional: true },
		metadata: {
			type: 'object',
			optional: true,
			example: { order: '4711', costCentre: 'Harbour' },
			description: 'Further facts: texts by name',
		},
	},
	StoredFileEvent: {
		fileId: named('Identifier of the file'),
		fileName: named('Name of the file', 'hello.txt'),
		missingShards: whole('Shards that are not in their buckets', 0),
	},
	TransferEvent: {
		transferId: named('Identifier of the deposit or payout, or the reference of an own deposit'),
		asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
		amount: named('Decimal string', '120.5'),
		status: {
			type: 'string',
			choices: transferStates,
			description: 'Where it stands',
		},
		reason: { type: 'string', optional: true, description: 'Why it stands where it does' },
	},
	AccountEvent: {
		accountId: named('Identifier of the account'),
		change: {
			type: 'string',
			choices: ['FROZEN', 'UNFROZEN', 'LIMITS', 'PAYOUTS', 'RELEASED'],
			description:
				'It was frozen, or is no more; a limit or whether proceeds leave by themselves was set; or what was reserved for an order is available again',
		},
	},
	MarketStatusEvent: {
		symbol: { type: 'string', example: 'CREDIT-EUR', description: 'The market' },
		status: {
			type: 'string',
			choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
			description: 'What it takes: orders, cancellations alone, or nothing',
		},
		pausedUntil: {
			type: 'integer',
			isMoment: true,
			optional: true,
			example: 1767225600000,
			description: 'While its circuit breaker keeps it from trading: until when, in milliseconds',
		},
	},
	ReconciliationEvent: {
		reconciliationId: whole('Number of the comparison', 12),
		verdict: {
			type: 'string',
			choices: ['DIFFERS', 'UNREAD'],
			description: 'What was found of the assets together',
		},
		assets: {
			type: 'string',
			many: true,
			example: 'EUR',
			description: 'Codes of the assets that do not agree',
		},
	},
	Subscription: subscription,
	NewSubscription: { ...subscription, secret },
	TestDelivery: {
		isDelivered: { type: 'boolean', description: 'Whether the target took it' },
		status: { ...status, optional: true },
		reason: { ...reason, description: 'Why it was not taken' },
	},
	Delivery: {
		eventId: named('Identifier of the event'),
		sequence: whole('Place of the event', 4711),
		type: named('What happened', 'contract.signed'),
		subject: named('What it happened to'),
		state: {
			type: 'string',
			choices: ['Delivered', 'Waiting', 'Parked'],
			description:
				'Waiting for the next attempt, or for an earlier event of its subject; Parked after three days of failures',
		},
		attempts: whole('How often it was sent', 1),
		lastAttempt: { ...time, optional: true, description: 'When it was sent last' },
		nextAttempt: {
			type: 'string',
			format: 'date-time',
			optional: true,
			description: 'When it will be sent again at the earliest',
		},
		status: { ...status, optional: true },
		reason: { ...reason, description: 'Why it was not taken' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
