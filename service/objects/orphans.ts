/**
 * Finds shards in buckets and the outbox that no file map contains. They may be all that is left of a
 * file: after a restore of an older database the shards of newer files look like this. So they are only
 * listed here, and removed when an operator states how many to remove.
 *
 *   orphan    a shard this store wrote                          removed on request
 *   foreign   another store's shard, or no shard at all         never touched
 */
import type { Database } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { withTimeout } from './buckets/deadline';
import type { StorageSettings } from './buckets/settings';
import { headerBytes, parseShardKey } from './code/layout';
import { isShardOf } from './code/shard-header';
import { findObject, shardsOf } from './object-rows';
import { outboxName } from './open-buckets';
import type { ShardMap } from './shard-map';

export interface Orphan {
	readonly key: string;
	readonly bucket: string;
	readonly problem: 'orphan' | 'foreign';
	readonly message: string;
	/** Undefined if it could not be read. */
	readonly sizeBytes: number | undefined;
}

export interface OrphanParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: Pick<StorageSettings, 'timeoutMs'>;
}

/** True if the shard is where its row says, or belongs to a staged object. */
async function belongs(database: Database, key: string, place: string): Promise<boolean> {
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

/** Finds orphans in all buckets that answer. */
export async function* findOrphans(parts: OrphanParts): AsyncGenerator<Orphan> {
	const { database, map } = parts;
	for (const bucket of [...map.buckets, map.outbox]) {
		try {
			for await (const key of bucket.keys()) {
				if (await belongs(database, key, bucket.name)) continue;
				yield await lookInto(parts, bucket, key);
			}
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
		}
	}
}

/** Removes an orphan from the bucket it was found in. */
export async function removeOrphan({ map, settings }: OrphanParts, orphan: Orphan): Promise<void> {
	const { bucket: name, key, problem } = orphan;
	if (problem !== 'orphan') throw new Error(`${key} in ${name} is not this store's`);
	const bucket = name === map.outbox.name ? map.outbox : map.bucket(name);
	await withTimeout({ bucket: name, timeoutMs: settings.timeoutMs }, bucket.remove(key));
}

async function lookInto(
	{ map, settings }: OrphanParts,
	bucket: Bucket,
	key: string,
): Promise<Orphan> {
	const { name } = bucket;
	const place = { key, bucket: name };
	const foreign = (clause: string, sizeBytes?: number): Orphan => {
		const message = `${name}: ${clause}; it is left alone`;
		return { ...place, problem: 'foreign', message, sizeBytes };
	};
	const parsed = parseShardKey(key);
	if (parsed === undefined) return foreign('it is no shard');
	const limit = { bucket: name, timeoutMs: settings.timeoutMs };
	const { header, sizeBytes } = await withTimeout(limit, readHeader(bucket, key));
	if (!isShardOf(header, { ...parsed, storeTag: map.storeTag })) {
		return foreign(
			'no file map has this shard here, and it does not say that this store wrote it',
			sizeBytes,
		);
	}
	const message = `${name}: no file map has this shard here`;
	return { ...place, problem: 'orphan', message, sizeBytes };
}

async function readHeader(
	bucket: Bucket,
	key: string,
): Promise<{ readonly header: Buffer; readonly sizeBytes: number }> {
	const reader = await bucket.open(key, new AbortController().signal);
	try {
		return { header: await reader.read(0, headerBytes), sizeBytes: reader.sizeBytes };
	} finally {
		await reader.close();
	}
}
