/**
 * The log that confirms records. A writer appends an entry in its own transaction, with its salt and
 * the hash of its leaf. After the commit the sequencer is woken, which adds pending entries to the tree
 * in blocks of at most 100, at the pace of `block-pace.ts`. `checkpoints.ts` reads checkpoints, tiles
 * and proofs.
 *
 *   status       entered by                           left by
 *   Unconfirmed  append, in the writer's transaction  its block is durable and signed -> Confirmed
 *   Confirmed    the sequencer                        verification finds another leaf -> Corrupted
 *   Corrupted    verification at start                never
 */
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime, type Clock } from '../../server/clock';
import { isPostgres } from '../../server/database/database';
import type { Database, Transaction } from '../database/database';
import { BlockPace } from './block-pace';
import { insertEntries, type LogRecord } from './entry-rows';
import type { KeptCheckpoint } from './kept-checkpoint';
import { entriesAtOnceMax, Sequencer } from './sequencer';
import type { Signer } from './signer';

export type BlockchainStatus = 'Unconfirmed' | 'Confirmed' | 'Corrupted';

/** How long requests wait until a new record is confirmed. */
export interface ConfirmationWaits {
	/** Movements, for their asset and entities. */
	readonly movementMs: number;
	/** Requests for a proof. */
	readonly proofMs: number;
}

const defaultWaits: ConfirmationWaits = { movementMs: 5_000, proofMs: 2_000 };

const roundMs = 2_000;

/** Smaller corrections of a clock are usual, and concurrent writers overtake each other. */
export const behindMsMin = 5_000;

const clockBehind =
	'the clock of this machine is behind the newest entries of the log; their times stay, and those of new entries are earlier: set the clock right';

/** Entries that are looked through at a start for the latest time. */
const newestMax = 1_000;

async function latestTimeMs(database: Database): Promise<number> {
	const newest = await database
		.selectFrom('log_entries')
		.select('created_at')
		.orderBy('sequence', 'desc')
		.limit(newestMax)
		.execute();
	return newest.reduce((latest, { created_at: time }) => Math.max(latest, Date.parse(time)), 0);
}

