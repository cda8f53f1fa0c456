/**
 * The oracle: the same rules as the engine, written the slow and obvious way. All orders stand in
 * one list whose order is their age in the queue; the best maker is found by looking at all of
 * them; money is bigint everywhere; a fill-or-kill order is tried out on a copy. It shares only
 * the types of commands and events with the engine, and none of its code.
 */
import type { Command, NewOrder } from '../../../exchange/engine/command';
import type { Event, ExpireReason } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import { amount, naiveQueue, priceOf, stopOf, type NaiveBook, type NaiveOrder } from './naive-book';
import { naiveRefusal } from './naive-checks';

export function applyNaively(book: NaiveBook, command: Command): Event[] {
	const reason = naiveRefusal(book, command);
	if (reason !== null) {
		const orderId = 'orderId' in command ? command.orderId : null;
		return [{ execType: 'REJECTED', command: String(command.kind), orderId, reason }];
	}
	const events: Event[] = [];
	switch (command.kind) {
		case 'PLACE':
			place(book, command, events);
			break;
		case 'CANCEL':
			cancel(book, byId(book, command.orderId), 'REQUESTED', events);
			break;
		case 'CANCEL_ALL':
			[...book.orders]
				.filter((entry) => entry.order.accountId === command.accountId)
				.sort((one, other) => one.acceptedNumber - other.acceptedNumber)
				.forEach((entry) => cancel(book, entry, 'REQUESTED', events));
			break;
		case 'REDUCE': {
			const entry = byId(book, command.orderId);
			const lots = entry.quantityLots - command.newQuantityLots;
			entry.quantityLots -= lots;
			entry.leavesLots -= lots;
			entry.visibleLots = Math.min(entry.visibleLots, entry.leavesLots);
			const { quantityLots, leavesLots } = entry;
			events.push({ execType: 'REPLACED', ...named(entry), quantityLots, leavesLots });
			break;
		}
		case 'CANCEL_REPLACE':
			cancel(book, byId(book, command.origOrderId), 'REPLACED', events);
			place(book, command, events);
			break;
		case 'EXPIRE':
			book.time = command.time;
			[...book.orders]
				.filter(({ order }) => order.expireTime !== undefined && order.expireTime <= book.time)
				.sort(
					(one, other) =>
						(one.order.expireTime ?? 0) - (other.order.expireTime ?? 0) ||
						one.acceptedNumber - other.acceptedNumber,
				)
				.forEach((entry) => expire(book, entry, 'EXPIRE_TIME', events));
			break;
		case 'STATUS':
			book.status = command.status;
			events.push({ execType: 'STATUS', status: command.status });
	}
	return events;
}

function place(book: NaiveBook, order: NewOrder, events: Event[]): void {
	book.lastAcceptedNumber += 1;
	const entry: NaiveOrder = {
		order,
		acceptedNumber: book.lastAcceptedNumber,
		waiting: order.stopPriceTicks !== undefined,
		quantityLots: order.quantityLots ?? 0,
		executedLots: 0,
		leavesLots: order.quantityLots ?? 0,
		visibleLots: order.quantityLots ?? 0,
		leavesQuote: order.quoteOrderQty ?? 0n,
		feeExact: 0n,
		feePaid: 0n,
	};
	events.push({ execType: 'NEW', ...named(entry) });
	if (entry.waiting) {
		book.orders.push(entry);
		return;
	}
	const triggered = enter(book, entry, events);
	while (triggered.length > 0) {
		const next = triggered.shift();
		if (next === undefined) break;
		events.push({ execType: 'TRIGGERED', ...named(next) });
		triggered.push(...enter(book, next, events));
	}
}

