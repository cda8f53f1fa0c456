import { inParts } from '../../../server/http/routing/lists';
import { present } from '../../../server/at';
import { refuse } from '../../../server/refusal';
import { readCandles } from '../../trading/lane/candles';
import type { Market } from '../../trading/markets/market';
import { readDepth, readTrades } from '../../market-data/market-data';
import { Tickers } from '../../market-data/tickers';
import { divisionOf } from '../../market-data/candle-divisions';
import { checkedLevels } from '../../market-data/checksum';
import { marketOf, type HandlerParts, type Handlers } from '../../operations/handler';
import { candleWire, depthWire, marketWire, tickerWire, tradeWire } from '../../market-data/wire';

export function marketHandlers(
	parts: Pick<HandlerParts, 'clock' | 'markets' | 'reader'>,
): Handlers<
	| 'serverTime'
	| 'listMarkets'
	| 'getMarket'
	| 'ticker'
	| 'listTickers'
	| 'depth'
	| 'trades'
	| 'candles'
> {
	const { clock, markets, reader } = parts;
	const tickers = new Tickers(reader);
	const tickersOf = async (asked: readonly Market[]) => {
		const symbols = asked.map(({ description }) => description.symbol);
		const found = await tickers.of(symbols, clock.now());
		return inParts(asked, (market) => {
			const ticker = found.get(market.description.symbol);
			return tickerWire(market, present(ticker, 'the ticker of a market'));
		});
	};
	return {
		serverTime: () => Promise.resolve({ serverTime: clock.now() }),
		ticker: async (_caller, { symbol }) => {
			const [ticker] = await tickersOf([await marketOf(parts, symbol)]);
			return present(ticker, 'the ticker of a market');
		},
		listTickers: async (_caller, { symbols }) =>
			tickersOf(
				symbols === undefined
					? (await markets.list()).map(({ market }) => market)
					: await inParts(symbols, (symbol) => marketOf(parts, symbol)),
			),
		listMarkets: async () => (await markets.list()).map(marketWire),
		getMarket: async (_caller, { symbol }) => {
			const listed = await markets.listed(symbol);
			if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
			return marketWire(listed);
		},
		depth: async (_caller, { symbol, limit }) => {
			const market = await marketOf(parts, symbol);
			const depth = await readDepth(reader, symbol, Math.max(limit, checkedLevels));
			return depthWire(market, depth, limit);
		},
		trades: async (_caller, { symbol, ...asked }) => {
			const market = await marketOf(parts, symbol);
			const trades = await readTrades(reader, symbol, asked);
			return inParts(trades, (trade) => tradeWire(market, trade));
		},
		candles: async (_caller, { symbol, interval, startTime, endTime, limit }) => {
			const market = await marketOf(parts, symbol);
			const division = divisionOf(interval);
			const range = { division, since: startTime, until: endTime, limit };
			const candles = await readCandles(reader, symbol, range);
			return inParts(candles, (candle) => candleWire(market, candle));
		},
	};
}
