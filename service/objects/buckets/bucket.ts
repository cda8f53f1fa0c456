/**
 * What a bucket is to the store: a place outside that keeps shards under their keys. Folder and
 * S3 buckets share this shape and no code. Every failure of a bucket is a `BucketFault`, because
 * an object survives it; whatever else is thrown is a fault of the program.
 */

/** `unavailable`: the bucket does not answer; `missing`: it answers, but the shard is not there. */
export type BucketFaultReason = 'unavailable' | 'missing';

export class BucketFault extends Error {
	constructor(
		readonly bucket: string,
		readonly reason: BucketFaultReason,
		/** A clause for people, without addresses or secrets: `the disk is full`. */
		clause: string,
		cause?: unknown,
	) {
		super(`${bucket}: ${clause}`, { cause });
		this.name = 'BucketFault';
	}
}

/** The bucket answers and is not this store's: nothing in it may be written or removed. */
export class ForeignBucket extends BucketFault {
	constructor(bucket: string, clause: string) {
		super(bucket, 'unavailable', clause);
		this.name = 'ForeignBucket';
	}
}

export interface ShardReader {
	readonly sizeBytes: number;
	/** `lengthBytes` bytes from `at` on, fewer only at the end of the shard. */
	read(at: number, lengthBytes: number): Promise<Buffer>;
	close(): Promise<void>;
}

/** A shard on its way: private until it is published, gone without trace when it is discarded. */
export interface ShardDraft extends ShardReader {
	/** Appends nothing by itself: the caller says where the bytes belong. */
	write(at: number, parts: readonly Uint8Array[]): Promise<void>;
	/** Holds no descriptor until it is read or published. */
	rest(): Promise<void>;
	/** Durable under its key when this returns; replaces a shard that lies there. */
	publish(): Promise<void>;
	discard(): Promise<void>;
}

export interface Bucket {
	readonly name: string;
	/** What `GET /health` shows of it; never a secret. */
	readonly host: string;
	readonly region: string;
	/** Throws a `BucketFault` when the bucket does not answer or is not the one expected. */
	check(): Promise<void>;
	draft(key: string): Promise<ShardDraft>;
	/** `cancel` gives up an opening that is not needed any more; a bucket may go on regardless. */
	open(key: string, cancel: AbortSignal): Promise<ShardReader>;
	/** A shard that is not there is no fault; one of a bucket that is not this store's stays. */
	remove(key: string): Promise<void>;
	/** The keys it holds, in any order; in a place shared with others, only those of shards. */
	keys(): AsyncIterable<string>;
	/** Whether it answers, is in its place, and looks as if all it held were gone. */
	isEmptied(): Promise<boolean>;
	/** Makes what an emptied one lacks, so that it takes shards again. */
	prepare(): Promise<void>;
	close(): Promise<void>;
}
