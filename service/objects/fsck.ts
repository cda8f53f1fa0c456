/**
 * Checks everything on disk against the file maps: every byte of every shard, what lies in the
 * buckets without belonging there, and, when asked to, puts right what can be. It works on a store
 * nothing else uses and says what it does through `report`; showing it is the command's.
 */
import type { CheckParts, Finding } from './object-check';
import { checkObject } from './object-check';
import type { Mender } from './mender';
import { storedAfter } from './object-rows';
import { findOrphans, removeOrphan } from './orphans';

export interface FsckProgress {
	/** Objects checked to their end, of all. */
	readonly objects: number;
	readonly ofObjects: number;
	/** Plain bytes checked, of all; damaged shards leave some out. */
	readonly bytes: number;
	readonly ofBytes: number;
}

export interface FsckReport {
	progress(progress: FsckProgress): void;
	finding(finding: Finding): void;
}

export interface FsckSummary {
	readonly objects: number;
	/** Problems met, of every kind. */
	readonly problems: number;
	/** Shards delivered to their buckets and orphans removed. */
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
	const total = await countObjects(parts);
	let objects = 0;
	let bytes = 0;
	const tell = (): void => report.progress({ objects, bytes: Math.round(bytes), ...total });
	const onChecked = (plainBytes: number): void => {
		bytes += plainBytes;
		tell();
	};
	let problems = 0;
	let last = '';
	for (;;) {
		const ids = await storedAfter(parts.database, last, batchSize);
		for (const id of ids) {
			for (const finding of await checkObject({ ...parts, onChecked }, id)) {
				problems += 1;
				report.finding(finding);
			}
			objects += 1;
			tell();
			last = id;
		}
		if (ids.length < batchSize) return { problems, objects };
	}
}

async function countObjects({
	database,
}: FsckParts): Promise<Pick<FsckProgress, 'ofObjects' | 'ofBytes'>> {
	const { count, bytes } = await database
		.selectFrom('storage_objects')
		.select(({ fn }) => [fn.countAll().as('count'), fn.sum('size_bytes').as('bytes')])
		.where('state', '=', 'STORED')
		.executeTakeFirstOrThrow();
	return { ofObjects: Number(count), ofBytes: Number(bytes ?? 0) };
}