/** Matches one order and answers the stop orders its trades set off. */
function enter(book: NaiveBook, taker: NaiveOrder, events: Event[]): NaiveOrder[] {
	if (taker.order.timeInForce === 'FOK' && !wouldFillWhole(book, taker)) {
		expire(book, taker, 'FILL_OR_KILL', events);
		return [];
	}
	const before = events.length;
	const ended = match(book, taker, events);
	const prices = events
		.slice(before)
		.flatMap((event) => (event.execType === 'TRADE' ? [event.priceTicks] : []));
	const triggered = takeTriggered(book, prices);
	if (ended || isFilled(taker)) return triggered;
	if (taker.order.priceTicks === undefined || taker.order.timeInForce === 'IOC') {
		expire(book, taker, 'IMMEDIATE_REST', events);
	} else {
		taker.visibleLots = Math.min(taker.leavesLots, taker.order.icebergQtyLots ?? Infinity);
		book.orders.push(taker);
	}
	return triggered;
}

function wouldFillWhole(book: NaiveBook, taker: NaiveOrder): boolean {
	const copy = { ...book, orders: book.orders.map((entry) => ({ ...entry })) };
	const takerCopy = { ...taker };
	match(copy, takerCopy, []);
	return takerCopy.executedLots === takerCopy.quantityLots;
}

/** Answers true when self-trade prevention ended the taker. */
function match(book: NaiveBook, taker: NaiveOrder, events: Event[]): boolean {
	for (;;) {
		const maker = naiveQueue(book, taker.order.side === 'BUY' ? 'SELL' : 'BUY')[0];
		if (maker === undefined || !accepts(taker, priceOf(maker))) return false;
		const lots = lotsBetween(book.market, taker, maker);
		if (lots === 0) return false;
		const mode = taker.order.selfTradePreventionMode ?? 'NONE';
		if (mode === 'NONE' || taker.order.accountId !== maker.order.accountId) {
			trade(book, taker, maker, lots, events);
			continue;
		}
		events.push({
			execType: 'TRADE_PREVENTION',
			selfTradePreventionMode: mode,
			accountId: taker.order.accountId,
			takerOrderId: taker.order.orderId,
			makerOrderId: maker.order.orderId,
			priceTicks: priceOf(maker),
			preventedLots: lots,
		});
		if (mode === 'DECREMENT') {
			takeLots(book, taker, maker, lots);
			if (maker.leavesLots === 0) expire(book, maker, 'SELF_TRADE_PREVENTION', events);
			if (!isFilled(taker)) continue;
		} else if (mode !== 'EXPIRE_TAKER') {
			expire(book, maker, 'SELF_TRADE_PREVENTION', events);
			if (mode === 'EXPIRE_MAKER') continue;
		}
		expire(book, taker, 'SELF_TRADE_PREVENTION', events);
		return true;
	}
}

function trade(
	book: NaiveBook,
	taker: NaiveOrder,
	maker: NaiveOrder,
	lots: number,
	events: Event[],
): void {
	const quoteAmount = amount(book.market, priceOf(maker), lots);
	takeLots(book, taker, maker, lots);
	taker.executedLots += lots;
	maker.executedLots += lots;
	book.lastTradeId += 1;
	book.lastPriceTicks = priceOf(maker);
	events.push({
		execType: 'TRADE',
		tradeId: book.lastTradeId,
		priceTicks: priceOf(maker),
		quantityLots: lots,
		quoteAmount,
		takerSide: taker.order.side,
		takerOrderId: taker.order.orderId,
		takerAccountId: taker.order.accountId,
		takerStatus: isFilled(taker) ? 'FILLED' : 'PARTIALLY_FILLED',
		takerLeavesLots: taker.leavesLots,
		takerLeavesQuote: taker.leavesQuote,
		takerCommission: commission(taker, quoteAmount, book.market.takerFeeBps),
		makerOrderId: maker.order.orderId,
		makerAccountId: maker.order.accountId,
		makerStatus: isFilled(maker) ? 'FILLED' : 'PARTIALLY_FILLED',
		makerLeavesLots: maker.leavesLots,
		makerCommission: commission(maker, quoteAmount, book.market.makerFeeBps),
	});
}

