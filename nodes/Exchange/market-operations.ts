import type { OperationScreen, ShownField } from '../wire/screen';
import { fromTo, market, notFromId } from './fields';

/** For lists without pages; n8n prescribes these words. */
const newest: ShownField = {
	as: 'parameter',
	label: 'Limit',
	initial: 50,
	description: 'Max number of results to return',
};

export const marketOperations: ReadonlyArray<OperationScreen<'exchange'>> = [
	{
		endpoint: 'getMarket',
		resource: 'market',
		operation: 'get',
		name: 'Get',
		action: 'Get a market',
		fields: { symbol: market },
	},
	{
		endpoint: 'listMarkets',
		resource: 'market',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many markets',
		description: 'List many markets with their rules and status',
		fields: {},
	},
	{
		endpoint: 'depth',
		resource: 'market',
		operation: 'getDepth',
		name: 'Get Depth',
		action: 'Get the depth of a market',
		fields: {
			symbol: market,
			limit: { as: 'parameter', label: 'Levels', name: 'levels', initial: 100 },
		},
	},
	{
		endpoint: 'trades',
		resource: 'market',
		operation: 'getTrades',
		name: 'Get Trades',
		action: 'Get trades of a market',
		description: 'List the newest trades, or those from a moment on; the oldest first',
		fields: {
			symbol: market,
			limit: newest,
			fromId: notFromId,
			...fromTo,
		},
	},
	{
		endpoint: 'candles',
		resource: 'market',
		operation: 'getCandles',
		name: 'Get Candles',
		action: 'Get candles of a market',
		description: 'List the newest candles, or those from a moment on; the oldest first',
		fields: {
			symbol: market,
			interval: { as: 'parameter', label: 'Interval', initial: '1h' },
			limit: newest,
			...fromTo,
		},
	},
];