export class RecordLog {
	private readonly blocks = new EventEmitter().setMaxListeners(0);
	private sequencer: Sequencer | undefined;
	private running: Promise<void> = Promise.resolve();
	private isAwaited = false;
	private readonly pace = new BlockPace();
	private endPause: () => void = () => undefined;
	private closed = false;
	private timer: NodeJS.Timeout | undefined;
	/** Why the last blocks could not be closed. */
	private fault: unknown;
	/** The latest time that entries of this process have, or had before it started. */
	private latestMs = 0;
	private isBehindTold = false;

	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			readonly waits?: ConfirmationWaits | undefined;
			/** Called with faults of the sequencer; the next wake retries. */
			readonly onFault: (fault: unknown) => void;
		},
	) {}

	get waits(): ConfirmationWaits {
		return this.parts.waits ?? defaultWaits;
	}

	/** Adds a pending entry in the caller's transaction; call `wake` after the commit. */
	async append(
		transaction: Transaction,
		record: LogRecord,
	): Promise<{ readonly sequence: number }> {
		const [sequence] = await this.appendAll(transaction, [record]);
		if (sequence === undefined) throw new Error('an entry was not appended');
		return { sequence };
	}

	/** Adds pending entries like `append`; returns their sequence numbers, in order. */
	appendAll(transaction: Transaction, records: readonly LogRecord[]): Promise<readonly number[]> {
		this.pace.add(records.length);
		const time = isoTime(this.parts.clock);
		this.latestMs = Math.max(this.latestMs, Date.parse(time));
		return insertEntries(transaction, records, time);
	}

	/** How far the clock is behind the time of an entry, because it was set back; 0 for a usual correction. */
	get clockBehindMs(): number {
		const behindMs = this.latestMs - this.parts.clock.now();
		return behindMs < behindMsMin ? 0 : behindMs;
	}

	/**
	 * Confirms pending entries in the background. Calls before the sequencer starts are merged, and
	 * it starts a turn of the event loop later, so that the writer's reply leaves first and
	 * concurrent requests share a commit. If the log was not started, the next process that starts
	 * it confirms the entries.
	 */
	wake(): void {
		if (this.pace.delayMs(performance.now()) === 0) this.endPause();
		if (this.isAwaited || this.sequencer === undefined) return;
		this.isAwaited = true;
		this.running = this.running
			.then(() => this.pause())
			.then(async () => {
				this.isAwaited = false;
				await this.confirmPending();
				this.fault = undefined;
			})
			.catch((fault: unknown) => {
				this.fault = fault;
				this.parts.onFault(fault);
			});
	}

	/** Confirms pending entries, and from now on all new ones. */
	async start(signer: Signer, kept: KeptCheckpoint): Promise<void> {
		const { database } = this.parts;
		this.latestMs = await latestTimeMs(database);
		this.sequencer = new Sequencer({ database, signer, kept });
		this.wake();
		await this.running;
		// For entries of another process that died before confirming them, and after a fault: no writer may come.
		this.timer = setInterval(() => {
			if (isPostgres(database) || this.fault !== undefined) this.wake();
			this.tellClock();
		}, roundMs);
		this.tellClock();
	}

	private tellClock(): void {
		const isBehind = this.clockBehindMs > 0;
		if (isBehind && !this.isBehindTold) this.parts.onFault(new Error(clockBehind));
		this.isBehindTold = isBehind;
	}

	/**
	 * Calls `listener` after blocks were closed here, and regularly because another process may have
	 * closed some. Returns a function that removes it.
	 */
	onBlocks(listener: () => void): () => void {
		this.blocks.on('change', listener);
		return () => this.blocks.off('change', listener);
	}

	async close(): Promise<void> {
		this.closed = true;
		this.endPause();
		clearInterval(this.timer);
		await this.running;
		await this.sequencer?.close();
		this.blocks.emit('change');
	}

	/** Throws while blocks do not close, so that nothing is confirmed. */
	assertClosing(): void {
		if (this.fault === undefined) return;
		const { message } = this.fault instanceof Error ? this.fault : new Error(String(this.fault));
		throw new Error(`blocks of the log do not close: ${message}`, { cause: this.fault });
	}

	/** The status of an entry once it is no longer pending, or `Unconfirmed` after `timeoutMs`. */
	async settled(sequence: number, timeoutMs: number): Promise<BlockchainStatus> {
		const now = await this.status(sequence);
		if (now !== 'Unconfirmed') return now;
		return this.pace.whileWaiting(() => this.nextStatus(sequence, timeoutMs));
	}

	private async nextStatus(sequence: number, timeoutMs: number): Promise<BlockchainStatus> {
		const timeout = AbortSignal.timeout(timeoutMs);
		for (;;) {
			const change = once(this.blocks, 'change', { signal: timeout }).then(
				() => true,
				() => false,
			);
			const status = await this.status(sequence);
			if (status !== 'Unconfirmed' || this.closed) return status;
			this.wake();
			if (!(await change)) return this.status(sequence);
		}
	}

	private async status(sequence: number): Promise<BlockchainStatus> {
		const row = await this.parts.database
			.selectFrom('log_entries')
			.select('status')
			.where('sequence', '=', sequence)
			.executeTakeFirstOrThrow();
		return row.status as BlockchainStatus;
	}

	private async confirmPending(): Promise<void> {
		const { sequencer } = this;
		if (sequencer === undefined) return;
		this.pace.begin();
		while (!this.closed && (await sequencer.addBlocks()) === entriesAtOnceMax);
		this.pace.end(performance.now());
		this.blocks.emit('change');
	}

	/** Waits for the next blocks' time; ends early if new entries cannot wait. */
	private async pause(): Promise<void> {
		await nextTurn();
		const delayMs = this.pace.delayMs(performance.now());
		if (delayMs === 0 || this.closed) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		const timer = setTimeout(resolve, delayMs);
		this.endPause = resolve;
		await promise;
		clearTimeout(timer);
	}
}
