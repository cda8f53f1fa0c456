/**
 * Checks everything on disk against the file maps: every byte of every shard, what lies in the
 * buckets without belonging there, and, when asked to, puts right what can be. It works on a store
 * nobody else uses and says what it does through `report`; showing it is the command's.
 */
import type { CheckParts, Finding } from './object-check';
import { checkObject } from './object-check';
import type { Mender } from './mender';
import { storedAfter } from './object-rows';
import { findOrphans, removeOrphan } from './orphans';

export interface FsckReport {
	progress(progress: { readonly objects: number; readonly of: number }): void;
	finding(finding: Finding): void;
}

export interface FsckSummary {
	readonly objects: number;
	/** Problems met, of every kind. */
	readonly problems: number;
	/** Shards brought to their buckets and orphans removed. */
	readonly repaired: number;
	/** Problems that are still there now. */
	readonly remaining: number;
}

export interface FsckParts extends CheckParts {
	readonly mender: Mender;
}

const batchSize = 100;

export async function fsck(
	parts: FsckParts,
	repair: boolean,
	report: FsckReport,
): Promise<FsckSummary> {
	const { problems, objects } = await checkAll(parts, report);
	let orphans = 0;
	let repaired = 0;
	for await (const orphan of findOrphans(parts.database, parts.map)) {
		orphans += 1;
		report.finding(orphan);
		if (!repair) continue;
		await removeOrphan(parts.map, orphan);
		repaired += 1;
	}
	if (repair && problems > 0) repaired += (await parts.mender.mend()).mended;
	const remaining = problems + orphans - repaired;
	return { objects, problems: problems + orphans, repaired, remaining };
}

async function checkAll(
	parts: FsckParts,
	report: FsckReport,
): Promise<{ readonly problems: number; readonly objects: number }> {
	const of = await countObjects(parts);
	let objects = 0;
	let problems = 0;
	let last = '';
	for (;;) {
		const ids = await storedAfter(parts.database, last, batchSize);
		for (const id of ids) {
			for (const finding of await checkObject(parts, id)) {
				problems += 1;
				report.finding(finding);
			}
			objects += 1;
			report.progress({ objects, of });
			last = id;
		}
		if (ids.length < batchSize) return { problems, objects };
	}
}

async function countObjects({ database }: FsckParts): Promise<number> {
	const { count } = await database
		.selectFrom('storage_objects')
		.select((expression) => expression.fn.countAll().as('count'))
		.where('state', '=', 'STORED')
		.executeTakeFirstOrThrow();
	return Number(count);
}
