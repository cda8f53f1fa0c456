/**
 * Checks all buckets against the file maps: every shard, the hash of every file, and shards that
 * belong to no file. A check only reads. With a mender it also repairs shards; it never removes
 * any. The store must not be in use.
 */
import { checkContent, checkObject, markLost, type CheckParts, type Finding } from './object-check';
import type { Mender, MendReport } from './mender';
import { storedAfter } from './object-rows';
import { findOrphans } from './orphans';

export interface FsckProgress {
	/** Objects checked so far, and all. */
	readonly objects: number;
	readonly ofObjects: number;
	/** Plain bytes checked so far, and all; bytes of damaged shards are not counted. */
	readonly bytes: number;
	readonly ofBytes: number;
}

export interface FsckReport {
	progress(progress: FsckProgress): void;
	finding(finding: Finding): void;
	/** A shard that could not be repaired. */
	unrepaired(shard: MendReport['waiting'][number]): void;
}

export interface FsckSummary {
	readonly objects: number;
	/** Problems found, of all kinds. */
	readonly problems: number;
	/** Repaired shards. */
	readonly repaired: number;
	/** Problems that remain. */
	readonly remaining: number;
}

export interface FsckParts extends CheckParts {
	/** Without a mender nothing is repaired. */
	readonly mender?: Mender;
}

const batchSize = 100;

export async function fsck(parts: FsckParts, report: FsckReport): Promise<FsckSummary> {
	const { mender } = parts;
	const { problems: found, objects } = await checkAll(parts, report);
	let problems = found;
	for await (const { key, bucket, problem, message } of findOrphans(parts)) {
		problems += 1;
		report.finding({ key, bucket, problem, message });
	}
	if (mender === undefined) return { objects, problems, repaired: 0, remaining: problems };
	const { mended: repaired, waiting } = await mender.mend();
	for (const shard of waiting) report.unrepaired(shard);
	return { objects, problems, repaired, remaining: problems - repaired };
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
			for (const finding of await checkOne({ ...parts, onChecked }, id)) {
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

async function checkOne(parts: FsckParts, id: string): Promise<readonly Finding[]> {
	const findings = await checkObject(parts, id);
	if (parts.mender !== undefined) await markLost(parts.database, findings);
	const content = await checkContent(parts, id);
	return content === undefined ? findings : [...findings, content];
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
