/**
 * The log that confirms records: every entry's hash covers the hash of the one before it, so a
 * later change of any entry is found. Writers append inside their own transaction; a confirmer,
 * woken after the commit, links pending entries. Of several processes on one database one links at a
 * time, and it gives the entries their order: one that was numbered earlier may be seen later.
 *
 *   status       entered by                          left by
 *   Unconfirmed  append, in the writer's transaction the confirmer links the entry -> Confirmed
 *   Confirmed    the confirmer, hash durable          verification finds another hash -> Corrupted
 *   Corrupted    verification at start                never
 */
import { hash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime, type Clock } from '../../server/clock';
import { updateRows } from '../../server/database/bulk';
import { isPostgres } from '../../server/database/database';
import { lockUntilCommit } from '../../server/database/locks';
import type { Database, Transaction } from '../database/database';

export type BlockchainStatus = 'Unconfirmed' | 'Confirmed' | 'Corrupted';

export interface LogRecord {
	/** What the entry is about: `asset`, `transfer`, `contract`, `file` and so on. */
	readonly kind: string;
	readonly subjectId: string;
	/** SHA-256 of the canonical payload, lower-case hex. */
	readonly payloadHash: string;
	/** Which form of its kind's payload it is of. */
	readonly form: number;
}

export interface ChainedEntry extends Omit<LogRecord, 'form'> {
	readonly sequence: number;
	readonly createdAt: string;
}

const batchSize = 500;
const roundMs = 2_000;
export const genesis = '0'.repeat(64);

/** The hash an entry must have after an entry whose hash is `previousHash`. */
export function entryHash(previousHash: string, entry: ChainedEntry): string {
	const { sequence, kind, subjectId, payloadHash, createdAt } = entry;
	const covered = [previousHash, sequence, kind, subjectId, payloadHash, createdAt];
	return hash('sha256', JSON.stringify(covered));
}

export class RecordLog {
	private readonly confirmed = new EventEmitter().setMaxListeners(0);
	private running: Promise<void> = Promise.resolve();
	private isAwaited = false;
	private closed = false;
	private timer: NodeJS.Timeout | undefined;

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
				form: record.form,
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
		// What another process appended and did not live to confirm.
		if (isPostgres(this.parts.database)) this.timer = setInterval(() => this.wake(), roundMs);
		return { corrupted };
	}

	async close(): Promise<void> {
		this.closed = true;
		clearInterval(this.timer);
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
		return this.parts.database.transaction().execute(async (transaction: Database) => {
			await lockUntilCommit(transaction, 'sealkeeper: order of the log');
			const pending = await transaction
				.selectFrom('log_entries')
				.selectAll()
				.where('status', '=', 'Unconfirmed')
				.orderBy('sequence')
				.limit(batchSize)
				.execute();
			if (pending.length === 0) return 0;
			const links = link(await lastLink(transaction), pending.map(chained));
			await updateRows(transaction, linkUpdate, links);
			return pending.length;
		});
	}

	private async verify(): Promise<number> {
		let previousHash = genesis;
		let after = -1;
		let corrupted = 0;
		for (;;) {
			const rows = await this.parts.database
				.selectFrom('log_entries')
				.selectAll()
				.where('position', '>', after)
				.orderBy('position')
				.limit(batchSize)
				.execute();
			for (const row of rows) {
				const matches =
					row.previous_hash === previousHash && row.hash === entryHash(previousHash, chained(row));
				if (!matches && row.status !== 'Corrupted') await this.markCorrupted(row.sequence);
				if (!matches) corrupted += 1;
				previousHash = row.hash ?? previousHash;
				after = row.position ?? after;
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

interface Link {
	readonly hash: string;
	readonly position: number;
}

async function lastLink(transaction: Database): Promise<Link> {
	const row = await transaction
		.selectFrom('log_entries')
		.select(['hash', 'position'])
		.where('position', 'is not', null)
		.orderBy('position', 'desc')
		.limit(1)
		.executeTakeFirst();
	return { hash: row?.hash ?? genesis, position: row?.position ?? 0 };
}

const linkUpdate = {
	table: 'log_entries',
	columns: ['status', 'previous_hash', 'hash', 'position'],
	where: ['sequence'],
} as const;

/** Hangs entries on the end of the chain, in their order. */
function link(last: Link, entries: readonly ChainedEntry[]) {
	let previousHash = last.hash;
	return entries.map((entry, index) => {
		const own = entryHash(previousHash, entry);
		const values = ['Confirmed', previousHash, own, last.position + index + 1];
		previousHash = own;
		return { values, where: [entry.sequence] };
	});
}

/** What the hash of an entry covers, beside the hash before it. */
export function chained(row: {
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
