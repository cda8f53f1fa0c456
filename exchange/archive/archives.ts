/** What is in the archive, as the database knows it, and from which time on lists are whole here. */
import type { Database } from '../database/database';

export interface MarketArchive {
	readonly market: string;
	readonly segments: number;
	readonly sizeBytes: number;
	/** The last command in it, and when that was accepted. */
	readonly lastSequence: number;
	readonly lastTime: string;
	/** Whether all of it has left the database. */
	readonly isRemoved: boolean;
}

export async function readArchives(database: Database): Promise<readonly MarketArchive[]> {
	const rows = await database
		.selectFrom('archives')
		.innerJoin('archive_segments as segments', 'segments.market', 'archives.market')
		.select(['archives.market', 'archived_to', 'removed_to', 'archives.last_time'])
		.select(({ fn }) => [
			fn.countAll<bigint>().as('segments'),
			fn.sum<bigint | string>('size_bytes').as('size_bytes'),
		])
		.groupBy(['archives.market', 'archived_to', 'removed_to', 'archives.last_time'])
		.orderBy('archives.market')
		.execute();
	return rows.map((row) => ({
		market: row.market,
		segments: Number(row.segments),
		sizeBytes: Number(row.size_bytes),
		lastSequence: Number(row.archived_to),
		lastTime: new Date(Number(row.last_time)).toISOString(),
		isRemoved: row.removed_to === row.archived_to,
	}));
}

/** A market's lists begin behind it. */
export interface Horizon {
	readonly lastSequence: number;
	/** Of the last command in the archive. */
	readonly lastTime: number;
}

export async function readHorizon(
	database: Database,
	market: string,
): Promise<Horizon | undefined> {
	const row = await database
		.selectFrom('archives')
		.select(['archived_to', 'last_time'])
		.where('market', '=', market)
		.executeTakeFirst();
	return row && { lastSequence: Number(row.archived_to), lastTime: Number(row.last_time) };
}
