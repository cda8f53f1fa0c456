/**
 * Open orders by account. Listing or counting them takes time proportional to the account's orders
 * only. Each account has an array of ids and each order knows its index; a freed place goes to the
 * account's next order, so no other order moves.
 */
import type { Order, OwnOrders } from './order';

export type OwnOrdersIndex = Map<string, OwnOrders>;

export function addOwn(index: OwnOrdersIndex, order: Order): void {
	const own = index.get(order.accountId) ?? startOwn(index, order.accountId);
	const { places, freePlace } = own;
	order.own = own;
	own.count += 1;
	if (freePlace < 0) {
		order.ownPlace = places.length;
		places.push(order.orderId);
	} else {
		order.ownPlace = freePlace;
		own.freePlace = nextFree(places[freePlace]);
		places[freePlace] = order.orderId;
	}
}

export function removeOwn(index: OwnOrdersIndex, order: Order): void {
	const { own, ownPlace } = order;
	if (own === null || own.places[ownPlace] !== order.orderId) {
		throw new Error(`order ${order.orderId} is not among those of its account`);
	}
	own.places[ownPlace] = -1 - (own.freePlace + 1);
	own.freePlace = ownPlace;
	own.count -= 1;
	order.own = null;
	if (own.count === 0) index.delete(own.accountId);
}

export function countOwn(index: OwnOrdersIndex, accountId: string): number {
	return index.get(accountId)?.count ?? 0;
}

/** Returns the ids of an account's open orders, unordered. */
export function ownOrderIds(index: OwnOrdersIndex, accountId: string): number[] {
	return (index.get(accountId)?.places ?? []).filter((place) => place > 0);
}

/** A free place encodes the next free one: -1 for none, -2 for index 0, and so on. */
function nextFree(place: number | undefined): number {
	if (place === undefined || place > 0) throw new Error('a place is taken that should be free');
	return -place - 2;
}

function startOwn(index: OwnOrdersIndex, accountId: string): OwnOrders {
	const own: OwnOrders = { accountId, places: [], freePlace: -1, count: 0 };
	index.set(accountId, own);
	return own;
}
