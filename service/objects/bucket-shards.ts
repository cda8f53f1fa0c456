/** The rows of one bucket's shards: finds shards it should hold, and marks all of them as lost. */
import { forUpdate } from '../../server/database/locks';
import type { Database } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { shardKey } from './code/layout';
import { tellLostShards } from './file-events';

/** Number of shards to look for; some may be missing. */
const knownMax = 20;

/** Keys of the newest or oldest shards that the bucket should hold. */
export async function knownShards(
	database: Database,
	bucket: string,
	which: 'newest' | 'oldest',
): Promise<readonly string[]> {
	const shards = await database
		.selectFrom('storage_shards')
		.select(['object_id', 'shard'])
		.where('bucket', '=', bucket)
		.where('state', '=', 'STORED')
		.orderBy('object_id', which === 'newest' ? 'desc' : 'asc')
		.limit(knownMax)
		.execute();
	return shards.map(({ object_id: objectId, shard }) => shardKey(objectId, shard));
}

export async function holdsOneOf(bucket: Bucket, keys: readonly string[]): Promise<boolean> {
	for (const key of keys) if (await holds(bucket, key)) return true;
	return false;
}

async function holds(bucket: Bucket, key: string): Promise<boolean> {
	try {
		const reader = await bucket.open(key, new AbortController().signal);
		await reader.close();
		return true;
	} catch (error) {
		if (error instanceof BucketFault && error.reason === 'missing') return false;
		throw error;
	}
}

/** A small batch, so that other requests are served in between. */
const lostAtOnce = 500;

/**
 * Marks all shards of an empty bucket as MISSING, with an event for every file that was complete.
 */
export async function markBucketLost(database: Database, bucket: string): Promise<void> {
	let after: string | undefined = '';
	while (after !== undefined) after = await markBatchLost(database, bucket, after);
}

/**
 * Marks a batch of objects after `after`; returns the last object's id, or undefined when none are
 * left.
 */
function markBatchLost(
	database: Database,
	bucket: string,
	after: string,
): Promise<string | undefined> {
	return database.transaction().execute(async (transaction) => {
		const held = transaction
			.selectFrom('storage_shards')
			.select('object_id')
			.where('bucket', '=', bucket)
			.where('state', '=', 'STORED')
			.where('object_id', '>', after)
			.orderBy('object_id')
			.limit(lostAtOnce);
		const last = (await held.execute()).at(-1)?.object_id;
		if (last === undefined) return undefined;
		const objects = transaction
			.selectFrom('storage_objects')
			.select('id')
			.where('id', '>', after)
			.where('id', '<=', last)
			.orderBy('id');
		// Locks the objects, so that concurrent repairs emit their events in order.
		await forUpdate(transaction, objects).execute();
		await tellLostShards(transaction, { bucket, after, last });
		await transaction
			.updateTable('storage_shards')
			.set({ state: 'MISSING' })
			.where('bucket', '=', bucket)
			.where('state', '=', 'STORED')
			.where('object_id', '>', after)
			.where('object_id', '<=', last)
			.execute();
		return last;
	});
}
