/**
 * A book kept up with a market's depth: a snapshot, then its changes. That none is missing is told by
 * the sequence numbers, and that the book is the exchange's by the checksum of its ten best prices;
 * where either is wrong the book is begun anew. It needs no socket of its own: any stream of depth does.
 */
import type { Depth, DepthUpdate, StreamEvent } from './operations';

/** Price and quantity, as they were sent. */
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

	/** Whether the book is the exchange's after it; one that is not is of no more use. */
	apply(update: DepthUpdate): boolean {
		if (update.lastUpdateId <= this.lastUpdateId) return true;
		if (update.firstUpdateId !== this.lastUpdateId + 1) return false;
		this.change(update);
		this.lastUpdateId = update.lastUpdateId;
		return update.checksum === undefined || update.checksum === this.checksum();
	}

	/** Best first. */
	best(count?: number): {
		readonly bids: readonly BookLevel[];
		readonly asks: readonly BookLevel[];
	} {
		return { bids: this.bids.best(count), asks: this.asks.best(count) };
	}

	checksum(): number {
		const { bids, asks } = this.best(checkedLevels);
		const digits = (text: string) => text.replace('.', '').replace(/^0+/, '');
		return crc32([...asks, ...bids].flat().map(digits).join(''));
	}

	private change({ bids, asks }: Pick<Depth, 'bids' | 'asks'>): void {
		for (const level of bids) this.bids.set(level);
		for (const level of asks) this.asks.set(level);
	}
}

type DepthEvents = AsyncIterable<
	StreamEvent<'snapshot', Depth> | StreamEvent<'update', DepthUpdate>
>;

/** The book after each change; `open` begins a stream of depth, and anew after a fault in it. */
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

	/** 1 where the lowest price is the best, -1 where the highest is. */
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

/** Decimals as the exchange writes them, without zeros that say nothing; exact at any length. */
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

/** Of digits, each of which is one byte. */
function crc32(text: string): number {
	let rest = 0xffffffff;
	for (let at = 0; at < text.length; at += 1) {
		rest = (rest >>> 8) ^ (crcTable[(rest ^ text.charCodeAt(at)) & 0xff] ?? 0);
	}
	return (rest ^ 0xffffffff) >>> 0;
}
