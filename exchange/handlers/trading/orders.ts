/**
 * A trader's orders. The description checks the fields, the intake the rules of the market, the
 * engine the rules of the book. A command is answered when it is durable or, on request, when the
 * lane has carried it out.
 */
import type { Model } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import type { Submission } from '../../trading/intake/submission';
import { quantityLotsOf, type Market } from '../../trading/markets/market';
import { listOrders } from '../../reading/order-lists';
import type { ReadOrder } from '../../reading/orders';
import {
	marketOf,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import {
	acceptedOrder,
	checkAlone,
	foundByClientId,
	foundOrder,
	isOpen,
	notOpen,
	wireOf,
} from '../../operations/own-orders';
import { placeOrder, replaceOrder } from './placing';
import { submitAndWait } from '../../feeds/results';
import { orderStatus, orderWire, reportWire } from '../../operations/wire';

export function orderHandlers(
	parts: HandlerParts,
): Handlers<
	| 'placeOrder'
	| 'listOrders'
	| 'getOrder'
	| 'getOrderByClientId'
	| 'cancelOrder'
	| 'cancelOrderByClientId'
	| 'cancelAllOrders'
	| 'reduceOrder'
	| 'replaceOrder'
> {
	const { reader } = parts;
	return {
		placeOrder: (trader, input) => placeOrder(parts, trader, input),
		replaceOrder: (trader, input) => replaceOrder(parts, trader, input),
		reduceOrder: (trader, input) => reduceOrder(parts, trader, input),
		cancelOrder: async ({ accountId }, { orderId }) =>
			cancelOrder(parts, accountId, await foundOrder(parts, accountId, orderId)),
		cancelOrderByClientId: async ({ accountId }, { clientOrderId }) =>
			cancelOrder(parts, accountId, await foundByClientId(parts, accountId, clientOrderId)),
		listOrders: async ({ accountId }, { symbol, fromId, ...filter }) => {
			if (symbol !== undefined) await marketOf(parts, symbol);
			const from = fromId === undefined ? undefined : await foundOrder(parts, accountId, fromId);
			const orders = await listOrders(reader, accountId, { symbol, from, ...filter });
			return inParts(orders, (order) => wireOf(parts, order));
		},
		getOrder: async ({ accountId }, { orderId }) =>
			wireOf(parts, await foundOrder(parts, accountId, orderId)),
		getOrderByClientId: async ({ accountId }, { clientOrderId }) =>
			wireOf(parts, await foundByClientId(parts, accountId, clientOrderId)),
		cancelAllOrders: async ({ accountId }, { symbol }) => {
			const market = await marketOf(parts, symbol);
			const { reports = [] } = await submitChange(parts, market, { kind: 'CANCEL_ALL', accountId });
			return reports.map((report) => reportWire(market, report));
		},
	};
}

interface OpenOrder {
	readonly market: Market;
	readonly key: ReadOrder;
}

/** Returns the order if it is the caller's and still open; refuses otherwise. */
export async function openOrder(
	parts: HandlerParts,
	{ accountId }: Trader,
	text: string,
): Promise<OpenOrder> {
	const order = await foundOrder(parts, accountId, text);
	if (!isOpen(order)) throw notOpen(order);
	return { market: await marketOf(parts, order.market), key: order };
}

function submitChange({ feed, intake }: HandlerParts, market: Market, submission: Submission) {
	return submitAndWait(feed, market.description.symbol, () => intake.submit(market, submission));
}

async function cancelOrder(
	parts: HandlerParts,
	accountId: string,
	order: ReadOrder,
): Promise<Model<'Order'>> {
	if (!isOpen(order)) throw notOpen(order);
	const market = await marketOf(parts, order.market);
	await submitChange(parts, market, { kind: 'CANCEL', accountId, orderId: order.orderId });
	const after = await acceptedOrder(parts, accountId, order);
	if (orderStatus(after) !== 'CANCELED' && !isOpen(after)) throw notOpen(after);
	return orderWire(market, after);
}

async function reduceOrder(
	parts: HandlerParts,
	trader: Trader,
	{ orderId: text, quantity }: InputOf<'reduceOrder'>,
): Promise<Model<'Order'>> {
	const { accountId } = trader;
	const open = await openOrder(parts, trader, text);
	const { market, key } = open;
	const { orderId } = key;
	checkAlone(key);
	const newQuantityLots = quantityLotsOf(market, quantity);
	if (newQuantityLots === null) {
		const { stepSize } = market.description;
		throw badQuantity(`must be a multiple of the step ${stepSize} above 0`);
	}
	if (newQuantityLots > market.engine.maxQuantityLots) {
		throw badQuantity(`must be at most ${market.description.maxQty}`);
	}
	const reduction = { kind: 'REDUCE', accountId, orderId, newQuantityLots } as const;
	const { reports } = await submitChange(parts, market, reduction);
	if (reports?.length === 0) {
		throw badQuantity(
			'must be below the quantity of the order, above what is executed, and within the limits of the market',
		);
	}
	return orderWire(market, await acceptedOrder(parts, accountId, open.key));
}

function badQuantity(fault: string) {
	return refuse('Request_Invalid', 'quantity', fault);
}
