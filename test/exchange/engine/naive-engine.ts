/**
 * The oracle: the same rules as the engine, written the slow and obvious way. All orders stand in
 * one list whose order is their age in the queue; the best maker is found by looking at all of
 * them; money is bigint everywhere; a fill-or-kill order is tried out on a copy. It shares only
 * the types of commands and events with the engine, and none of its code.
 */
import type { Command, NewOrder, PlaceOco, SetRules } from '../../../exchange/engine/command';
import type { Event, ExpireReason } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import {
	amount,
	isFar,
	waitsFirst,
	isTrailing,
	naiveQueue,
	naiveTrails,
	priceOf,
	referenceAt,
	stopOf,
	wayOf,
	timeFor,
	type NaiveBook,
	type NaiveOrder,
} from './naive-book';
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
			cancelWithOther(book, byId(book, command.orderId), events);
			break;
		case 'PLACE_OCO':
			placePair(book, command, events);
			break;
		case 'CANCEL_ALL':
			[...book.orders]
				.filter((entry) => entry.order.accountId === command.accountId)
				.sort((one, other) => one.acceptedNumber - other.acceptedNumber)
				.forEach((entry) => {
					if (book.orders.includes(entry)) cancelWithOther(book, entry, events);
				});
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
			book.now = command.time;
			[...book.orders]
				.filter(({ order }) => order.expireTime !== undefined && order.expireTime <= book.time)
				.sort(
					(one, other) =>
						(one.order.expireTime ?? 0) - (other.order.expireTime ?? 0) ||
						one.acceptedNumber - other.acceptedNumber,
				)
				.forEach((entry) => {
					if (!book.orders.includes(entry)) return;
					expire(book, entry, 'EXPIRE_TIME', events);
					endOther(book, entry, events);
				});
			if (book.pausedUntil > 0 && book.time >= book.pausedUntil) resume(book, events);
			break;
		case 'STATUS':
			book.status = command.status;
			book.pausedUntil = 0;
			events.push({ execType: 'STATUS', status: command.status });
			break;
		case 'RULES':
			setRules(book, command);
			events.push({ execType: 'RULES', rules: book.rules });
	}
	return events;
}

function place(book: NaiveBook, order: NewOrder, events: Event[]): void {
	tellTime(book, order.time);
	const entry = accept(book, order, events);
	if (waitsFirst(order)) return wait(book, entry);
	carryOn(book, enter(book, entry, events), events);
}

function placePair(book: NaiveBook, { limit, stop }: PlaceOco, events: Event[]): void {
	tellTime(book, limit.time);
	const resting = accept(book, limit, events);
	rest(book, resting);
	const waiting = accept(book, stop, events);
	wait(book, waiting);
	resting.other = waiting;
	waiting.other = resting;
}

function accept(book: NaiveBook, order: NewOrder, events: Event[]): NaiveOrder {
	book.lastAcceptedNumber += 1;
	const entry: NaiveOrder = {
		order,
		acceptedNumber: book.lastAcceptedNumber,
		waiting: false,
		quantityLots: order.quantityLots ?? 0,
		executedLots: 0,
		leavesLots: order.quantityLots ?? 0,
		visibleLots: order.quantityLots ?? 0,
		leavesQuote: order.quoteOrderQty ?? 0n,
		feeExact: 0n,
		feePaid: 0n,
		trailBest: undefined,
		reached: false,
		other: undefined,
	};
	events.push({ execType: 'NEW', ...named(entry) });
	return entry;
}

function wait(book: NaiveBook, entry: NaiveOrder): void {
	entry.waiting = true;
	const atOnce = isTrailing(entry) && entry.order.stopPriceTicks === undefined;
	if (atOnce && book.lastPriceTicks > 0) entry.trailBest ??= book.lastPriceTicks;
	book.orders.push(entry);
}

function rest(book: NaiveBook, entry: NaiveOrder): void {
	entry.visibleLots = Math.min(entry.leavesLots, entry.order.icebergQtyLots ?? Infinity);
	book.orders.push(entry);
}

function tellTime(book: NaiveBook, time: number | undefined): void {
	book.now = timeFor(book, time);
	const { price, until } = referenceAt(book, book.now);
	book.reference = price;
	book.referenceUntil = until;
}

