/**
 * Assigns events their positions in the stream. On PostgreSQL a transaction that wrote first may
 * commit last, so a number drawn while writing may become visible after a larger one, and a reader
 * behind the larger one would miss it. Here one process at a time numbers events once they are
 * committed, so that a cursor never skips any. Events of one subject keep their order, because its
 * writer locks the subject until the commit.
 * Records that have an order of their own become events without an extra row (`EventSource`).
 */
import type { Kysely } from 'kysely';
import { insertRows, numberList } from '../../database/bulk';
import { forUpdate } from '../../database/locks';
import { eventTables, type EventTables } from './tables';

/** Records of another table that are events as well. */
export interface EventSource<Tables> {
	/** Name of its cursor. */
	readonly name: string;
	/** The position after the newest record; all before it are committed. */
	newest(transaction: Kysely<Tables>): Promise<number>;
	/**
	 * Inserts events of the records at positions [after, upTo), numbered from `first`; returns how
	 * many numbers they take.
	 */
	insert(
		transaction: Kysely<Tables>,
		part: { readonly after: number; readonly upTo: number; readonly first: number },
	): Promise<number>;
}

/** Events placed in one transaction, from arrivals and from each source. */
export const eventsAtOnce = 1_000;

const columns = [
	...(['sequence', 'id', 'type', 'version', 'owner', 'product_id', 'subject'] as const),
	...(['audience', 'data', 'occurred_at'] as const),
];

export interface Ordered {
	/** Number of events placed. */
	readonly count: number;
	/** True if more may wait. */
	readonly isMore: boolean;
}

/** The sources that may have more records. */
export type EventSources<Tables> = (
	transaction: Kysely<Tables>,
) => Promise<readonly EventSource<Tables>[]>;

/** Places waiting events, as many as fit into one transaction. */
export async function orderEvents<Tables extends EventTables>(
	database: Kysely<Tables>,
	sourcesOf: EventSources<Tables> = () => Promise.resolve([]),
): Promise<Ordered> {
	return database.transaction().execute(async (transaction) => {
		const before = await lockedPosition(transaction, 'events');
		// Read before the arrivals: whatever caused a record was written before it.
		const parts = await partsOf(transaction, await sourcesOf(transaction));
		const arrived = await placeArrivals(transaction, before + 1);
		let last = before + arrived;
		for (const { source, after, upTo } of parts) {
			if (upTo === after) continue;
			last += await source.insert(transaction, { after, upTo, first: last + 1 });
			await setPosition(transaction, source.name, upTo);
		}
		if (last > before) await setPosition(transaction, 'events', last);
		const isMore = arrived === eventsAtOnce || parts.some(({ isPart }) => isPart);
		return { count: last - before, isMore };
	});
}

async function partsOf<Tables extends EventTables>(
	transaction: Kysely<Tables>,
	sources: readonly EventSource<Tables>[],
) {
	const parts = [];
	for (const source of sources) {
		const after = await lockedPosition(transaction, source.name);
		const newest = await source.newest(transaction);
		const upTo = Math.max(after, Math.min(newest, after + eventsAtOnce));
		parts.push({ source, after, upTo, isPart: upTo < newest });
	}
	return parts;
}

/** Reads a cursor and locks it until the transaction ends. */
async function lockedPosition<Tables extends EventTables>(
	transaction: Kysely<Tables>,
	name: string,
): Promise<number> {
	const tables = eventTables(transaction);
	const query = tables.selectFrom('event_cursors').select('position').where('name', '=', name);
	const row = await forUpdate(transaction, query).executeTakeFirst();
	if (row !== undefined) return Number(row.position);
	await tables
		.insertInto('event_cursors')
		.values({ name, position: 0 })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return Number((await forUpdate(transaction, query).executeTakeFirstOrThrow()).position);
}

async function setPosition<Tables extends EventTables>(
	transaction: Kysely<Tables>,
	name: string,
	position: number,
): Promise<void> {
	await eventTables(transaction)
		.updateTable('event_cursors')
		.set({ position })
		.where('name', '=', name)
		.execute();
}

async function placeArrivals<Tables extends EventTables>(
	transaction: Kysely<Tables>,
	first: number,
): Promise<number> {
	const tables = eventTables(transaction);
	const arrivals = await tables
		.selectFrom('event_arrivals')
		.selectAll()
		.orderBy('sequence')
		.limit(eventsAtOnce)
		.execute();
	if (arrivals.length === 0) return 0;
	const rows = arrivals.map((row, at) => [
		...[first + at, row.id, row.type, row.version, row.owner, row.product_id, row.subject],
		...[row.audience, row.data, row.occurred_at],
	]);
	await insertRows<EventTables>(tables, { table: 'events', columns }, rows);
	const placed = arrivals.map(({ sequence }) => sequence);
	await tables
		.deleteFrom('event_arrivals')
		.where('sequence', 'in', numberList<EventTables>(tables, placed) as never)
		.execute();
	return arrivals.length;
}
