/**
 * A matching engine for one market: `apply(book, command)` changes the book and returns what
 * happened. It reads no clock, draws no random number and does no input or output, so the same
 * commands always give the same events.
 *
 * Life of an order (the word in brackets is the event that says so):
 *
 *   PLACE, PLACE_OCO --> refused [REJECTED]
 *     |-----> waiting [NEW] --> triggered [TRIGGERED] --> matching
 *     |-----> matching [NEW]
 *   matching --> filled [TRADE, FILLED] | rest ended, or ended by its own self-trade prevention
 *                [EXPIRED] | resting
 *   waiting, resting --> ended by its owner [CANCELED]; by time, by self-trade prevention of an
 *                        incoming order, or because the other order of its list traded, triggered
 *                        or expired [EXPIRED], or [CANCELED] if its owner cancelled the other order
 *   waiting, resting --> made smaller by its owner [REPLACED]
 *   resting --> filled part by part [TRADE]
 *
 * Life of a market's status: a command changes any to any. Where the rules set a pause, an order that
 * meets the static band changes TRADING to CANCEL_ONLY, and the first EXPIRE at or after the end of
 * that pause changes it back to TRADING.
 */
import { protectionAt, timeOf } from './bands';
import {
	acceptOrder,
	byAge,
	createBook,
	endOrder,
	joinList,
	leaveList,
	restOrder,
	shrinkOrder,
	waitOrder,
	type Book,
} from './book';
import type {
	CancelAll,
	CancelReplace,
	Command,
	Expire,
	NewOrder,
	PlaceOco,
	Reduce,
	SetRules,
	SetStatus,
} from './command';
import type { CanceledEvent, Event, RejectReason, ReplacedEvent } from './event';
import type { Market } from './market';
import { canFillWhole, expireOrder, expireOtherOfList, matchOrder } from './match';
import { refusalOf } from './command-checks';
import { isStop } from './order-fields';
import { checkedRules } from './rules';
import { forgetPrices, hasTraded, hasTriggered, notePrice, takeTriggered } from './stop';

export { createBook };

/**
 * Carries out one command and returns its events in order. A refused command returns exactly one
 * REJECTED and leaves the book as it was; nothing is thrown for bad input.
 */
