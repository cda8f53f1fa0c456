/**
 * Numbers the committed batches of the lanes among all events, one small row per batch, in the
 * order of each market. A market's cursor is the last numbered command; it moves in the same
 * transaction, so nothing is numbered twice.
 */
import { sql } from 'kysely';
import { insertRows } from '../../server/database/bulk';
import type { EventSource, EventSources } from '../../server/events/record/ordering';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';

/** Name of a market's cursor. */
export function cursorOf(market: string): string {
	return `market ${market}`;
}

/** The last numbered batch of each market. */
export async function marketCursors(database: Database): Promise<ReadonlyMap<string, bigint>> {
	const rows = await database
		.selectFrom('event_cursors')
		.select(['name', 'position'])
		.where('name', 'like', cursorOf('%'))
		.execute();
	return new Map(
		rows.map(({ name, position }) => [name.slice(cursorOf('').length), BigInt(position)]),
	);
}

/** Markets with batches that have no number yet. */
export const marketSources: EventSources<Schema> = async (transaction) => {
	const rows = await transaction
		.selectFrom('lanes')
		.leftJoin('event_cursors', (join) =>
			join.on('event_cursors.name', '=', sql`'market ' || lanes.market`),
		)
		.select(['lanes.market', 'lanes.cursor'])
		.where(sql<boolean>`lanes.cursor > coalesce(event_cursors.position, 0)`)
		.orderBy('lanes.market')
		.execute();
	return rows.map(({ market, cursor }) => marketSource(market, Number(cursor)));
};

const newPlace = {
	table: 'market_events',
	columns: ['market', 'first_sequence', 'places', 'batch', 'placed_at'],
} as const;

function marketSource(market: string, newest: number): EventSource<Schema> {
	return {
		name: cursorOf(market),
		newest: () => Promise.resolve(newest),
		async insert(transaction, { after, upTo, first }) {
			const batches = await batchesAfter(transaction, market, { after, upTo });
			let next = first;
			const rows = batches.map(({ last_sequence: batch, size, committed_at: at }) => {
				const row = [market, next, Number(size), batch, at];
				next += Number(size);
				return row;
			});
			await insertRows(transaction, newPlace, rows);
			return next - first;
		},
	};
}

function batchesAfter(
	transaction: Database,
	market: string,
	{ after, upTo }: { readonly after: number; readonly upTo: number },
) {
	return transaction
		.selectFrom('batches')
		.select(['last_sequence', 'committed_at'])
		.select(sql<bigint>`octet_length(reports)`.as('size'))
		.where('market', '=', market)
		.where('last_sequence', '>', BigInt(after))
		.where('last_sequence', '<=', BigInt(upTo))
		.orderBy('last_sequence')
		.execute();
}
