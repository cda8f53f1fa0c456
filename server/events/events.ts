/**
 * Where a program says what has happened. An event is written in the transaction of what happened, so
 * that it is neither lost nor told of something that never was; soon after the commit it gets its place
 * in the stream (`ordering.ts`), and whoever follows the stream is told. Who hears it is decided when
 * it is read (`reading.ts`).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, QueryExecutorProvider } from 'kysely';
import { events, type EventType } from '../../api/events/events';
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../clock';
import { orderEvents, type EventSources } from './ordering';
import { eventTables, type EventTables } from './tables';

type Data<Type extends EventType> = Model<(typeof events)[Type]['model']>;

export interface NewEvent<Type extends EventType> {
	readonly type: Type;
	/** The organisation; at the exchange an account, or a word of `hearing.ts` there for many. */
	readonly owner: string;
	readonly productId?: string;
	/** The id of what it happened to. */
	readonly subject: string;
	/** Users' ids and addresses who take part, for hearers who hear only of what is theirs. */
	readonly audience?: readonly string[];
	/** Names and states; no contents, no links that sign, no keys. */
	readonly data: Data<Type>;
}

/** Adds an event in the transaction of what happened; `Events.wake` is called after the commit. */
export async function addEvent<Type extends EventType>(
	transaction: QueryExecutorProvider,
	clock: Clock,
	{ type, owner, productId, subject, audience, data }: NewEvent<Type>,
): Promise<void> {
	await eventTables(transaction)
		.insertInto('event_arrivals')
		.values({
			id: newId(clock),
			type,
			version: events[type].version,
			owner,
			product_id: productId ?? null,
			subject,
			audience: audience === undefined ? null : JSON.stringify(audience),
			data: JSON.stringify(data),
			occurred_at: isoTime(clock),
		})
		.execute();
}

/** Passes are at least so far apart: requests that come one after the other share one. */
const passEveryMs = 50;

/** Where passes take long, they leave the database to others for as much longer. */
const restShare = 4;

/** How often is looked for what another process wrote and did not live to place. */
const usualRoundMs = 2_000;

export interface EventParts<Tables extends EventTables> {
	readonly database: Kysely<Tables>;
	readonly sources: EventSources<Tables>;
	/** How often is looked for what nobody was woken for; two seconds without it. */
	readonly roundMs?: number;
	/** Told of a fault of a pass; the next one tries again. */
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

	/** Has what was written placed soon; returns at once. */
	wake(): void {
		if (this.isAwaited || this.closed) return;
		this.isAwaited = true;
		const everyMs = Math.max(passEveryMs, restShare * this.lastPassMs);
		const waitMs = Math.max(0, this.lastPassAt + everyMs - performance.now());
		this.timer = setTimeout(() => this.pass(), waitMs);
	}

	/** Looks from now on, too, for what nobody woke it for. */
	start(): void {
		this.rounds = setInterval(() => {
			this.wake();
			this.tell();
		}, this.parts.roundMs ?? usualRoundMs);
		this.rounds.unref();
		this.wake();
	}

	/** Calls `listener` after events were placed here, and now and then where another process may have. */
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
