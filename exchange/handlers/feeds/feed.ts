/**
 * Follows what the lanes commit and hands it to those who listen in this process: streams, and
 * requests that wait for their order. A lane of this process hands its commits over itself. The
 * word of others comes over Redis and may be lost, so a listener's market is also looked at in
 * short intervals.
 */
import type { Database } from '../../database/database';
import type { CommittedBatch } from '../../trading/lane/batch-text';
import { readBatchesAfter, readCursor } from '../../market-data/market-data';
import { defaultWaits, type Waits } from './waits';

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
		private readonly waits: Pick<Waits, 'commandMs'> = defaultWaits,
	) {}

	/** How long a request waits for its commands. */
	get waitMs(): number {
		return this.waits.commandMs;
	}

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
		return { sequence: shared.sequence, stop: () => shared.listeners.delete(listener) };
	}

	/** Something was committed up to this sequence; reads it when anyone listens who has not got it. */
	look(symbol: string, lastSequence = Number.MAX_SAFE_INTEGER): void {
		const following = this.markets.get(symbol);
		if (following === undefined || lastSequence <= following.sequence) return;
		if (following.again !== undefined) following.again = true;
		else this.read(symbol, following).catch(this.onFault);
	}

	/** A lane of this process has committed the batch. */
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

	/** A market nobody listens to any more is left now, for one order often follows another. */
	private lookAtAll(): void {
		for (const [symbol, { listeners }] of this.markets) {
			if (listeners.size > 0) this.look(symbol);
			else this.markets.delete(symbol);
		}
		if (this.markets.size === 0) this.close();
	}

	private async read(symbol: string, following: Following): Promise<void> {
		try {
			do {
				following.again = false;
				const batches = await readBatchesAfter(this.database, symbol, following.sequence);
				for (const batch of batches) this.handOut(following, batch);
				following.again ||= batches.length > 0;
			} while (following.again);
		} finally {
			following.again = undefined;
		}
	}

	/** One that was read may have been handed over meanwhile. */
	private handOut(following: Following, batch: CommittedBatch): void {
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
