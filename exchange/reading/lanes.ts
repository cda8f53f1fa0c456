/** Reads how far each market's log is carried out. */
import { present } from '../../server/at';
import type { Database } from '../database/database';
import type { MarketStatus } from '../engine/command';

export interface LaneProgress {
	readonly symbol: string;
	readonly status: MarketStatus;
	/** Sequence of the last command in the log. */
	readonly accepted: number;
	/** Sequence of the last command carried out. */
	readonly committed: number;
	readonly epoch: number;
	/** Milliseconds since 1970; null before the first commit. */
	readonly committedAt: number | null;
	/** Null before the first snapshot. */
	readonly snapshotSequence: number | null;
}

export async function readLanes(
	database: Database,
	symbol: string | undefined,
): Promise<readonly LaneProgress[]> {
	const rows = await database
		.selectFrom('markets')
		.innerJoin('logs', 'logs.market', 'symbol')
		.innerJoin('lanes', 'lanes.market', 'symbol')
		.select(['symbol', 'status', 'last_sequence', 'cursor', 'epoch'])
		.select((eb) => [
			eb
				.selectFrom('batches')
				.select('committed_at')
				.whereRef('batches.market', '=', 'symbol')
				.orderBy('batches.last_sequence', 'desc')
				.limit(1)
				.as('committed_at'),
			eb
				.selectFrom('snapshots')
				.select('sequence')
				.whereRef('snapshots.market', '=', 'symbol')
				.orderBy('sequence', 'desc')
				.limit(1)
				.as('snapshot_sequence'),
		])
		.$if(symbol !== undefined, (query) => query.where('symbol', '=', present(symbol, 'the symbol')))
		.orderBy('symbol')
		.execute();
	return rows.map((row) => ({
		symbol: row.symbol,
		status: row.status as MarketStatus,
		accepted: Number(row.last_sequence),
		committed: Number(row.cursor),
		epoch: Number(row.epoch),
		committedAt: row.committed_at === null ? null : Number(row.committed_at),
		snapshotSequence: row.snapshot_sequence === null ? null : Number(row.snapshot_sequence),
	}));
}
