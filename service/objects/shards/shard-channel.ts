/**
 * Reads one shard: opened when first needed, header checked once, every block checked against its
 * signature. It never repairs; it reports faults, and the reader of the object chooses other
 * shards.
 */
import { BucketFault, type ShardReader } from '../buckets/bucket';
import { withTimeout } from '../buckets/deadline';
import { macBytes, headerBytes, shardBytes, type Stripe } from '../code/layout';
import { shardHeaderFault } from '../code/shard-header';
import type { ShardSource, StoredObject } from './stored-object';

/** The shard exists but is wrong. */
export class ShardDamage extends Error {
	constructor(
		readonly bucket: string,
		/** A clause: `its header is damaged`. */
		readonly damage: string,
	) {
		super(`${bucket}: ${damage}`);
		this.name = 'ShardDamage';
	}
}

export class ShardChannel {
	/** Tried last: doubtful, or slower than others in this read. */
	last: boolean;
	/**
	 * Set if the shard is missing or damaged; not for a bucket that is down, which may answer later.
	 */
	fault: unknown;
	private reader: Promise<ShardReader> | undefined;
	private opening = new AbortController();

	constructor(
		readonly source: ShardSource,
		private readonly object: StoredObject,
		private readonly timeoutMs: number,
	) {
		this.last = source.doubtful;
	}

	get shard(): number {
		return this.source.shard;
	}

	/** The verified block of a stripe; throws `ShardDamage` or `BucketFault`. */
	async block(stripe: Stripe): Promise<Buffer> {
		const reader = await this.opened();
		const bytes = await withTimeout(
			this.limit,
			reader.read(stripe.macAt, macBytes + stripe.blockBytes),
		);
		if (bytes.length < macBytes + stripe.blockBytes) {
			throw this.damage(`it ends before block ${stripe.index}`);
		}
		const block = bytes.subarray(macBytes);
		const place = { shard: this.shard, stripe: stripe.index };
		if (!this.object.cipher.blockIsGenuine(place, bytes.subarray(0, macBytes), block)) {
			throw this.damage(`block ${stripe.index} is damaged`);
		}
		return block;
	}

	/** Aborts reads; the next block opens the shard again. */
	async close(): Promise<void> {
		const reader = this.reader;
		this.reader = undefined;
		this.opening.abort();
		this.opening = new AbortController();
		await reader?.then(
			(open) => open.close(),
			() => undefined,
		);
	}

	private async opened(): Promise<ShardReader> {
		const reader = (this.reader ??= this.open());
		try {
			return await reader;
		} catch (error) {
			if (this.reader === reader) this.reader = undefined;
			const passing = error instanceof BucketFault && error.reason === 'unavailable';
			if (!passing) this.fault = error;
			throw error;
		}
	}

	private async open(): Promise<ShardReader> {
		const reader = await withTimeout(this.limit, this.source.open(this.opening.signal), (late) =>
			late.close(),
		);
		try {
			await this.checkHeader(reader);
			return reader;
		} catch (error) {
			await reader.close();
			throw error;
		}
	}

	private async checkHeader(reader: ShardReader): Promise<void> {
		const { id: objectId, scheme, sizeBytes, storeTag } = this.object;
		const header = await withTimeout(this.limit, reader.read(0, headerBytes));
		const { shard } = this;
		const fault = shardHeaderFault(header, { scheme, objectId, shard, sizeBytes, storeTag });
		if (fault !== undefined) throw this.damage(fault);
		const wanted = shardBytes(scheme, sizeBytes);
		if (reader.sizeBytes !== wanted) {
			throw this.damage(`it has ${reader.sizeBytes} bytes instead of ${wanted}`);
		}
	}

	private damage(clause: string): ShardDamage {
		return new ShardDamage(this.source.bucket, clause);
	}

	private get limit(): { readonly bucket: string; readonly timeoutMs: number } {
		return { bucket: this.source.bucket, timeoutMs: this.timeoutMs };
	}
}
