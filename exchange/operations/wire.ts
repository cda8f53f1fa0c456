/**
 * Converts orders, reports and accounts to their form on the wire: decimal strings, times in
 * milliseconds, order ids `<market>.<number>`. Pure.
 */
import type { Model } from '../../api/types';
import type { StoredRequest } from '../trading/intake/request-text';
import type { Report } from '../trading/lane/report';
import { formatDecimal } from '../../server/decimal';
import { formatPrice, formatQuantity, formatQuote, type Market } from '../trading/markets/market';
import type { ReadBalance } from '../reading/accounts';
import type { ReadOrder } from '../reading/orders';
import type { ReportPlace } from '../reading/own-reports';
import type { OwnTrade } from '../reading/own-trades';
import { averagePrice, tradeWire } from '../market-data/wire';

export function orderIdText(symbol: string, orderId: number | bigint): string {
	return `${symbol}.${orderId}`;
}

/** Parses an order id; undefined if it is malformed. */
export function readOrderId(
	text: string,
): { readonly market: string; readonly orderId: number } | undefined {
	const [, symbol, digits] =
		/^([A-Z0-9]{1,16}(?:-[A-Z0-9]{1,16})?)\.([1-9]\d{0,14})$/.exec(text) ?? [];
	return symbol === undefined ? undefined : { market: symbol, orderId: Number(digits) };
}

export function reportIdText(symbol: string, { sequence, index }: ReportPlace): string {
	return `${symbol}.${sequence}.${index}`;
}

/** Parses the id of a report of the market; undefined if it is malformed. */
export function readReportId(symbol: string, text: string): ReportPlace | undefined {
	const [, sequence, index] = /^\.(\d{1,15})\.(\d{1,16})$/.exec(text.slice(symbol.length)) ?? [];
	if (!text.startsWith(symbol) || sequence === undefined) return undefined;
	return { sequence: Number(sequence), index: Number(index) };
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

function termsWire(market: Market, terms: StoredRequest) {
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
		...(terms.trailingDelta !== undefined && { trailingDelta: terms.trailingDelta }),
		...(terms.orderListId !== undefined && {
			orderListId: orderIdText(symbol, terms.orderListId),
		}),
		...(terms.origOrderId !== undefined && {
			origOrderId: orderIdText(symbol, terms.origOrderId),
		}),
	};
}

export function reportWire(market: Market, report: Report): Model<'ExecutionReport'> {
	const { symbol } = market.description;
	const { fill } = report;
	return {
		reportId: reportIdText(symbol, report),
		time: report.time,
		symbol,
		orderId: orderIdText(symbol, report.orderId),
		clientOrderId: report.clientOrderId,
		...(report.orderListId !== undefined && {
			orderListId: orderIdText(symbol, report.orderListId),
		}),
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

export function ownTradeWire(market: Market, own: OwnTrade): Model<'AccountTrade'> {
	const { symbol, quoteAsset } = market.description;
	return {
		accountTradeId: `${symbol}.${own.trade.tradeId}`,
		symbol,
		...tradeWire(market, own.trade),
		orderId: orderIdText(symbol, own.orderId),
		side: own.side,
		isMaker: own.isMaker,
		commission: formatQuote(market, own.commission),
		commissionAsset: quoteAsset,
	};
}

export function fillWire(
	market: Market,
	own: OwnTrade,
): NonNullable<Model<'PlacedOrder'>['fills']>[number] {
	const trade = ownTradeWire(market, own);
	const { tradeId, price, quantity, quoteQty, commission, commissionAsset } = trade;
	return { tradeId, price, quantity, quoteQty, commission, commissionAsset };
}

type BalanceWire = Model<'Account'>['balances'][number];

export function balanceWire({ asset, decimals, available, held }: ReadBalance): BalanceWire {
	return {
		asset,
		available: formatDecimal(available, decimals),
		held: formatDecimal(held, decimals),
	};
}
