/**
 * The stream of a market's depth: a snapshot, then every change. Updates say the first and the last
 * sequence they cover and follow each other without gaps; a reader compares the checksum with its
 * book. A reader who asked for few prices is sent those that move up among them, too.
 */
import type { StreamEvent } from '../../../api/types';
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Market } from '../../trading/markets/market';
import { readDepth, type Level } from '../../market-data/market-data';
import type { DepthBooks, TickLevel } from './depth-books';
import { stream } from '../../operations/following';
import type { HandlerParts, Open } from '../../operations/handler';
import { depthWire, levelWire } from '../../market-data/wire';

type UpdateEvent = Extract<StreamEvent<'exchange', 'streamDepth'>, { readonly event: 'update' }>;

const updates = new WeakMap<CommittedBatch, UpdateEvent>();

/** Computed once for all readers of the market. */
function updateOf(market: Market, batch: CommittedBatch, books: DepthBooks): UpdateEvent {
	const update = updates.get(batch) ?? depthUpdate(market, batch, books.bookAfter(batch)?.checksum);
	updates.set(batch, update);
	return update;
}

function depthUpdate(market: Market, batch: CommittedBatch, checksum?: number): UpdateEvent {
	const side = (name: 'BUY' | 'SELL') =>
		batch.levels
			.filter(([levelSide]) => levelSide === name)
			.map(([, priceTicks, lots]) => levelWire(market, priceTicks, lots));
	const { firstSequence: firstUpdateId, lastSequence: lastUpdateId } = batch;
	const data = {
		firstUpdateId,
		lastUpdateId,
		bids: side('BUY'),
		asks: side('SELL'),
		...(checksum !== undefined && { checksum }),
	};
	return { event: 'update', id: String(lastUpdateId), data };
}

/** What a reader knows of a side: every price down to the worst it was sent, or all there are. */
class ReaderSide {
	private worstTicks: number | undefined;

	constructor(
		readonly side: 'BUY' | 'SELL',
		private readonly limit: number,
		sent: readonly Level[],
	) {
		const worst = sent.length < limit ? undefined : sent.at(-1);
		this.worstTicks = worst && Number(worst.priceTicks);
	}

	/** Returns those of the best prices that the reader does not know; it knows them from now on. */
	movedUp(best: readonly TickLevel[] = []): readonly TickLevel[] {
		const { worstTicks: worst, limit } = this;
		if (worst === undefined) return [];
		const isUnknown = ([price]: TickLevel) => (this.side === 'BUY' ? price < worst : price > worst);
		const known = best.findIndex(isUnknown);
		const moved = known === -1 ? [] : best.slice(known, limit);
		this.worstTicks = moved.at(-1)?.[0] ?? worst;
		return moved;
	}
}

/** The changes of a side, and behind them what has moved up and is not among them. */
function withMoved(
	market: Market,
	changes: UpdateEvent['data']['bids'],
	moved: readonly TickLevel[],
): UpdateEvent['data']['bids'] {
	const told = new Set(changes.map(([price]) => price));
	const levels = moved.map(([priceTicks, lots]) => levelWire(market, priceTicks, lots));
	return [...changes, ...levels.filter(([price]) => !told.has(price))];
}

export async function streamDepth(
	parts: HandlerParts,
	market: Market,
	asked: {
		readonly limit: number;
		readonly open: Open<'streamDepth'>;
		readonly books: DepthBooks;
	},
): Promise<void> {
	const { limit, books } = asked;
	const out = asked.open();
	let known: readonly ReaderSide[] = [];
	const updateFor = (batch: CommittedBatch): UpdateEvent => {
		const update = updateOf(market, batch, books);
		const best = books.bookAfter(batch)?.best;
		const [bids = [], asks = []] = known.map((side) => side.movedUp(best?.[side.side]));
		if (bids.length + asks.length === 0) return update;
		const { data } = update;
		const moved = {
			bids: withMoved(market, data.bids, bids),
			asks: withMoved(market, data.asks, asks),
		};
		return { ...update, data: { ...data, ...moved } };
	};
	return stream(
		parts,
		{ market, out },
		{
			// Before the snapshot is read, so that the checksums after it are known.
			before: async () => out.onEnd(await books.follow(market)),
			async begin() {
				const { symbol } = market.description;
				const depth = await readDepth(parts.reader, symbol, limit);
				known = [
					new ReaderSide('BUY', limit, depth.bids),
					new ReaderSide('SELL', limit, depth.asks),
				];
				const data = depthWire(market, depth, limit);
				out.send({ event: 'snapshot', id: String(depth.sequence), data });
				return depth.sequence;
			},
			follow: (batch) => out.send(updateFor(batch)),
		},
	);
}
