/**
 * Knows the buckets by name and turns the records of objects into things that can be read: the
 * object with its key and code, and a source for every shard that is said to lie somewhere.
 */
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

	/** The bucket of that name; throws a fault when it is no longer configured. */
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
	 * Where each shard is to be looked for. One marked missing may still be there, and right, when
	 * its bucket came back: it is asked after the others, because the mark is no proof.
	 */
	sources(objectId: string, shards: readonly ShardRecord[]): readonly ShardSource[] {
		return shards.map(({ shard, bucket, state }) => ({
			shard,
			bucket,
			doubtful: state === 'MISSING',
			// Not before it is asked, so that a bucket that is gone fails like one that is down.
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
