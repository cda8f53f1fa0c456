/**
 * Whose events have come since it was asked last, so that an event has nobody look for it but those of
 * its organisation.
 */
import { newestSequence } from '../../server/events/reading';
import { eventTables } from '../../server/events/tables';
import type { Database } from '../database/database';

/** Behind more of them, everybody looks. */
const lookedThroughMax = 1_000;

export class NewFor {
	private looked: number | undefined;

	constructor(private readonly database: Database) {}

	async ask(): Promise<ReadonlySet<string> | 'ALL'> {
		const newest = await newestSequence(this.database);
		const after = this.looked ?? 0;
		this.looked = newest;
		if (newest - after > lookedThroughMax || newest < after) return 'ALL';
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
