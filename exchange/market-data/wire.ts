/**
 * Converts market data to its form on the wire: rules as filters, trades, candles, depth and
 * ticker. Pure.
 */
import type { Model } from '../../api/types';
import type { Candle } from '../trading/lane/candles';
import { formatDecimal } from '../../server/decimal';
import { formatPrice, formatQuantity, formatQuote, type Market } from '../trading/markets/market';
import type { ListedMarket } from '../trading/markets/markets';
import { describeRules } from '../trading/markets/rules';
import type { Depth, Level, ReadTrade } from './market-data';
import type { Ticker } from './tickers';
import { depthChecksum } from './checksum';

export function marketWire(listed: ListedMarket): Model<'Market'> {
	const { market, status, selfTradePreventionMode } = listed;
	const { symbol, baseAsset, quoteAsset, ...rest } = market.description;
	return {
		symbol,
		status,
		baseAsset,
		quoteAsset,
		baseAssetPrecision: market.baseDecimals,
		quoteAssetPrecision: market.quoteDecimals,
		...rest,
		defaultSelfTradePreventionMode: selfTradePreventionMode,
		...rulesWire(listed),
		...(listed.historyStartTime !== null && { historyStartTime: listed.historyStartTime }),
		filters: filtersOf(listed),
	};
}

function rulesWire({ market, rules, referencePriceTicks, pausedUntil }: ListedMarket) {
	return {
		...describeRules(rules),
		...(referencePriceTicks !== null && {
			referencePrice: formatPrice(market, referencePriceTicks),
		}),
		...(pausedUntil !== null && { pausedUntil }),
	};
}

type FilterWire = Model<'Market'>['filters'][number];

function filtersOf({ market, rules }: ListedMarket): readonly FilterWire[] {
	const { tickSize, stepSize, maxPrice, minQty, maxQty, minNotional } = market.description;
	return [
		{ filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice, tickSize },
		{ filterType: 'LOT_SIZE', minQty, maxQty, stepSize },
		{ filterType: 'NOTIONAL', minNotional },
		...(rules.staticBandBps > 0 ? [percentPrice(rules.staticBandBps)] : []),
		...(rules.maxNumOrders > 0
			? [{ filterType: 'MAX_NUM_ORDERS', maxNumOrders: rules.maxNumOrders } as const]
			: []),
	];
}

/** The static band as factors of the reference price; a band above 100 % has no lower end. */
function percentPrice(bps: number): FilterWire {
	const factor = (units: number) => formatDecimal(BigInt(Math.max(0, units)), 4);
	return {
		filterType: 'PERCENT_PRICE',
		multiplierUp: factor(10_000 + bps),
		multiplierDown: factor(10_000 - bps),
	};
}

export function tradeWire(market: Market, trade: ReadTrade): Model<'Trade'> {
	return {
		tradeId: trade.tradeId,
		price: formatPrice(market, trade.priceTicks),
		quantity: formatQuantity(market, trade.quantityLots),
		quoteQty: formatQuote(market, trade.quoteAmount),
		takerSide: trade.takerSide,
		time: trade.time,
	};
}

export function candleWire(market: Market, candle: Candle): Model<'Candle'> {
	return {
		openTime: candle.openedAt,
		open: formatPrice(market, candle.open),
		high: formatPrice(market, candle.high),
		low: formatPrice(market, candle.low),
		close: formatPrice(market, candle.close),
		volume: formatQuantity(market, candle.volumeLots),
		quoteVolume: formatQuote(market, candle.quoteVolume),
		trades: candle.trades,
	};
}

/** Limits a depth, which was read with enough levels for the checksum. */
export function depthWire(
	market: Market,
	{ sequence, ...sides }: Depth,
	limit: number,
): Model<'Depth'> {
	const side = (levels: readonly Level[]) =>
		levels.map(({ priceTicks, quantityLots }) => levelWire(market, priceTicks, quantityLots));
	const [bids, asks] = [side(sides.bids), side(sides.asks)];
	const checksum = depthChecksum(bids, asks);
	return {
		lastUpdateId: sequence,
		bids: bids.slice(0, limit),
		asks: asks.slice(0, limit),
		checksum,
	};
}

/** Returns `[price, quantity]`. */
export function levelWire(
	market: Market,
	priceTicks: number | bigint,
	lots: number | bigint,
): readonly [string, string] {
	return [formatPrice(market, priceTicks), formatQuantity(market, lots)];
}

export function tickerWire(market: Market, ticker: Ticker): Model<'Ticker'> {
	const { traded, lastTicks, bid, ask, openTime, closeTime } = ticker;
	return {
		symbol: market.description.symbol,
		...(traded !== undefined && changeWire(market, traded)),
		...(lastTicks !== undefined && { lastPrice: formatPrice(market, lastTicks) }),
		volume: formatQuantity(market, traded?.volumeLots ?? 0n),
		quoteVolume: formatQuote(market, traded?.quoteVolume ?? 0n),
		trades: traded?.trades ?? 0,
		...bestWire(market, bid, ask),
		openTime,
		closeTime,
	};
}

export function bookTickerWire(
	market: Market,
	{ sequence, bids: [bid], asks: [ask] }: Depth,
): Model<'BookTicker'> {
	const { symbol } = market.description;
	return { symbol, lastUpdateId: sequence, ...bestWire(market, bid, ask) };
}

function bestWire(market: Market, bid: Level | undefined, ask: Level | undefined) {
	return {
		...(bid !== undefined && {
			bidPrice: formatPrice(market, bid.priceTicks),
			bidQty: formatQuantity(market, bid.quantityLots),
		}),
		...(ask !== undefined && {
			askPrice: formatPrice(market, ask.priceTicks),
			askQty: formatQuantity(market, ask.quantityLots),
		}),
	};
}

const percentDecimals = 3;

function changeWire(market: Market, traded: Candle) {
	const { open, high, low, close, quoteVolume, volumeLots } = traded;
	const change = BigInt(close) - BigInt(open);
	const percent = (change * 100n * 10n ** BigInt(percentDecimals)) / BigInt(open);
	return {
		priceChange: formatPrice(market, change),
		priceChangePercent: formatDecimal(percent, percentDecimals),
		weightedAvgPrice: averagePrice(market, quoteVolume, volumeLots),
		openPrice: formatPrice(market, open),
		highPrice: formatPrice(market, high),
		lowPrice: formatPrice(market, low),
	};
}

/** Average price, truncated to the quote asset's decimals; '0' for nothing. */
export function averagePrice(market: Market, quote: bigint, lots: bigint): string {
	if (lots === 0n) return '0';
	const scale = 10n ** BigInt(market.baseDecimals);
	return formatQuote(market, (quote * scale) / (lots * market.lotUnits));
}
