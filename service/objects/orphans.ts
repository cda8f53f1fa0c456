/** Shards that lie in a bucket or the outbox and belong there by no file map. */
import type { Database } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { parseShardKey } from './code/layout';
import { findObject, shardsOf } from './object-rows';
import type { Finding } from './object-check';
import { outboxName } from './open-buckets';
import type { ShardMap } from './shard-map';

/** Whether a key is where its row says, or may yet be removed by the sweep of a staged object. */
export async function belongs(database: Database, key: string, place: string): Promise<boolean> {
	const parsed = parseShardKey(key);
	if (parsed === undefined) return false;
	const found = await findObject(database, parsed.objectId);
	if (found === undefined) return false;
	if (found.state === 'STAGED') return true;
	const shards = await shardsOf(database, parsed.objectId);
	const record = shards.find(({ shard }) => shard === parsed.shard);
	if (record === undefined) return false;
	return place === outboxName ? record.state === 'OUTBOX' : record.bucket === place;
}

/** The orphans of every bucket that answers; one that does not is passed over. */
export async function* findOrphans(database: Database, map: ShardMap): AsyncGenerator<Finding> {
	for (const bucket of [...map.buckets, map.outbox]) {
		try {
			for await (const key of bucket.keys()) {
				if (await belongs(database, key, bucket.name)) continue;
				const message = `${bucket.name}: no file map has this shard here`;
				yield { key, bucket: bucket.name, problem: 'orphan', message };
			}
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
		}
	}
}

/** Removes an orphan from the bucket it was found in. */
export async function removeOrphan(map: ShardMap, orphan: Finding): Promise<void> {
	const bucket: Bucket = orphan.bucket === map.outbox.name ? map.outbox : map.bucket(orphan.bucket);
	await bucket.remove(orphan.key);
}
