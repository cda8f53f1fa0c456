/** What is in the archive, as the database knows it, and from which time on lists are whole here. */
import type { Database } from '../../database/database';

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

/**
 * Which postings of a market have left the database: those of its commands up to one, and of the next
 * one, which may have brought very many, those before a position.
 */
export interface Removed {
	readonly sequence: bigint;
	readonly position: bigint;
}

/** Undefined where nothing was archived. What is here of a command that leaves in parts is its rest. */
export async function readRemoved(
	snapshot: Database,
	market: string,
): Promise<Removed | undefined> {
	const archive = await snapshot
		.selectFrom('archives')
		.select('removed_to')
		.where('market', '=', market)
		.executeTakeFirst();
	if (archive === undefined) return undefined;
	const { position } = await snapshot
		.selectFrom('postings')
		.select(({ fn }) => fn.min<bigint | null>('position').as('position'))
		.where('journal', '=', market)
		.where('sequence', '=', archive.removed_to + 1n)
		.executeTakeFirstOrThrow();
	return { sequence: archive.removed_to, position: position ?? 0n };
}

export function hasLeft(
	removed: Removed,
	posting: { readonly sequence: bigint; readonly position: bigint },
): boolean {
	if (posting.sequence !== removed.sequence + 1n) return posting.sequence <= removed.sequence;
	return posting.position < removed.position;
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
