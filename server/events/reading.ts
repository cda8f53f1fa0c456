/**
 * Reads the stream for somebody who hears a part of it: what their rights let them hear, and of that
 * what they ask for. It goes by the cursor alone, so a reader who comes back misses nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Model } from '../../api/types';
import { numberList } from '../database/bulk';
import { eventTables, type EventTables } from './tables';

/** What somebody hears, whatever they ask for. */
export interface Hearing {
	/** Whose events; `ALL` for everybody's. */
	readonly owners: readonly string[] | 'ALL';
	/** Types of which every event is heard. */
	readonly all: readonly string[];
	/** Types of which those are heard that one of `names` takes part in. */
	readonly own: readonly string[];
	readonly names: readonly string[];
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
	/** Everything up to it was looked at. */
	readonly cursor: number;
	readonly isMore: boolean;
}

/**
 * Events looked through by one statement. Whoever hears of little would else have all of a month looked
 * through at once, and on SQLite nothing else goes on meanwhile.
 */
const lookedAtOnce = 20_000;

export interface Range {
	readonly after: number;
	readonly limit: number;
}

/** What somebody hears, and what of it is asked for. */
export interface Heard {
	readonly hearing: Hearing;
	readonly filter: EventFilter;
}

/** Where a program's events are read: in the table of events, and in what else it keeps of them. */
export interface EventReader {
	/** Events behind `after` in their order, at most `limit`. */
	read(heard: Heard, range: Range): Promise<ReadEvents>;
	/** The newest events in their order, at most `limit`, and where to go on behind them. */
	newest(heard: Heard, limit: number): Promise<ReadEvents>;
	/** Events by their places, of which some may be kept no longer. */
	at(hearing: Hearing, places: readonly EventPlace[]): Promise<ReadonlyMap<number, StoredEvent>>;
	/** The place of the oldest event that is kept, or of the one that comes next. */
	oldest(): Promise<number>;
	/** Places that were looked at for nothing move the cursor of a subscription when there are so many. */
	readonly passedOverMax: number;
}

export interface EventPlace {
	readonly sequence: number;
	readonly subject: string;
}

/** Reads a program whose events all stand in the table of events. */
export function tableReader<Tables extends EventTables>(database: Kysely<Tables>): EventReader {
	return {
		read: (heard, range) => readEvents(database, heard, range),
		newest: (heard, limit) => readNewest(database, heard, limit),
		at: (_hearing, places) => eventsAt(database, places),
		oldest: () => oldestSequence(database),
		passedOverMax: 10_000,
	};
}

/**
 * Events behind `after` in their order, at most `limit`. A cursor from before a copy was brought back may
 * lie behind the newest event: reading goes on at that one, so as not to pass over what comes next.
 */
export async function readEvents<Tables extends EventTables>(
	database: Kysely<Tables>,
	heard: Heard,
	{ after, limit }: Range,
): Promise<ReadEvents> {
	// What is placed while reading is left to the next time, or the cursor would pass over it.
	const newest = await newestSequence(database);
	let from = newest - after > lookedAtOnce ? await keptFrom(database, after) : after;
	const rows: Row[] = [];
	for (;;) {
		const upTo = await partEnd(database, { from, newest });
		const found = selection(database, heard, { after: from, upTo }).orderBy('sequence');
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
	heard: Heard,
	limit: number,
): Promise<ReadEvents> {
	const newest = await newestSequence(database);
	const first = await keptFrom(database, 0);
	const rows: Row[] = [];
	for (let [upTo, after] = [newest, newest]; rows.length < limit && upTo > first; upTo = after) {
		if (upTo < newest) await nextTurn();
		after = await partBegin(database, { first, upTo });
		const found = selection(database, heard, { after, upTo }).orderBy('sequence', 'desc');
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

/** The last place that was given. */
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

/** Where a part ends that begins behind a place: events may have many places between them. */
async function partEnd<Tables extends EventTables>(
	database: Kysely<Tables>,
	{ from, newest }: { readonly from: number; readonly newest: number },
): Promise<number> {
	if (newest - from <= lookedAtOnce) return newest;
	const row = await eventTables(database)
		.selectFrom('events')
		.select('sequence')
		.where('sequence', '>', from)
		.orderBy('sequence')
		.limit(1)
		.offset(lookedAtOnce - 1)
		.executeTakeFirst();
	return row === undefined ? newest : Math.min(newest, Number(row.sequence));
}

/** The place before a part that ends at one. */
async function partBegin<Tables extends EventTables>(
	database: Kysely<Tables>,
	{ first, upTo }: { readonly first: number; readonly upTo: number },
): Promise<number> {
	if (upTo - first <= lookedAtOnce) return first;
	const row = await eventTables(database)
		.selectFrom('events')
		.select('sequence')
		.where('sequence', '<=', upTo)
		.orderBy('sequence', 'desc')
		.limit(1)
		.offset(lookedAtOnce)
		.executeTakeFirst();
	return row === undefined ? first : Math.max(first, Number(row.sequence));
}

/** The cursor, or the place before the oldest event that is kept, where that comes later. */
async function keptFrom<Tables extends EventTables>(
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
	{ hearing, filter }: Heard,
	{ after, upTo }: { readonly after: number; readonly upTo: number },
) {
	const { owners } = hearing;
	const query = eventTables(database)
		.selectFrom('events')
		.select(eventColumns)
		.where('sequence', '>', after)
		.where('sequence', '<=', upTo)
		.where((builder) => isHeard(builder, hearing))
		.where((builder) => isAsked(builder, filter));
	return owners === 'ALL' ? query : query.where('owner', 'in', [...owners]);
}

type Builder = ExpressionBuilder<EventTables, 'events'>;

function isHeard(builder: Builder, { all, own, names }: Hearing): Expression<SqlBool> {
	const none = sql<SqlBool>`1 = 0`;
	const whole = all.length === 0 ? none : builder('type', 'in', [...all]);
	if (own.length === 0 || names.length === 0) return whole;
	const takesPart = builder.or(names.map((name) => sql<SqlBool>`${containing(name)}`));
	return builder.or([whole, builder.and([builder('type', 'in', [...own]), takesPart])]);
}

/** Audiences are JSON, in which a name stands between quotes. */
function containing(name: string) {
	const text = JSON.stringify(name).replace(/[\\%_]/g, '\\$&');
	return sql`audience like ${`%${text}%`} escape '\\'`;
}

function isAsked(
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

/** An event as it is listed, streamed and delivered. */
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