function setRules(book: NaiveBook, { rules, time }: SetRules): void {
	tellTime(book, time);
	const { staticBandBps, dynamicBandBps, referencePriceTicks } = rules;
	const { referenceWindowMs, pauseMs, maxNumOrders } = rules;
	const bands = { staticBandBps, dynamicBandBps, referencePriceTicks };
	book.rules = { ...bands, referenceWindowMs, pauseMs, maxNumOrders };
	if (referencePriceTicks === 0) return;
	book.reference = referencePriceTicks;
	book.referenceUntil = book.now + referenceWindowMs;
}

/** Lets what was set off enter, one after the other, until nothing is or the market pauses. */
function carryOn(book: NaiveBook, woken: NaiveOrder[], events: Event[]): void {
	while (woken.length > 0 && book.status === 'TRADING') {
		const next = woken.shift();
		if (next === undefined) break;
		events.push({ execType: 'TRIGGERED', ...named(next) });
		woken.push(...enter(book, next, events));
	}
	for (const entry of woken) wait(book, entry);
}

function resume(book: NaiveBook, events: Event[]): void {
	book.pausedUntil = 0;
	book.status = 'TRADING';
	events.push({ execType: 'STATUS', status: 'TRADING', reason: 'PAUSE_OVER' });
	if (book.lastPriceTicks > 0) book.reference = book.lastPriceTicks;
	book.referenceUntil = book.now + book.rules.referenceWindowMs;
	if (book.lastPriceTicks === 0) return;
	carryOn(book, takeTriggered(book, [book.lastPriceTicks], events), events);
}

/** Matches one order and answers the stop orders its trades set off. */
function enter(book: NaiveBook, taker: NaiveOrder, events: Event[]): NaiveOrder[] {
	if (taker.order.timeInForce === 'FOK' && !wouldFillWhole(book, taker)) {
		expire(book, taker, 'FILL_OR_KILL', events);
		return [];
	}
	const before = events.length;
	const end = match(book, taker, events);
	const prices = events
		.slice(before)
		.flatMap((event) => (event.execType === 'TRADE' ? [event.priceTicks] : []));
	if (end === 'ENDED' || isFilled(taker)) return takeTriggered(book, prices, events);
	if (end !== 'DONE') {
		expire(book, taker, end, events);
		if (end === 'CIRCUIT_BREAKER') {
			pause(book, events);
			followAll(book, prices);
			for (const entry of book.orders) entry.reached = false;
			return [];
		}
	} else if (taker.order.priceTicks === undefined || taker.order.timeInForce === 'IOC') {
		expire(book, taker, 'IMMEDIATE_REST', events);
	} else rest(book, taker);
	return takeTriggered(book, prices, events);
}

function pause(book: NaiveBook, events: Event[]): void {
	const pausedUntil = book.now + book.rules.pauseMs;
	book.pausedUntil = pausedUntil;
	book.status = 'CANCEL_ONLY';
	events.push({
		execType: 'STATUS',
		status: 'CANCEL_ONLY',
		reason: 'CIRCUIT_BREAKER',
		pausedUntil,
	});
}

function wouldFillWhole(book: NaiveBook, taker: NaiveOrder): boolean {
	const copy = { ...book, orders: book.orders.map((entry) => ({ ...entry, other: undefined })) };
	const takerCopy = { ...taker };
	match(copy, takerCopy, []);
	return takerCopy.executedLots === takerCopy.quantityLots;
}

type End = 'DONE' | 'ENDED' | 'PRICE_BAND' | 'CIRCUIT_BREAKER';

/** What lies beyond the bands at a price; the bands are those of the moment the taker enters. */
function breachesFor(book: NaiveBook, { order }: NaiveOrder): (price: number) => End | undefined {
	const bid = naiveQueue(book, 'BUY')[0]?.order.priceTicks ?? 0;
	const ask = naiveQueue(book, 'SELL')[0]?.order.priceTicks ?? 0;
	const { rules, reference, lastPriceTicks: last } = book;
	let from = last;
	if (last === 0) from = order.side === 'BUY' ? ask : bid;
	else if (ask > 0 && ask < last) from = ask;
	else if (bid > last) from = bid;
	return (price) => {
		if (isFar(price, from, rules.dynamicBandBps)) return 'PRICE_BAND';
		if (!isFar(price, reference, rules.staticBandBps)) return undefined;
		return rules.pauseMs > 0 ? 'CIRCUIT_BREAKER' : 'PRICE_BAND';
	};
}

