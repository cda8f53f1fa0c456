/**
 * What the scheduled jobs look for in the database: markets that were not drained, orders whose
 * time has come, logs that have grown since the last snapshot.
 */
import { sql } from 'kysely';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { Intake } from '../trading/intake/intake';
import type { Markets } from '../trading/markets/markets';

/** Commands after which a new snapshot saves more than it costs. */
const snapshotCommands = 10_000n;

/**
 * Of a large book a snapshot is taken after a quarter as many commands as it has orders: a start then
 * takes less time for carrying out commands again than for reading the orders, and writing them takes
 * a small share of what the commands took.
 */
const ordersPerCommand = 4n;

/** Markets with commands behind their cursor, and where that stands. */
export async function marketsBehind(database: Database): Promise<ReadonlyMap<string, bigint>> {
	const rows = await database
		.selectFrom('logs')
		.innerJoin('lanes', 'lanes.market', 'logs.market')
		.select(['logs.market', 'lanes.cursor'])
		.whereRef('logs.last_sequence', '>', 'lanes.cursor')
		.execute();
	return new Map(rows.map(({ market, cursor }) => [market, cursor]));
}

/** Markets whose cursor is far from their newest snapshot. */
export async function marketsToSnapshot(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('lanes')
		.leftJoin('snapshots as newest', (join) =>
			join.onRef('newest.market', '=', 'lanes.market').on('newest.sequence', '=', (query) =>
				query
					.selectFrom('snapshots')
					.select(({ fn }) => fn.max('snapshots.sequence').as('sequence'))
					.whereRef('snapshots.market', '=', 'lanes.market'),
			),
		)
		.select(['lanes.market', 'cursor', 'sequence', 'open_orders'])
		.execute();
	return rows.filter(isWorthSnapshot).map(({ market }) => market);
}

interface Growth {
	readonly cursor: bigint;
	/** Of the newest snapshot. */
	readonly sequence: bigint | null;
	readonly open_orders: bigint | null;
}

function isWorthSnapshot({ cursor, sequence, open_orders: openOrders }: Growth): boolean {
	const commands = cursor - (sequence ?? 0n);
	return commands >= snapshotCommands && commands * ordersPerCommand >= (openOrders ?? 0n);
}

export interface ExpiryParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly intake: Pick<Intake, 'submit'>;
	readonly clock: Clock;
}

/** Tells the time to every market with an order that ends by now, or a pause that does. */
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
	const paused = await parts.database
		.selectFrom('markets')
		.select('symbol as market')
		.where('paused_until', '<=', BigInt(time))
		.execute();
	const symbols = new Set([...due, ...paused].map(({ market }) => market));
	for (const symbol of symbols) {
		const market = await parts.markets.find(symbol);
		if (market !== undefined) await parts.intake.submit(market, { kind: 'EXPIRE', time });
	}
}