/** The exact fee of all fills rounded up once, less what earlier fills have paid. */
function commission(entry: NaiveOrder, quote: bigint, bps: number): bigint {
	entry.feeExact += quote * BigInt(bps);
	const whole = entry.feeExact / 10_000n;
	const total = whole * 10_000n === entry.feeExact ? whole : whole + 1n;
	const due = total > entry.feePaid ? total - entry.feePaid : 0n;
	entry.feePaid += due;
	return due;
}

/** Both lose the lots; a used-up iceberg slice is renewed at the end of the queue. */
function takeLots(book: NaiveBook, taker: NaiveOrder, maker: NaiveOrder, lots: number): void {
	if (taker.quantityLots > 0) taker.leavesLots -= lots;
	if (taker.order.quoteOrderQty !== undefined) {
		taker.leavesQuote -= amount(book.market, priceOf(maker), lots);
	}
	maker.leavesLots -= lots;
	maker.visibleLots -= lots;
	if (maker.visibleLots > 0) return;
	book.orders = book.orders.filter((entry) => entry !== maker);
	if (maker.leavesLots === 0) return;
	maker.visibleLots = Math.min(maker.leavesLots, maker.order.icebergQtyLots ?? Infinity);
	book.orders.push(maker);
}

function takeTriggered(book: NaiveBook, prices: readonly number[]): NaiveOrder[] {
	const triggered = book.orders
		.filter((entry) => entry.waiting && prices.some((price) => reaches(entry, price)))
		.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
	book.orders = book.orders.filter((entry) => !triggered.includes(entry));
	for (const entry of triggered) entry.waiting = false;
	return triggered;
}

function cancel(
	book: NaiveBook,
	entry: NaiveOrder,
	reason: 'REQUESTED' | 'REPLACED',
	events: Event[],
): void {
	book.orders = book.orders.filter((other) => other !== entry);
	events.push({ execType: 'CANCELED', ...named(entry), reason, ...unfilled(entry) });
}

function expire(book: NaiveBook, entry: NaiveOrder, reason: ExpireReason, events: Event[]): void {
	book.orders = book.orders.filter((other) => other !== entry);
	const status = reason === 'SELF_TRADE_PREVENTION' ? 'EXPIRED_IN_MATCH' : 'EXPIRED';
	events.push({ execType: 'EXPIRED', ...named(entry), reason, status, ...unfilled(entry) });
}

function named(entry: NaiveOrder) {
	const { orderId, accountId, side, priceTicks = 0 } = entry.order;
	return { orderId, accountId, side, priceTicks };
}

function unfilled(entry: NaiveOrder) {
	return { unfilledLots: entry.leavesLots, unfilledQuote: entry.leavesQuote };
}

function byId(book: NaiveBook, orderId: number): NaiveOrder {
	const entry = book.orders.find(({ order }) => order.orderId === orderId);
	if (entry === undefined) throw new Error(`the oracle let order ${orderId} pass`);
	return entry;
}

function isFilled(entry: NaiveOrder): boolean {
	return entry.quantityLots > 0 ? entry.leavesLots === 0 : entry.leavesQuote === 0n;
}

function accepts(taker: NaiveOrder, price: number): boolean {
	const limit = taker.order.priceTicks;
	if (limit === undefined) return true;
	return taker.order.side === 'BUY' ? price <= limit : price >= limit;
}

function reaches(entry: NaiveOrder, price: number): boolean {
	return entry.order.side === 'BUY' ? price >= stopOf(entry) : price <= stopOf(entry);
}

/** One lot more at a time would be plainest; dividing gives the same and ends sooner. */
function lotsBetween(market: Market, taker: NaiveOrder, maker: NaiveOrder): number {
	const bounds = [BigInt(maker.visibleLots)];
	if (taker.quantityLots > 0) bounds.push(BigInt(taker.leavesLots));
	if (taker.order.quoteOrderQty !== undefined) {
		bounds.push(taker.leavesQuote / amount(market, priceOf(maker), 1));
	}
	return Number(bounds.reduce((least, bound) => (bound < least ? bound : least)));
}
