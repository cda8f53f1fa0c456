/**
 * What is read from the database, and reports of the lane, in the form of the wire: decimal
 * strings, times in milliseconds, an order's id as `<market>.<number>`. Pure.
 */
import type { Model } from '../../api/types';
import type { KeptRequest } from '../intake/request-text';
import type { Candle } from '../lane/candles';
import type { Report } from '../lane/report';
import { formatDecimal } from '../markets/decimal';
import { formatPrice, formatQuantity, formatQuote, type Market } from '../markets/market';
import type { ListedMarket } from '../markets/markets';
import type { OwnTrade, ReadBalance } from '../reading/accounts';
import type { Depth, Level, ReadTrade } from '../reading/market-data';
import type { ReadOrder } from '../reading/orders';

export function orderIdText(symbol: string, orderId: number | bigint): string {
	return `${symbol}.${orderId}`;
}

/** The market's symbol and the number of an order id; undefined for a text that cannot be one. */
export function readOrderId(
	text: string,
): { readonly market: string; readonly orderId: number } | undefined {
	const [, symbol, digits] =
		/^([A-Z0-9]{1,16}(?:-[A-Z0-9]{1,16})?)\.([1-9]\d{0,14})$/.exec(text) ?? [];
	return symbol === undefined ? undefined : { market: symbol, orderId: Number(digits) };
}

export function marketWire(listed: ListedMarket): Model<'Market'> {
	const { market, status, selfTradePreventionMode } = listed;
	const { symbol, ...rest } = market.description;
	return { symbol, status, ...rest, defaultSelfTradePreventionMode: selfTradePreventionMode };
}

/** PENDING_NEW until the lane has reached the order. */
export function orderStatus({ state }: ReadOrder): Model<'Order'>['status'] {
	return state?.status ?? 'PENDING_NEW';
}

export function orderWire(market: Market, order: ReadOrder): Model<'Order'> {
	const { request, state } = order;
	const { symbol } = market.description;
	const executedLots = state?.executedLots ?? 0n;
	const executedQuote = state?.executedQuote ?? 0n;
	return {
		orderId: orderIdText(symbol, order.orderId),
		clientOrderId: order.clientOrderId,
		symbol,
		side: request.side,
		type: request.type,
		timeInForce: request.priceTicks === undefined ? 'IOC' : (request.timeInForce ?? 'GTC'),
		...termsWire(market, request),
		...(state !== undefined &&
			request.quantityLots !== undefined && {
				quantity: formatQuantity(market, state.quantityLots),
			}),
		status: orderStatus(order),
		...(state !== undefined && state.reason !== null && { reason: state.reason }),
		executedQty: formatQuantity(market, executedLots),
		leavesQty: formatQuantity(market, state?.leavesLots ?? BigInt(request.quantityLots ?? 0)),
		executedQuoteQty: formatQuote(market, executedQuote),
		avgPrice: averagePrice(market, executedQuote, executedLots),
		commission: formatQuote(market, state?.commission ?? 0n),
		commissionAsset: market.description.quoteAsset,
		createdAt: order.createdAt,
		updatedAt: state?.updatedAt ?? order.createdAt,
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

export function reportWire(market: Market, report: Report): Model<'ExecutionReport'> {
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

export function ownTradeWire(market: Market, own: OwnTrade): Model<'AccountTrade'> {
	const { symbol, quoteAsset } = market.description;
	return {
		symbol,
		...tradeWire(market, own.trade),
		orderId: orderIdText(symbol, own.orderId),
		side: own.side,
		isMaker: own.isMaker,
		commission: formatQuote(market, own.commission),
		commissionAsset: quoteAsset,
	};
}

type BalanceWire = Model<'Account'>['balances'][number];

export function balanceWire({ asset, decimals, available, held }: ReadBalance): BalanceWire {
	return {
		asset,
		available: formatDecimal(available, decimals),
		held: formatDecimal(held, decimals),
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

export function depthWire(market: Market, { sequence, bids, asks }: Depth): Model<'Depth'> {
	const side = (levels: readonly Level[]) =>
		levels.map(({ priceTicks, quantityLots }) => levelWire(market, priceTicks, quantityLots));
	return { lastUpdateId: sequence, bids: side(bids), asks: side(asks) };
}

/** `[price, quantity]`, as depth shows it. */
export function levelWire(
	market: Market,
	priceTicks: number | bigint,
	lots: number | bigint,
): readonly [string, string] {
	return [formatPrice(market, priceTicks), formatQuantity(market, lots)];
}
