/**
 * A matching engine for one market: `apply(book, command)` changes the book and answers what
 * happened. It reads no clock, draws no random number and does no input or output, so the same
 * commands always give the same events. Money, accounts and the wire are left to the caller.
 *
 * Life of an order (the word in brackets is the event that says so):
 *
 *   PLACE --> refused [REJECTED]
 *     |-----> waiting [NEW] --> triggered [TRIGGERED] --> matching
 *     |-----> matching [NEW]
 *   matching --> filled [TRADE, FILLED] | rest ended [EXPIRED] | resting
 *   waiting, resting --> ended by its owner [CANCELED], by time or by the other side [EXPIRED]
 *   resting --> filled part by part [TRADE]
 */
import {
	acceptOrder,
	closeLots,
	createBook,
	restOrder,
	shrinkOrder,
	waitOrder,
	withdrawOrder,
	type Book,
} from './book';
import type { CancelAll, CancelReplace, Command, Expire, NewOrder, Reduce } from './command';
import type { CanceledEvent, Event, RejectReason, ReplacedEvent } from './event';
import type { Market } from './market';
import { canFillWhole, expireOrder, matchOrder } from './match';
import { isFilled, type Order } from './order';
import { findInIndex, ordersIn } from './order-index';
import { refusalOf } from './command-checks';
import { hasTraded, takeTriggered } from './stop';

export { createBook };

/**
 * Carries out one command and answers its events in order. A refused command answers exactly one
 * REJECTED and leaves the book as it was; nothing is thrown for bad input.
 */
export function apply(book: Book, command: Command): Event[] {
	const refusal = refusalOf(book, command);
	if (refusal !== null) return [rejection(command, refusal)];
	switch (command.kind) {
		case 'PLACE':
			return place(book, command);
		case 'CANCEL':
			return [cancelOrder(book, openOrder(book, command.orderId), 'REQUESTED')];
		case 'CANCEL_ALL':
			return cancelAll(book, command);
		case 'REDUCE':
			return [reduce(book, command)];
		case 'CANCEL_REPLACE':
			return cancelReplace(book, command);
		case 'EXPIRE':
			return expire(book, command);
		case 'STATUS':
			book.status = command.status;
			return [{ execType: 'STATUS', status: command.status }];
	}
}

/** Carries out a whole log of commands on an empty book. */
export function replay(
	market: Market,
	commands: Iterable<Command>,
): { readonly book: Book; readonly events: Event[] } {
	const book = createBook(market);
	const events: Event[] = [];
	for (const command of commands) {
		for (const event of apply(book, command)) events.push(event);
	}
	return { book, events };
}

function place(book: Book, command: NewOrder): Event[] {
	const order = acceptOrder(book, command);
	const events = [orderEvent('NEW', order)];
	if (order.terms.stopPriceTicks > 0) waitOrder(book, order);
	else {
		enter(book, order, events);
		enterTriggered(book, events);
	}
	return events;
}

/** Matches an order and decides about the rest. */
function enter(book: Book, order: Order, events: Event[]): void {
	if (order.terms.timeInForce === 'FOK' && !canFillWhole(book, order)) {
		expireOrder(book, order, 'FILL_OR_KILL', events);
		return;
	}
	if (!matchOrder(book, order, events)) return;
	if (isFilled(order)) return;
	if (order.terms.timeInForce === 'IOC') expireOrder(book, order, 'IMMEDIATE_REST', events);
	else restOrder(book, order);
}

function enterTriggered(book: Book, events: Event[]): void {
	// Most orders trade nothing, and then no list is needed.
	if (!hasTraded(book)) return;
	const queue = takeTriggered(book);
	for (const order of queue) {
		events.push(orderEvent('TRIGGERED', order));
		enter(book, order, events);
		// The list grows while it is walked: what this order set off waits behind the others.
		for (const next of takeTriggered(book)) queue.push(next);
	}
}

function cancelOrder(book: Book, order: Order, reason: CanceledEvent['reason']): CanceledEvent {
	withdrawOrder(book, order);
	closeLots(book, order);
	return {
		execType: 'CANCELED',
		orderId: order.orderId,
		accountId: order.accountId,
		side: order.side,
		priceTicks: order.priceTicks,
		reason,
		unfilledLots: order.leavesLots,
		unfilledQuote: order.leavesQuote,
	};
}

function cancelAll(book: Book, command: CancelAll): Event[] {
	const own: Order[] = [];
	for (const order of ordersIn(book.orders)) {
		if (order.accountId === command.accountId) own.push(order);
	}
	own.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
	return own.map((order) => cancelOrder(book, order, 'REQUESTED'));
}

function reduce(book: Book, command: Reduce): ReplacedEvent {
	const order = openOrder(book, command.orderId);
	shrinkOrder(book, order, command.newQuantityLots);
	return {
		execType: 'REPLACED',
		orderId: order.orderId,
		accountId: order.accountId,
		side: order.side,
		priceTicks: order.priceTicks,
		quantityLots: order.quantityLots,
		leavesLots: order.leavesLots,
	};
}

function cancelReplace(book: Book, command: CancelReplace): Event[] {
	const canceled = cancelOrder(book, openOrder(book, command.origOrderId), 'REPLACED');
	return [canceled, ...place(book, command)];
}

function expire(book: Book, command: Expire): Event[] {
	const events: Event[] = [];
	book.time = command.time;
	for (;;) {
		const next = book.expiries[0];
		if (next === undefined || next.terms.expireTime > book.time) return events;
		withdrawOrder(book, next);
		expireOrder(book, next, 'EXPIRE_TIME', events);
	}
}

function openOrder(book: Book, orderId: number): Order {
	const order = findInIndex(book.orders, orderId);
	if (order === null) throw new Error(`order ${orderId} passed the checks but is not open`);
	return order;
}

function orderEvent(execType: 'NEW' | 'TRIGGERED', order: Order): Event {
	const { orderId, accountId, side, priceTicks } = order;
	return { execType, orderId, accountId, side, priceTicks };
}

function rejection(command: Command, reason: RejectReason): Event {
	const orderId = 'orderId' in command ? command.orderId : null;
	return { execType: 'REJECTED', command: String(command.kind), orderId, reason };
}
