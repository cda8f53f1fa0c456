/**
 * Tells which owners have new events since the last call, so that a busy market wakes only the
 * owners of its orders, and an event only its own. Only markets with new events are read.
 */
import { textList } from '../../server/database/bulk';
import { newestSequence } from '../../server/events/record/reading';
import type { Database } from '../database/database';
import { administrators, everybody } from '../telling/telling';
import { marketCursors } from './market-source';

interface Checked {
	/** The last event. */
	readonly newest: number;
	/** The last batch of each market. */
	readonly batches: ReadonlyMap<string, bigint>;
}

export class OwnersWithNewEvents {
	private checked: Checked | undefined;

	constructor(private readonly database: Database) {}

	async next(owners: readonly string[]): Promise<ReadonlySet<string> | 'ALL'> {
		const { checked, database } = this;
		// The events first: their numbers are given in the transaction that moves the markets' cursors.
		const newest = await newestSequence(database);
		const batches = await marketCursors(database);
		this.checked = { newest, batches };
		if (checked === undefined) return 'ALL';
		const found = await this.otherOwners(checked.newest, newest);
		if (found.has(everybody)) return 'ALL';
		for (const [market, upTo] of batches) {
			const after = checked.batches.get(market) ?? 0n;
			if (upTo === after || owners.length === 0) continue;
			const range = { after, upTo };
			for (const account of await this.tradersIn(market, owners, range)) found.add(account);
		}
		return found;
	}

	/** Owners of events that are not about an order; administrators may read those of all. */
	private async otherOwners(after: number, upTo: number): Promise<Set<string>> {
		const rows = await this.database
			.selectFrom('events')
			.select('owner')
			.distinct()
			.where('sequence', '>', after)
			.where('sequence', '<=', upTo)
			.execute();
		if (rows.length === 0) return new Set();
		return new Set([administrators, 'ALL', ...rows.map(({ owner }) => owner)]);
	}

	private async tradersIn(
		market: string,
		owners: readonly string[],
		{ after, upTo }: { readonly after: bigint; readonly upTo: bigint },
	): Promise<readonly string[]> {
		const rows = await this.database
			.selectFrom('report_places')
			.select('account_id')
			.distinct()
			.where('account_id', 'in', textList(this.database, owners))
			.where('market', '=', market)
			.where('last_sequence', '>', after)
			.where('last_sequence', '<=', upTo)
			.execute();
		return rows.map(({ account_id }) => account_id);
	}
}
