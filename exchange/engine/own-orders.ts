/**
 * Open orders by account, so that asking for those of one account, or for their number, takes the
 * time of these alone. An account has a list of ids; each order knows its place there. A place that
 * is left goes to the account's next order, so coming and leaving touch no other order.
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

/** The ids of an account's open orders, in no order. */
export function ownOrderIds(index: OwnOrdersIndex, accountId: string): number[] {
	return (index.get(accountId)?.places ?? []).filter((place) => place > 0);
}

/** A place without an order names the next one without: -1 for none, -2 for the first, and so on. */
function nextFree(place: number | undefined): number {
	if (place === undefined || place > 0) throw new Error('a place is taken that should be free');
	return -place - 2;
}

function startOwn(index: OwnOrdersIndex, accountId: string): OwnOrders {
	const own: OwnOrders = { accountId, places: [], freePlace: -1, count: 0 };
	index.set(accountId, own);
	return own;
}
