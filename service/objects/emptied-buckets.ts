/**
 * Notices buckets that came back empty while the service runs: emptied, or a new disk in their place.
 * What such a bucket held is marked missing and told, and it is made ready to take shards again;
 * filling it from the others is mending. One that is gone, or whose disk is not mounted, is left alone.
 */
import type { Database } from '../database/database';
import { holdsOneOf, knownShards, loseBucket } from './bucket-shards';
import { BucketFault, type Bucket } from './buckets/bucket';
import { withinPatience } from './buckets/deadline';
import type { StorageSettings } from './buckets/settings';
import type { StorageLog } from './open-buckets';
import type { ShardMap } from './shard-map';

export interface EmptiedParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: Pick<StorageSettings, 'timeoutMs'>;
	readonly log: StorageLog;
}

/** Takes emptied buckets in again; what they held is mended afterwards. */
export async function takeInEmptied(parts: EmptiedParts): Promise<void> {
	const { map, settings } = parts;
	const emptied = await Promise.all(
		map.buckets.map((bucket) =>
			isSure(withinPatience({ bucket: bucket.name, ...settings }, bucket.isEmptied())),
		),
	);
	for (const bucket of map.buckets.filter((_, index) => emptied[index])) {
		await isSure(takeIn(parts, bucket));
	}
}

/** Made ready first, so that what it lacks is told apart from a bucket that does not answer. */
async function takeIn({ database, settings, log }: EmptiedParts, bucket: Bucket): Promise<boolean> {
	const limit = { bucket: bucket.name, timeoutMs: settings.timeoutMs };
	await withinPatience(limit, bucket.prepare());
	// The oldest, because new ones may have come since.
	const known = await knownShards(database, bucket.name, 'oldest');
	if (known.length === 0 || (await withinPatience(limit, holdsOneOf(bucket, known)))) return false;
	log.warn({ bucket: bucket.name }, 'the bucket came back empty and is filled again');
	await loseBucket(database, bucket.name);
	return true;
}

/** What it says; of a bucket that does not answer nothing is sure. */
async function isSure(step: Promise<boolean>): Promise<boolean> {
	try {
		return await step;
	} catch (error) {
		if (!(error instanceof BucketFault)) throw error;
		return false;
	}
}
