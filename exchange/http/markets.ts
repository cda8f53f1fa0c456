/** Market data: the markets themselves, depth, trades and candles. */
import { refuse } from '../../server/refusal';
import { readCandles } from '../lane/candles';
import { readDepth, readTrades } from '../reading/market-data';
import { marketOf, type HandlerParts, type Handlers } from './handler';
import { candleWire, depthWire, marketWire, tradeWire } from './wire';

const intervalMs = {
	'1m': 60_000,
	'5m': 300_000,
	'15m': 900_000,
	'1h': 3_600_000,
	'4h': 14_400_000,
	'1d': 86_400_000,
} as const;

export function marketHandlers(
	parts: HandlerParts,
): Handlers<'listMarkets' | 'getMarket' | 'depth' | 'trades' | 'candles'> {
	const { database, markets } = parts;
	return {
		listMarkets: async () => (await markets.list()).map(marketWire),
		getMarket: async (_caller, { symbol }) => {
			const listed = await markets.listed(symbol);
			if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
			return marketWire(listed);
		},
		depth: async (_caller, { symbol, limit }) => {
			const market = await marketOf(parts, symbol);
			return depthWire(market, await readDepth(database, symbol, limit));
		},
		trades: async (_caller, { symbol, limit, fromId }) => {
			const market = await marketOf(parts, symbol);
			const trades = await readTrades(database, symbol, { limit, fromId });
			return trades.map((trade) => tradeWire(market, trade));
		},
		candles: async (_caller, { symbol, interval, startTime, endTime, limit }) => {
			const market = await marketOf(parts, symbol);
			const span = { spanMs: intervalMs[interval], since: startTime, until: endTime, limit };
			const candles = await readCandles(database, symbol, span);
			return candles.map((candle) => candleWire(market, candle));
		},
	};
}
