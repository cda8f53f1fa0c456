/**
 * Whose events have come since it was asked last, so that a busy market has nobody look for events but
 * those whose orders they are about.
 */
import { textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { cursorOf } from './market-source';

export class NewFor {
	/** Up to where each market was looked at. */
	private readonly looked = new Map<string, bigint>();
	private newest: bigint | undefined;

	constructor(private readonly database: Database) {}

	async ask(owners: readonly string[]): Promise<ReadonlySet<string> | 'ALL'> {
		const isOther = await this.hasOther();
		const found = new Set<string>();
		for (const { symbol } of await this.database.selectFrom('markets').select('symbol').execute()) {
			for (const account of await this.tradersIn(symbol, owners)) found.add(account);
		}
		return isOther ? 'ALL' : found;
	}

	/** Whether anything was told that is not an order's. */
	private async hasOther(): Promise<boolean> {
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
		const after = this.looked.get(market) ?? 0n;
		this.looked.set(market, upTo);
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
