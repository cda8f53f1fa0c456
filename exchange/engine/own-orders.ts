/**
 * Open orders by account, so that asking for those of one account, or for their number, takes the
 * time of these alone. They stand in no order; each knows its place, which the last one takes when
 * it leaves.
 */
import type { Order, OwnOrders } from './order';

export type OwnOrdersIndex = Map<string, OwnOrders>;

export function addOwn(index: OwnOrdersIndex, order: Order): void {
	const own = index.get(order.accountId) ?? startOwn(index, order.accountId);
	order.own = own;
	order.ownIndex = own.orders.length;
	own.orders.push(order);
}

export function removeOwn(index: OwnOrdersIndex, order: Order): void {
	const { own, ownIndex } = order;
	const last = own?.orders.pop();
	if (own === null || last === undefined) {
		throw new Error(`order ${order.orderId} is not among those of its account`);
	}
	if (last !== order) {
		own.orders[ownIndex] = last;
		last.ownIndex = ownIndex;
	}
	order.own = null;
	if (own.orders.length === 0) index.delete(own.accountId);
}

export function countOwn(index: OwnOrdersIndex, accountId: string): number {
	return index.get(accountId)?.orders.length ?? 0;
}

/** The open orders of an account, the one accepted first in front. */
export function ownOrdersByAge(index: OwnOrdersIndex, accountId: string): Order[] {
	const orders = index.get(accountId)?.orders ?? [];
	return orders.toSorted((one, other) => one.acceptedNumber - other.acceptedNumber);
}

function startOwn(index: OwnOrdersIndex, accountId: string): OwnOrders {
	const own: OwnOrders = { accountId, orders: [] };
	index.set(accountId, own);
	return own;
}
