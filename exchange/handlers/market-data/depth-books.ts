/**
 * The best prices of markets whose depth is followed in this process, kept up with what is committed,
 * so that each update can say the checksum of the book after it. Of a side so many prices are read;
 * when those run out they are read again while the market goes on. Nothing is kept of a market that
 * nobody follows.
 */
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Market } from '../../trading/markets/market';
import { readDepth, type Depth, type Level } from '../../market-data/market-data';
import { checkedLevels, depthChecksum } from '../../market-data/checksum';
import type { HandlerParts } from '../../operations/handler';
import { levelWire } from '../../market-data/wire';
import { DepthSide } from '../../market-data/depth-side';

/** Read of each side; with fewer left than the least, they are read again. */
const levelsRead = 1_000;
const levelsLeast = 250;

type BookParts = Pick<HandlerParts, 'feed' | 'reader' | 'onFault'>;

export class DepthBooks {
	private readonly books = new Map<string, FollowedBook>();
	private readonly checksums = new WeakMap<CommittedBatch, number>();

	constructor(private readonly parts: BookParts) {}

	/** Has the checksums known of all that is committed from now on; what is answered ends that. */
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

	/** Checksum of the book after a batch; undefined where too little of the book was known. */
	checksumOf(batch: CommittedBatch): number | undefined {
		return this.checksums.get(batch);
	}

	private open(market: Market): FollowedBook {
		const book = new FollowedBook(this.parts, market, (batch, checksum) =>
			this.checksums.set(batch, checksum),
		);
		this.books.set(market.description.symbol, book);
		return book;
	}
}

class FollowedBook {
	readers = 0;
	/** Settles when the best prices are known. */
	readonly begun: Promise<void>;
	private best: BestPrices | undefined;
	/** What is committed while prices are read. */
	private meanwhile: CommittedBatch[] | undefined;
	private stop: (() => void) | undefined;
	private isClosed = false;

	constructor(
		private readonly parts: BookParts,
		private readonly market: Market,
		private readonly onChecksum: (batch: CommittedBatch, checksum: number) => void,
	) {
		this.begun = this.begin();
	}

	close(): void {
		this.isClosed = true;
		this.stop?.();
	}

	private async begin(): Promise<void> {
		const { symbol } = this.market.description;
		const { stop } = await this.parts.feed.listen(symbol, (batch) => this.take(batch));
		this.stop = stop;
		if (this.isClosed) stop();
		await this.read();
	}

	private take(batch: CommittedBatch): void {
		this.meanwhile?.push(batch);
		this.best?.take(batch);
		const checksum = this.best?.checksum(this.market);
		if (checksum !== undefined) this.onChecksum(batch, checksum);
		if (this.best?.runsOut === true) this.read().catch(this.parts.onFault);
	}

	private async read(): Promise<void> {
		if (this.meanwhile !== undefined) return;
		const meanwhile: CommittedBatch[] = [];
		this.meanwhile = meanwhile;
		try {
			const { symbol } = this.market.description;
			const depth = await readDepth(this.parts.reader, symbol, levelsRead);
			const best = new BestPrices(depth);
			for (const batch of meanwhile) if (batch.lastSequence > depth.sequence) best.take(batch);
			this.best = best;
		} finally {
			this.meanwhile = undefined;
		}
	}
}

/** Both sides down to the worst price that was read, or whole. */
class BestPrices {
	private readonly bids: KnownSide;
	private readonly asks: KnownSide;

	constructor({ bids, asks }: Depth) {
		this.bids = new KnownSide('BUY', bids);
		this.asks = new KnownSide('SELL', asks);
	}

	take({ levels }: CommittedBatch): void {
		for (const [side, priceTicks, lots] of levels) {
			(side === 'BUY' ? this.bids : this.asks).set(priceTicks, lots);
		}
	}

	get runsOut(): boolean {
		return this.bids.runsOut || this.asks.runsOut;
	}

	checksum(market: Market): number | undefined {
		const [bids, asks] = [this.bids.best(), this.asks.best()];
		if (bids === undefined || asks === undefined) return undefined;
		const wire = (levels: readonly (readonly [number, number])[]) =>
			levels.map(([priceTicks, lots]) => levelWire(market, priceTicks, lots));
		return depthChecksum(wire(bids), wire(asks));
	}
}

class KnownSide {
	private readonly ladder: DepthSide;
	/** Behind it nothing is known; undefined where the whole side is. */
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

	/** Those a checksum is of; undefined where not all of them are known. */
	best(): (readonly [number, number])[] | undefined {
		const best = this.ladder.best(checkedLevels);
		return best.length < checkedLevels && this.worstTicks !== undefined ? undefined : best;
	}
}
