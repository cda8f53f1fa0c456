/**
 * Bounds the number of Idempotency-Keys: deletes expired ones regularly, some at a time, and
 * refuses new keys of a user who has the maximum. No key is deleted early, because its request
 * could happen again. Keys are counted in pages beside the requests, and each process adds its own
 * new ones, so a request waits for a count only when its user seems to have too many.
 */
import { sql } from 'kysely';
import { dayMs, type Clock } from '../../server/clock';
import { deleteRows } from '../../server/database/bulk';
import { isPostgres } from '../../server/database/database';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import { keyColumns, type KeyedRequest } from './idempotency';

const roundMs = 60_000;
const sweptAtOnce = 200;
const countedAtOnce = 1_000;
/** A user with too many keys is counted again at most this often. */
const recountMs = 60_000;

export interface IdempotencyRetentionParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly keysKeptMs: number;
	readonly keysPerUserMax: number;
	/** Called when a round fails; the next round does its work. */
	readonly onFault: (fault: unknown) => void;
}

interface Count {
	/** Counted keys plus every key used since; too high if some of those were repeated. */
	kept: number;
	/** Time of the last count, in milliseconds. */
	exactAt: number | undefined;
	counting: Promise<void>;
}

export class IdempotencyRetention {
	private readonly counts = new Map<string, Count>();
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(private readonly parts: IdempotencyRetentionParts) {}

	get clock(): Clock {
		return this.parts.clock;
	}

	get keysKeptMs(): number {
		return this.parts.keysKeptMs;
	}

	start(): void {
		const sweep = () => {
			this.running = this.running.then(() => this.sweep()).catch(this.parts.onFault);
		};
		this.timer = setInterval(sweep, roundMs).unref();
		sweep();
	}

	/** Waits for the statement under way. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.running;
		for (const { counting } of this.counts.values()) await counting;
	}

	/** Refuses a new key of a user who has the maximum; a stored key is always admitted. */
	async admit(userId: string, key: string): Promise<void> {
		const count = this.counts.get(userId) ?? this.firstCount(userId);
		const { keysPerUserMax, keysKeptMs } = this.parts;
		if (count.kept >= keysPerUserMax) await this.recount(userId, count);
		if (count.kept < keysPerUserMax) {
			count.kept += 1;
			return;
		}
		if (await this.isKept(userId, key)) return;
		throw refuse('Request_IdempotencyKeysTooMany', keysPerUserMax, keysKeptMs / dayMs);
	}

	async sweep(): Promise<void> {
		while (!this.isClosed && (await this.sweepSome()) === sweptAtOnce);
	}

	/** Skips locked keys, so that it cannot deadlock with a request. */
	private async sweepSome(): Promise<number> {
		const { database } = this.parts;
		return database.transaction().execute(async (transaction) => {
			const over = transaction
				.selectFrom('idempotency_keys')
				.select(['user_id', 'key'])
				.where('created_at', '<', this.keptSince())
				.orderBy('created_at')
				.limit(sweptAtOnce);
			const rows = await (isPostgres(transaction) ? over.forUpdate().skipLocked() : over).execute();
			const places = rows.map(({ user_id, key }) => [user_id, key]);
			await deleteRows<Schema>(transaction, keyColumns, places);
			return rows.length;
		});
	}

	/** Starts the first count in the background. */
	private firstCount(userId: string): Count {
		const count: Count = { kept: 0, exactAt: undefined, counting: Promise.resolve() };
		this.counts.set(userId, count);
		count.counting = this.counted(userId)
			.then((kept) => void (count.kept += kept))
			.catch(this.parts.onFault);
		return count;
	}

	/** Concurrent requests share one count. */
	private async recount(userId: string, count: Count): Promise<void> {
		const { clock, onFault } = this.parts;
		if (count.exactAt === undefined || clock.now() - count.exactAt >= recountMs) {
			count.exactAt = clock.now();
			count.counting = count.counting
				.then(async () => void (count.kept = await this.counted(userId)))
				.catch((fault: unknown) => {
					count.exactAt = undefined;
					onFault(fault);
				});
		}
		await count.counting;
	}

	private async counted(userId: string): Promise<number> {
		let kept = 0;
		for (let after: string | null = ''; after !== null && !this.isClosed;) {
			const page: { count: number | string; last: string | null } = await this.page(userId, after);
			kept += Number(page.count);
			after = page.last;
		}
		return kept;
	}

	private page(userId: string, after: string) {
		const { database } = this.parts;
		const keys = database
			.selectFrom('idempotency_keys')
			.select(['key', 'created_at'])
			.where('user_id', '=', userId)
			.where('key', '>', after)
			.orderBy('key')
			.limit(countedAtOnce);
		return database
			.selectFrom(keys.as('page'))
			.select(sql<number>`count(*) filter (where created_at >= ${this.keptSince()})`.as('count'))
			.select(({ fn }) => fn.max('key').as('last'))
			.executeTakeFirstOrThrow();
	}

	private async isKept(userId: string, key: string): Promise<boolean> {
		const kept = await this.parts.database
			.selectFrom('idempotency_keys')
			.select('key')
			.where('user_id', '=', userId)
			.where('key', '=', key)
			.where('created_at', '>=', this.keptSince())
			.executeTakeFirst();
		return kept !== undefined;
	}

	private keptSince(): string {
		return new Date(this.parts.clock.now() - this.parts.keysKeptMs).toISOString();
	}
}

/** The Idempotency-Key of a request, with what two requests with it are compared by. */
export interface Once {
	readonly request: KeyedRequest;
	readonly retention: IdempotencyRetention;
}

/** Starts the retention; closed with `opened`. */
export function startIdempotencyRetention(
	opened: AsyncDisposableStack,
	parts: IdempotencyRetentionParts,
): IdempotencyRetention {
	const idempotencyRetention = new IdempotencyRetention(parts);
	opened.defer(() => idempotencyRetention.close());
	idempotencyRetention.start();
	return idempotencyRetention;
}
