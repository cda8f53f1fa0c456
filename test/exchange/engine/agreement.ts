/**
 * One run of a command log through the engine, the naive engine and the auditor at once, compared
 * event by event and order by order. Whoever disagrees first ends the run with the command.
 */
import type { Book } from '../../../exchange/engine/book';
import type { Command } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import type { Event } from '../../../exchange/engine/event';
import { levelsFromBest, type Ladder } from '../../../exchange/engine/ladder';
import type { Market } from '../../../exchange/engine/market';
import { restoreBook, takeSnapshot, type Snapshot } from '../../../exchange/engine/snapshot';
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

/**
 * The same where the engine's book is restored from a snapshot, through its text, at every so many
 * commands. Events are compared at each command, orders and indexes at each snapshot. Returns the
 * number of snapshots.
 */
export function agreeThroughSnapshots(
	market: Market,
	log: readonly Command[],
	every: number,
): number {
	let book = createBook(market);
	const naive = createNaiveBook(market);
	for (const [index, command] of log.entries()) {
		const context = `command ${index}`;
		expectSame(context, apply(book, command), applyNaively(naive, command));
		if (index % every !== every - 1) continue;
		book = restoreBook(JSON.parse(JSON.stringify(takeSnapshot(book))) as Snapshot);
		expectSame(context, engineOrders(book), naiveOrders(naive));
		expectSame(context, engineRules(book), naiveRules(naive));
		checkIndexes(book);
	}
	return Math.floor(log.length / every);
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
		naiveStops(naive, 'RISE'),
		naiveStops(naive, 'FALL'),
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
	const { orders, levels, trails } = book;
	const all = [...orders.index.slots()];
	if (all.length !== orders.size) throw new Error('the index by id does not hold the orders');
	const lost = all.filter((slot) => orders.index.find(orders.orderId.at(slot)) !== slot);
	if (lost.length > 0) throw new Error('an order is lost');
	const timed = all.filter((slot) => orders.terms(slot).expireTime > 0);
	const known = new Set(book.expiries.slots);
	const complete = timed.length === known.size && timed.every((slot) => known.has(slot));
	if (!complete) throw new Error('the expiry heap does not hold the timed orders');
	let count = [...trails.slots()].length;
	for (const ladder of [book.bids, book.asks, book.risingStops, book.fallingStops]) {
		checkPages(ladder);
		for (const level of levelsFromBest(ladder)) {
			const queue = [...levels.queue(level)];
			const sum = (lotsOf: (slot: number) => number) =>
				queue.reduce((lots, slot) => lots + lotsOf(slot), 0);
			const same =
				sum((slot) => orders.visibleLots(slot)) === levels.visibleLots.at(level) &&
				sum((slot) => orders.hiddenLots(slot)) === levels.hiddenLots(level) &&
				queue.every((slot) => orders.level.at(slot) === level);
			if (!same || queue.length === 0)
				throw new Error(`level ${levels.priceTicks.at(level)} has wrong sums`);
			count += queue.length;
		}
	}
	checkOwnOrders(book, all);
	checkTrails(book);
	if (count !== orders.size) throw new Error('an order is in no queue, or in two');
}

function checkPages(ladder: Ladder): void {
	const { pages, firstKeys, levels, sign } = ladder;
	const places = pages.flatMap(({ firstKey, levels: slots }) =>
		slots.map((level, place) => ({ key: firstKey + place, level })),
	);
	const sorted = places.every(({ key }, at) => at === 0 || key > (places[at - 1]?.key ?? key));
	const taken = places.filter(({ level }) => level !== 0);
	const placed = taken.every(({ key, level }) => levels.priceTicks.at(level) * sign === key);
	const searched = pages.map(({ firstKey }) => firstKey).join();
	if (!sorted || !placed || searched !== firstKeys.join())
		throw new Error('the levels are out of order');
	const counts = pages.map(({ levelCount }) => levelCount);
	const full = counts.every((count) => count > 0);
	if (!full || taken.length !== counts.reduce((sum, count) => sum + count, 0)) {
		throw new Error('the pages count their levels wrong');
	}
	const best = taken.at(-1)?.level ?? 0;
	if (ladder.best !== best || ladder.bestTicks !== levels.priceTicks.at(best))
		throw new Error('the best level is stale');
}

function checkOwnOrders({ orders }: Book, all: readonly number[]): void {
	const accounts = new Set(all.map((slot) => orders.own.accountId(slot)));
	if (accounts.size !== orders.own.accountCount)
		throw new Error('an account without orders is kept');
	for (const accountId of accounts) {
		const own = all.filter((slot) => orders.own.accountId(slot) === accountId);
		const found = new Set(orders.own.slotsOf(accountId));
		const same = found.size === own.length && own.every((slot) => found.has(slot));
		if (!same || orders.own.count(accountId) !== own.length) {
			throw new Error(`the orders of ${accountId} are not all there`);
		}
	}
}

/** Within the quiet range no order would follow or be reached; between commands none is. */
function checkTrails({ orders, trails }: Book): void {
	if (trails.reachedCount !== 0) throw new Error('a reached order was left behind');
	for (const slot of trails.slots()) {
		const { trail, stopPriceTicks } = orders.terms(slot);
		if (trail === null || trail.isReached) throw new Error('an order follows nothing');
		if (trails.quietAboveTicks + 1 >= trails.quietBelowTicks) continue;
		const best = trail.bestTicks;
		const buys = orders.side(slot) === 'BUY';
		const inside = buys ? trails.quietBelowTicks - 1 : trails.quietAboveTicks + 1;
		const other = buys ? trails.quietAboveTicks + 1 : trails.quietBelowTicks - 1;
		const begins = buys ? inside >= stopPriceTicks : inside <= stopPriceTicks;
		const follows = buys ? other < best : other > best;
		if (best === 0 ? begins : follows) throw new Error('a quiet price is not quiet');
	}
}
