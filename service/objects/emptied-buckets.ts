/**
 * Detects buckets that came back empty while the service runs: emptied, or replaced by a new disk.
 * Marks their shards as missing and prepares them for new shards; mending then fills them. A
 * bucket that is gone, or whose disk is not mounted, is left alone.
 */
import type { Database } from '../database/database';
import { holdsOneOf, knownShards, markBucketLost } from './bucket-shards';
import { BucketFault, type Bucket } from './buckets/bucket';
import { withTimeout } from './buckets/deadline';
import type { StorageSettings } from './buckets/settings';
import type { StorageLog } from './open-buckets';
import type { ShardMap } from './shard-map';

export interface EmptiedParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: Pick<StorageSettings, 'timeoutMs'>;
	readonly log: StorageLog;
}

/** Prepares emptied buckets; the caller mends afterwards. */
export async function recoverEmptied(parts: EmptiedParts): Promise<void> {
	const { map, settings } = parts;
	const emptied = await Promise.all(
		map.buckets.map((bucket) =>
			isSure(withTimeout({ bucket: bucket.name, ...settings }, bucket.isEmptied())),
		),
	);
	for (const bucket of map.buckets.filter((_, index) => emptied[index])) {
		await isSure(takeIn(parts, bucket));
	}
}

/**
 * Prepares first, so that a missing shard can be distinguished from a bucket that does not answer.
 */
async function takeIn({ database, settings, log }: EmptiedParts, bucket: Bucket): Promise<boolean> {
	const limit = { bucket: bucket.name, timeoutMs: settings.timeoutMs };
	await withTimeout(limit, bucket.prepare());
	// The oldest, because new shards may have been written since.
	const known = await knownShards(database, bucket.name, 'oldest');
	if (known.length === 0 || (await withTimeout(limit, holdsOneOf(bucket, known)))) return false;
	log.warn({ bucket: bucket.name }, 'the bucket came back empty and is filled again');
	await markBucketLost(database, bucket.name);
	return true;
}

/** The result of a step; false if the bucket does not answer. */
async function isSure(step: Promise<boolean>): Promise<boolean> {
	try {
		return await step;
	} catch (error) {
		if (!(error instanceof BucketFault)) throw error;
		return false;
	}
}
