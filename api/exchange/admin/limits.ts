import type { EndpointDescription, ModelField } from '../../language/description';
import { byAdministrator } from '../language/administrators';
import { accountId, amount as decimal, reason } from '../language/fields';
import { amount, asset, identifier, symbol } from '../language/model-fields';
import { path } from '../../language/fields';

/** The account's own limits and how much of them is used. */
export const ownLimits = {
	maxNumOrders: {
		type: 'integer',
		optional: true,
		example: 50,
		description: 'Open orders it may have in each market; as the market has it when absent',
	},
	openOrders: {
		type: 'object',
		many: true,
		optional: true,
		fields: {
			symbol,
			open: { type: 'integer', example: 12, description: 'Open orders there' },
		},
		description: 'Where it has some, when their number is limited',
	},
	assets: {
		type: 'object',
		many: true,
		fields: {
			asset,
			maxHeld: {
				...amount('100000', 'What its open orders together may hold of it'),
				optional: true,
			},
			held: { ...amount('2500', 'What they hold now, where that is limited'), optional: true },
			maxNotional: {
				...amount('5000', 'What one order may be worth that is paid with it'),
				optional: true,
			},
		},
		description: 'Assets that orders have a limit of',
	},
	payouts: {
		type: 'object',
		many: true,
		fields: {
			asset,
			perDayMax: { ...amount('1000', 'The most in 24 hours'), optional: true },
			perDayUsed: {
				...amount('125.5', 'What the last 24 hours have taken of it'),
				optional: true,
			},
			approvalAbove: { ...amount('500', 'A larger payout waits for approval'), optional: true },
		},
		description: 'Assets that payouts have a limit of',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const limitModels = {
	AccountLimits: {
		accountId: identifier('Identifier of the account'),
		...ownLimits,
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export const limits = {
	getAccountLimits: byAdministrator('GET', '/admin/accounts/{accountId}/limits', {
		summary: 'Fetch the limits an account has by itself',
		fields: { accountId },
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: ['Exchange_AccountNotFound'],
	}),
	limitOpenOrders: byAdministrator('PUT', '/admin/accounts/{accountId}/limits/orders', {
		summary: 'Limit how many open orders an account may have in each market',
		fields: {
			accountId,
			maxNumOrders: {
				in: 'json',
				type: 'integer',
				minimum: 1,
				maximum: 1_000_000,
				description: 'As the market has it when left out',
			},
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: ['Exchange_AccountNotFound'],
	}),
	limitHeld: byAdministrator('PUT', '/admin/accounts/{accountId}/limits/assets/{asset}', {
		summary:
			'Limit what the open orders of an account together may hold of an asset: what they pay with commission, or what they sell',
		fields: {
			accountId,
			asset: path('Code of the asset'),
			maxHeld: decimal('No limit when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: ['Exchange_AccountNotFound', 'Exchange_AssetNotFound'],
	}),
	limitNotional: byAdministrator('PUT', '/admin/accounts/{accountId}/limits/notional/{asset}', {
		summary:
			'Limit what one order of an account may be worth, commission not counted, in markets whose quote asset this is',
		fields: {
			accountId,
			asset: path('Code of the asset'),
			maxNotional: decimal('No limit when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: ['Exchange_AccountNotFound', 'Exchange_AssetNotFound'],
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
