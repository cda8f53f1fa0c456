/**
 * The interface of a bucket, a place that keeps shards by key: a folder or an S3 bucket. A failure
 * of a bucket is always a `BucketFault`, which an object survives; any other error is a bug.
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

/** The bucket belongs to another store: nothing in it may be written or removed. */
export class ForeignBucket extends BucketFault {
	constructor(bucket: string, clause: string) {
		super(bucket, 'unavailable', clause);
		this.name = 'ForeignBucket';
	}
}

export interface ShardReader {
	readonly sizeBytes: number;
	/** Reads `lengthBytes` bytes from `at`, fewer only at the end of the shard. */
	read(at: number, lengthBytes: number): Promise<Buffer>;
	close(): Promise<void>;
}

/** A shard being written: invisible until published, removed when discarded. */
export interface ShardDraft extends ShardReader {
	/** Writes at a position; never appends. */
	write(at: number, parts: readonly Uint8Array[]): Promise<void>;
	/** Closes its file descriptor until it is read or published. */
	rest(): Promise<void>;
	/** Makes it durable under its key; replaces an existing shard. */
	publish(): Promise<void>;
	discard(): Promise<void>;
}

export interface Bucket {
	readonly name: string;
	/** Shown by `GET /health`; never a secret. */
	readonly host: string;
	readonly region: string;
	/** Throws a `BucketFault` if the bucket does not answer or is not the expected one. */
	check(): Promise<void>;
	/** Like `check`, and throws if it does not take, give back and remove a small file. */
	tryOut(): Promise<void>;
	draft(key: string): Promise<ShardDraft>;
	/** `cancel` aborts opening; a bucket may ignore it. */
	open(key: string, cancel: AbortSignal): Promise<ShardReader>;
	/** An absent shard is no fault; nothing is removed from a foreign bucket. */
	remove(key: string): Promise<void>;
	/** Keys of its shards, in any order. */
	keys(): AsyncIterable<string>;
	/** True if it answers, is mounted as before, and has lost everything. */
	isEmptied(): Promise<boolean>;
	/** Recreates what an emptied bucket needs to take shards. */
	prepare(): Promise<void>;
	close(): Promise<void>;
}
