/**
 * The tables of events, the same in the databases of both programs: what has just happened, the stream
 * that it is given its place in, subscriptions, and what became of each delivery. Whole numbers may
 * come as bigint, as the program's database reads them.
 */
import { sql, type Generated, type Kysely, type QueryExecutorProvider } from 'kysely';
import { keptInKey, sequence, wholeNumber } from '../database/table-form';

/** What is known of an event before it has its place. */
interface EventColumns {
	id: string;
	type: string;
	version: number;
	/** Whose it is: an organisation of the service; at the exchange an account, or a word for many. */
	owner: string;
	product_id: string | null;
	subject: string;
	/** JSON array of those who take part, for hearers who hear only of what is theirs. */
	audience: string | null;
	/** JSON. */
	data: string;
	occurred_at: string;
}

/** Written in the transaction of what happened, and gone as soon as the event has its place. */
interface EventArrivals extends EventColumns {
	sequence: Generated<number>;
}

interface Events extends EventColumns {
	/** From 1 and without gaps, in the order in which they could be read. */
	sequence: number;
}

/** How far something has come that is worked off in order, 0 without a row; `events` is the last sequence given. */
interface EventCursors {
	name: string;
	position: number;
}

interface EventSubscriptions {
	sequence: Generated<number>;
	id: string;
	owner: string;
	/** The user or account whose rights it has. */
	user_id: string;
	url: string;
	description: string;
	/** JSON array; every type that its user hears where it is null. */
	types: string | null;
	product_id: string | null;
	subject: string | null;
	/** Sealed, as the earlier one is, under the key of `secret_key_id`. */
	secret: string;
	/** Signs beside it until that time, in milliseconds. */
	earlier_secret: string | null;
	earlier_secret_until: number | null;
	secret_key_id: string;
	/** Every event up to it is delivered, or has a row of its own. */
	cursor: number;
	/** Grows when the cursor is set by hand: what was under way then moves it no more. */
	generation: number;
	/** The states stand in `subscriptions.ts`. */
	state: string;
	reason: string | null;
	/** Failed attempts since the last good one. */
	failures: number;
	/** Milliseconds; nothing is sent before it. */
	paused_until: number | null;
	/** Milliseconds; it ends by itself then. */
	expires_at: number | null;
	created_at: string;
}

interface EventDeliveries {
	subscription_id: string;
	sequence: number;
	event_id: string;
	type: string;
	subject: string;
	/** The states stand in `deliveries.ts`. */
	state: string;
	attempts: number;
	/** Milliseconds, as all times here. */
	first_at: number | null;
	last_at: number | null;
	next_at: number;
	/** Of the last answer, where there was one. */
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

/** The tables of events in a program's database, or in a transaction of it. */
export function eventTables(database: QueryExecutorProvider): Kysely<EventTables> {
	return database as Kysely<EventTables>;
}

const texts = ['id', 'type', 'owner', 'subject', 'data', 'occurred_at'] as const;

/** Makes them; for a migration of each program, so it never changes. */
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