/** Answers why the taker trades no more. */
function match(book: NaiveBook, taker: NaiveOrder, events: Event[]): End {
	const breachOf = breachesFor(book, taker);
	for (;;) {
		const maker = naiveQueue(book, taker.order.side === 'BUY' ? 'SELL' : 'BUY')[0];
		if (maker === undefined || !accepts(taker, priceOf(maker))) return 'DONE';
		const lots = lotsBetween(book.market, taker, maker);
		if (lots === 0) return 'DONE';
		const breach = breachOf(priceOf(maker));
		if (breach !== undefined) return breach;
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
			endOther(book, maker, events);
			if (!isFilled(taker)) continue;
		} else if (mode !== 'EXPIRE_TAKER') {
			expire(book, maker, 'SELF_TRADE_PREVENTION', events);
			endOther(book, maker, events);
			if (mode === 'EXPIRE_MAKER') continue;
		}
		expire(book, taker, 'SELF_TRADE_PREVENTION', events);
		return 'ENDED';
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
	if (isSpent(book, taker)) [taker.leavesQuote, taker.leavesLots] = [0n, 0];
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
	endOther(book, maker, events);
}

/** True if the rest of an order by cost is less than one lot of the best of those that are left. */
function isSpent(book: NaiveBook, { order, leavesQuote }: NaiveOrder): boolean {
	if (order.fillsByCost !== true || order.quoteOrderQty === undefined) return false;
	if (leavesQuote === 0n) return true;
	const [best] = naiveQueue(book, order.side === 'BUY' ? 'SELL' : 'BUY');
	return best !== undefined && leavesQuote < amount(book.market, priceOf(best), 1);
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

/** Takes out what the prices set off, and ends the limit orders of their lists. */
function takeTriggered(book: NaiveBook, prices: readonly number[], events: Event[]): NaiveOrder[] {
	followAll(book, prices);
	const triggered = book.orders
		.filter(
			(entry) =>
				entry.reached ||
				(entry.waiting && !isTrailing(entry) && prices.some((price) => reaches(entry, price))),
		)
		.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
	book.orders = book.orders.filter((entry) => !triggered.includes(entry));
	for (const entry of triggered) {
		entry.waiting = false;
		entry.reached = false;
		endOther(book, entry, events);
	}
	return triggered;
}

function followAll(book: NaiveBook, prices: readonly number[]): void {
	for (const entry of naiveTrails(book)) for (const price of prices) follow(entry, price);
}

/** One trade, as a trailing stop sees it. */
function follow(entry: NaiveOrder, price: number): void {
	const { side, stopPriceTicks, trailingDelta = 0 } = entry.order;
	const best = entry.trailBest;
	if (entry.reached) return;
	if (best === undefined) {
		if (stopPriceTicks === undefined || reaches(entry, price)) entry.trailBest = price;
		return;
	}
	const up = side === 'BUY' ? 1n : -1n;
	const share = 10_000n + up * BigInt(trailingDelta);
	const away = up * (BigInt(price) * 10_000n - BigInt(best) * share);
	if (away >= 0n) entry.reached = true;
	else entry.trailBest = side === 'BUY' ? Math.min(best, price) : Math.max(best, price);
}

function cancelWithOther(book: NaiveBook, entry: NaiveOrder, events: Event[]): void {
	const other = parted(entry);
	cancel(book, entry, 'REQUESTED', events);
	if (other !== undefined) cancel(book, other, 'ORDER_LIST', events);
}

function endOther(book: NaiveBook, entry: NaiveOrder, events: Event[]): void {
	const other = parted(entry);
	if (other !== undefined) expire(book, other, 'ORDER_LIST', events);
}

/** Makes both orders of a list stand alone, and answers the other. */
function parted(entry: NaiveOrder): NaiveOrder | undefined {
	const { other } = entry;
	entry.other = undefined;
	if (other !== undefined) other.other = undefined;
	return other;
}

function cancel(
	book: NaiveBook,
	entry: NaiveOrder,
	reason: 'REQUESTED' | 'REPLACED' | 'ORDER_LIST',
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
	return wayOf(entry.order) === 'RISE' ? price >= stopOf(entry) : price <= stopOf(entry);
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
