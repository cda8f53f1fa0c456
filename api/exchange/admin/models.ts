import type { ModelField } from '../../language/description';
import { amount, asset, identifier, optionalText, symbol, time } from '../language/model-fields';

const accountId = identifier('Identifier of the account');

export const adminModels = {
	PayoutLimits: {
		accountId,
		asset,
		perDayMax: { ...amount('1000', 'The most in 24 hours'), optional: true },
		approvalAbove: { ...amount('500', 'A larger payout waits for approval'), optional: true },
	},
	WaitingPayout: {
		payoutId: identifier('Identifier the exchange gave to the payout'),
		accountId,
		asset,
		amount: amount('1200', 'In decimals of the asset'),
		status: { type: 'string', example: 'PENDING_APPROVAL', description: 'How far it has come' },
		email: {
			type: 'string',
			example: 'trader@example.com',
			description: 'Whom at the tracker it goes to',
		},
		createdAt: time('When it was asked for'),
	},
	Commissions: {
		asset,
		amount: amount('125.5', 'What can be paid out, in decimals of the asset'),
	},
	AccountState: {
		accountId,
		name: { type: 'string', example: 'Northwind Energy', description: 'How people call it' },
		status: {
			type: 'string',
			choices: ['ACTIVE', 'FROZEN', 'DISABLED'],
			description: 'FROZEN when nothing new may begin for it, DISABLED when it may have no key',
		},
		frozenAt: { ...time('Since when it is frozen'), optional: true },
		frozenReason: optionalText('What its owner is told of why'),
		cancellations: {
			type: 'object',
			many: true,
			fields: {
				symbol,
				sequence: {
					type: 'integer',
					optional: true,
					example: 4711,
					description:
						'Place of the cancellation in the log of the market, which carries it out at once',
				},
				refusal: {
					type: 'string',
					optional: true,
					description: 'Why the market takes no cancellation at present',
				},
			},
			description: 'Where its open orders were cancelled with this call',
		},
	},
	ExchangeStatus: {
		status: {
			type: 'string',
			choices: ['NORMAL', 'MAINTENANCE'],
			description:
				'In MAINTENANCE orders can be cancelled and everything read, and nothing new begins',
		},
		since: { ...time('When the maintenance began'), optional: true },
		endsAt: { ...time('When it is announced to end'), optional: true },
		reason: { type: 'string', optional: true, description: 'Why it is in maintenance' },
	},
	AdminAction: {
		actionId: { type: 'integer', example: 17, description: 'Number of the entry' },
		time: time('When it was done'),
		actor: {
			type: 'object',
			fields: {
				kind: {
					type: 'string',
					choices: ['KEY', 'COMMAND'],
					description: "By an administrator's key, or by command",
				},
				keyId: {
					type: 'string',
					optional: true,
					example: '65f0c0ffee0123456789abcd',
					description: 'Identifier of the key',
				},
				name: {
					type: 'string',
					example: 'night shift',
					description: 'Label of the key, or user of the operating system who ran the command',
				},
			},
			description: 'Who did it',
		},
		action: { type: 'string', example: 'ACCOUNT_FREEZE', description: 'What was done' },
		subject: identifier(
			'What it was done to: the id of an account, a market, an asset or a transfer',
		),
		details: {
			type: 'object',
			many: true,
			fields: {
				name: { type: 'string', example: 'cancelOrders', description: 'What of it' },
				value: { type: 'string', example: 'true', description: 'As it was done' },
			},
			description: 'What else tells what was done',
		},
		reason: {
			type: 'string',
			optional: true,
			example: 'asked for by its owner',
			description: 'Why it was done',
		},
		hash: {
			type: 'string',
			example: '3f1d6a8e5b0c9d7f2a4e6c8b1d3f5a7c9e0b2d4f6a8c1e3d5b7f9a0c2e4d6b8f',
			description:
				'SHA-256 of this entry and of the hash before it; kept elsewhere with its number, it shows later that nothing up to here was changed or cut off',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
