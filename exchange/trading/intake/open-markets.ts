/** Where an account may have orders that can still trade. */
import { sql } from 'kysely';
import type { Database } from '../../database/database';

/** The markets where it has open orders, and those whose lane has not reached all of the log. */
export async function marketsWithOrders(database: Database, accountId: string): Promise<string[]> {
	const rows = await database
		.selectFrom('logs')
		.innerJoin('lanes', 'lanes.market', 'logs.market')
		.select('logs.market')
		.where(({ eb, or, exists, selectFrom, ref }) =>
			or([
				eb('lanes.cursor', '<', ref('logs.last_sequence')),
				exists(
					selectFrom('order_states')
						.select('order_id')
						.whereRef('order_states.market', '=', 'logs.market')
						.where('order_states.account_id', '=', accountId)
						// In the text of the statement, or the index of open orders is not used.
						.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`),
				),
			]),
		)
		.orderBy('logs.market')
		.execute();
	return rows.map(({ market }) => market);
}
