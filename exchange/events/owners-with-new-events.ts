/**
 * Tells which owners have new events since the last call, so that a busy market wakes only the
 * owners of its orders.
 */
import { textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { cursorOf } from './market-source';

export class OwnersWithNewEvents {
	/** Last batch that was checked in each market. */
	private readonly checkedTo = new Map<string, bigint>();
	private newest: bigint | undefined;

	constructor(private readonly database: Database) {}

	async next(owners: readonly string[]): Promise<ReadonlySet<string> | 'ALL'> {
		const isOther = await this.hasOtherEvents();
		const found = new Set<string>();
		for (const { symbol } of await this.database.selectFrom('markets').select('symbol').execute()) {
			for (const account of await this.tradersIn(symbol, owners)) found.add(account);
		}
		return isOther ? 'ALL' : found;
	}

	/** True if there is a new event that is not about an order. */
	private async hasOtherEvents(): Promise<boolean> {
		const row = await this.database
			.selectFrom('events')
			.select('sequence')
			.orderBy('sequence', 'desc')
			.limit(1)
			.executeTakeFirst();
		const newest = BigInt(row?.sequence ?? 0);
		const isOther = newest !== this.newest;
		this.newest = newest;
		return isOther;
	}

	private async tradersIn(market: string, owners: readonly string[]): Promise<readonly string[]> {
		const cursor = await this.database
			.selectFrom('event_cursors')
			.select('position')
			.where('name', '=', cursorOf(market))
			.executeTakeFirst();
		const upTo = BigInt(cursor?.position ?? 0);
		const after = this.checkedTo.get(market) ?? 0n;
		this.checkedTo.set(market, upTo);
		if (upTo === after || owners.length === 0) return [];
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
