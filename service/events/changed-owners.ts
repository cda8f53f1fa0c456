/**
 * Tells which owners have new events since the last call, so that only their streams and
 * subscriptions are read.
 */
import { newestSequence } from '../../server/events/record/reading';
import { eventTables } from '../../server/events/record/tables';
import type { Database } from '../database/database';

/** With more new events than this, ask() returns ALL. */
const eventsReadMax = 1_000;

export class ChangedOwners {
	private lastSequence: number | undefined;

	constructor(private readonly database: Database) {}

	async ask(): Promise<ReadonlySet<string> | 'ALL'> {
		const newest = await newestSequence(this.database);
		const after = this.lastSequence ?? 0;
		this.lastSequence = newest;
		if (newest - after > eventsReadMax || newest < after) return 'ALL';
		const rows = await eventTables(this.database)
			.selectFrom('events')
			.select('owner')
			.distinct()
			.where('sequence', '>', after)
			.where('sequence', '<=', newest)
			.execute();
		return new Set(rows.map(({ owner }) => owner));
	}
}
