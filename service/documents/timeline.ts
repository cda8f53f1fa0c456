/**
 * The events of a file in one order: versions, rules, approvals, and comparisons by the time
 * of their request. First the ids of a page are found by index, then their rows are read.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Model } from '../../api/types';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { ListRange } from '../operations/list-range';
import { approvalsOfIds } from './files/approvals';
import { comparisonsOfIds } from './comparisons/records';
import { rulesOfIds, type SetRules } from './files/file-rules';
import { versionsOfIds } from './files/kept-versions';

type Entry = Model<'TimelineEntry'>;

export interface TimelineRange extends ListRange {
	/** Default: oldest first. */
	readonly newestFirst?: boolean | undefined;
}

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
}

/** Entries read before other requests are served. */
const entriesAtOnce = 250;

export async function listTimeline(
	parts: Parts,
	fileId: string,
	range: TimelineRange,
): Promise<readonly Entry[]> {
	const places = await placesOf(parts.database, fileId, range);
	const entries: Entry[] = [];
	for (let first = 0; first < places.length; first += entriesAtOnce) {
		if (first > 0) await othersServed();
		const page = places.slice(first, first + entriesAtOnce);
		const found = await entriesAt(parts, fileId, page);
		// A comparison may have been dropped from the history meanwhile.
		entries.push(...page.flatMap(({ id }) => found.get(id) ?? []));
	}
	return entries;
}

interface Place {
	readonly kind: Entry['kind'];
	readonly id: string;
}

/** Entries of the same time are ordered as they must have happened: kept, with its rules, compared,
 * approved. */
async function placesOf(
	database: Database,
	fileId: string,
	{ limit, offset, newestFirst = false }: TimelineRange,
): Promise<readonly Place[]> {
	const rowsMax = limit + offset;
	const order = sql.raw(newestFirst ? 'desc' : 'asc');
	const places = (kind: Entry['kind'], rank: number, table: string) => sql`
		select * from (select ${sql.lit(kind)} as kind, ${sql.lit(rank)} as place_rank, id, sequence, created_at
			from ${sql.table(table)} where file_id = ${fileId}
			order by created_at ${order}, sequence ${order} limit ${rowsMax}) as ${sql.ref(`${table}_places`)}`;
	const { rows } = await sql<Place>`select kind, id from (
		${places('Version', 0, 'keeper_versions')} union all
		${places('Rules', 1, 'keeper_rules')} union all
		${places('Comparison', 2, 'keeper_comparisons')} union all
		${places('Approval', 3, 'keeper_approvals')}) as places
		order by created_at ${order}, place_rank ${order}, sequence ${order}
		limit ${limit} offset ${offset}`.execute(database);
	return rows;
}

async function entriesAt(
	parts: Parts,
	fileId: string,
	places: readonly Place[],
): Promise<ReadonlyMap<string, Entry>> {
	const { database } = parts;
	const idsOf = (kind: Entry['kind']) =>
		places.filter((place) => place.kind === kind).map(({ id }) => id);
	const versions = await unlessEmpty(idsOf('Version'), (ids) =>
		versionsOfIds(database, fileId, ids),
	);
	const approvals = await unlessEmpty(idsOf('Approval'), (ids) =>
		approvalsOfIds(database, fileId, ids),
	);
	const rules = await unlessEmpty(idsOf('Rules'), (ids) => rulesOfIds(database, fileId, ids));
	const comparisons = await unlessEmpty(idsOf('Comparison'), (ids) =>
		comparisonsOfIds(parts, fileId, ids),
	);
	const found: readonly Entry[] = [
		...versions.map(ofVersion),
		...approvals.map((approval) => ({ kind: 'Approval' as const, ...approval })),
		...rules.map(ofRules),
		...comparisons.map(ofComparison),
	];
	return new Map(found.map((entry) => [entry.id, entry]));
}

/** Not every SQL dialect allows `in ()`. */
async function unlessEmpty<Found>(
	ids: readonly string[],
	read: (ids: readonly string[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
	return ids.length === 0 ? [] : read(ids);
}

function ofVersion({
	id,
	version,
	ownerEmail,
	fileName,
	sameAsVersion,
	blockchainStatus,
	creationDate,
}: Model<'KeeperFileVersion'>): Entry {
	return {
		kind: 'Version',
		id,
		creationDate,
		createdByEmail: ownerEmail,
		version,
		versionId: id,
		fileName,
		blockchainStatus,
		...(sameAsVersion !== undefined && { sameAsVersion }),
	};
}

function ofRules({ rules, ...set }: SetRules): Entry {
	return { kind: 'Rules', ...set, ...(rules !== undefined && { rules }) };
}

function ofComparison(comparison: Model<'Comparison'>): Entry {
	const { id, creationDate, createdByEmail, version, versionId, fileName } = comparison;
	return {
		kind: 'Comparison',
		id,
		creationDate,
		createdByEmail,
		version,
		versionId,
		...(fileName !== undefined && { fileName }),
		comparison,
	};
}
