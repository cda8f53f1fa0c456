/**
 * Writes a book as plain JSON and restores it, whole or order by order. The snapshot keeps the
 * order of the queues, so a restored book handles every later command like the original. The caller
 * knows where a snapshot is stored and after which command it was taken.
 *
 * `OrderState` alone lists the fields of an order. Every change of an order has an event, except
 * how far a trailing stop has followed; a copy made while the market goes on relies on that.
 */
import { createBook, joinList, rejoinQueue, type Book } from './book';
import type { MarketStatus } from './command';
import { levelsFromBest } from './ladder';
import type { Market } from './market';
import type { OrderState } from './order';
import { INITIAL_RULES_STATE, type RulesState } from './rules';

/** Bigints of the book are decimal strings here, because JSON has none. */
type AsJson<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

export type OrderSnapshot = AsJson<OrderState>;

/** The book without its orders. */
export interface SnapshotHead {
	readonly version: 1;
	readonly market: AsJson<Market>;
	readonly status: MarketStatus;
	readonly time: number;
	readonly lastAcceptedNumber: number;
	readonly lastTradeId: number;
	readonly lastPriceTicks: number;
	/** Absent for the initial state: no rules. */
	readonly protection?: RulesState;
}

export interface Snapshot extends SnapshotHead {
	/**
	 * Bids, asks, stops that wait for a rise, stops that wait for a fall, each from the best level; then
	 * trailing stops.
	 */
	readonly orders: readonly OrderSnapshot[];
}

/** Copies the whole book; the order of the orders matters. */
export function takeSnapshot(book: Book): Snapshot {
	return { ...snapshotHead(book), orders: [...orderSnapshots(book)] };
}

export function snapshotHead(book: Book): SnapshotHead {
	const { market } = book;
	return {
		version: 1,
		market: {
			symbol: market.symbol,
			quotePerTickLot: market.quotePerTickLot,
			maxPriceTicks: market.maxPriceTicks,
			minQuantityLots: market.minQuantityLots,
			maxQuantityLots: market.maxQuantityLots,
			minNotional: market.minNotional.toString(),
			makerFeeBps: market.makerFeeBps,
			takerFeeBps: market.takerFeeBps,
		},
		status: book.status,
		time: book.lastExpireTime,
		lastAcceptedNumber: book.lastAcceptedNumber,
		lastTradeId: book.lastTradeId,
		lastPriceTicks: book.lastPriceTicks,
		...(!isInitial(book.protection) && { protection: book.protection }),
	};
}

export function orderSnapshot({ orders }: Book, slot: number): OrderSnapshot {
	const state = orders.state(slot);
	return {
		...state,
		quoteOrderQty: state.quoteOrderQty.toString(),
		leavesQuote: state.leavesQuote.toString(),
	};
}

/** How far each trailing stop order has followed. */
export function trailsOf(book: Book): (readonly [orderId: number, bestTicks: number])[] {
	const { orders, trails } = book;
	return [...trails.slots()].map((slot) => [
		orders.orderId.at(slot),
		orders.terms(slot).trail?.bestTicks ?? 0,
	]);
}

/**
 * Restores a book. Throws, with the order's id, if the snapshot is impossible. Compare the
 * fingerprint to know that it is the right one.
 */
export function restoreBook(snapshot: Snapshot): Book {
	const book = restoreHead(snapshot);
	for (const state of snapshot.orders) rejoinQueue(book, restoreOrder(book, state));
	assertUncrossed(book);
	return book;
}

/** Restores the book without its orders; restore those in queue order. */
export function restoreHead(head: SnapshotHead): Book {
	if (head.version !== 1) throw new Error(`snapshot version ${head.version} is not 1`);
	const book = createBook({ ...head.market, minNotional: BigInt(head.market.minNotional) });
	book.status = head.status;
	book.lastExpireTime = head.time;
	book.lastAcceptedNumber = head.lastAcceptedNumber;
	book.lastTradeId = head.lastTradeId;
	book.lastPriceTicks = head.lastPriceTicks;
	book.protection = head.protection ?? INITIAL_RULES_STATE;
	return book;
}

