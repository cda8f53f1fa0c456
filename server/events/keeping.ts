/**
 * Removes events that were kept long enough, and deliveries with them; what still waits stays. A
 * subscription whose time is over goes, too, with what became of its deliveries.
 */
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import { dayMs, type Clock } from '../clock';
import type { ProcessSession } from '../database/process-session';
import { eventTables, type EventTables } from './tables';

const roundMs = 10 * 60_000;
const eventsAtOnce = 1_000;

export interface KeepingParts {
	readonly database: Kysely<EventTables>;
	readonly clock: Clock;
	readonly session: ProcessSession;
	readonly keptDays: number;
	/** Removes what else is kept of events from before a time; answers the last place removed. */
	readonly removeOthers?: (before: number) => Promise<number>;
	readonly onFault: (fault: unknown) => void;
}

/** Removes now and again, until it is ended. */
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

/** The cursor of the last place that is kept no longer. */
const removedCursor = 'removed';

/** The last place that is kept no longer. */
export async function removedUpTo(database: QueryExecutorProvider): Promise<number> {
	const row = await eventTables(database)
		.selectFrom('event_cursors')
		.select('position')
		.where('name', '=', removedCursor)
		.executeTakeFirst();
	return Number(row?.position ?? 0);
}

/** Notes a place up to which events are kept no longer; that never goes back. */
export async function noteRemoved(transaction: QueryExecutorProvider, upTo: number): Promise<void> {
	await sql`insert into event_cursors (name, position) values (${removedCursor}, ${upTo})
		on conflict (name) do update set position = excluded.position
		where excluded.position > event_cursors.position`.execute(transaction);
}

async function removeDeliveries(database: Kysely<EventTables>, upTo: number): Promise<void> {
	await database
		.deleteFrom('event_deliveries')
		// By its key, which begins with the subscription: all rows would be looked through otherwise.
		.where('subscription_id', 'in', (query) => query.selectFrom('event_subscriptions').select('id'))
		.where('sequence', '<=', upTo)
		.where('state', '!=', 'WAITING')
		.execute();
}

/** What waits for one contract or one test ends by itself: thousands of them would be looked at for good. */
const expiredKeptMs = 7 * dayMs;

const subscriptionsAtOnce = 100;

/** Removes those whose time was over a week ago, which shows them long enough; whether more may be to remove. */
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
	// One by one: of one that lived for long, all deliveries go with it.
	for (const { id } of over) {
		await database.deleteFrom('event_subscriptions').where('id', '=', id).execute();
	}
	return over.length === subscriptionsAtOnce;
}

/** Whether more may be to remove. */
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
