/**
 * Keeps the best prices of followed markets, so that each depth update can carry the checksum of
 * the book after it, and a reader who was sent few prices those that move up. A limited number of prices per side is read; when they run out they are read
 * again while the market goes on. Books without readers are dropped.
 */
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Market } from '../../trading/markets/market';
import { readDepth, type Depth, type Level } from '../../market-data/market-data';
import { checkedLevels, depthChecksum } from '../../market-data/checksum';
import type { HandlerParts } from '../../operations/handler';
import { levelWire } from '../../market-data/wire';
import { DepthSide } from '../../market-data/depth-side';

/** Levels read per side; with fewer left than `levelsLeast`, they are read again. */
const levelsRead = 1_000;
const levelsLeast = 250;

/** Price in ticks, and the lots at it. */
export type TickLevel = readonly [number, number];

/** The book after a batch, as far as it was known. */
export interface BookAfter {
	/** Undefined if too little of the book was known. */
	readonly checksum: number | undefined;
	/** The best prices of each side; undefined where the batch has removed none. */
	readonly best: Readonly<Record<'BUY' | 'SELL', readonly TickLevel[]>> | undefined;
}

type BookParts = Pick<HandlerParts, 'feed' | 'reader' | 'onFault'>;

export class DepthBooks {
	private readonly books = new Map<string, FollowedBook>();
	private readonly after = new WeakMap<CommittedBatch, BookAfter>();

	constructor(private readonly parts: BookParts) {}

	/** Keeps the book after each batch from now on; call the returned function to stop. */
	async follow(market: Market): Promise<() => void> {
		const { symbol } = market.description;
		const book = this.books.get(symbol) ?? this.open(market);
		book.readers += 1;
		let isLeft = false;
		const leave = () => {
			if (isLeft) return;
			isLeft = true;
			book.readers -= 1;
			if (book.readers > 0) return;
			book.close();
			if (this.books.get(symbol) === book) this.books.delete(symbol);
		};
		try {
			await book.begun;
		} catch (fault) {
			leave();
			throw fault;
		}
		return leave;
	}

	/** The book after a batch; undefined if nothing of it was known. */
	bookAfter(batch: CommittedBatch): BookAfter | undefined {
		return this.after.get(batch);
	}

	private open(market: Market): FollowedBook {
		const book = new FollowedBook(this.parts, market, (batch, after) =>
			this.after.set(batch, after),
		);
		this.books.set(market.description.symbol, book);
		return book;
	}
}

class FollowedBook {
	readers = 0;
	/** Resolves when the best prices are known. */
	readonly begun: Promise<void>;
	private best: BestPrices | undefined;
	/** Batches committed while prices are read. */
	private pending: CommittedBatch[] | undefined;
	private stop: (() => void) | undefined;
	private isClosed = false;

	constructor(
		private readonly parts: BookParts,
		private readonly market: Market,
		private readonly onApplied: (batch: CommittedBatch, after: BookAfter) => void,
	) {
		this.begun = this.begin();
	}

	close(): void {
		this.isClosed = true;
		this.stop?.();
	}

	private async begin(): Promise<void> {
		const { symbol } = this.market.description;
		const { stop } = await this.parts.feed.listen(symbol, (batch) => this.apply(batch));
		this.stop = stop;
		if (this.isClosed) stop();
		await this.read();
	}

	private apply(batch: CommittedBatch): void {
		this.pending?.push(batch);
		const { best } = this;
		if (best === undefined) return;
		best.apply(batch);
		const hasRemoved = batch.levels.some(([, , lots]) => lots === 0);
		this.onApplied(batch, {
			checksum: best.checksum(this.market),
			best: hasRemoved ? best.levels() : undefined,
		});
		if (best.runsOut) this.read().catch(this.parts.onFault);
	}

	private async read(): Promise<void> {
		if (this.pending !== undefined) return;
		const pending: CommittedBatch[] = [];
		this.pending = pending;
		try {
			const { symbol } = this.market.description;
			const depth = await readDepth(this.parts.reader, symbol, levelsRead);
			const best = new BestPrices(depth);
			for (const batch of pending) if (batch.lastSequence > depth.sequence) best.apply(batch);
			this.best = best;
		} finally {
			this.pending = undefined;
		}
	}
}

/** Both sides, down to the worst price that was read. */
class BestPrices {
	private readonly bids: KnownSide;
	private readonly asks: KnownSide;

	constructor({ bids, asks }: Depth) {
		this.bids = new KnownSide('BUY', bids);
		this.asks = new KnownSide('SELL', asks);
	}

	apply({ levels }: CommittedBatch): void {
		for (const [side, priceTicks, lots] of levels) {
			(side === 'BUY' ? this.bids : this.asks).set(priceTicks, lots);
		}
	}

	get runsOut(): boolean {
		return this.bids.runsOut || this.asks.runsOut;
	}

	levels(): NonNullable<BookAfter['best']> {
		return { BUY: this.bids.levels(), SELL: this.asks.levels() };
	}

	checksum(market: Market): number | undefined {
		const [bids, asks] = [this.bids.best(), this.asks.best()];
		if (bids === undefined || asks === undefined) return undefined;
		const wire = (levels: readonly TickLevel[]) =>
			levels.map(([priceTicks, lots]) => levelWire(market, priceTicks, lots));
		return depthChecksum(wire(bids), wire(asks));
	}
}

class KnownSide {
	private readonly ladder: DepthSide;
	/** Worst known price; undefined if the whole side is known. */
	private readonly worstTicks: number | undefined;

	constructor(
		private readonly side: 'BUY' | 'SELL',
		levels: readonly Level[],
	) {
		this.ladder = new DepthSide(side);
		for (const { priceTicks, quantityLots } of levels) {
			this.ladder.set(Number(priceTicks), Number(quantityLots));
		}
		const worst = levels.length < levelsRead ? undefined : levels.at(-1);
		this.worstTicks = worst && Number(worst.priceTicks);
	}

	set(priceTicks: number, lots: number): void {
		const { worstTicks: worst } = this;
		const isKnown =
			worst === undefined || (this.side === 'BUY' ? priceTicks >= worst : priceTicks <= worst);
		if (isKnown) this.ladder.set(priceTicks, lots);
	}

	get runsOut(): boolean {
		return this.worstTicks !== undefined && this.ladder.size < levelsLeast;
	}

	levels(): readonly TickLevel[] {
		return this.ladder.best(levelsLeast);
	}

	/** Levels of the checksum; undefined if not all of them are known. */
	best(): TickLevel[] | undefined {
		const best = this.ladder.best(checkedLevels);
		return best.length < checkedLevels && this.worstTicks !== undefined ? undefined : best;
	}
}