/**
 * Adds an order of a snapshot, in no queue yet; throws if it is impossible. The second order of a
 * list finds the first.
 */
export function restoreOrder(book: Book, snapshot: OrderSnapshot): number {
	const { orders } = book;
	const { orderId, leavesLots, visibleLots, quantityLots, acceptedNumber } = snapshot;
	if (orders.index.find(orderId) !== 0) throw new Error(`snapshot has order ${orderId} twice`);
	const quoteOrderQty = readAmount(snapshot.quoteOrderQty);
	const leavesQuote = readAmount(snapshot.leavesQuote);
	const nothingLeft = quantityLots > 0 ? leavesLots < 1 || visibleLots < 1 : leavesQuote < 1n;
	const tooMuch = visibleLots > leavesLots || leavesLots > quantityLots;
	const tooYoung = !(acceptedNumber >= 1 && acceptedNumber <= book.lastAcceptedNumber);
	if (nothingLeft || tooMuch || tooYoung) {
		throw new Error(`snapshot has order ${orderId} with impossible amounts`);
	}
	const slot = orders.restore({ ...snapshot, quoteOrderQty, leavesQuote });
	const { otherOrderId } = snapshot;
	const other = otherOrderId === undefined ? 0 : orders.index.find(otherOrderId);
	if (other !== 0) joinList(book, slot, other);
	book.openLots += leavesLots;
	return slot;
}

/** Most amounts are 0; one shared bigint saves memory. */
function readAmount(text: string): bigint {
	return text === '0' ? 0n : BigInt(text);
}

/** The last step of restoring: the best bid must be below the best ask. */
export function assertUncrossed(book: Book): void {
	const bid = book.bids.bestTicks;
	const ask = book.asks.bestTicks || Infinity;
	if (bid >= ask) throw new Error(`snapshot is crossed: bid ${bid}, ask ${ask}`);
}

/**
 * Returns 16 hexadecimal digits that differ if any order, its position or a counter differs. It
 * detects accidents, not forgeries. Reads the whole book.
 */
export function fingerprint(book: Book): string {
	return fingerprintOf({ ...snapshotHead(book), orders: orderSnapshots(book) });
}

/** The fingerprint of the book that has this snapshot. */
export function fingerprintOf(
	snapshot: SnapshotHead & { readonly orders: Iterable<OrderSnapshot> },
): string {
	const { orders, ...head } = snapshot;
	const hash = { one: 0x9e3779b9, two: 0x7f4a7c15 };
	mix(hash, JSON.stringify(head));
	for (const order of orders) mix(hash, JSON.stringify(order));
	return hex(finish(hash.one ^ (hash.two >>> 7))) + hex(finish(hash.two ^ (hash.one >>> 9)));
}

function isInitial(protection: RulesState): boolean {
	return JSON.stringify(protection) === JSON.stringify(INITIAL_RULES_STATE);
}

function* orderSnapshots(book: Book): Generator<OrderSnapshot> {
	for (const ladder of [book.bids, book.asks, book.risingStops, book.fallingStops]) {
		for (const level of levelsFromBest(ladder)) {
			for (const slot of book.levels.queue(level)) yield orderSnapshot(book, slot);
		}
	}
	for (const slot of book.trails.slots()) yield orderSnapshot(book, slot);
}

/** Two 32-bit halves with different multipliers; each character moves all higher bits. */
function mix(hash: { one: number; two: number }, text: string): void {
	let { one, two } = hash;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		one = Math.imul(one ^ code, 0x85ebca6b);
		one = (one << 13) | (one >>> 19);
		two = Math.imul(two ^ code, 0xc2b2ae35);
		two = (two << 17) | (two >>> 15);
	}
	hash.one = one;
	hash.two = two;
}

function finish(half: number): number {
	let value = half;
	value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
	return (value ^ (value >>> 16)) >>> 0;
}

function hex(half: number): string {
	return half.toString(16).padStart(8, '0');
}
