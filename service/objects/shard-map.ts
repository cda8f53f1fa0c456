/** Maps records of objects to readable objects: with key, code, and a source for every shard. */
import { BucketFault, type Bucket } from './buckets/bucket';
import { erasureCode, type ErasureCode } from './code/erasure-code';
import { unwrapKey, type KeyRing } from './keys/key-ring';
import { shardKey, type Scheme } from './code/layout';
import { objectCipher } from './keys/object-cipher';
import type { ObjectRecord, ShardRecord } from './object-rows';
import type { ShardSource, StoredObject } from './shards/stored-object';

export class ShardMap {
	private readonly byName: ReadonlyMap<string, Bucket>;
	private readonly codes = new Map<string, ErasureCode>();

	constructor(
		readonly buckets: readonly Bucket[],
		readonly outbox: Bucket,
		private readonly keyRing: KeyRing,
		readonly storeTag: number,
	) {
		this.byName = new Map(buckets.map((bucket) => [bucket.name, bucket]));
	}

	/** The bucket of that name; throws a BucketFault if it is no longer configured. */
	bucket(name: string): Bucket {
		const bucket = this.byName.get(name);
		if (bucket === undefined) throw new BucketFault(name, 'unavailable', 'it is not configured');
		return bucket;
	}

	code(scheme: Scheme): ErasureCode {
		const key = `${scheme.dataShards}+${scheme.parityShards}`;
		const code = this.codes.get(key) ?? erasureCode(scheme.dataShards, scheme.parityShards);
		this.codes.set(key, code);
		return code;
	}

	stored(record: ObjectRecord): StoredObject {
		const { id, scheme, sizeBytes, hash } = record;
		const cipher = objectCipher(unwrapKey(this.keyRing, id, record.key));
		const { storeTag } = this;
		return { id, scheme, sizeBytes, hash, cipher, code: this.code(scheme), storeTag };
	}

	/**
	 * The sources of shards. A shard marked as missing may be there again; it is tried last, because
	 * the mark proves nothing.
	 */
	sources(objectId: string, shards: readonly ShardRecord[]): readonly ShardSource[] {
		return shards.map(({ shard, bucket, state }) => ({
			shard,
			bucket,
			doubtful: state === 'MISSING',
			// Resolved when opened, so that a bucket that is not configured fails like one that is down.
			open: async (cancel) => {
				const place = state === 'OUTBOX' ? this.outbox : this.bucket(bucket);
				return place.open(shardKey(objectId, shard), cancel);
			},
		}));
	}

	async close(): Promise<void> {
		await Promise.all([...this.buckets, this.outbox].map((bucket) => bucket.close()));
	}
}