export function apply(book: Book, command: Command): Event[] {
	const refusal = refusalOf(book, command);
	if (refusal !== null) return [rejection(command, refusal)];
	switch (command.kind) {
		case 'PLACE':
			return place(book, command);
		case 'PLACE_OCO':
			return placeOco(book, command);
		case 'CANCEL':
			return cancelWithOther(book, openSlot(book, command.orderId));
		case 'CANCEL_ALL':
			return cancelAll(book, command);
		case 'REDUCE':
			return [reduce(book, command)];
		case 'CANCEL_REPLACE':
			return cancelReplace(book, command);
		case 'EXPIRE':
			return advanceTo(book, command);
		case 'STATUS':
			return [setStatus(book, command)];
		case 'RULES':
			return [setRules(book, command)];
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
	setCommandTime(book, command.time);
	const slot = acceptOrder(book, command);
	const events: Event[] = [newEvent(command)];
	if (isStop(command)) waitOrder(book, slot);
	else {
		enter(book, slot, events);
		if (hasTraded(book)) enterTriggered(book, events);
	}
	return events;
}

/**
 * The checks made sure that both can rest: the limit order does not trade, the stop is not
 * triggered.
 */
function placeOco(book: Book, { limit, stop }: PlaceOco): Event[] {
	setCommandTime(book, limit.time);
	const resting = acceptOrder(book, limit);
	restOrder(book, resting);
	const waiting = acceptOrder(book, stop);
	waitOrder(book, waiting);
	joinList(book, resting, waiting);
	return [newEvent(limit), newEvent(stop)];
}

/** Sets the time of a command that may have one, and updates the reference price. */
function setCommandTime(book: Book, time: number | undefined): void {
	book.commandTime = timeOf(book, time);
	book.protection = protectionAt(book, time);
}

/** Matches an order, then rests or expires what is left. */
function enter(book: Book, slot: number, events: Event[]): void {
	const { timeInForce } = book.orders.terms(slot);
	if (timeInForce === 'FOK' && !canFillWhole(book, slot)) {
		return expireOrder(book, slot, 'FILL_OR_KILL', events);
	}
	const end = matchOrder(book, slot, events);
	if (end === 'ENDED') return;
	if (book.orders.isFilled(slot)) endOrder(book, slot);
	else if (end !== 'DONE') {
		// The rest would cross prices that it must not trade at.
		expireOrder(book, slot, end, events);
		if (end === 'CIRCUIT_BREAKER') pause(book, events);
	} else if (timeInForce === 'IOC') expireOrder(book, slot, 'IMMEDIATE_REST', events);
	else restOrder(book, slot);
}

function enterTriggered(book: Book, events: Event[]): void {
	if (book.status !== 'TRADING' || !hasTriggered(book)) return forgetPrices(book);
	const queue = takeOutTriggered(book, events);
	for (const [index, slot] of queue.entries()) {
		events.push(triggeredEvent(book, slot));
		enter(book, slot, events);
		if (book.status !== 'TRADING') {
			// A pause lets no order enter: the others wait again until it ends.
			for (const next of queue.slice(index + 1)) waitOrder(book, next);
			return forgetPrices(book);
		}
		// The list grows during the loop: stops triggered by this order queue behind the others.
		for (const next of takeOutTriggered(book, events)) queue.push(next);
	}
}

/** Takes out the triggered orders. The limit order of a list ends at once, before it can trade. */
function takeOutTriggered(book: Book, events: Event[]): number[] {
	const triggered = takeTriggered(book);
	for (const slot of triggered) expireOtherOfList(book, slot, events);
	return triggered;
}

function pause(book: Book, events: Event[]): void {
	const pausedUntil = book.commandTime + book.protection.rules.pauseMs;
	book.protection = { ...book.protection, pausedUntil };
	book.status = 'CANCEL_ONLY';
	const { status } = book;
	events.push({ execType: 'STATUS', status, reason: 'CIRCUIT_BREAKER', pausedUntil });
}

/** Resumes trading from the last price, which may trigger stop orders. */
function resume(book: Book, events: Event[]): void {
	const { rules, referenceTicks } = book.protection;
	const { lastPriceTicks } = book;
	book.protection = {
		rules,
		referenceTicks: lastPriceTicks > 0 ? lastPriceTicks : referenceTicks,
		referenceUntil: book.commandTime + rules.referenceWindowMs,
		pausedUntil: 0,
	};
	book.status = 'TRADING';
	events.push({ execType: 'STATUS', status: book.status, reason: 'PAUSE_OVER' });
	if (lastPriceTicks === 0) return;
	notePrice(book, lastPriceTicks);
	enterTriggered(book, events);
}

/** An administrator's command ends a pause, whatever the new status. */
function setStatus(book: Book, { status }: SetStatus): Event {
	book.status = status;
	book.protection = { ...book.protection, pausedUntil: 0 };
	return { execType: 'STATUS', status };
}

function setRules(book: Book, command: SetRules): Event {
	const rules = checkedRules(command.rules, book.market.maxPriceTicks);
	if (rules === null) throw new Error('rules passed the checks but are none');
	setCommandTime(book, command.time);
	const { protection, commandTime } = book;
	const isSet = rules.referencePriceTicks > 0;
	book.protection = {
		rules,
		referenceTicks: isSet ? rules.referencePriceTicks : protection.referenceTicks,
		referenceUntil: isSet ? commandTime + rules.referenceWindowMs : protection.referenceUntil,
		pausedUntil: protection.pausedUntil,
	};
	return { execType: 'RULES', rules };
}

/** Cancels an order, and the other one of its list with it. */
function cancelWithOther(book: Book, slot: number): Event[] {
	const other = leaveList(book, slot);
	const canceled = cancelOrder(book, slot, 'REQUESTED');
	return other === 0 ? [canceled] : [canceled, cancelOrder(book, other, 'ORDER_LIST')];
}

function cancelOrder(book: Book, slot: number, reason: CanceledEvent['reason']): CanceledEvent {
	const { orders } = book;
	const canceled: CanceledEvent = {
		execType: 'CANCELED',
		orderId: orders.orderId.at(slot),
		accountId: orders.own.accountId(slot),
		side: orders.side(slot),
		priceTicks: orders.priceTicks.at(slot),
		reason,
		unfilledLots: orders.leavesLots.at(slot),
		unfilledQuote: orders.terms(slot).leavesQuote,
	};
	endOrder(book, slot);
	return canceled;
}

function cancelAll(book: Book, { accountId }: CancelAll): Event[] {
	const events: Event[] = [];
	for (const slot of byAge(book, book.orders.own.slotsOf(accountId))) {
		// The other order of a list has ended with the first.
		if (book.orders.isOpen(slot)) events.push(...cancelWithOther(book, slot));
	}
	return events;
}

function reduce(book: Book, command: Reduce): ReplacedEvent {
	const { orders } = book;
	const slot = openSlot(book, command.orderId);
	shrinkOrder(book, slot, command.newQuantityLots);
	return {
		execType: 'REPLACED',
		orderId: command.orderId,
		accountId: command.accountId,
		side: orders.side(slot),
		priceTicks: orders.priceTicks.at(slot),
		quantityLots: command.newQuantityLots,
		leavesLots: orders.leavesLots.at(slot),
	};
}

function cancelReplace(book: Book, command: CancelReplace): Event[] {
	const canceled = cancelOrder(book, openSlot(book, command.origOrderId), 'REPLACED');
	return [canceled, ...place(book, command)];
}

/** Ends the orders whose time has come, and resumes trading if a pause is over. */
function advanceTo(book: Book, command: Expire): Event[] {
	const events: Event[] = [];
	book.lastExpireTime = command.time;
	book.commandTime = command.time;
	for (;;) {
		const { next } = book.expiries;
		if (next === undefined || book.orders.terms(next).expireTime > command.time) break;
		expireOrder(book, next, 'EXPIRE_TIME', events);
	}
	const { pausedUntil } = book.protection;
	if (pausedUntil > 0 && pausedUntil <= book.lastExpireTime) resume(book, events);
	return events;
}

function openSlot(book: Book, orderId: number): number {
	const slot = book.orders.index.find(orderId);
	if (slot === 0) throw new Error(`order ${orderId} passed the checks but is not open`);
	return slot;
}

function newEvent({ orderId, accountId, side, priceTicks = 0 }: NewOrder): Event {
	return { execType: 'NEW', orderId, accountId, side, priceTicks };
}

function triggeredEvent({ orders }: Book, slot: number): Event {
	return {
		execType: 'TRIGGERED',
		orderId: orders.orderId.at(slot),
		accountId: orders.own.accountId(slot),
		side: orders.side(slot),
		priceTicks: orders.priceTicks.at(slot),
	};
}

function rejection(command: Command, reason: RejectReason): Event {
	const orderId = 'orderId' in command ? command.orderId : null;
	return { execType: 'REJECTED', command: String(command.kind), orderId, reason };
}
