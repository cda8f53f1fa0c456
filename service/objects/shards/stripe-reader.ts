/**
 * Reads the stripes of an object. Asks for k blocks, data shards first because they need no
 * decoding; a failed one is replaced at once, and for slow ones others are asked in addition: the
 * first k genuine blocks win. Reports every fault and repairs nothing.
 */
import { releaseBlock } from '../buckets/block-pool';
import { BucketFault } from '../buckets/bucket';
import type { Stripe } from '../code/layout';
import { ShardChannel, ShardDamage } from './shard-channel';
import type { ShardSource, StoredObject } from './stored-object';
import { TooFewBuckets } from './too-few-buckets';

/** A fault of one shard. */
export interface ShardFault {
	readonly shard: number;
	readonly bucket: string;
	readonly reason: 'damaged' | 'missing' | 'unavailable';
	readonly message: string;
}

export interface StripeReaderOptions {
	readonly object: StoredObject;
	readonly sources: readonly ShardSource[];
	/** Timeout of one step of a bucket. */
	readonly timeoutMs: number;
	/** Time after which other shards are asked besides slow ones. */
	readonly hedgeMs: number;
	readonly onFault: (fault: ShardFault) => void;
}

/** Translates an error of a shard; rethrows any other error. */
export function shardFault(channel: ShardChannel, error: unknown): ShardFault {
	const { shard, bucket } = channel.source;
	if (error instanceof ShardDamage) {
		return { shard, bucket, reason: 'damaged', message: error.message };
	}
	if (error instanceof BucketFault) {
		return { shard, bucket, reason: error.reason, message: error.message };
	}
	throw error;
}

/** The read of one stripe: shards asked, blocks received, faults. */
class StripeRead {
	readonly blocks = new Map<number, Buffer>();
	private readonly asked = new Set<ShardChannel>();
	private readonly running = new Set<ShardChannel>();
	private readonly faults: ShardFault[] = [];
	private readonly outcome = Promise.withResolvers<void>();
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly channels: readonly ShardChannel[],
		private readonly stripe: Stripe,
		private readonly options: StripeReaderOptions,
	) {}

	private get needed(): number {
		return this.options.object.scheme.dataShards - this.blocks.size;
	}

	async run(): Promise<Map<number, Buffer>> {
		this.timer = setInterval(() => this.ask(this.needed), this.options.hedgeMs);
		try {
			this.ask(this.needed);
			await this.outcome.promise;
			for (const channel of this.running) {
				channel.last = true;
				void channel.close();
			}
			return this.blocks;
		} finally {
			clearInterval(this.timer);
		}
	}

	/** Asks up to `count` more shards, the likely ones first; fails when none is left. */
	private ask(count: number): void {
		const candidates = this.channels
			.filter((channel) => !this.asked.has(channel))
			.filter((channel) => {
				if (channel.fault === undefined) return true;
				this.asked.add(channel);
				this.faults.push(shardFault(channel, channel.fault));
				return false;
			})
			.sort((a, b) => Number(a.last) - Number(b.last) || a.shard - b.shard);
		for (const channel of candidates.slice(0, count)) this.start(channel);
		if (this.running.size === 0 && this.needed > 0) this.outcome.reject(this.shortage());
	}

	private start(channel: ShardChannel): void {
		this.asked.add(channel);
		this.running.add(channel);
		channel.block(this.stripe).then(
			(block) => this.arrived(channel, block),
			(error: unknown) => this.failed(channel, error),
		);
	}

	private arrived(channel: ShardChannel, block: Buffer): void {
		this.running.delete(channel);
		if (this.needed === 0) return;
		this.blocks.set(channel.shard, block);
		if (this.needed === 0) this.outcome.resolve();
		else this.ask(0);
	}

	private failed(channel: ShardChannel, error: unknown): void {
		this.running.delete(channel);
		if (this.needed === 0) return;
		try {
			const fault = shardFault(channel, error);
			channel.last = true;
			if (fault.reason === 'unavailable') void channel.close();
			this.faults.push(fault);
			this.options.onFault(fault);
			this.ask(1);
		} catch (unexpected) {
			this.outcome.reject(unexpected);
		}
	}

	private shortage(): TooFewBuckets {
		const names = this.faults.map(({ message }) => message).sort();
		const { dataShards } = this.options.object.scheme;
		return new TooFewBuckets('read', dataShards, this.blocks.size, names.join('; '));
	}
}

export class StripeReader {
	private readonly channels: readonly ShardChannel[];

	constructor(private readonly options: StripeReaderOptions) {
		this.channels = options.sources.map(
			(source) => new ShardChannel(source, options.object, options.timeoutMs),
		);
	}

	/** Verified blocks of any k shards, by shard number. Throws `TooFewBuckets`. */
	blocks(stripe: Stripe): Promise<Map<number, Buffer>> {
		return new StripeRead(this.channels, stripe, this.options).run();
	}

	/** Decrypts a stripe, in pieces. */
	async plain(stripe: Stripe): Promise<readonly Buffer[]> {
		const { code, cipher, scheme } = this.options.object;
		const blocks = await this.blocks(stripe);
		const shards = Array.from({ length: scheme.dataShards }, (_, shard) => shard);
		const missing = shards.filter((shard) => !blocks.has(shard));
		const rebuilt = missing.length > 0 ? code.rebuild(blocks, missing) : [];
		for (const [index, block] of rebuilt.entries()) blocks.set(missing[index] ?? -1, block);
		const data = shards.map((shard) => blocks.get(shard) ?? Buffer.alloc(0));
		const pieces = cipher.open(stripe.index, data, stripe.plainBytes);
		for (const block of blocks.values()) releaseBlock(block);
		return pieces;
	}

	async close(): Promise<void> {
		await Promise.all(this.channels.map((channel) => channel.close()));
	}
}
