/**
 * The states of deliveries. Every event that a subscription has started to deliver has one row.
 *
 *   state       entered by                                        left by
 *   DELIVERED   the target accepted it                            replay, which delivers it again
 *   WAITING     an attempt failed, or an earlier event of the     an attempt -> DELIVERED, WAITING, PARKED
 *               same subject waits
 *   PARKED      three days of failures; the event is no longer    replay
 *               kept
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { insertRows } from '../../database/bulk';
import type { StoredEvent } from '../record/reading';
import { eventTables, type EventTables } from '../record/tables';

export type DeliveryState = 'DELIVERED' | 'WAITING' | 'PARKED';

export interface Delivery {
	readonly sequence: number;
	readonly eventId: string;
	readonly type: string;
	readonly subject: string;
	readonly state: DeliveryState;
	readonly attempts: number;
	/** Milliseconds, as all times here. */
	readonly firstAt: number | null;
	readonly lastAt: number | null;
	readonly nextAt: number;
	readonly status: number | null;
	readonly reason: string | null;
}

/** A delivery without an attempt. */
export function newDelivery(event: StoredEvent, now: number): Delivery {
	return {
		sequence: event.sequence,
		eventId: event.id,
		type: event.type,
		subject: event.subject,
		state: 'WAITING',
		attempts: 0,
		firstAt: now,
		lastAt: null,
		nextAt: now,
		status: null,
		reason: null,
	};
}

const columns = [
	...['subscription_id', 'sequence', 'event_id', 'type', 'subject', 'state', 'attempts'],
	...['first_at', 'last_at', 'next_at', 'status', 'reason'],
];
const changing = ['state', 'attempts', 'first_at', 'last_at', 'next_at', 'status', 'reason'];
const insertion = {
	table: 'event_deliveries',
	columns,
	ending: `on conflict (subscription_id, sequence) do update set ${changing
		.map((name) => `${name} = excluded.${name}`)
		.join(', ')}`,
} as const;

export async function writeDeliveries(
	transaction: Kysely<EventTables>,
	subscriptionId: string,
	deliveries: readonly Delivery[],
): Promise<void> {
	const rows = deliveries.map((one) => [
		...[subscriptionId, one.sequence, one.eventId, one.type, one.subject, one.state, one.attempts],
		...[one.firstAt, one.lastAt, one.nextAt, one.status, one.reason],
	]);
	await insertRows<EventTables>(transaction, insertion, rows);
}

/**
 * The subjects with waiting deliveries: one index step per subject, however many rows there are.
 * States are literals as in the partial index, or SQLite would not use it.
 */
const waiting = (subscription: RawBuilder<unknown>) => sql`
	recursive subjects (subject) as (
		select min(subject) from event_deliveries
			where subscription_id = ${subscription} and state = 'WAITING'
		union all
		select (select min(subject) from event_deliveries where subscription_id = ${subscription}
			and state = 'WAITING' and subject > subjects.subject)
		from subjects where subjects.subject is not null
	)`;

/** The first waiting delivery of each subject, if it is due; the others of the subject wait for it. */
const due = (subscription: RawBuilder<unknown>, now: number) => sql`
	subjects join event_deliveries as head
		on head.subscription_id = ${subscription} and head.sequence =
			(select min(sequence) from event_deliveries where subscription_id = ${subscription}
				and state = 'WAITING' and subject = subjects.subject)
	where head.next_at <= ${now}`;

/** Deliveries to try now, those with the fewest attempts first. */
export async function dueDeliveries(
	database: Kysely<EventTables>,
	subscriptionId: string,
	{ now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly Delivery[]> {
	const id = sql`${subscriptionId}`;
	const { rows } = await sql<Row>`
		with ${waiting(id)} select head.* from ${due(id, now)}
		order by head.attempts, head.sequence limit ${limit}`.execute(database);
	return rows.map(storedDelivery);
}

/** Subjects with waiting deliveries; later events of them wait as well. */
export async function waitingSubjects(
	database: Kysely<EventTables>,
	subscriptionId: string,
): Promise<ReadonlySet<string>> {
	const { rows } = await sql<{ readonly subject: string }>`
		with ${waiting(sql`${subscriptionId}`)}
		select subject from subjects where subject is not null`.execute(database);
	return new Set(rows.map(({ subject }) => subject));
}

/** Subscriptions with a due delivery. */
export async function dueSubscriptions(
	database: Kysely<EventTables>,
	now: number,
): Promise<ReadonlySet<string>> {
	const id = sql.ref('subscription.id');
	const { rows } = await sql<{ readonly id: string }>`
		select subscription.id from event_subscriptions as subscription
		where exists (with ${waiting(id)} select 1 from ${due(id, now)})`.execute(database);
	return new Set(rows.map((row) => row.id));
}

interface AskedDeliveries {
	readonly state?: DeliveryState;
	readonly limit: number;
	readonly offset: number;
	/** Sequence of the first event. */
	readonly fromSequence?: number;
}

export async function listDeliveries(
	database: Kysely<EventTables>,
	subscriptionId: string,
	{ state, limit, offset, fromSequence = 0 }: AskedDeliveries,
): Promise<readonly Delivery[]> {
	let query = eventTables(database)
		.selectFrom('event_deliveries')
		.selectAll()
		.where('subscription_id', '=', subscriptionId)
		.where('sequence', '>=', fromSequence);
	if (state !== undefined) query = query.where('state', '=', sql.lit(state));
	const rows = await query.orderBy('sequence').limit(limit).offset(offset).execute();
	return rows.map(storedDelivery);
}

type Row = { [Column in keyof EventTables['event_deliveries']]: unknown };

function storedDelivery(row: Row): Delivery {
	const whole = (value: unknown) => (value === null ? null : Number(value));
	return {
		sequence: Number(row.sequence),
		eventId: String(row.event_id),
		type: String(row.type),
		subject: String(row.subject),
		state: row.state as DeliveryState,
		attempts: Number(row.attempts),
		firstAt: whole(row.first_at),
		lastAt: whole(row.last_at),
		nextAt: Number(row.next_at),
		status: whole(row.status),
		reason: row.reason === null ? null : String(row.reason),
	};
}
