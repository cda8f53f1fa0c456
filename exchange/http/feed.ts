/**
 * Follows what the lanes commit and hands it to those who listen in this process: streams, and
 * requests that wait for their order. The word that something was committed comes over Redis and
 * may be lost, so a listener's market is also looked at in short intervals.
 */
import type { Database } from '../database/database';
import { readBatchesAfter, readCursor, type CommittedBatch } from '../reading/market-data';

const lookAgainMs = 250;

export type Listener = (batch: CommittedBatch) => void;

export interface Listening {
	/** Batches up to this one are not handed to the listener. */
	readonly sequence: number;
	readonly stop: () => void;
}

interface Following {
	readonly listeners: Set<Listener>;
	/** The last sequence handed out. */
	sequence: number;
	/** Set while batches are being read; true when they must be read once more. */
	again: boolean | undefined;
}

export class Feed {
	private readonly markets = new Map<string, Following>();
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly database: Database,
		private readonly onFault: (fault: unknown) => void,
	) {}

	/** Calls the listener for every batch behind the sequence it answers with. */
	async listen(symbol: string, listener: Listener): Promise<Listening> {
		const following = this.markets.get(symbol) ?? {
			listeners: new Set(),
			sequence: await readCursor(this.database, symbol),
			again: undefined,
		};
		// Another listener may have begun to follow while the cursor was read.
		const shared = this.markets.get(symbol) ?? following;
		this.markets.set(symbol, shared);
		shared.listeners.add(listener);
		this.timer ??= setInterval(() => this.lookAtAll(), lookAgainMs);
		const stop = () => {
			shared.listeners.delete(listener);
			if (shared.listeners.size > 0 || this.markets.get(symbol) !== shared) return;
			this.markets.delete(symbol);
			if (this.markets.size === 0) this.close();
		};
		return { sequence: shared.sequence, stop };
	}

	/** Something was committed; reads it when anyone listens. */
	look(symbol: string): void {
		const following = this.markets.get(symbol);
		if (following === undefined) return;
		if (following.again !== undefined) following.again = true;
		else this.read(symbol, following).catch(this.onFault);
	}

	close(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	private lookAtAll(): void {
		for (const symbol of this.markets.keys()) this.look(symbol);
	}

	private async read(symbol: string, following: Following): Promise<void> {
		try {
			do {
				following.again = false;
				const batches = await readBatchesAfter(this.database, symbol, following.sequence);
				for (const batch of batches) {
					following.sequence = batch.lastSequence;
					for (const listener of following.listeners) listener(batch);
				}
				following.again ||= batches.length > 0;
			} while (following.again);
		} finally {
			following.again = undefined;
		}
	}
}
