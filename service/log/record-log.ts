/**
 * The log that confirms records: every entry's hash covers the hash of the one before it, so a
 * later change of any entry is found. Writers append inside their own transaction; a single
 * confirmer, woken after the commit, links pending entries in order.
 *
 *   status       entered by                          left by
 *   Unconfirmed  append, in the writer's transaction the confirmer links the entry -> Confirmed
 *   Confirmed    the confirmer, hash durable          verification finds another hash -> Corrupted
 *   Corrupted    verification at start                never
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';

export type BlockchainStatus = 'Unconfirmed' | 'Confirmed' | 'Corrupted';

export interface LogRecord {
	/** What the entry is about: `asset`, `transfer`, `contract`, `file` and so on. */
	readonly kind: string;
	readonly subjectId: string;
	/** SHA-256 of the canonical payload, lower-case hex. */
	readonly payloadHash: string;
}

interface ChainedEntry extends LogRecord {
	readonly sequence: number;
	readonly createdAt: string;
}

const batchSize = 500;
const genesis = '0'.repeat(64);

/** SHA-256 of `JSON.stringify(payload)`, lower-case hex; the writer fixes the key order. */
export function payloadHash(payload: unknown): string {
	return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}

/** The hash an entry must have after an entry whose hash is `previousHash`. */
export function entryHash(previousHash: string, entry: ChainedEntry): string {
	const { sequence, kind, subjectId, payloadHash: payload, createdAt } = entry;
	return createHash('sha256')
		.update(JSON.stringify([previousHash, sequence, kind, subjectId, payload, createdAt]))
		.digest('hex');
}

export class RecordLog {
	private readonly confirmed = new EventEmitter().setMaxListeners(0);
	private running: Promise<void> = Promise.resolve();
	private isAwaited = false;
	private closed = false;

	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			/** Told of a fault of the confirmer; the next wake tries again. */
			readonly onFault: (fault: unknown) => void;
		},
	) {}

	/** Adds a pending entry in the caller's transaction; call `wake` after the commit. */
	async append(
		transaction: Transaction,
		record: LogRecord,
	): Promise<{ readonly sequence: number }> {
		return transaction
			.insertInto('log_entries')
			.values({
				kind: record.kind,
				subject_id: record.subjectId,
				payload_hash: record.payloadHash,
				status: 'Unconfirmed',
				created_at: isoTime(this.parts.clock),
			})
			.returning('sequence')
			.executeTakeFirstOrThrow();
	}

	/**
	 * Has the pending entries confirmed soon; returns at once. Wakes that come before the confirmer
	 * has begun are one, and it begins a turn of the event loop later: the writer's answer leaves
	 * first, and requests that have come meanwhile share a commit.
	 */
	wake(): void {
		if (this.isAwaited) return;
		this.isAwaited = true;
		this.running = this.running
			.then(() => nextTurn())
			.then(() => {
				this.isAwaited = false;
				return this.confirmPending();
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Checks the whole chain, marks what does not match, then confirms what was pending. */
	async start(): Promise<{ readonly corrupted: number }> {
		const corrupted = await this.verify();
		this.wake();
		await this.running;
		return { corrupted };
	}

	async close(): Promise<void> {
		this.closed = true;
		await this.running;
		this.confirmed.emit('change');
	}

	/** The status of an entry once it is no longer pending, or `Unconfirmed` after `timeoutMs`. */
	async settled(sequence: number, timeoutMs: number): Promise<BlockchainStatus> {
		const now = await this.status(sequence);
		if (now !== 'Unconfirmed') return now;
		const timeout = AbortSignal.timeout(timeoutMs);
		for (;;) {
			const change = once(this.confirmed, 'change', { signal: timeout }).then(
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
		while (!this.closed && (await this.confirmBatch()) === batchSize);
		this.confirmed.emit('change');
	}

	private async confirmBatch(): Promise<number> {
		return this.parts.database.transaction().execute(async (transaction) => {
			const pending = await transaction
				.selectFrom('log_entries')
				.selectAll()
				.where('status', '=', 'Unconfirmed')
				.orderBy('sequence')
				.limit(batchSize)
				.execute();
			let previousHash = pending[0] ? await hashBefore(transaction, pending[0].sequence) : genesis;
			for (const row of pending) {
				const hash = entryHash(previousHash, chained(row));
				await transaction
					.updateTable('log_entries')
					.set({ status: 'Confirmed', previous_hash: previousHash, hash })
					.where('sequence', '=', row.sequence)
					.execute();
				previousHash = hash;
			}
			return pending.length;
		});
	}

	private async verify(): Promise<number> {
		let previousHash = genesis;
		let after = 0;
		let corrupted = 0;
		for (;;) {
			const rows = await this.parts.database
				.selectFrom('log_entries')
				.selectAll()
				.where('hash', 'is not', null)
				.where('sequence', '>', after)
				.orderBy('sequence')
				.limit(batchSize)
				.execute();
			for (const row of rows) {
				const matches =
					row.previous_hash === previousHash && row.hash === entryHash(previousHash, chained(row));
				if (!matches && row.status !== 'Corrupted') await this.markCorrupted(row.sequence);
				if (!matches) corrupted += 1;
				previousHash = row.hash ?? previousHash;
				after = row.sequence;
			}
			if (rows.length < batchSize) return corrupted;
		}
	}

	private async markCorrupted(sequence: number): Promise<void> {
		await this.parts.database
			.updateTable('log_entries')
			.set({ status: 'Corrupted' })
			.where('sequence', '=', sequence)
			.execute();
	}
}

async function hashBefore(transaction: Transaction, sequence: number): Promise<string> {
	const row = await transaction
		.selectFrom('log_entries')
		.select('hash')
		.where('sequence', '<', sequence)
		.where('hash', 'is not', null)
		.orderBy('sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.hash ?? genesis;
}

function chained(row: {
	sequence: number;
	kind: string;
	subject_id: string;
	payload_hash: string;
	created_at: string;
}): ChainedEntry {
	return {
		sequence: row.sequence,
		kind: row.kind,
		subjectId: row.subject_id,
		payloadHash: row.payload_hash,
		createdAt: row.created_at,
	};
}
