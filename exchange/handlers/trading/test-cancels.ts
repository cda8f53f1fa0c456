/** Tests a cancellation without making it: which orders would end, and what they would free. */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { formatDecimal } from '../../../server/decimal';
import { findList } from '../../reading/oco-lists';
import { heldByOrders, openOrderPages, type ReadOrder } from '../../reading/orders';
import { rehearseCancel } from '../../trading/rehearsal/rehearsal';
import {
	marketOf,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import { openOrder } from './orders';
import { isOpen } from '../../operations/own-orders';
import { orderWire } from '../../operations/wire';

export function testCancelHandlers(parts: HandlerParts): Handlers<'testCancel'> {
	return { testCancel: (trader, input) => testCancel(parts, trader, input) };
}

async function testCancel(
	parts: HandlerParts,
	trader: Trader,
	{ orderId, symbol }: InputOf<'testCancel'>,
): Promise<readonly Model<'CancelTest'>[]> {
	if ((orderId === undefined) === (symbol === undefined)) {
		throw refuse('Request_Invalid', 'orderId', 'or symbol is needed, and only one of them');
	}
	const orders =
		orderId === undefined
			? await allOpen(parts, trader, present(symbol, 'the symbol'))
			: await oneOpen(parts, trader, orderId);
	const held = await heldByOrders(parts.reader, orders);
	return inParts(orders, async (order) => {
		const market = await marketOf(parts, order.market);
		const { baseAsset, quoteAsset } = market.description;
		const units = held(order);
		const released =
			order.request.side === 'BUY'
				? { asset: quoteAsset, amount: formatDecimal(units, market.quoteDecimals) }
				: { asset: baseAsset, amount: formatDecimal(units, market.baseDecimals) };
		return { order: orderWire(market, order), ...released };
	});
}

async function allOpen(
	parts: HandlerParts,
	{ accountId }: Trader,
	symbol: string,
): Promise<readonly ReadOrder[]> {
	const market = await marketOf(parts, symbol);
	const submission = { kind: 'CANCEL_ALL', accountId } as const;
	await rehearseCancel(parts.database, { market, submission }, parts.clock);
	const open: ReadOrder[] = [];
	for await (const page of openOrderPages(parts.reader, accountId, symbol)) open.push(...page);
	return open;
}

/** Returns the order and, because it ends too, the other order of its list. */
async function oneOpen(
	parts: HandlerParts,
	trader: Trader,
	text: string,
): Promise<readonly ReadOrder[]> {
	const { accountId } = trader;
	const { market, key: order } = await openOrder(parts, trader, text);
	const submission = { kind: 'CANCEL', accountId, orderId: order.orderId } as const;
	await rehearseCancel(parts.database, { market, submission }, parts.clock);
	const { orderListId } = order.request;
	if (orderListId === undefined) return [order];
	const key = { market: order.market, orderId: orderListId };
	const list = await findList(parts.reader, accountId, key);
	return (list?.orders ?? [order]).filter(isOpen);
}
