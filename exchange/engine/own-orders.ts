/**
 * Open orders by account, so that asking for those of one account, or for their number, takes the
 * time of these alone. Orders of an account are linked in the order in which they came.
 */
import type { Order, OwnOrders } from './order';

export type OwnOrdersIndex = Map<string, OwnOrders>;

export function addOwn(index: OwnOrdersIndex, order: Order): void {
	const own = index.get(order.accountId) ?? startOwn(index, order.accountId);
	order.own = own;
	order.ownOlder = own.newest;
	if (own.newest !== null) own.newest.ownNewer = order;
	own.newest = order;
	own.count += 1;
}

export function removeOwn(index: OwnOrdersIndex, order: Order): void {
	const { own, ownOlder, ownNewer } = order;
	if (own === null) throw new Error(`order ${order.orderId} is not among those of its account`);
	if (ownNewer === null) own.newest = ownOlder;
	else ownNewer.ownOlder = ownOlder;
	if (ownOlder !== null) ownOlder.ownNewer = ownNewer;
	order.own = null;
	order.ownOlder = null;
	order.ownNewer = null;
	own.count -= 1;
	if (own.count === 0) index.delete(own.accountId);
}

export function countOwn(index: OwnOrdersIndex, accountId: string): number {
	return index.get(accountId)?.count ?? 0;
}

/** The open orders of an account, the one accepted first in front. */
export function ownOrdersByAge(index: OwnOrdersIndex, accountId: string): Order[] {
	const orders: Order[] = [];
	const newest = index.get(accountId)?.newest ?? null;
	for (let order = newest; order !== null; order = order.ownOlder) orders.push(order);
	return orders.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
}

function startOwn(index: OwnOrdersIndex, accountId: string): OwnOrders {
	const own: OwnOrders = { accountId, count: 0, newest: null };
	index.set(accountId, own);
	return own;
}
