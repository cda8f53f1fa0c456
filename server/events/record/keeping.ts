/**
 * Removes old events with their deliveries, except waiting ones, and expired subscriptions with
 * their deliveries.
 */
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import { dayMs, type Clock } from '../../clock';
import type { ProcessSession } from '../../database/process-session';
import { eventTables, type EventTables } from './tables';

const roundMs = 10 * 60_000;
const eventsAtOnce = 1_000;

export interface KeepingParts {
	readonly database: Kysely<EventTables>;
	readonly clock: Clock;
	readonly session: ProcessSession;
	readonly keptDays: number;
	/** Removes further event data from before a time; returns the last position removed. */
	readonly removeOthers?: (before: number) => Promise<number>;
	readonly onFault: (fault: unknown) => void;
}

/** Removes regularly, until ended. */
export function removeOldEvents(parts: KeepingParts): { end(): Promise<void> } {
	let [isOver, running] = [false, Promise.resolve()];
	const round = () => {
		running = running
			.then(() => parts.session.tryTurn('old events', () => removeAll(parts, () => isOver)))
			.then(() => undefined, parts.onFault);
	};
	const timer = setInterval(round, roundMs);
	timer.unref();
	round();
	return {
		end() {
			isOver = true;
			clearInterval(timer);
			return running;
		},
	};
}

async function removeAll(parts: KeepingParts, isOver: () => boolean): Promise<void> {
	const { database, clock, keptDays, removeOthers } = parts;
	while (!isOver() && (await removeSome(parts)));
	while (!isOver() && (await removeExpired(parts)));
	if (isOver() || removeOthers === undefined) return;
	await removeDeliveries(database, await removeOthers(clock.now() - keptDays * dayMs));
}

/** Name of the cursor of the last removed position. */
const removedCursor = 'removed';

/** The last removed position. */
export async function removedUpTo(database: QueryExecutorProvider): Promise<number> {
	const row = await eventTables(database)
		.selectFrom('event_cursors')
		.select('position')
		.where('name', '=', removedCursor)
		.executeTakeFirst();
	return Number(row?.position ?? 0);
}

/** Records the last removed position, which never decreases. */
export async function noteRemoved(transaction: QueryExecutorProvider, upTo: number): Promise<void> {
	await sql`insert into event_cursors (name, position) values (${removedCursor}, ${upTo})
		on conflict (name) do update set position = excluded.position
		where excluded.position > event_cursors.position`.execute(transaction);
}

async function removeDeliveries(database: Kysely<EventTables>, upTo: number): Promise<void> {
	await database
		.deleteFrom('event_deliveries')
		// By subscription, because the key begins with it; else all rows would be scanned.
		.where('subscription_id', 'in', (query) => query.selectFrom('event_subscriptions').select('id'))
		.where('sequence', '<=', upTo)
		.where('state', '!=', 'WAITING')
		.execute();
}

/**
 * Expired subscriptions are kept this long; there may be thousands, made for one contract or test.
 */
const expiredKeptMs = 7 * dayMs;

const subscriptionsAtOnce = 100;

/** Removes subscriptions that expired a week ago; returns true if there may be more. */
export async function removeExpired({
	database,
	clock,
}: Pick<KeepingParts, 'database' | 'clock'>): Promise<boolean> {
	const over = await database
		.selectFrom('event_subscriptions')
		.select('id')
		.where('expires_at', '<=', clock.now() - expiredKeptMs)
		.orderBy('sequence')
		.limit(subscriptionsAtOnce)
		.execute();
	// One by one, because all deliveries are deleted with it.
	for (const { id } of over) {
		await database.deleteFrom('event_subscriptions').where('id', '=', id).execute();
	}
	return over.length === subscriptionsAtOnce;
}

/** Removes a batch; returns true if there may be more. */
export async function removeSome({
	database,
	clock,
	keptDays,
}: Pick<KeepingParts, 'database' | 'clock' | 'keptDays'>): Promise<boolean> {
	const before = new Date(clock.now() - keptDays * dayMs).toISOString();
	const oldest = await database
		.selectFrom('events')
		.select(['sequence', 'occurred_at'])
		.orderBy('sequence')
		.limit(eventsAtOnce)
		.execute();
	const kept = oldest.findIndex(({ occurred_at }) => occurred_at >= before);
	const last = oldest.at(kept < 0 ? -1 : kept - 1);
	if (last === undefined || kept === 0) return false;
	const upTo = Number(last.sequence);
	await database.transaction().execute(async (transaction) => {
		await transaction.deleteFrom('events').where('sequence', '<=', upTo).execute();
		await removeDeliveries(transaction, upTo);
		await noteRemoved(transaction, upTo);
	});
	return kept < 0;
}
