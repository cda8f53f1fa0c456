import type { ModelField } from '../../language/description';
import { transferStates } from '../../events/models';
import { ownLimits } from '../admin/limits';
import {
	symbol,
	orderId,
	amount,
	time,
	commission,
	commissionAsset,
	trade,
} from '../language/model-fields';

const transfer = {
	asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
	amount: amount('125.5', 'In decimals of the asset'),
	status: {
		type: 'string',
		choices: transferStates,
		description: 'How far the transfer has come',
	},
	reason: { type: 'string', optional: true, description: 'Why it stands where it does' },
	trackerTransactionId: {
		type: 'string',
		optional: true,
		example: '65f0c0ffee0123456789abcd',
		description: 'The transaction of the tracker that moved it',
	},
	createdAt: time('When it was asked for'),
	endedAt: { ...time('When it was settled or refused'), optional: true },
} as const satisfies Readonly<Record<string, ModelField>>;

export const deposit = {
	depositId: {
		type: 'string',
		example: '65f0c0ffee0123456789abcd',
		description: 'Identifier the exchange gave to the deposit',
	},
	clientDepositId: {
		type: 'string',
		optional: true,
		example: 'first',
		description: 'Your own id, where you gave one',
	},
	clientOrderId: {
		type: 'string',
		optional: true,
		example: 'purchase-1',
		description: 'Your own id of the order it was made for, for which it is reserved',
	},
	...transfer,
} as const satisfies Readonly<Record<string, ModelField>>;

const balances = {
	type: 'object',
	many: true,
	fields: {
		asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
		available: amount('125.5', 'What can be used'),
		held: amount('500', 'What open orders hold, and what is reserved for orders to be funded'),
	},
} as const;

const published = {
	time: {
		type: 'string',
		format: 'date-time',
		example: '2026-01-31T09:30:00.000Z',
		description: 'When it was published, ISO 8601 in UTC',
	},
	assets: {
		type: 'object',
		many: true,
		fields: {
			asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
			decimals: { type: 'integer', example: 6, description: 'Digits behind the point' },
			liabilities: amount('500000000', 'Owed to all traders together, in smallest units'),
			reserves: amount('500120000', 'Held at the tracker, in smallest units'),
		},
		description: 'What is owed and held of each asset',
	},
	treeSize: { type: 'integer', example: 2, description: 'Accounts in the tree' },
	root: {
		type: 'string',
		example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
		description: 'SHA-256 in lower-case hex that commits to all the rest',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const nodeAmounts = {
	type: 'string',
	many: true,
	example: '250000000',
	description: 'Amounts in smallest units, in the order of the assets',
} as const;

export const accountModels = {
	Account: {
		accountId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the account',
		},
		status: {
			type: 'string',
			choices: ['ACTIVE', 'FROZEN'],
			description:
				'FROZEN when no order, deposit, payout or key can begin; cancelling and reading go on',
		},
		frozenAt: { ...time('Since when it is frozen'), optional: true },
		frozenReason: {
			type: 'string',
			optional: true,
			description: 'Why it is frozen, where the operator gave a reason',
		},
		payouts: {
			type: 'string',
			choices: ['AUTOMATIC', 'ON_DEMAND'],
			description: 'Whether proceeds leave by themselves',
		},
		balances: { ...balances, description: 'What the account has of each asset' },
		limits: {
			type: 'object',
			fields: ownLimits,
			description: 'Limits of this account by itself, with what is used of them',
		},
	},
	ChangedBalances: {
		balances: { ...balances, description: 'What the account has now of each asset that changed' },
	},
	TrackerBalances: {
		balances: {
			type: 'object',
			many: true,
			fields: {
				asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
				amount: amount('125.5', 'What the tracker has for you, in decimals of the asset'),
			},
			description: 'Each asset of which there is something',
		},
	},
	PayoutMode: {
		accountId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the account',
		},
		payouts: {
			type: 'string',
			choices: ['AUTOMATIC', 'ON_DEMAND'],
			description: 'Whether proceeds leave by themselves',
		},
	},
	StreamToken: {
		token: {
			type: 'string',
			example: 'q3pL0vY2c8n5R1tX7wZ4bK6mD9sF2gHj_uA-eNiToPk',
			description: 'To be sent as token in the address of a stream; shown here and never again',
		},
		expiresAt: time('Until when it opens streams; those that are open go on until its key ends'),
	},
	AccountTrade: {
		accountTradeId: {
			type: 'string',
			example: 'CREDIT-EUR.8',
			description: 'Market and number of the trade, at which a page can begin',
		},
		symbol,
		...trade,
		orderId,
		side: { type: 'string', choices: ['BUY', 'SELL'], description: 'Own side' },
		isMaker: { type: 'boolean', description: 'Whether the own order was there first' },
		commission,
		commissionAsset,
	},
	Deposit: deposit,
	Payout: {
		payoutId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier the exchange gave to the payout',
		},
		clientPayoutId: {
			type: 'string',
			optional: true,
			example: 'first',
			description: 'Your own id, where you gave one',
		},
		...transfer,
	},
	Reserves: published,
	ReservesProof: {
		published: { type: 'object', fields: published, description: 'What was published' },
		proof: {
			type: 'object',
			fields: {
				accountId: {
					type: 'string',
					example: '65f0c0ffee0123456789abcd',
					description: 'Identifier of the account',
				},
				salt: {
					type: 'string',
					example: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
					description: 'What hides the account in the tree',
				},
				amounts: nodeAmounts,
				leafIndex: { type: 'integer', example: 1, description: 'Place of the leaf in the tree' },
				path: {
					type: 'object',
					many: true,
					fields: {
						hash: {
							type: 'string',
							example: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
							description: 'Hash of the neighbour',
						},
						amounts: nodeAmounts,
					},
					description: 'Neighbours from the leaf to the top',
				},
			},
			description: 'What shows that the account was counted in',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
