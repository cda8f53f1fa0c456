/**
 * What the records say of one bucket: shards it ought to hold, and that all of them are gone. What a
 * bucket is, and why they are gone, is known to who asks.
 */
import { forUpdate } from '../../server/database/locks';
import type { Database } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { shardKey } from './code/layout';
import { tellLostShards } from './file-events';

/** How many shards are looked for; some may be missing. */
const knownMax = 20;

/** Keys of the newest or oldest shards that the bucket is said to hold. */
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

/** So few that other requests get their turns between the steps. */
const lostAtOnce = 500;

/** Everything a bucket held is missing, because it is empty; told of every file that was whole. */
export async function loseBucket(database: Database, bucket: string): Promise<void> {
	let after: string | undefined = '';
	while (after !== undefined) after = await loseSome(database, bucket, after);
}

/** Loses shards of some objects behind `after`, and gives the last of them; nothing when none are left. */
function loseSome(database: Database, bucket: string, after: string): Promise<string | undefined> {
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
		// A shard that another one finds lost or mends meanwhile is told in its turn.
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
