/**
 * Compares the numbers of order events with the batches that they number. Numbers of all events
 * stand one behind the other, from the last one on that was removed.
 */
import { sql } from 'kysely';
import { removedUpTo } from '../../../server/events/record/keeping';
import type { Database } from '../../database/database';

export async function eventFaults(snapshot: Database): Promise<readonly string[]> {
	const faults = await placeFaults(snapshot);
	const removed = await removedUpTo(snapshot);
	const { rows } = await sql<{ readonly first: bigint; readonly next: bigint }>`
		select first, next from (
			select first_sequence as first,
				lag(first_sequence + places) over (order by first_sequence, places) as next
			from (
				select first_sequence, places from market_events
				union all select sequence, 1 from events
			) as numbered
		) as placed
		where first < next or (first > next and first > ${BigInt(removed + 1)})
		order by first limit 1`.execute(snapshot);
	const gap = rows.map(
		({ first, next }) => `market_events: first_sequence is ${first}, by the events before ${next}`,
	);
	return [...faults, ...gap];
}

/** Each row numbers one batch, and each batch from the oldest of them to the newest has one. */
async function placeFaults(snapshot: Database): Promise<readonly string[]> {
	const faults: string[] = [];
	const { rows } = await sql<{
		readonly market: string;
		readonly batch: bigint;
		readonly places: bigint | null;
		readonly placed_at: bigint | null;
		readonly size: bigint | null;
		readonly committed_at: bigint | null;
	}>`select market, batch, places, placed_at, size, committed_at from (
			select market_events.market, market_events.batch, places, placed_at,
				octet_length(reports) as size, committed_at
			from market_events left join batches on batches.market = market_events.market
				and batches.last_sequence = market_events.batch
			union all select batches.market, batches.last_sequence, null, null, null, null
			from batches join event_cursors on event_cursors.name = 'market ' || batches.market
			where batches.last_sequence <= event_cursors.position
				and batches.last_sequence > (
					select min(batch) from market_events as oldest where oldest.market = batches.market
				)
				and not exists (
					select 1 from market_events as own
					where own.market = batches.market and own.batch = batches.last_sequence
				)
		) as compared
		where places is null or size is null or places <> size or placed_at <> committed_at
		limit 1`.execute(snapshot);
	for (const row of rows) {
		const name = `market_events ${row.market} ${row.batch}`;
		const told =
			row.places === null
				? 'is not there, by batches it is'
				: `places and placed_at are ${row.places} and ${row.placed_at}, by batches ${row.size} and ${row.committed_at}`;
		faults.push(`${name}: ${told}`);
	}
	return faults;
}
