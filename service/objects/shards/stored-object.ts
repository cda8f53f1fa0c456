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
	/** Tag of its store. */
	readonly storeTag: number;
}

/** A place to read a shard from; faults are reported with the name `bucket`. */
export interface ShardSource {
	readonly shard: number;
	readonly bucket: string;
	/** Tried only if the others do not suffice. */
	readonly doubtful: boolean;
	open(cancel: AbortSignal): Promise<ShardReader>;
}
