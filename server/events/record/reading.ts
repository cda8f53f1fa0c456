/**
 * Reads the stream for a reader: what their rights allow, filtered by what they ask for. Reading
 * goes by the cursor, so a reader who returns misses nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Model } from '../../../api/types';
import { numberList } from '../../database/bulk';
import { eventTables, type EventTables } from './tables';

/** What a reader may read. */
export interface ReadRights {
	/** Owners whose events may be read; `ALL` for everybody's. */
	readonly owners: readonly string[] | 'ALL';
	/** Types of which all events may be read. */
	readonly typesReadable: readonly string[];
	/** Types of which only events with one of `audienceNames` in their audience may be read. */
	readonly typesIfAddressed: readonly string[];
	readonly audienceNames: readonly string[];
}

export interface EventFilter {
	readonly types?: readonly string[];
	readonly productId?: string;
	readonly subject?: string;
}

export interface StoredEvent {
	readonly sequence: number;
	readonly id: string;
	readonly type: string;
	readonly version: number;
	readonly productId: string | null;
	readonly subject: string;
	/** JSON. */
	readonly data: string;
	readonly occurredAt: string;
}

export interface ReadEvents {
	readonly events: readonly StoredEvent[];
	/** All events up to it were examined. */
	readonly cursor: number;
	readonly isMore: boolean;
}

/**
 * Events scanned by one statement. A reader of rare events would otherwise scan a whole month at
 * once, and SQLite blocks everything else meanwhile.
 */
const scannedAtOnceMax = 20_000;

export interface Range {
	readonly after: number;
	readonly limit: number;
}

/** Rights and filter of a read. */
export interface EventQuery {
	readonly rights: ReadRights;
	readonly filter: EventFilter;
}

/** Reads a program's events, from the table of events and other storage. */
export interface EventReader {
	/** Events after `after` in order, at most `limit`. */
	read(query: EventQuery, range: Range): Promise<ReadEvents>;
	/** The newest events in order, at most `limit`, with the cursor after them. */
	newest(query: EventQuery, limit: number): Promise<ReadEvents>;
	/** Events by sequence, for a caller who has read them with these rights before; removed ones are absent. */
	at(rights: ReadRights, places: readonly EventPlace[]): Promise<ReadonlyMap<number, StoredEvent>>;
	/** Sequence of the oldest kept event, or of the next one. */
	oldest(): Promise<number>;
	/** A subscription's cursor is stored after this many skipped events. */
	readonly passedOverMax: number;
}

export interface EventPlace {
	readonly sequence: number;
	readonly subject: string;
}

/** A reader for programs with all events in the table. */
export function tableReader<Tables extends EventTables>(database: Kysely<Tables>): EventReader {
	return {
		read: (query, range) => readEvents(database, query, range),
		newest: (query, limit) => readNewest(database, query, limit),
		// Not checked again: the caller has read these events with the rights before.
		at: (_rights, places) => eventsAt(database, places),
		oldest: () => oldestSequence(database),
		passedOverMax: 10_000,
	};
}

/**
 * Events after `after` in order, at most `limit`. After a restore a cursor may be beyond the
 * newest event; it is then set to the newest, so as not to skip the next ones.
 */
export async function readEvents<Tables extends EventTables>(
	database: Kysely<Tables>,
	query: EventQuery,
	{ after, limit }: Range,
): Promise<ReadEvents> {
	// Fix the end now: the cursor must not pass events added during the read.
	const newest = await newestSequence(database);
	let from = newest - after > scannedAtOnceMax ? await skipRemoved(database, after) : after;
	const rows: Row[] = [];
	for (;;) {
		const upTo = await partEnd(database, { from, newest });
		const found = selection(database, query, { after: from, upTo }).orderBy('sequence');
		rows.push(...(await found.limit(limit + 1 - rows.length).execute()));
		if (rows.length > limit || upTo >= newest) break;
		from = upTo;
		await nextTurn();
	}
	const events = rows.slice(0, limit).map(storedEvent);
	const isMore = rows.length > limit;
	const cursor = isMore ? (events.at(-1)?.sequence ?? after) : newest;
	return { events, cursor, isMore };
}

export async function readNewest<Tables extends EventTables>(
	database: Kysely<Tables>,
	query: EventQuery,
	limit: number,
): Promise<ReadEvents> {
	const newest = await newestSequence(database);
	const first = await skipRemoved(database, 0);
	const rows: Row[] = [];
	for (let [upTo, after] = [newest, newest]; rows.length < limit && upTo > first; upTo = after) {
		if (upTo < newest) await nextTurn();
		after = await partBegin(database, { first, upTo });
		const found = selection(database, query, { after, upTo }).orderBy('sequence', 'desc');
		rows.push(...(await found.limit(limit - rows.length).execute()));
	}
	return { events: rows.reverse().map(storedEvent), cursor: newest, isMore: false };
}

export async function eventsAt<Tables extends EventTables>(
	database: Kysely<Tables>,
	places: readonly EventPlace[],
): Promise<ReadonlyMap<number, StoredEvent>> {
	if (places.length === 0) return new Map();
	const tables = eventTables(database);
	const sequences = places.map(({ sequence }) => sequence);
	const rows = await tables
		.selectFrom('events')
		.select(eventColumns)
		.where('sequence', 'in', numberList<EventTables>(tables, sequences) as never)
		.execute();
	return new Map(rows.map((row) => [Number(row.sequence), storedEvent(row)]));
}

