/**
 * One run of a command log through the engine, the naive engine and the auditor at once, compared
 * event by event and order by order. Whoever disagrees first ends the run with the command.
 */
import type { Book } from '../../../exchange/engine/book';
import type { Command } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import type { Event } from '../../../exchange/engine/event';
import { ordersOf } from '../../../exchange/engine/ladder';
import type { Market } from '../../../exchange/engine/market';
import { findInIndex, ordersIn } from '../../../exchange/engine/order-index';
import type { Order } from '../../../exchange/engine/order';
import { countOwn, ownOrderIds } from '../../../exchange/engine/own-orders';
import { takeSnapshot } from '../../../exchange/engine/snapshot';
import { Auditor } from './auditor';
import { createNaiveBook, naiveQueue, naiveStops, naiveTrails, type NaiveBook } from './naive-book';
import { applyNaively } from './naive-engine';

/** Answers all events of the log; throws at the first disagreement. */
export function agreeOn(market: Market, log: readonly Command[]): Event[] {
	const book = createBook(market);
	const naive = createNaiveBook(market);
	const auditor = new Auditor(market);
	const all: Event[] = [];
	for (const [index, command] of log.entries()) {
		const events = apply(book, command);
		const context = `command ${index}`;
		expectSame(context, events, applyNaively(naive, command));
		expectSame(context, engineOrders(book), naiveOrders(naive));
		auditor.follow(command, events);
		expectSame(context, book.openLots, auditor.openLots);
		expectSame(context, engineRules(book), naiveRules(naive));
		checkIndexes(book);
		all.push(...events);
	}
	return all;
}

/** `expect` itself is too slow to be asked a million times about equal values. */
function expectSame(context: string, actual: unknown, expected: unknown): void {
	if (plain(actual) !== plain(expected))
		expect({ context, value: actual }).toEqual({ context, value: expected });
}

function plain(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'bigint' ? `${part}n` : part,
	);
}

function engineOrders(book: Book): unknown[] {
	return takeSnapshot(book).orders.map((order) => [
		order.orderId,
		order.waiting,
		order.quantityLots,
		order.executedLots,
		order.leavesLots,
		order.visibleLots,
		order.leavesQuote,
		order.trailBestTicks ?? 0,
		order.otherOrderId ?? 0,
	]);
}

function naiveOrders(naive: NaiveBook): unknown[] {
	const lists = [
		naiveQueue(naive, 'BUY'),
		naiveQueue(naive, 'SELL'),
		naiveStops(naive, 'BUY'),
		naiveStops(naive, 'SELL'),
		naiveTrails(naive),
	];
	return lists
		.flat()
		.map((entry) => [
			entry.order.orderId,
			entry.waiting,
			entry.quantityLots,
			entry.executedLots,
			entry.leavesLots,
			entry.visibleLots,
			entry.leavesQuote.toString(),
			entry.trailBest ?? 0,
			entry.other?.order.orderId ?? 0,
		]);
}

function engineRules({ status, lastExpireTime, protection }: Book): unknown {
	const { rules, referenceTicks, referenceUntil, pausedUntil } = protection;
	return [status, lastExpireTime, rules, referenceTicks, referenceUntil, pausedUntil];
}

function naiveRules(naive: NaiveBook): unknown {
	const { status, time, rules, reference, referenceUntil, pausedUntil } = naive;
	return [status, time, rules, reference, referenceUntil, pausedUntil];
}

/** The sums and indexes a book keeps for speed say the same as its orders. */
function checkIndexes(book: Book): void {
	const all = [...ordersIn(book.orders)];
	const timed = all.filter(({ terms }) => terms.expireTime > 0);
	const known = new Set(book.expiries);
	const complete = timed.length === known.size && timed.every((order) => known.has(order));
	if (!complete) throw new Error('the expiry heap does not hold the timed orders');
	let count = 0;
	for (const ladder of [book.bids, book.asks, book.buyStops, book.sellStops]) {
		const places = ladder.pages.flatMap(({ firstKey, levels }) =>
			levels.map((level, place) => ({ key: firstKey + place, level })),
		);
		const sorted = places.every(({ key }, at) => at === 0 || key > (places[at - 1]?.key ?? key));
		const placed = places.every(({ key, level }) => level === null || level.key === key);
		const searched = ladder.pages.map(({ firstKey }) => firstKey).join();
		if (!sorted || !placed || searched !== ladder.firstKeys.join())
			throw new Error('the levels are out of order');
		const levels = places.flatMap(({ level }) => level ?? []);
		const counts = ladder.pages.map(({ levelCount }) => levelCount);
		const full = counts.every((count) => count > 0);
		if (!full || levels.length !== counts.reduce((sum, count) => sum + count, 0)) {
			throw new Error('the pages count their levels wrong');
		}
		if (ladder.best !== (levels.at(-1) ?? null)) throw new Error('the best level is stale');
		for (const level of levels) {
			let shown = 0;
			let hidden = 0;
			let orders = 0;
			for (let order = level.first; order !== null; order = order.behind) {
				shown += order.visibleLots;
				hidden += order.leavesLots - order.visibleLots;
				orders += 1;
				if (findInIndex(book.orders, order.orderId) !== order) throw new Error('an order is lost');
			}
			const same =
				shown === level.visibleLots && hidden === level.hiddenLots && orders === level.orderCount;
			if (!same || orders === 0) throw new Error(`level ${level.priceTicks} has wrong sums`);
			count += orders;
		}
	}
	checkOwnOrders(book, all);
	checkTrails(book);
	if (count + book.trails.queue.orderCount !== book.orders.size)
		throw new Error('the index by id does not hold the orders');
}

function checkOwnOrders(book: Book, all: readonly Order[]): void {
	const accounts = new Set(all.map(({ accountId }) => accountId));
	if (accounts.size !== book.ownOrders.size) throw new Error('an account without orders is kept');
	for (const accountId of accounts) {
		const own = all.filter((order) => order.accountId === accountId).map(({ orderId }) => orderId);
		const found = new Set(ownOrderIds(book.ownOrders, accountId));
		const same = found.size === own.length && own.every((orderId) => found.has(orderId));
		if (!same || countOwn(book.ownOrders, accountId) !== own.length) {
			throw new Error(`the orders of ${accountId} are not all there`);
		}
	}
}

/** Within the quiet range no order would follow or be reached; between commands none is. */
function checkTrails({ trails }: Book): void {
	if (trails.reachedCount !== 0) throw new Error('a reached order was left behind');
	for (const { terms, side } of ordersOf(trails.queue)) {
		const { trail, stopPriceTicks } = terms;
		if (trail === null || trail.isReached) throw new Error('an order follows nothing');
		if (trails.quietAboveTicks + 1 >= trails.quietBelowTicks) continue;
		const best = trail.bestTicks;
		const buys = side === 'BUY';
		const inside = buys ? trails.quietBelowTicks - 1 : trails.quietAboveTicks + 1;
		const other = buys ? trails.quietAboveTicks + 1 : trails.quietBelowTicks - 1;
		const begins = buys ? inside >= stopPriceTicks : inside <= stopPriceTicks;
		const follows = buys ? other < best : other > best;
		if (best === 0 ? begins : follows) throw new Error('a quiet price is not quiet');
	}
}
