/**
 * Seeded order streams for benchmarks and comparisons: 60 % limit orders, 8 % of them crossing,
 * 30 % cancels of a live order, 70 % of these a recent one, and 10 % market orders. The stream is
 * made beside a book of its own, so that every cancel hits; making it is not part of a measure.
 */
import type { Command, Side } from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import type { Event } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import { findOrder } from '../../../exchange/engine/view';
import { sized } from './result';

export const BENCH_MARKET: Market = {
	symbol: 'BENCH',
	quotePerTickLot: 1,
	maxPriceTicks: 1_000_000,
	minQuantityLots: 1,
	maxQuantityLots: 1_000_000,
	minNotional: 0n,
	makerFeeBps: 0,
	takerFeeBps: 0,
};

export interface StreamShape {
	readonly seed: number;
	/** Passive orders placed before the mix begins. */
	readonly preloadCount: number;
	readonly operationCount: number;
	/** How many ticks from the middle the farthest passive order stands. */
	readonly distanceMaxTicks: number;
	/** 1 spreads passive orders evenly; a greater number crowds them near the middle. */
	readonly crowding: number;
}

/**
 * Operations as columns of whole numbers outside the heap: a million command objects kept alive
 * would measure the garbage collector and the cache, and a market never has them at hand either.
 */
export interface OrderStream {
	readonly preloadCount: number;
	readonly operationCount: number;
	/** 0 for a cancel, 1 for a limit order, 2 for a market order. */
	readonly kinds: Uint8Array;
	/** 0 for BUY, 1 for SELL. */
	readonly sides: Uint8Array;
	readonly orders: Int32Array;
	readonly accounts: Int32Array;
	readonly priceTicks: Int32Array;
	readonly quantityLots: Int32Array;
}

/** `steady` ends with about 100,000 resting orders; `fat` keeps them on 20 price levels. */
export const STREAM_SHAPES = {
	steady: {
		seed: 1,
		preloadCount: 0,
		operationCount: sized(1_000_000, 20_000),
		distanceMaxTicks: 1_320,
		crowding: 3,
	},
	fat: {
		seed: 2,
		preloadCount: sized(100_000, 5_000),
		operationCount: sized(200_000, 20_000),
		distanceMaxTicks: 10,
		crowding: 1,
	},
	wide: {
		seed: 3,
		preloadCount: sized(200_000, 5_000),
		operationCount: sized(200_000, 20_000),
		distanceMaxTicks: 90_000,
		crowding: 1,
	},
} as const satisfies Record<string, StreamShape>;

const MIDDLE_TICKS = 100_000;
const RECENT_COUNT = 1_000;
const ACCOUNT_COUNT = 1_000;
const LIMIT_QUANTITY_MAX_LOTS = 100;
const MARKET_QUANTITY_MAX_LOTS = 130;

const ACCOUNT_IDS = Array.from({ length: ACCOUNT_COUNT }, (_, index) => `account-${index}`);

export const CANCEL = 0;
export const LIMIT = 1;
export const MARKET = 2;

export function makeStream(shape: StreamShape): OrderStream {
	return new StreamMaker(shape).stream;
}

/** Operation `index`, the preload first, as a command; a caller has the names of its accounts at hand. */
export function commandAt(stream: OrderStream, index: number): Command {
	const orderId = stream.orders[index] ?? 0;
	const accountId = ACCOUNT_IDS[stream.accounts[index] ?? 0] ?? '';
	const kind = stream.kinds[index];
	if (kind === CANCEL) return { kind: 'CANCEL', orderId, accountId };
	const side = stream.sides[index] === 0 ? 'BUY' : 'SELL';
	const quantityLots = stream.quantityLots[index];
	if (kind === MARKET) {
		return { kind: 'PLACE', orderId, accountId, side, type: 'MARKET', quantityLots };
	}
	const priceTicks = stream.priceTicks[index];
	return { kind: 'PLACE', orderId, accountId, side, type: 'LIMIT', quantityLots, priceTicks };
}

