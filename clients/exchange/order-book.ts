/**
 * An order book kept up to date from a stream of depth: a snapshot, then its changes. Sequence
 * numbers show that no change is missing, and the checksum of the ten best prices shows that the
 * book is right; on a mismatch the book starts anew.
 */
import type { Depth, DepthUpdate, StreamEvent } from './operations';

/** Price and quantity as sent. */
export type BookLevel = readonly [string, string];

const checkedLevels = 10;

export class OrderBook {
	private readonly bids = new Side(-1);
	private readonly asks = new Side(1);
	lastUpdateId: number;

	constructor(snapshot: Depth) {
		this.lastUpdateId = snapshot.lastUpdateId;
		this.change(snapshot);
	}

	/** Returns false if an update is missing or the checksum differs; discard the book then. */
	apply(update: DepthUpdate): boolean {
		if (update.lastUpdateId <= this.lastUpdateId) return true;
		if (update.firstUpdateId !== this.lastUpdateId + 1) return false;
		this.change(update);
		this.lastUpdateId = update.lastUpdateId;
		return update.checksum === undefined || update.checksum === this.checksum();
	}

	/** Levels of both sides, best first. */
	best(count?: number): {
		readonly bids: readonly BookLevel[];
		readonly asks: readonly BookLevel[];
	} {
		return { bids: this.bids.best(count), asks: this.asks.best(count) };
	}

	checksum(): number {
		const { bids, asks } = this.best(checkedLevels);
		return crc32(`${asks.join(',')};${bids.join(',')}`);
	}

	private change({ bids, asks }: Pick<Depth, 'bids' | 'asks'>): void {
		for (const level of bids) this.bids.set(level);
		for (const level of asks) this.asks.set(level);
	}
}

type DepthEvents = AsyncIterable<
	StreamEvent<'snapshot', Depth> | StreamEvent<'update', DepthUpdate>
>;

/**
 * Yields the book after each change. `open` begins a stream of depth, and is called again after a
 * mismatch.
 */
export async function* followBook(
	open: () => DepthEvents,
	{ onResync = () => {} }: { readonly onResync?: () => void } = {},
): AsyncGenerator<OrderBook> {
	for (let isLost = true; isLost;) {
		isLost = false;
		let book: OrderBook | undefined;
		for await (const event of open()) {
			if (event.event === 'snapshot') book = new OrderBook(event.data);
			else isLost = book?.apply(event.data) === false;
			if (isLost) break;
			if (book !== undefined) yield book;
		}
		if (isLost) onResync();
	}
}

/** One side, best first. */
class Side {
	private readonly levels: BookLevel[] = [];

	/** 1 if the lowest price is the best, -1 if the highest is. */
	constructor(private readonly sign: 1 | -1) {}

	set(level: BookLevel): void {
		const [price, quantity] = level;
		const place = this.placeOf(price);
		const isThere = this.levels[place]?.[0] === price;
		if (quantity === '0') this.levels.splice(place, isThere ? 1 : 0);
		else this.levels.splice(place, isThere ? 1 : 0, level);
	}

	best(count?: number): readonly BookLevel[] {
		return this.levels.slice(0, count);
	}

	private placeOf(price: string): number {
		let [low, high] = [0, this.levels.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (comparePrices(this.levels[middle]?.[0] ?? price, price) * this.sign < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Compares decimals of any length exactly; the exchange writes no superfluous zeros. */
function comparePrices(one: string, other: string): number {
	const [whole = '', part = ''] = one.split('.');
	const [otherWhole = '', otherPart = ''] = other.split('.');
	if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
	const [a, b] = [whole + part, otherWhole + otherPart];
	return a < b ? -1 : a > b ? 1 : 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let rest = byte;
	for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
	return rest;
});

/** For ASCII text, where a character is one byte. */
function crc32(text: string): number {
	let rest = 0xffffffff;
	for (let at = 0; at < text.length; at += 1) {
		rest = (rest >>> 8) ^ (crcTable[(rest ^ text.charCodeAt(at)) & 0xff] ?? 0);
	}
	return (rest ^ 0xffffffff) >>> 0;
}
