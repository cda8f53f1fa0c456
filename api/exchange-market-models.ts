/** What the exchange answers of its markets. */
import type { ModelField } from './description';
import { symbol, amount, time, updateId, trade } from './exchange-model-fields';

const levels = (description: string) =>
	({
		type: 'pair',
		many: true,
		example: ['12.5', '40'],
		description,
	}) as const satisfies ModelField;

export const marketModels = {
	Market: {
		symbol,
		status: {
			type: 'string',
			choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
			description: 'What the market takes at present',
		},
		baseAsset: { type: 'string', example: 'CREDIT', description: 'What is bought and sold' },
		quoteAsset: { type: 'string', example: 'EUR', description: 'What it is paid with' },
		tickSize: amount('0.01', 'Least step between two prices'),
		stepSize: amount('1', 'Least step between two quantities'),
		maxPrice: amount('100000', 'Highest price'),
		minQty: amount('1', 'Least quantity of an order'),
		maxQty: amount('1000000', 'Largest quantity of an order'),
		minNotional: amount('1', 'Least value of an order; 0 for no limit'),
		makerFeeBps: {
			type: 'integer',
			example: 10,
			description: 'Commission of the order that was there first, in hundredths of a percent',
		},
		takerFeeBps: {
			type: 'integer',
			example: 20,
			description: 'Commission of the order that came second, in hundredths of a percent',
		},
		defaultSelfTradePreventionMode: {
			type: 'string',
			choices: ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'],
			example: 'EXPIRE_MAKER',
			description: 'What happens when an order that names no mode meets one of the same account',
		},
	},
	Depth: {
		lastUpdateId: updateId('Sequence number it is as of'),
		bids: levels('Best prices of buyers as [price, quantity], the highest first'),
		asks: levels('Best prices of sellers as [price, quantity], the lowest first'),
	},
	DepthUpdate: {
		firstUpdateId: updateId('First sequence number it covers'),
		lastUpdateId: updateId('Last sequence number it covers'),
		bids: levels('Changed prices of buyers with their new quantity; 0 for none any more'),
		asks: levels('Changed prices of sellers with their new quantity; 0 for none any more'),
	},
	Trade: trade,
	Candle: {
		openTime: time('When it begins'),
		open: amount('12.5', 'First price'),
		high: amount('12.8', 'Highest price'),
		low: amount('12.4', 'Lowest price'),
		close: amount('12.6', 'Last price'),
		volume: amount('340', 'Traded of the base asset'),
		quoteVolume: amount('4284', 'Traded of the quote asset'),
		trades: { type: 'integer', example: 9, description: 'Trades in it' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