/** The last assigned sequence. */
export async function newestSequence<Tables extends EventTables>(
	database: Kysely<Tables>,
): Promise<number> {
	const row = await eventTables(database)
		.selectFrom('event_cursors')
		.select('position')
		.where('name', '=', 'events')
		.executeTakeFirst();
	return Number(row?.position ?? 0);
}

export async function oldestSequence<Tables extends EventTables>(
	database: Kysely<Tables>,
): Promise<number> {
	const row = await eventTables(database)
		.selectFrom('events')
		.select('sequence')
		.orderBy('sequence')
		.limit(1)
		.executeTakeFirst();
	return row === undefined ? (await newestSequence(database)) + 1 : Number(row.sequence);
}

/** End of a part of the scan; sequences of events may have large gaps. */
async function partEnd<Tables extends EventTables>(
	database: Kysely<Tables>,
	{ from, newest }: { readonly from: number; readonly newest: number },
): Promise<number> {
	if (newest - from <= scannedAtOnceMax) return newest;
	const row = await eventTables(database)
		.selectFrom('events')
		.select('sequence')
		.where('sequence', '>', from)
		.orderBy('sequence')
		.limit(1)
		.offset(scannedAtOnceMax - 1)
		.executeTakeFirst();
	return row === undefined ? newest : Math.min(newest, Number(row.sequence));
}

/** Start of a part of the scan, exclusive. */
async function partBegin<Tables extends EventTables>(
	database: Kysely<Tables>,
	{ first, upTo }: { readonly first: number; readonly upTo: number },
): Promise<number> {
	if (upTo - first <= scannedAtOnceMax) return first;
	const row = await eventTables(database)
		.selectFrom('events')
		.select('sequence')
		.where('sequence', '<=', upTo)
		.orderBy('sequence', 'desc')
		.limit(1)
		.offset(scannedAtOnceMax)
		.executeTakeFirst();
	return row === undefined ? first : Math.max(first, Number(row.sequence));
}

/** Moves a cursor past removed events: to the sequence before the oldest kept event. */
async function skipRemoved<Tables extends EventTables>(
	database: Kysely<Tables>,
	after: number,
): Promise<number> {
	return Math.max(after, (await oldestSequence(database)) - 1);
}

const eventColumns = [
	...(['sequence', 'id', 'type', 'version', 'product_id', 'subject', 'data'] as const),
	'occurred_at',
] as const;

function selection<Tables extends EventTables>(
	database: Kysely<Tables>,
	{ rights, filter }: EventQuery,
	{ after, upTo }: { readonly after: number; readonly upTo: number },
) {
	const { owners } = rights;
	const query = eventTables(database)
		.selectFrom('events')
		.select(eventColumns)
		.where('sequence', '>', after)
		.where('sequence', '<=', upTo)
		.where((builder) => readableCondition(builder, rights))
		.where((builder) => filterCondition(builder, filter));
	return owners === 'ALL' ? query : query.where('owner', 'in', [...owners]);
}

type Builder = ExpressionBuilder<EventTables, 'events'>;

function readableCondition(
	builder: Builder,
	{ typesReadable, typesIfAddressed, audienceNames }: ReadRights,
): Expression<SqlBool> {
	const none = sql<SqlBool>`1 = 0`;
	const always = typesReadable.length === 0 ? none : builder('type', 'in', [...typesReadable]);
	if (typesIfAddressed.length === 0 || audienceNames.length === 0) return always;
	const isAddressed = builder.or(audienceNames.map((name) => sql<SqlBool>`${containing(name)}`));
	return builder.or([
		always,
		builder.and([builder('type', 'in', [...typesIfAddressed]), isAddressed]),
	]);
}

/**
 * Audiences are JSON arrays, so a name stands in quotes, and searching for the quoted name finds whole
 * names only.
 */
function containing(name: string) {
	const text = JSON.stringify(name).replace(/[\\%_]/g, '\\$&');
	return sql`audience like ${`%${text}%`} escape '\\'`;
}

function filterCondition(
	builder: Builder,
	{ types, productId, subject }: EventFilter,
): Expression<SqlBool> {
	return builder.and([
		...(types === undefined ? [] : [builder('type', 'in', [...types])]),
		...(productId === undefined ? [] : [builder('product_id', '=', productId)]),
		...(subject === undefined ? [] : [builder('subject', '=', subject)]),
	]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selection>['executeTakeFirstOrThrow']>>;

function storedEvent(row: Row): StoredEvent {
	return {
		sequence: Number(row.sequence),
		id: row.id,
		type: row.type,
		version: Number(row.version),
		productId: row.product_id,
		subject: row.subject,
		data: row.data,
		occurredAt: row.occurred_at,
	};
}

/** An event in the form of lists, streams and deliveries. */
export function wireEvent(event: StoredEvent): Model<'Event'> {
	return {
		id: event.id,
		sequence: event.sequence,
		type: event.type,
		version: event.version,
		timestamp: event.occurredAt,
		...(event.productId !== null && { productId: event.productId }),
		subject: event.subject,
		data: JSON.parse(event.data) as Readonly<Record<string, unknown>>,
	};
}
