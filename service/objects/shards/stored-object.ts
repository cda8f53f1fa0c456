/**
 * What reader, writer and repair have to know of one object: its sizes, its code and the key it
 * is sealed with, and where each of its shards is to be found.
 */
import type { ShardReader } from '../buckets/bucket';
import type { ErasureCode } from '../code/erasure-code';
import type { Scheme } from '../code/layout';
import type { ObjectCipher } from '../keys/object-cipher';

export interface StoredObject {
	readonly id: string;
	readonly scheme: Scheme;
	readonly sizeBytes: number;
	/** BLAKE2b-256 of the plain bytes, lower-case hex. */
	readonly hash: string;
	readonly cipher: ObjectCipher;
	readonly code: ErasureCode;
	/** Of the store it is kept in. */
	readonly storeTag: number;
}

/** Where one shard can be read; `bucket` is the name faults are reported under. */
export interface ShardSource {
	readonly shard: number;
	readonly bucket: string;
	/** Asked only when those without doubt do not suffice. */
	readonly doubtful: boolean;
	open(cancel: AbortSignal): Promise<ShardReader>;
}
