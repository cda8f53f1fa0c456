/** Assets and markets for the operator, with an administrator's key. */
import { selfTradePreventionModes } from '../language/order-types';
import type { EndpointDescription, Field, ModelField } from '../../language/description';
import { byAdministrator, neededText, pagesOf } from '../language/administrators';
import { amount, only, optionalReason, page, reason, symbol } from '../language/fields';
import { amount as shown, symbol as shownSymbol } from '../language/model-fields';
import { marketRules } from '../market-data/models';
import { path } from '../../language/fields';

const change = {
	symbol: shownSymbol,
	sequence: {
		type: 'integer',
		example: 4711,
		description: 'Place of the command in the log of the market, which carries it out at once',
	},
} as const;

const mode = {
	type: 'string',
	choices: selfTradePreventionModes,
	example: 'EXPIRE_MAKER',
	description: 'What an order does that names no mode and meets one of the same account',
} as const;

export const managedMarketModels = {
	ManagedAsset: {
		asset: { type: 'string', example: 'EUR', description: 'Code of the asset' },
		decimals: { type: 'integer', example: 2, description: 'Digits behind the point' },
		trackerAssetId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abcd',
			description: 'The asset of the tracker it stands for, where it is linked',
		},
		unit: {
			...shown('0.01', 'How much of it one whole unit of the tracker is, where it is linked'),
			optional: true,
		},
	},
	MarketStatusChange: {
		...change,
		status: {
			type: 'string',
			choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
			description: 'What the market takes once the command is carried out',
		},
	},
	MarketRulesChange: { ...change, ...marketRules },
	SelfTradePrevention: { symbol: shownSymbol, defaultSelfTradePreventionMode: mode },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

const yearMs = 31_536_000_000;

const whole = (maximum: number, description: string) =>
	({ in: 'json', type: 'integer', minimum: 0, maximum, description }) as const satisfies Field;

const rules = {
	staticBandPercent: amount(marketRules.staticBandPercent.description),
	dynamicBandPercent: amount(marketRules.dynamicBandPercent.description),
	referenceWindowMs: whole(yearMs, marketRules.referenceWindowMs.description),
	pauseMs: whole(yearMs, marketRules.pauseMs.description),
	maxNumOrders: whole(1_000_000, marketRules.maxNumOrders.description),
} as const;

const code = (description: string) => neededText(33, description);

const needed = (description: string) => ({ ...amount(description), required: true }) as const;

const fee = (description: string) =>
	({ ...whole(10_000, description), default: 0 }) as const satisfies Field;

export const managedMarkets = {
	listAssets: byAdministrator('GET', '/admin/assets', {
		summary: 'List the assets and what they stand for at the tracker, by their codes',
		fields: {
			fromId: only('The code to begin with; those before it are left out'),
			...page,
		},
		reply: pagesOf('ManagedAsset', 'asset'),
	}),
	addAsset: byAdministrator('POST', '/admin/assets', {
		summary: 'Add an asset',
		fields: {
			asset: code('Its code: 1 to 16 capital letters and digits'),
			decimals: { ...whole(18, 'Digits behind the point'), required: true },
			reason: optionalReason,
		},
		reply: { status: 201, kind: 'record', model: 'ManagedAsset' },
		errors: ['Exchange_ActRefused'],
	}),
	linkAsset: byAdministrator('POST', '/admin/assets/{asset}/link', {
		summary: 'Connect an asset for good with one of the tracker',
		fields: {
			asset: path('Code of the asset'),
			trackerAssetId: neededText(200, 'Identifier of the asset there'),
			unit: needed('How much here is one whole unit there'),
			reason: optionalReason,
		},
		reply: { status: 200, kind: 'record', model: 'ManagedAsset' },
		errors: ['Exchange_AssetNotFound', 'Exchange_ActRefused'],
	}),
	addMarket: byAdministrator('POST', '/admin/markets', {
		summary: 'Add a market; what it is made of stays, status and rules may change',
		fields: {
			symbol: code('Capital letters and digits, such as CREDIT-EUR'),
			baseAsset: code('What is bought and sold'),
			quoteAsset: code('What it is paid with'),
			tickSize: needed('Prices are multiples of this'),
			stepSize: needed('Quantities are multiples of this'),
			maxPrice: needed('Highest price'),
			minQty: needed('Least quantity of an order'),
			maxQty: needed('Largest quantity of an order'),
			minNotional: amount(
				'Least value of an order with a price or a quoteOrderQty; 0 when left out',
			),
			makerFeeBps: fee('Commission of who was there first, in hundredths of a percent'),
			takerFeeBps: fee('Commission of who came second, in hundredths of a percent'),
			selfTradePreventionMode: { ...mode, in: 'json' },
			...rules,
			reason: optionalReason,
		},
		reply: { status: 201, kind: 'record', model: 'Market' },
		errors: ['Exchange_ActRefused'],
	}),
	setMarketStatus: byAdministrator('POST', '/admin/markets/{symbol}/status', {
		summary: 'Change what a market takes; it is a command of the log of the market like any other',
		fields: {
			symbol,
			status: {
				in: 'json',
				type: 'string',
				required: true,
				choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
				description: 'TRADING takes all, CANCEL_ONLY no order, HALT nothing',
			},
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'MarketStatusChange' },
		errors: ['Exchange_MarketNotFound'],
	}),
	setMarketRules: byAdministrator('POST', '/admin/markets/{symbol}/rules', {
		summary: 'Change rules of a market while it trades; those left out stay as they are',
		fields: {
			symbol,
			...rules,
			referencePrice: amount(
				'What the static band is measured from, until the window is over; as it is when left out',
			),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'MarketRulesChange' },
		errors: ['Exchange_MarketNotFound'],
	}),
	setSelfTradePrevention: byAdministrator('POST', '/admin/markets/{symbol}/self-trade-prevention', {
		summary: 'Change what orders accepted from then on do when they meet one of the same account',
		fields: { symbol, mode: { ...mode, in: 'json', required: true }, reason },
		reply: { status: 200, kind: 'record', model: 'SelfTradePrevention' },
		errors: ['Exchange_MarketNotFound'],
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
