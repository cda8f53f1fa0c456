/**
 * Finds and shows a caller's own orders. An order that the book refused is stored; the reply is a
 * refusal with the book's reason.
 */
import type { Model } from '../../api/types';
import { present } from '../../server/at';
import { refuse, type Refusal } from '../../server/refusal';
import { readHorizon } from '../history/archive/archives';
import { archivedAmong } from '../trading/intake/client-ids';
import { findOrder, type OrderKey, type ReadOrder } from '../reading/orders';
import type { HandlerParts } from './handler';
import { orderIdText, orderStatus, orderWire, readOrderId } from './wire';

type OrderParts = Pick<HandlerParts, 'database' | 'markets'>;

export function orderNotFound(id: string): Refusal {
	return refuse('Exchange_OrderNotFound', id.slice(0, 100));
}

/** Throws if the market is missing, because every order's market exists. */
export async function wireOf({ markets }: OrderParts, order: ReadOrder): Promise<Model<'Order'>> {
	const market = await markets.find(order.market);
	if (market === undefined) throw new Error(`an order names the market ${order.market}`);
	return orderWire(market, order);
}

/** Refuses an id that is not an order of the account. */
export async function foundOrder(
	{ database }: Pick<OrderParts, 'database'>,
	accountId: string,
	text: string,
): Promise<ReadOrder> {
	const key = readOrderId(text);
	const order = key && (await findOrder(database, accountId, key));
	if (order === undefined) throw await missingOrder(database, text);
	return order;
}

/**
 * Refusal for an order that is not in the database. It may be in the archive, which does not know
 * its owner.
 */
export async function missingOrder(
	database: HandlerParts['database'],
	text: string,
): Promise<Refusal> {
	const key = readOrderId(text);
	const horizon = key && (await readHorizon(database, key.market));
	if (key === undefined || horizon === undefined || key.orderId > horizon.lastSequence) {
		return orderNotFound(text);
	}
	return refuse('Exchange_OrderArchived', text);
}

/** The same for a client order id; only the caller's own ids are looked up. */
export async function missingClientOrder(
	database: HandlerParts['database'],
	accountId: string,
	clientId: string,
): Promise<Refusal> {
	const [archived] = await archivedAmong(database, [{ of: 'order', accountId, clientId }]);
	return archived === undefined
		? orderNotFound(clientId)
		: refuse('Exchange_OrderArchived', clientId);
}

/** The same by the account's own id. */
export async function foundByClientId(
	{ database }: Pick<OrderParts, 'database'>,
	accountId: string,
	clientOrderId: string,
): Promise<ReadOrder> {
	const order = await findOrder(database, accountId, { clientOrderId });
	if (order === undefined) throw await missingClientOrder(database, accountId, clientOrderId);
	return order;
}

/** Throws if the order is missing, because it was accepted. */
export async function acceptedOrder(
	{ database }: Pick<OrderParts, 'database'>,
	accountId: string,
	key: OrderKey,
): Promise<ReadOrder> {
	const order = await findOrder(database, accountId, key);
	if (order === undefined) throw new Error(`order ${JSON.stringify(key)} is not there`);
	return order;
}

/** Refuses an order of a list, which can be neither reduced nor replaced. */
export function checkAlone({ market, orderId, request }: ReadOrder): void {
	const { orderListId } = request;
	if (orderListId === undefined) return;
	const ids = [orderIdText(market, orderId), orderIdText(market, orderListId)];
	throw refuse('Exchange_OrderInList', ...ids);
}

export function isOpen(order: ReadOrder): boolean {
	const status = orderStatus(order);
	return status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'PENDING_NEW';
}

export function notOpen(order: ReadOrder): Refusal {
	const { market, orderId } = order;
	return refuse('Exchange_OrderNotOpen', orderIdText(market, orderId), orderStatus(order));
}

/** Why the book refused the order; undefined if it did not. */
export async function refusalOf(
	{ database }: Pick<OrderParts, 'database'>,
	accountId: string,
	{ market, orderId, request, state }: ReadOrder,
): Promise<Refusal | undefined> {
	if (state?.status !== 'REJECTED') return undefined;
	const reason = present(state.reason, 'the reason of a rejected order');
	const { origOrderId } = request;
	const id = orderIdText(market, orderId);
	if (origOrderId === undefined) return refuse('Exchange_OrderRefused', id, reason);
	const original = orderIdText(market, origOrderId);
	if (reason === 'ORIGINAL_CHANGED') return refuse('Exchange_OrderChanged', original, id);
	if (reason !== 'UNKNOWN_ORDER') return refuse('Exchange_OrderRefused', id, reason);
	const key = { market, orderId: origOrderId };
	const found = await findOrder(database, accountId, key);
	if (found === undefined) return missingOrder(database, original);
	return refuse('Exchange_OrderNotOpen', original, orderStatus(found));
}
