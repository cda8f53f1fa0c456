/**
 * What the scheduled jobs look for in the database: markets that were not drained, orders whose
 * time has come, logs that have grown since the last snapshot.
 */
import { sql } from 'kysely';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { Intake } from '../intake/intake';
import type { Markets } from '../markets/markets';

/** Commands after which a new snapshot saves more than it costs. */
const snapshotCommands = 10_000n;

/** Markets with commands behind their cursor. */
export async function marketsBehind(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('logs')
		.innerJoin('lanes', 'lanes.market', 'logs.market')
		.select('logs.market')
		.whereRef('logs.last_sequence', '>', 'lanes.cursor')
		.execute();
	return rows.map(({ market }) => market);
}

/** Markets whose cursor is far from their newest snapshot. */
export async function marketsToSnapshot(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('lanes')
		.leftJoin('snapshots', 'snapshots.market', 'lanes.market')
		.select(({ fn }) => ['lanes.market', 'cursor', fn.max('snapshots.sequence').as('newest')])
		.groupBy(['lanes.market', 'cursor'])
		.execute();
	return rows
		.filter(({ cursor, newest }) => cursor - (newest ?? 0n) >= snapshotCommands)
		.map(({ market }) => market);
}

export interface ExpiryParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly intake: Pick<Intake, 'submit'>;
	readonly clock: Clock;
}

/** Tells the time to every market with an order that ends by now. */
export async function expireOrders(parts: ExpiryParts): Promise<void> {
	const time = parts.clock.now();
	const due = await parts.database
		.selectFrom('order_states')
		.select('market')
		.distinct()
		// Word for word as the index says it, which is not used for parameters.
		.where(sql<boolean>`expire_time > 0 and status in ('NEW', 'PARTIALLY_FILLED')`)
		.where('expire_time', '<=', BigInt(time))
		.execute();
	for (const { market: symbol } of due) {
		const market = await parts.markets.find(symbol);
		if (market !== undefined) await parts.intake.submit(market, { kind: 'EXPIRE', time });
	}
}
