/**
 * Rows of the database and reports of the lane in the form of the wire: decimal strings, times in
 * milliseconds, an order's id as `<market>.<number>`. Pure.
 */
import { readRequest, type KeptRequest } from '../intake/request-text';
import type { Candle } from '../lane/candles';
import type { Report } from '../lane/report';
import { formatPrice, formatQuantity, formatQuote, type Market } from '../markets/market';
import type { ListedMarket } from '../markets/markets';

export function orderIdText(symbol: string, orderId: number | bigint): string {
	return `${symbol}.${orderId}`;
}

/** The market's symbol and the number of an order id; undefined for a text that cannot be one. */
export function readOrderId(
	text: string,
): { readonly symbol: string; readonly orderId: number } | undefined {
	const [, symbol, digits] =
		/^([A-Z0-9]{1,16}(?:-[A-Z0-9]{1,16})?)\.([1-9]\d{0,14})$/.exec(text) ?? [];
	return symbol === undefined ? undefined : { symbol, orderId: Number(digits) };
}

export function marketWire({ market, status }: ListedMarket) {
	const { symbol, ...rest } = market.description;
	return { symbol, status, ...rest };
}

export interface OrderRow {
	readonly order_id: bigint;
	readonly client_order_id: string;
	readonly request: string;
	readonly created_at: bigint;
	readonly status: string | null;
	readonly reason: string | null;
	readonly quantity_lots: bigint | null;
	readonly executed_lots: bigint | null;
	readonly leaves_lots: bigint | null;
	readonly executed_quote: bigint | null;
	readonly commission: bigint | null;
	readonly updated_at: bigint | null;
}

/** PENDING_NEW until the lane has reached the order. */
export function orderWire(market: Market, row: OrderRow) {
	const terms = readRequest(row.request);
	const { symbol } = market.description;
	const executedLots = row.executed_lots ?? 0n;
	const executedQuote = row.executed_quote ?? 0n;
	return {
		orderId: orderIdText(symbol, row.order_id),
		clientOrderId: row.client_order_id,
		symbol,
		side: terms.side,
		type: terms.type,
		timeInForce: terms.priceTicks === undefined ? 'IOC' : (terms.timeInForce ?? 'GTC'),
		...termsWire(market, terms),
		...(row.quantity_lots !== null &&
			terms.quantityLots !== undefined && {
				quantity: formatQuantity(market, row.quantity_lots),
			}),
		status: row.status ?? 'PENDING_NEW',
		...(row.reason !== null && { reason: row.reason }),
		executedQty: formatQuantity(market, executedLots),
		leavesQty: formatQuantity(market, row.leaves_lots ?? BigInt(terms.quantityLots ?? 0)),
		executedQuoteQty: formatQuote(market, executedQuote),
		avgPrice: averagePrice(market, executedQuote, executedLots),
		commission: formatQuote(market, row.commission ?? 0n),
		commissionAsset: market.description.quoteAsset,
		createdAt: Number(row.created_at),
		updatedAt: Number(row.updated_at ?? row.created_at),
	};
}

function termsWire(market: Market, terms: KeptRequest) {
	const { symbol } = market.description;
	const { priceTicks, stopPriceTicks, quantityLots, quoteOrderQty, icebergQtyLots } = terms;
	return {
		...(priceTicks !== undefined && { price: formatPrice(market, priceTicks) }),
		...(stopPriceTicks !== undefined && { stopPrice: formatPrice(market, stopPriceTicks) }),
		...(quantityLots !== undefined && { quantity: formatQuantity(market, quantityLots) }),
		...(quoteOrderQty !== undefined && {
			quoteOrderQty: formatQuote(market, quoteOrderQty),
		}),
		...(icebergQtyLots !== undefined && { icebergQty: formatQuantity(market, icebergQtyLots) }),
		...(terms.expireTime !== undefined && { expireTime: terms.expireTime }),
		...(terms.postOnly !== undefined && { postOnly: terms.postOnly }),
		...(terms.selfTradePreventionMode !== undefined && {
			selfTradePreventionMode: terms.selfTradePreventionMode,
		}),
		...(terms.origOrderId !== undefined && {
			origOrderId: orderIdText(symbol, terms.origOrderId),
		}),
	};
}

/** The mean price of what was executed, cut after the quote asset's digits; '0' for nothing. */
function averagePrice(market: Market, quote: bigint, lots: bigint): string {
	if (lots === 0n) return '0';
	const scale = 10n ** BigInt(market.baseDecimals);
	return formatQuote(market, (quote * scale) / (lots * market.lotUnits));
}

export function reportWire(market: Market, report: Report) {
	const { symbol } = market.description;
	const { fill } = report;
	return {
		reportId: `${symbol}.${report.sequence}.${report.index}`,
		time: report.time,
		symbol,
		orderId: orderIdText(symbol, report.orderId),
		clientOrderId: report.clientOrderId,
		execType: report.execType,
		status: report.status,
		side: report.side,
		price: formatPrice(market, report.priceTicks),
		quantity: formatQuantity(market, report.quantityLots),
		executedQty: formatQuantity(market, report.executedLots),
		leavesQty: formatQuantity(market, report.leavesLots),
		executedQuoteQty: formatQuote(market, BigInt(report.executedQuote)),
		...(report.reason !== undefined && { reason: report.reason }),
		...(fill !== undefined && {
			tradeId: fill.tradeId,
			lastPrice: formatPrice(market, fill.priceTicks),
			lastQty: formatQuantity(market, fill.quantityLots),
			lastQuoteQty: formatQuote(market, BigInt(fill.quoteAmount)),
			commission: formatQuote(market, BigInt(fill.commission)),
			commissionAsset: market.description.quoteAsset,
			isMaker: fill.isMaker,
		}),
	};
}

export interface TradeRow {
	readonly trade_id: bigint;
	readonly price_ticks: bigint;
	readonly quantity_lots: bigint;
	readonly quote_amount: bigint;
	readonly taker_side: string;
	readonly traded_at: bigint;
}

export function tradeWire(market: Market, row: TradeRow) {
	return {
		tradeId: Number(row.trade_id),
		price: formatPrice(market, row.price_ticks),
		quantity: formatQuantity(market, row.quantity_lots),
		quoteQty: formatQuote(market, row.quote_amount),
		takerSide: row.taker_side,
		time: Number(row.traded_at),
	};
}

export function candleWire(market: Market, candle: Candle) {
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

/** `[price, quantity]`, as depth shows it. */
export function levelWire(
	market: Market,
	priceTicks: number | bigint,
	lots: number | bigint,
): readonly [string, string] {
	return [formatPrice(market, priceTicks), formatQuantity(market, lots)];
}
