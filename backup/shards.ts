/**
 * Copies the shards of stored files according to the copied database. Shards of stored files are
 * never removed, so those of an older database still exist; files stored after the snapshot are
 * left out, because nothing in the copy could read them. Buckets that are not local folders are
 * not copied, only named.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Row, Snapshot } from '../server/database/snapshot';
import { outboxFolder, outboxName } from '../service/objects/open-buckets';
import { isAbsent } from '../server/durable-files';
import { prepareFolderBucket, shardFile } from '../service/objects/buckets/folder-bucket';
import { shardBytes, shardKey } from '../service/objects/code/layout';
import type { StorageSettings } from '../service/objects/buckets/settings';
import { copyFile, nothingCopied, addCopied, type Copied } from './copying';

/** A bucket in a local folder: its place, and its place in a copy. */
export interface BucketPlace {
	readonly name: string;
	readonly folder: string;
	/** Path below the copy's folder. */
	readonly inCopy: string;
}

export interface CopiedShards extends Copied {
	readonly objects: number;
	/** Shards missing from the bucket that should have them. */
	readonly missing: number;
	/** Ids of objects that can be read neither from the copy nor from other buckets. */
	readonly unreadable: readonly string[];
}

/** Local buckets, including the outbox. */
export function bucketPlaces(
	dataFolder: string,
	settings: StorageSettings,
): readonly BucketPlace[] {
	const inFolders = settings.buckets.flatMap((bucket) =>
		bucket.kind === 'folder'
			? [{ name: bucket.name, folder: path.resolve(dataFolder, bucket.folder) }]
			: [],
	);
	return [...inFolders, { name: outboxName, folder: outboxFolder(dataFolder) }].map((place) => ({
		...place,
		inCopy: path.join('buckets', place.name),
	}));
}

export function bucketsElsewhere({ buckets }: StorageSettings): readonly string[] {
	return buckets.flatMap(({ kind, name }) => (kind === 'folder' ? [] : [name]));
}

const shardsQuery = `
	select o.id, o.data_shards, o.parity_shards, o.block_size_bytes, o.size_bytes,
		s.shard, s.bucket, s.state
	from storage_objects o join storage_shards s on s.object_id = o.id
	where o.state = 'STORED' order by o.id, s.shard`;

interface ShardToCopy {
	readonly objectId: string;
	readonly key: string;
	readonly bucket: string;
	readonly state: string;
	readonly sizeBytes: number;
	readonly dataShards: number;
}

/** Copies all shards the snapshot knows to `folder`. */
export async function copyShards(
	snapshot: Snapshot,
	places: readonly BucketPlace[],
	folder: string,
): Promise<CopiedShards> {
	await prepareBuckets(snapshot, places, folder);
	const copier = new ShardCopier(places, folder);
	const result = { objects: 0, missing: 0, unreadable: [] as string[] };
	let copied = nothingCopied;
	for await (const shards of objects(snapshot)) {
		const outcomes = await Promise.all(shards.map((shard) => copier.copy(shard)));
		for (const outcome of outcomes) copied = addCopied(copied, outcome.copied);
		const [first] = shards;
		const sound = outcomes.filter(({ isThere }) => isThere).length;
		result.objects += 1;
		result.missing += outcomes.filter(({ isMissed }) => isMissed).length;
		if (first !== undefined && sound < first.dataShards) result.unreadable.push(first.objectId);
	}
	return { ...copied, ...result };
}

/** Creates empty buckets, each with the marker that the copied database expects. */
async function prepareBuckets(
	snapshot: Snapshot,
	places: readonly BucketPlace[],
	folder: string,
): Promise<void> {
	for await (const { name, identity } of snapshot.rows(
		'select name, identity from storage_buckets',
	)) {
		const place = places.find((candidate) => candidate.name === name);
		if (place === undefined) continue;
		await prepareFolderBucket(path.join(folder, place.inCopy), String(identity));
	}
}

/** Groups rows into the shards of one object at a time. */
async function* objects(snapshot: Snapshot): AsyncIterable<readonly ShardToCopy[]> {
	let shards: ShardToCopy[] = [];
	for await (const row of snapshot.rows(shardsQuery)) {
		const shard = shardOf(row);
		if (shards[0] !== undefined && shards[0].objectId !== shard.objectId) {
			yield shards;
			shards = [];
		}
		shards.push(shard);
	}
	if (shards.length > 0) yield shards;
}

function shardOf(row: Row): ShardToCopy {
	const scheme = {
		dataShards: Number(row['data_shards']),
		parityShards: Number(row['parity_shards']),
		blockSizeBytes: Number(row['block_size_bytes']),
	};
	const objectId = String(row['id']);
	return {
		objectId,
		key: shardKey(objectId, Number(row['shard'])),
		bucket: String(row['bucket']),
		state: String(row['state']),
		sizeBytes: shardBytes(scheme, Number(row['size_bytes'])),
		dataShards: scheme.dataShards,
	};
}

interface Outcome {
	readonly copied: Copied;
	/** In the copy, or in a bucket that is not copied. */
	readonly isThere: boolean;
	readonly isMissed: boolean;
}

class ShardCopier {
	private readonly made = new Map<string, Promise<unknown>>();

	constructor(
		private readonly places: readonly BucketPlace[],
		private readonly folder: string,
	) {}

	async copy(shard: ShardToCopy): Promise<Outcome> {
		const own = this.places.find(({ name }) => name === shard.bucket);
		const outbox = this.places.find(({ name }) => name === outboxName);
		const inOutbox = shard.state === 'OUTBOX';
		const target = inOutbox ? outbox : own;
		// The bucket is not a local folder; it has the shard unless the row is marked as missing.
		if (target === undefined) {
			return { copied: nothingCopied, isThere: shard.state === 'STORED', isMissed: false };
		}
		// The shard may have moved from the outbox to its bucket since the snapshot.
		const sizeBytes = await this.copyFrom([target, own], target, shard);
		const isThere = sizeBytes === shard.sizeBytes;
		const copied = sizeBytes === undefined ? nothingCopied : { files: 1, sizeBytes };
		return { copied, isThere, isMissed: !isThere && shard.state !== 'MISSING' };
	}

	/** Copies from the first place that has the shard. Returns its size in bytes. */
	private async copyFrom(
		sources: readonly (BucketPlace | undefined)[],
		target: BucketPlace,
		{ key }: ShardToCopy,
	): Promise<number | undefined> {
		const file = shardFile(path.join(this.folder, target.inCopy), key);
		await this.makeFolder(path.dirname(file));
		for (const source of sources) {
			if (source === undefined) continue;
			try {
				return await copyFile(shardFile(source.folder, key), file);
			} catch (fault) {
				if (!isAbsent(fault)) throw fault;
			}
		}
		return undefined;
	}

	private async makeFolder(folder: string): Promise<void> {
		const made = this.made.get(folder) ?? fs.mkdir(folder, { recursive: true, mode: 0o700 });
		this.made.set(folder, made);
		await made;
	}
}
