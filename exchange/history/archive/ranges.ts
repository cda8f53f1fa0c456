/**
 * Which part of a market's history may leave next. It ends with a batch, behind which time has gone
 * on, so that what had ended by then is told by times alone; and it leaves nothing out that is still
 * needed here: what the snapshots kept begin behind, and what settlement has not counted yet.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';

/**
 * Commands in a segment, unless a single batch has more: with all they brought, as much as is taken
 * apart in some milliseconds.
 */
export const segmentCommandsMax = 2_000;

/** Shorter ones are made of what has been due for a day. */
const dayMs = 86_400_000;

export interface Range {
	readonly market: string;
	readonly number: number;
	readonly firstSequence: number;
	readonly lastSequence: number;
	/** When the last of its commands was accepted. */
	readonly lastTime: number;
	readonly previous: string | undefined;
}

export interface Ripe {
	/** What was accepted at this time or later stays. */
	readonly before: number;
	readonly commandsMax: number;
	/** Takes a short segment, too. */
	readonly takesAll: boolean;
}

/** The part behind the last segment; undefined where nothing is to leave. */
export async function nextRange(
	database: Database,
	market: string,
	{ before, commandsMax, takesAll }: Ripe,
): Promise<Range | undefined> {
	const last = await lastSegment(database, market);
	const archivedTo = Number(last?.last_sequence ?? 0n);
	const firstTime = await acceptedAt(database, market, archivedTo + 1);
	if (firstTime === undefined || firstTime >= before) return undefined;
	const limit = await neededFrom(database, market);
	const end = await cutBelow(database, market, {
		after: archivedTo,
		upTo: Math.min(limit, archivedTo + commandsMax),
		before,
	});
	const cut = end ?? (await cutAbove(database, market, { after: archivedTo, upTo: limit, before }));
	if (cut === undefined) return undefined;
	if (!takesAll && firstTime >= before - dayMs) {
		const full = archivedTo + commandsMax;
		const time = limit < full ? undefined : await acceptedAt(database, market, full);
		if (time === undefined || time >= before) return undefined;
	}
	return {
		market,
		number: Number(last?.number ?? 0n) + 1,
		firstSequence: archivedTo + 1,
		lastSequence: cut.sequence,
		lastTime: cut.time,
		previous: last?.sha256,
	};
}

export function lastSegment(database: Database, market: string) {
	return database
		.selectFrom('archive_segments')
		.selectAll()
		.where('market', '=', market)
		.orderBy('number', 'desc')
		.limit(1)
		.executeTakeFirst();
}

async function acceptedAt(
	database: Database,
	market: string,
	sequence: number,
): Promise<number | undefined> {
	const row = await database
		.selectFrom('commands')
		.select('accepted_at')
		.where('market', '=', market)
		.where('sequence', '=', BigInt(sequence))
		.executeTakeFirst();
	return row === undefined ? undefined : Number(row.accepted_at);
}

/** The last command that nothing here needs any more. */
async function neededFrom(database: Database, market: string): Promise<number> {
	const { sequence } = await database
		.selectFrom('snapshots')
		.select(({ fn }) => fn.min<bigint | null>('sequence').as('sequence'))
		.where('market', '=', market)
		.executeTakeFirstOrThrow();
	const dues = await database
		.selectFrom('due_cursors')
		.select('sequence')
		.where('market', '=', market)
		.executeTakeFirst();
	return Math.min(Number(sequence ?? 0n), Number(dues?.sequence ?? Number.MAX_SAFE_INTEGER));
}

interface Span {
	readonly after: number;
	readonly upTo: number;
	readonly before: number;
}

interface Cut {
	readonly sequence: number;
	readonly time: number;
}

/** The last place in a span at which a segment may end. */
async function cutBelow(database: Database, market: string, span: Span) {
	const [row] = await cuts(database, market, span).orderBy('last_sequence', 'desc').execute();
	return row && cutOf(row);
}

/** The first such place behind `after`: of commands that all came at once. */
async function cutAbove(database: Database, market: string, span: Span) {
	const [row] = await cuts(database, market, span).orderBy('last_sequence').execute();
	return row && cutOf(row);
}

function cuts(database: Database, market: string, { after, upTo, before }: Span) {
	return database
		.selectFrom('batches')
		.innerJoin('commands as last', (join) =>
			join
				.onRef('last.market', '=', 'batches.market')
				.onRef('last.sequence', '=', 'batches.last_sequence'),
		)
		.innerJoin('commands as next', (join) =>
			join
				.onRef('next.market', '=', 'batches.market')
				.on('next.sequence', '=', sql<bigint>`batches.last_sequence + 1`),
		)
		.select(['batches.last_sequence', 'last.accepted_at'])
		.where('batches.market', '=', market)
		.where('batches.last_sequence', '>', BigInt(after))
		.where('batches.last_sequence', '<=', BigInt(upTo))
		.where('last.accepted_at', '<', BigInt(before))
		.whereRef('next.accepted_at', '>', 'last.accepted_at')
		.limit(1);
}

function cutOf(row: { readonly last_sequence: bigint; readonly accepted_at: bigint }): Cut {
	return { sequence: Number(row.last_sequence), time: Number(row.accepted_at) };
}
