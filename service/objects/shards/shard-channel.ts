/**
 * One shard being read: opened when first needed, its header checked once, every block checked
 * against its signature before anyone sees it. It never repairs and never guesses; it says what
 * is wrong with this shard and leaves the choice of others to the reader of the object.
 */
import { BucketFault, type ShardReader } from '../buckets/bucket';
import { withinPatience } from '../buckets/deadline';
import { hashBytes, headerBytes, shardBytes, type Stripe } from '../code/layout';
import { shardHeaderFault } from '../code/shard-header';
import type { ShardSource, StoredObject } from './stored-object';

/** The shard lies there and is not what it must be. */
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
	/** Doubtful, or left behind by others in this read: asked only when no other is left. */
	last: boolean;
	/** Set when the shard is not there or not right; a bucket that is down may yet answer. */
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

	/** The block of a stripe, known to be genuine; throws `ShardDamage` or `BucketFault`. */
	async block(stripe: Stripe): Promise<Buffer> {
		const reader = await this.opened();
		const bytes = await withinPatience(
			this.patience,
			reader.read(stripe.hashAt, hashBytes + stripe.blockBytes),
		);
		if (bytes.length < hashBytes + stripe.blockBytes) {
			throw this.damage(`it ends before block ${stripe.index}`);
		}
		const block = bytes.subarray(hashBytes);
		const place = { shard: this.shard, stripe: stripe.index };
		if (!this.object.cipher.blockIsGenuine(place, bytes.subarray(0, hashBytes), block)) {
			throw this.damage(`block ${stripe.index} is damaged`);
		}
		return block;
	}

	/** Stops what is under way; the next block opens the shard again. */
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
		const reader = await withinPatience(
			this.patience,
			this.source.open(this.opening.signal),
			(late) => late.close(),
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
		const header = await withinPatience(this.patience, reader.read(0, headerBytes));
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

	private get patience(): { readonly bucket: string; readonly timeoutMs: number } {
		return { bucket: this.source.bucket, timeoutMs: this.timeoutMs };
	}
}
