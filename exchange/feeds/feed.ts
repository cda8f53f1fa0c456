/**
 * Passes committed batches to the listeners of this process: streams, and requests that wait for
 * their order. A lane of this process passes them directly. Notifications of other processes come
 * over Redis and may be lost, so the database is also polled.
 */
import type { Database } from '../database/database';
import type { CommittedBatch } from '../trading/lane/batch-text';
import { readBatchesAfter, readCursor } from '../market-data/market-data';
import { defaultWaits, type Waits } from './waits';

const pollMs = 250;

export type Listener = (batch: CommittedBatch) => void;

export interface Listening {
	/** The listener gets batches after this sequence. */
	readonly sequence: number;
	readonly stop: () => void;
}

interface FollowedMarket {
	readonly listeners: Set<Listener>;
	/** Last sequence passed to the listeners. */
	sequence: number;
	/** Defined while batches are being read; true: read once more. */
	rereads: boolean | undefined;
}

export class Feed {
	private readonly markets = new Map<string, FollowedMarket>();
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly database: Database,
		private readonly onFault: (fault: unknown) => void,
		private readonly waits: Pick<Waits, 'commandMs'> = defaultWaits,
	) {}

	/** How long a request waits for its commands. */
	get waitMs(): number {
		return this.waits.commandMs;
	}

	/** Calls the listener for every batch after the returned sequence. */
	async listen(symbol: string, listener: Listener): Promise<Listening> {
		const following = this.markets.get(symbol) ?? {
			listeners: new Set(),
			sequence: await readCursor(this.database, symbol),
			rereads: undefined,
		};
		// Another listener may have started while the cursor was read.
		const shared = this.markets.get(symbol) ?? following;
		this.markets.set(symbol, shared);
		shared.listeners.add(listener);
		this.timer ??= setInterval(() => this.pollAll(), pollMs);
		return { sequence: shared.sequence, stop: () => shared.listeners.delete(listener) };
	}

	/** Reads new batches, if a listener has not got this sequence yet. */
	look(symbol: string, lastSequence = Number.MAX_SAFE_INTEGER): void {
		const following = this.markets.get(symbol);
		if (following === undefined || lastSequence <= following.sequence) return;
		if (following.rereads !== undefined) following.rereads = true;
		else this.read(symbol, following).catch(this.onFault);
	}

	/** Called by a lane of this process. */
	committed(symbol: string, batch: CommittedBatch): void {
		const following = this.markets.get(symbol);
		if (following === undefined) return;
		if (batch.firstSequence === following.sequence + 1) this.handOut(following, batch);
		else this.look(symbol, batch.lastSequence);
	}

	close(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	/** Dropped here and not with the last listener, because one order often follows another. */
	private pollAll(): void {
		for (const [symbol, { listeners }] of this.markets) {
			if (listeners.size > 0) this.look(symbol);
			else this.markets.delete(symbol);
		}
		if (this.markets.size === 0) this.close();
	}

	private async read(symbol: string, following: FollowedMarket): Promise<void> {
		try {
			do {
				following.rereads = false;
				const batches = await readBatchesAfter(this.database, symbol, following.sequence);
				for (const batch of batches) this.handOut(following, batch);
				following.rereads ||= batches.length > 0;
			} while (following.rereads);
		} finally {
			following.rereads = undefined;
		}
	}

	/** Skips a batch that the lane has passed meanwhile. */
	private handOut(following: FollowedMarket, batch: CommittedBatch): void {
		if (batch.lastSequence <= following.sequence) return;
		following.sequence = batch.lastSequence;
		for (const listener of following.listeners) {
			try {
				listener(batch);
			} catch (fault) {
				this.onFault(fault);
			}
		}
	}
}
