/** Limits an operator sets for one account, with the record they are answered by. */
import type { EndpointDescription, ModelField } from './description';
import { accountId, amount as decimal, reason } from './exchange-fields';
import { amount } from './exchange-model-fields';
import { path } from './fields';

const bodyErrors = ['Request_TooLarge', 'Request_UnsupportedMediaType'] as const;

export const limitModels = {
	AccountLimits: {
		accountId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the account',
		},
		maxNumOrders: {
			type: 'integer',
			optional: true,
			example: 50,
			description: 'Open orders it may have in each market; as the market has it when absent',
		},
		assets: {
			type: 'object',
			many: true,
			fields: {
				asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
				maxHeld: amount('100000', 'What its open orders together may hold of it'),
			},
			description: 'Assets with a limit',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export const limits = {
	getAccountLimits: {
		number: 'beyond',
		method: 'GET',
		path: '/admin/accounts/{accountId}/limits',
		summary: 'Fetch the limits an account has by itself',
		caller: 'ADMINISTRATOR',
		fields: { accountId },
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: ['Exchange_AccountNotFound'],
	},
	limitOpenOrders: {
		number: 'beyond',
		method: 'PUT',
		path: '/admin/accounts/{accountId}/limits/orders',
		summary: 'Limit how many open orders an account may have in each market',
		caller: 'ADMINISTRATOR',
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
		errors: [...bodyErrors, 'Exchange_AccountNotFound'],
	},
	limitHeld: {
		number: 'beyond',
		method: 'PUT',
		path: '/admin/accounts/{accountId}/limits/assets/{asset}',
		summary:
			'Limit what the open orders of an account together may hold of an asset: what they pay with commission, or what they sell',
		caller: 'ADMINISTRATOR',
		fields: {
			accountId,
			asset: path('Code of the asset'),
			maxHeld: decimal('No limit when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountLimits' },
		errors: [...bodyErrors, 'Exchange_AccountNotFound', 'Exchange_AssetNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
