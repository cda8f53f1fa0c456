/**
 * The tables of events, the same in both programs: arrivals, the stream, subscriptions and
 * deliveries. Whole numbers may be bigint, depending on the program.
 */
import { sql, type Generated, type Kysely, type QueryExecutorProvider } from 'kysely';
import { keptInKey, sequence, wholeNumber } from '../../database/table-form';

/** Columns of an event without its position. */
interface EventColumns {
	id: string;
	type: string;
	version: number;
	/** An organisation of the service; at the exchange an account or a group. */
	owner: string;
	product_id: string | null;
	subject: string;
	/** JSON array of users involved, for readers who see only their own events. */
	audience: string | null;
	/** JSON. */
	data: string;
	occurred_at: string;
}

/** Written in the transaction of the cause, and deleted once the event has its position. */
interface EventArrivals extends EventColumns {
	sequence: Generated<number>;
}

interface Events extends EventColumns {
	/** From 1 without gaps, in the order of becoming readable. */
	sequence: number;
}

/** Positions of readers; `events` is the last sequence assigned. */
interface EventCursors {
	name: string;
	position: number;
}

interface EventSubscriptions {
	sequence: Generated<number>;
	id: string;
	owner: string;
	/** User or account whose rights apply. */
	user_id: string;
	url: string;
	description: string;
	/** JSON array; null means every type its user may read. */
	types: string | null;
	product_id: string | null;
	subject: string | null;
	/** Encrypted under the key of `secret_key_id`, like the earlier one. */
	secret: string;
	/** The previous secret, which also signs until that time in milliseconds. */
	earlier_secret: string | null;
	earlier_secret_until: number | null;
	secret_key_id: string;
	/** Every event up to it is delivered or has a delivery row. */
	cursor: number;
	/** Increases when the cursor is set, so that deliveries under way do not move it. */
	generation: number;
	/** See `subscriptions.ts`. */
	state: string;
	reason: string | null;
	/** Consecutive failed attempts. */
	failures: number;
	/** Milliseconds; nothing is sent before it. */
	paused_until: number | null;
	/** Milliseconds; it expires then. */
	expires_at: number | null;
	created_at: string;
	/** JSON array of the roles of the key that made it, if it was limited to some; in the service alone. */
	limited_roles?: Generated<string | null>;
}

interface EventDeliveries {
	subscription_id: string;
	sequence: number;
	event_id: string;
	type: string;
	subject: string;
	/** See `deliveries.ts`. */
	state: string;
	attempts: number;
	/** Milliseconds, as all times here. */
	first_at: number | null;
	last_at: number | null;
	next_at: number;
	/** HTTP status of the last answer, if any. */
	status: number | null;
	reason: string | null;
}

export interface EventTables {
	event_arrivals: EventArrivals;
	events: Events;
	event_cursors: EventCursors;
	event_subscriptions: EventSubscriptions;
	event_deliveries: EventDeliveries;
}

/** A program's database or transaction, typed with the tables of events. */
export function eventTables(database: QueryExecutorProvider): Kysely<EventTables> {
	return database as Kysely<EventTables>;
}

const texts = ['id', 'type', 'owner', 'subject', 'data', 'occurred_at'] as const;

/** Creates the tables; part of a released migration, so it must never change. */
export async function createEventTables(database: Kysely<unknown>): Promise<void> {
	await createStream(database);
	await createSubscriptions(database);
}

async function createStream(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await createEvents(database, 'event_arrivals', ...sequence(database));
	await createEvents(database, 'events', whole, (column) => column.primaryKey());
	await database.schema
		.createIndex('events_owner')
		.on('events')
		.columns(['owner', 'sequence'])
		.execute();
	await database.schema
		.createTable('event_cursors')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('position', whole, (column) => column.notNull())
		.modifyEnd(keptInKey(database))
		.execute();
}

async function createEvents(
	database: Kysely<unknown>,
	table: string,
	...key: ReturnType<typeof sequence>
): Promise<void> {
	let made = database.schema.createTable(table).addColumn('sequence', ...key);
	for (const name of texts) made = made.addColumn(name, 'text', (column) => column.notNull());
	await made
		.addColumn('version', wholeNumber(database), (column) => column.notNull())
		.addColumn('product_id', 'text')
		.addColumn('audience', 'text')
		.execute();
}

async function createSubscriptions(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	let table = database.schema
		.createTable('event_subscriptions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique());
	for (const name of ['owner', 'user_id', 'url', 'description', 'secret', 'state', 'created_at'])
		table = table.addColumn(name, 'text', (column) => column.notNull());
	for (const name of ['types', 'product_id', 'subject', 'earlier_secret', 'reason'])
		table = table.addColumn(name, 'text');
	for (const name of ['cursor', 'generation', 'failures'])
		table = table.addColumn(name, whole, (column) => column.notNull());
	for (const name of ['earlier_secret_until', 'paused_until', 'expires_at'])
		table = table.addColumn(name, whole);
	await table.addColumn('secret_key_id', 'text').execute();
	await createDeliveries(database);
}

async function createDeliveries(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	let table = database.schema
		.createTable('event_deliveries')
		.addColumn('subscription_id', 'text', (column) =>
			column.notNull().references('event_subscriptions.id').onDelete('cascade'),
		)
		.addColumn('sequence', whole, (column) => column.notNull());
	for (const name of ['event_id', 'type', 'subject', 'state'])
		table = table.addColumn(name, 'text', (column) => column.notNull());
	for (const name of ['attempts', 'next_at'])
		table = table.addColumn(name, whole, (column) => column.notNull());
	for (const name of ['first_at', 'last_at', 'status']) table = table.addColumn(name, whole);
	await table
		.addColumn('reason', 'text')
		.addPrimaryKeyConstraint('event_deliveries_key', ['subscription_id', 'sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
	await sql`create index event_deliveries_waiting
		on event_deliveries (subscription_id, subject, sequence) where state = 'WAITING'`.execute(
		database,
	);
	await sql`create index event_deliveries_parked
		on event_deliveries (subscription_id, sequence) where state = 'PARKED'`.execute(database);
}