/** Mulberry32: small, seeded, and good enough to mix orders. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(state ^ (state >>> 15), state | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
}

interface Row {
	readonly kind: number;
	readonly side: Side;
	readonly order: number;
	readonly priceTicks?: number;
}

class StreamMaker {
	readonly stream: OrderStream;
	private readonly book = createBook(BENCH_MARKET);
	private readonly random: () => number;
	/** Live orders in no order, and where each stands, to draw one and to drop one at once. */
	private readonly live: number[] = [];
	private readonly liveIndex = new Map<number, number>();
	private readonly accountOf: Int32Array;
	private readonly recent: number[] = [];
	private rowCount = 0;
	private placedCount = 0;

	constructor(private readonly shape: StreamShape) {
		const { preloadCount, operationCount } = shape;
		const length = preloadCount + operationCount;
		this.random = seededRandom(shape.seed);
		this.accountOf = new Int32Array(length + 1);
		this.stream = {
			preloadCount,
			operationCount,
			kinds: new Uint8Array(length),
			sides: new Uint8Array(length),
			orders: new Int32Array(length),
			accounts: new Int32Array(length),
			priceTicks: new Int32Array(length),
			quantityLots: new Int32Array(length),
		};
		while (this.rowCount < preloadCount) this.addPassive();
		while (this.rowCount < length) this.addNext();
	}

	private addNext(): void {
		const draw = this.random();
		if (draw < 0.3 && this.live.length > 0) this.addCancel();
		else if (draw < 0.4) this.add({ kind: MARKET, side: this.side(), order: this.newOrder() });
		else if (this.random() < 0.08) this.addCrossing();
		else this.addPassive();
	}

	private addPassive(): void {
		const { crowding, distanceMaxTicks } = this.shape;
		const side = this.side();
		const distance = 1 + Math.floor(this.random() ** crowding * distanceMaxTicks);
		const priceTicks = MIDDLE_TICKS + (side === 'BUY' ? -distance : distance);
		this.add({ kind: LIMIT, side, order: this.newOrder(), priceTicks });
	}

	private addCrossing(): void {
		const side = this.side();
		const { bestTicks } = side === 'BUY' ? this.book.asks : this.book.bids;
		const reach = Math.floor(this.random() * 3);
		const touch = bestTicks || MIDDLE_TICKS;
		const priceTicks = touch + (side === 'BUY' ? reach : -reach);
		this.add({ kind: LIMIT, side, order: this.newOrder(), priceTicks });
	}

	private addCancel(): void {
		const order = this.random() < 0.7 ? this.recentOrder() : this.anyOrder();
		this.add({ kind: CANCEL, side: 'BUY', order });
	}

	private add(row: Row): void {
		const { stream, random } = this;
		const at = this.rowCount;
		stream.kinds[at] = row.kind;
		stream.sides[at] = row.side === 'BUY' ? 0 : 1;
		stream.orders[at] = row.order;
		stream.accounts[at] = this.accountOf[row.order] ?? 0;
		stream.priceTicks[at] = row.priceTicks ?? 0;
		const lotsMax = row.kind === MARKET ? MARKET_QUANTITY_MAX_LOTS : LIMIT_QUANTITY_MAX_LOTS;
		stream.quantityLots[at] = 1 + Math.floor(random() * lotsMax);
		this.rowCount += 1;
		for (const event of apply(this.book, commandAt(stream, at))) this.follow(event);
	}

	private newOrder(): number {
		this.placedCount += 1;
		this.accountOf[this.placedCount] = Math.floor(this.random() * ACCOUNT_COUNT);
		return this.placedCount;
	}

	private recentOrder(): number {
		for (let attempt = 0; attempt < 8; attempt += 1) {
			const back = 1 + Math.floor(this.random() * Math.min(RECENT_COUNT, this.recent.length));
			const order = this.recent.at(-back);
			if (order !== undefined && this.liveIndex.has(order)) return order;
		}
		return this.anyOrder();
	}

	private anyOrder(): number {
		return this.live[Math.floor(this.random() * this.live.length)] ?? 0;
	}

	private side(): Side {
		return this.random() < 0.5 ? 'BUY' : 'SELL';
	}

	private follow(event: Event): void {
		if (event.execType === 'TRADE' && event.makerStatus === 'FILLED') {
			this.drop(event.makerOrderId);
		} else if (event.execType === 'CANCELED') this.drop(event.orderId);
		else if (event.execType === 'NEW' && findOrder(this.book, event.orderId) !== null) {
			this.liveIndex.set(event.orderId, this.live.push(event.orderId) - 1);
			this.recent.push(event.orderId);
		} else if (event.execType === 'REJECTED') {
			throw new Error(`the stream made a command that is refused: ${event.reason}`);
		}
	}

	private drop(order: number): void {
		const index = this.liveIndex.get(order);
		const last = this.live.pop();
		if (index === undefined || last === undefined) throw new Error(`order ${order} was not live`);
		this.liveIndex.delete(order);
		if (last !== order) {
			this.live[index] = last;
			this.liveIndex.set(last, index);
		}
	}
}
