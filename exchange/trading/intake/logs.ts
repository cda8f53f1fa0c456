/** Reads and locks the ends of logs, for a transaction that appends to them. */
import { textList, textsValue } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import { Prepared } from '../../../server/database/prepared';
import type { Database } from '../../database/database';
import type { SelfTradePreventionMode } from '../../../api/exchange/language/order-types';

export interface Log {
	lastSequence: number;
	lastTime: number;
	readonly status: string;
	/** The default for orders that name none. */
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	/** True if anything of any market is archived. */
	readonly isAnyArchived: boolean;
}

export function isAnyArchived(logs: ReadonlyMap<string, Log>): boolean {
	return [...logs.values()].some((log) => log.isAnyArchived);
}

const lockedLogs = new Prepared((database: Database) => {
	const query = database
		.selectFrom('logs')
		.innerJoin('markets', 'markets.symbol', 'logs.market')
		.select(['logs.market', 'logs.last_sequence', 'logs.last_time', 'markets.status'])
		.select('markets.self_trade_prevention_mode as mode')
		.select(({ exists, selectFrom }) =>
			exists(selectFrom('archives').select('market')).as('isAnyArchived'),
		)
		.where('logs.market', 'in', textList(database, []))
		.orderBy('logs.market');
	return isPostgres(database) ? query.forUpdate('logs') : query;
});

/** Every process locks in the same order, which prevents deadlocks. */
export async function lockLogs(
	transaction: Database,
	markets: readonly string[],
): Promise<Map<string, Log>> {
	const rows = await lockedLogs.rows(transaction, [textsValue([...new Set(markets)])]);
	return new Map(
		rows.map((row) => [
			row.market,
			{
				lastSequence: Number(row.last_sequence),
				lastTime: Number(row.last_time),
				status: row.status,
				selfTradePreventionMode: row.mode as SelfTradePreventionMode,
				isAnyArchived: Boolean(row.isAnyArchived),
			},
		]),
	);
}
