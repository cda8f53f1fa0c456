/**
 * The stream of a market's depth: a snapshot, then every change. An update tells the first and the
 * last sequence it covers, and the next one follows it; the checksum tells whether a reader has the
 * same book.
 */
import type { StreamEvent } from '../../../api/types';
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Market } from '../../trading/markets/market';
import { readDepth } from '../../market-data/market-data';
import { checkedLevels } from '../../market-data/checksum';
import type { DepthBooks } from './depth-books';
import { stream } from '../../operations/following';
import type { HandlerParts, Open } from '../../operations/handler';
import { depthWire, levelWire } from '../../market-data/wire';

type DepthEvent = StreamEvent<'exchange', 'streamDepth'>;

const updates = new WeakMap<CommittedBatch, DepthEvent>();

/** Made once for all who follow the market. */
function updateOf(market: Market, batch: CommittedBatch, books: DepthBooks): DepthEvent {
	const update = updates.get(batch) ?? depthUpdate(market, batch, books.checksumOf(batch));
	updates.set(batch, update);
	return update;
}

function depthUpdate(market: Market, batch: CommittedBatch, checksum?: number): DepthEvent {
	const side = (name: 'BUY' | 'SELL') =>
		batch.levels
			.filter(([levelSide]) => levelSide === name)
			.map(([, priceTicks, lots]) => levelWire(market, priceTicks, lots));
	const { firstSequence: firstUpdateId, lastSequence: lastUpdateId } = batch;
	const data = {
		...{ firstUpdateId, lastUpdateId },
		...{ bids: side('BUY'), asks: side('SELL') },
		...(checksum !== undefined && { checksum }),
	};
	return { event: 'update', id: String(lastUpdateId), data };
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
	return stream(
		parts,
		{ market, out },
		{
			// Before the snapshot is read, so that the checksums behind it are known.
			before: async () => out.onEnd(await books.follow(market)),
			async begin() {
				const { symbol } = market.description;
				const depth = await readDepth(parts.reader, symbol, Math.max(limit, checkedLevels));
				const data = depthWire(market, depth, limit);
				out.send({ event: 'snapshot', id: String(depth.sequence), data });
				return depth.sequence;
			},
			follow: (batch) => out.send(updateOf(market, batch, books)),
		},
	);
}
