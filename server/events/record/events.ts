/**
 * Emits events. An event is written in the transaction of its cause, so that it is neither lost
 * nor emitted for something that was rolled back; after the commit it gets its position in the
 * stream (`ordering.ts`), and followers are notified. Who may read it is decided when it is read
 * (`reading.ts`).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, QueryExecutorProvider } from 'kysely';
import { events, type EventType } from '../../../api/events/events';
import type { Model } from '../../../api/types';
import { insertRows } from '../../database/bulk';
import { isoTime, newId, type Clock } from '../../clock';
import { orderEvents, type EventSources } from './ordering';
import { eventTables, type EventTables } from './tables';

type Data<Type extends EventType> = Model<(typeof events)[Type]['model']>;

export interface NewEvent<Type extends EventType> {
	readonly type: Type;
	/** An organisation; at the exchange an account, or a group of `read-rights.ts`. */
	readonly owner: string;
	readonly productId?: string;
	/** Id of its subject. */
	readonly subject: string;
	/** Ids and addresses of users involved, for readers who see only their own events. */
	readonly audience?: readonly string[];
	/** Names and states; no contents, signing links or keys. */
	readonly data: Data<Type>;
}

/** Adds an event in the caller's transaction; call `Events.wake` after the commit. */
export async function addEvent<Type extends EventType>(
	transaction: QueryExecutorProvider,
	clock: Clock,
	event: NewEvent<Type>,
): Promise<void> {
	await addEvents(transaction, clock, [event]);
}

const arrival = {
	table: 'event_arrivals',
	columns: [
		...(['id', 'type', 'version', 'owner', 'product_id', 'subject', 'audience', 'data'] as const),
		'occurred_at',
	],
} as const;

/** Adds events in the order they are given. */
export async function addEvents<Type extends EventType>(
	transaction: QueryExecutorProvider,
	clock: Clock,
	added: readonly NewEvent<Type>[],
): Promise<void> {
	const rows = added.map(({ type, owner, productId = null, subject, audience, data }) => [
		...[newId(clock), type, events[type].version, owner, productId, subject],
		audience === undefined ? null : JSON.stringify(audience),
		...[JSON.stringify(data), isoTime(clock)],
	]);
	await insertRows(eventTables(transaction), arrival, rows);
}

/** Minimum interval of passes, so that successive requests share one. */
const passEveryMs = 50;

/** Pause after a pass, as a multiple of its duration. */
const restShare = 4;

/** Interval of looking for events of processes that died before placing them. */
const usualRoundMs = 2_000;

export interface EventParts<Tables extends EventTables> {
	readonly database: Kysely<Tables>;
	readonly sources: EventSources<Tables>;
	/** Interval of looking without a wake; default two seconds. */
	readonly roundMs?: number;
	/** Called with faults; the next pass retries. */
	readonly onFault: (fault: unknown) => void;
}

export class Events<Tables extends EventTables> {
	private readonly listeners = new Set<() => void>();
	private running: Promise<void> = Promise.resolve();
	private isAwaited = false;
	private closed = false;
	private lastPassAt = -Infinity;
	private lastPassMs = 0;
	private timer: NodeJS.Timeout | undefined;
	private rounds: NodeJS.Timeout | undefined;

	constructor(private readonly parts: EventParts<Tables>) {}

	/** Starts a pass in the background. */
	wake(): void {
		if (this.isAwaited || this.closed) return;
		this.isAwaited = true;
		const everyMs = Math.max(passEveryMs, restShare * this.lastPassMs);
		const waitMs = Math.max(0, this.lastPassAt + everyMs - performance.now());
		this.timer = setTimeout(() => this.pass(), waitMs);
	}

	/** Starts the regular passes. */
	start(): void {
		this.rounds = setInterval(() => {
			this.wake();
			this.tell();
		}, this.parts.roundMs ?? usualRoundMs);
		this.rounds.unref();
		this.wake();
	}

	/**
	 * Calls `listener` after events were placed, and regularly because another process may have
	 * placed some.
	 */
	onEvents(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	async close(): Promise<void> {
		this.closed = true;
		clearInterval(this.rounds);
		clearTimeout(this.timer);
		await this.running;
	}

	private pass(): void {
		this.running = this.running
			.then(() => nextTurn())
			.then(() => {
				this.isAwaited = false;
				this.lastPassAt = performance.now();
				return this.placeAll();
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	private async placeAll(): Promise<void> {
		const { database, sources } = this.parts;
		const begun = performance.now();
		for (let isMore = true; isMore && !this.closed;) {
			const placed = await orderEvents(database, sources);
			({ isMore } = placed);
			if (placed.count > 0) this.tell();
		}
		this.lastPassMs = performance.now() - begun;
	}

	private tell(): void {
		for (const listener of this.listeners) listener();
	}
}
