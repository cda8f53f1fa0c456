/** What the database knows of the archive. */
import type { Database } from '../../database/database';

/** Printed by the command `archive show`, names included. */
export interface MarketArchive {
	readonly market: string;
	readonly segments: number;
	readonly sizeBytes: number;
	/** The last archived command and the time when it was accepted. */
	readonly lastSequence: number;
	readonly lastTime: string;
	/** True once all archived rows have left the database. */
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
 * Which postings of a market have left the database: all up to the command `sequence`, and of the
 * next command those before `position`. (A command may have very many postings.)
 */
export interface RemovedUpTo {
	readonly sequence: bigint;
	readonly position: bigint;
}

/**
 * Returns undefined if nothing was archived. A command that is being removed in parts still has its
 * last postings in the database.
 */
export async function readRemoved(
	transaction: Database,
	market: string,
): Promise<RemovedUpTo | undefined> {
	const archive = await transaction
		.selectFrom('archives')
		.select('removed_to')
		.where('market', '=', market)
		.executeTakeFirst();
	if (archive === undefined) return undefined;
	const { position } = await transaction
		.selectFrom('postings')
		.select(({ fn }) => fn.min<bigint | null>('position').as('position'))
		.where('journal', '=', market)
		.where('sequence', '=', archive.removed_to + 1n)
		.executeTakeFirstOrThrow();
	return { sequence: archive.removed_to, position: position ?? 0n };
}

export function hasLeft(
	removed: RemovedUpTo,
	posting: { readonly sequence: bigint; readonly position: bigint },
): boolean {
	if (posting.sequence !== removed.sequence + 1n) return posting.sequence <= removed.sequence;
	return posting.position < removed.position;
}

/** The last archived command of a market. */
export interface Horizon {
	readonly lastSequence: number;
	/** When it was accepted, in milliseconds. */
	readonly lastTimeMs: number;
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
	return row && { lastSequence: Number(row.archived_to), lastTimeMs: Number(row.last_time) };
}
