/**
 * Runs a stream that follows the lanes: it listens first, then sends the current state, then every
 * later batch, so that a reader has no gap and no duplicate.
 */
import type { Market } from '../trading/markets/market';
import type { CommittedBatch } from '../trading/lane/batch-text';
import type { EventStream } from '../../server/http/streams/event-stream';
import type { HandlerParts } from './handler';

/** Batches kept for a reader who still receives the current state. */
const earlyBatchesMax = 1_000;

/** `begin` sends a snapshot and returns its sequence; `follow` is called for each later batch. */
export async function stream<Event>(
	{ feed }: HandlerParts,
	{ market, out }: { readonly market: Market; readonly out: EventStream<Event> },
	steps: {
		/** May take as long as the reader does; no batches are kept meanwhile. */
		readonly before?: () => Promise<void>;
		readonly begin: () => Promise<number>;
		readonly follow: (batch: CommittedBatch) => void;
	},
): Promise<void> {
	const early: CommittedBatch[] = [];
	let take = (batch: CommittedBatch) => {
		early.push(batch);
		// The reader is too slow; it had better reconnect.
		if (early.length > earlyBatchesMax) out.end();
	};
	try {
		await steps.before?.();
		const { stop } = await feed.listen(market.description.symbol, (batch) => take(batch));
		out.onEnd(stop);
		const sequence = await steps.begin();
		take = (batch) => {
			if (batch.lastSequence > sequence) steps.follow(batch);
		};
		for (const batch of early) take(batch);
	} catch (fault) {
		// Nothing would ever follow; a reader who reconnects starts anew.
		out.end();
		throw fault;
	}
}

export type OfBatch<Value> = (market: Market, batch: CommittedBatch) => Value;

/** Computes a value once per batch, since all listeners get the same batch object. */
export function oncePerBatch<Value>(of: OfBatch<Value>): OfBatch<Value> {
	const known = new WeakMap<CommittedBatch, Value>();
	return (market, batch) => {
		const value = known.get(batch) ?? of(market, batch);
		known.set(batch, value);
		return value;
	};
}
