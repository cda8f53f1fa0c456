/**
 * How a stream follows what the lanes commit: it listens first, then sends what is there, then what
 * is committed behind it, so that a reader who applies it in order has no gap and no double.
 */
import type { Market } from '../trading/markets/market';
import type { CommittedBatch } from '../trading/lane/batch-text';
import type { EventStream } from '../../server/http/streams/event-stream';
import type { HandlerParts } from './handler';

/** Kept for a reader who still reads what was there when they came. */
const earlyBatchesMax = 1_000;

/** Sends a snapshot by `begin`, which answers its sequence, then `follow` for each later batch. */
export async function stream<Event>(
	{ feed }: HandlerParts,
	{ market, out }: { readonly market: Market; readonly out: EventStream<Event> },
	telling: {
		/** What may take as long as the reader; nothing is kept for them meanwhile. */
		readonly before?: () => Promise<void>;
		readonly begin: () => Promise<number>;
		readonly follow: (batch: CommittedBatch) => void;
	},
): Promise<void> {
	const early: CommittedBatch[] = [];
	let take = (batch: CommittedBatch) => {
		early.push(batch);
		// Their reader takes so long over what was there that they had better come back.
		if (early.length > earlyBatchesMax) out.end();
	};
	try {
		await telling.before?.();
		const { stop } = await feed.listen(market.description.symbol, (batch) => take(batch));
		out.onEnd(stop);
		const sequence = await telling.begin();
		take = (batch) => {
			if (batch.lastSequence > sequence) telling.follow(batch);
		};
		for (const batch of early) take(batch);
	} catch (fault) {
		// Nothing would ever follow; who comes back is served anew.
		out.end();
		throw fault;
	}
}

export type OfBatch<Value> = (market: Market, batch: CommittedBatch) => Value;

/** Computes a value once for each batch, since all listeners get the same batch object. */
export function once<Value>(of: OfBatch<Value>): OfBatch<Value> {
	const known = new WeakMap<CommittedBatch, Value>();
	return (market, batch) => {
		const value = known.get(batch) ?? of(market, batch);
		known.set(batch, value);
		return value;
	};
}
