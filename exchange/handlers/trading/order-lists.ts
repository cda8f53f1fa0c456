/**
 * Lists of two orders of which at most one trades: a post-only limit order and a stop order. Both
 * are accepted or neither; they share one hold and end together.
 */
import type { Model } from '../../../api/types';
import { refuse, Refusal } from '../../../server/refusal';
import type { Accepted } from '../../trading/intake/append';
import { orderTerms, type OrderRequest, type OrderTerms } from '../../trading/intake/order-terms';
import type { Market } from '../../trading/markets/market';
import { findList, listLists, type ListKey, type ReadList } from '../../reading/oco-lists';
import {
	marketOf,
	type Handler,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import { isOpen, refusalOf } from '../../operations/own-orders';
import { submitAndWait } from '../../feeds/results';
import { arrivalEnd } from './placing';
import { orderIdText, orderStatus, orderWire, readOrderId } from '../../operations/wire';

export function orderListHandlers(
	parts: HandlerParts,
): Handlers<'placeOco' | 'listOrderLists' | 'getOrderList' | 'cancelOrderList'> {
	return {
		placeOco: (trader, input) => placeOco(parts, trader, input),
		listOrderLists: async ({ accountId }, { fromId, ...page }) => {
			const from = fromId === undefined ? undefined : await foundList(parts, accountId, fromId);
			const lists = await listLists(parts.reader, accountId, { from, ...page });
			return Promise.all(lists.map((list) => listWire(parts, list)));
		},
		getOrderList: async ({ accountId }, { orderListId }) =>
			listWire(parts, await foundList(parts, accountId, orderListId)),
		cancelOrderList: (trader, { orderListId }) => cancelList(parts, trader, orderListId),
	};
}

async function placeOco(
	parts: HandlerParts,
	{ accountId, claim }: Trader,
	input: InputOf<'placeOco'>,
): ReturnType<Handler<'placeOco'>> {
	const { listClientOrderId, newOrderRespType } = input;
	const market = await marketOf(parts, input.symbol);
	const { limit, stop } = pairTerms(market, input);
	const submission = {
		kind: 'ORDER',
		accountId,
		clientOrderId: input.limitClientOrderId,
		terms: limit,
		origOrderId: undefined,
		validUntil: arrivalEnd(input.validUntil, claim),
		list: {
			listClientOrderId,
			stop: { clientOrderId: input.stopClientOrderId, terms: stop },
		},
	} as const;
	const submit = () => parts.intake.submit(market, submission);
	let accepted: Accepted;
	if (newOrderRespType === 'ACK') accepted = await submit();
	else ({ accepted } = await submitAndWait(parts.feed, market.description.symbol, submit));
	const key = { market: accepted.market, orderId: accepted.sequence };
	const list = await acceptedList(parts, accountId, key);
	for (const order of list.orders) {
		const refusal = await refusalOf(parts, accountId, order);
		if (refusal !== undefined) throw refusal;
	}
	return { status: accepted.repeated ? 200 : 201, body: await listWire(parts, list) };
}

/** Returns the terms of both orders; a refusal names the field of the list's request. */
function pairTerms(
	market: Market,
	input: InputOf<'placeOco'>,
): { readonly limit: OrderTerms; readonly stop: OrderTerms } {
	const { side, quantity, price, selfTradePreventionMode } = input;
	const { stopPrice, trailingDelta, stopLimitPrice, stopLimitTimeInForce } = input;
	const shared = {
		side,
		quantity,
		...(selfTradePreventionMode !== undefined && { selfTradePreventionMode }),
	};
	const limit = orderTerms(market, { ...shared, type: 'LIMIT', price, postOnly: true });
	const request: OrderRequest = {
		...shared,
		type: stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT',
		...(stopPrice !== undefined && { stopPrice }),
		...(trailingDelta !== undefined && { trailingDelta }),
		...(stopLimitPrice !== undefined && { price: stopLimitPrice }),
		...(stopLimitTimeInForce !== undefined && { timeInForce: stopLimitTimeInForce }),
	};
	try {
		return { limit, stop: orderTerms(market, request) };
	} catch (fault) {
		const [field = '', ...rest] = fault instanceof Refusal ? fault.args : [];
		const name = stopFields.get(String(field));
		if (name === undefined) throw fault;
		throw refuse('Request_Invalid', name, ...rest);
	}
}

const stopFields: ReadonlyMap<string, string> = new Map([
	['price', 'stopLimitPrice'],
	['timeInForce', 'stopLimitTimeInForce'],
]);

async function foundList(
	{ database }: HandlerParts,
	accountId: string,
	text: string,
): Promise<ReadList> {
	const key = readOrderId(text);
	const list = key && (await findList(database, accountId, key));
	if (list === undefined) throw refuse('Exchange_OrderListNotFound', text.slice(0, 100));
	return list;
}

async function acceptedList(
	{ database }: HandlerParts,
	accountId: string,
	key: ListKey,
): Promise<ReadList> {
	const list = await findList(database, accountId, key);
	if (list === undefined) throw new Error(`list ${JSON.stringify(key)} is not there`);
	return list;
}

/** Cancels the open orders of the list: both, or the one that is left. */
async function cancelList(
	parts: HandlerParts,
	{ accountId }: Trader,
	text: string,
): Promise<Model<'OrderList'>> {
	const before = await foundList(parts, accountId, text);
	const open = before.orders.find(isOpen);
	if (open === undefined) throw refuse('Exchange_OrderNotOpen', text, listStatus(before));
	const market = await marketOf(parts, before.market);
	const cancel = { kind: 'CANCEL', accountId, orderId: open.orderId } as const;
	await submitAndWait(parts.feed, before.market, () => parts.intake.submit(market, cancel));
	const key = { market: before.market, orderId: before.orderListId };
	const after = await acceptedList(parts, accountId, key);
	const isDone = after.orders.some((order) => orderStatus(order) === 'CANCELED' || isOpen(order));
	if (!isDone) throw refuse('Exchange_OrderNotOpen', text, listStatus(after));
	return listWire(parts, after);
}

function listStatus({ orders }: ReadList): Model<'OrderList'>['listOrderStatus'] {
	if (orders.some(isOpen)) return 'EXECUTING';
	return orders.every((order) => orderStatus(order) === 'REJECTED') ? 'REJECT' : 'ALL_DONE';
}

async function listWire(parts: HandlerParts, list: ReadList): Promise<Model<'OrderList'>> {
	const market = await marketOf(parts, list.market);
	return {
		orderListId: orderIdText(list.market, list.orderListId),
		listClientOrderId: list.listClientOrderId,
		symbol: list.market,
		contingencyType: 'OCO',
		listOrderStatus: listStatus(list),
		createdAt: list.createdAt,
		orders: list.orders.map((order) => orderWire(market, order)),
	};
}
