/**
 * Writes a stream as drafts of an object's shards, stripe by stripe in constant memory. A failing
 * bucket is left out as long as enough remain; the store makes drafts durable and replaces missing
 * shards.
 */
import { BucketFault, type Bucket, type ShardDraft } from '../buckets/bucket';
import type { ErasureCode } from '../code/erasure-code';
import { newFileHash, type FileHash } from './file-hash';
import { shardKey, stripeAt, stripePlainBytes } from '../code/layout';
import type { Scheme } from '../code/layout';
import type { ObjectCipher } from '../keys/object-cipher';
import { releaseBlock, takeBlock } from '../buckets/block-pool';
import { openDraft } from '../buckets/patient-draft';
import { encodeShardHeader } from '../code/shard-header';
import { TooFewBuckets } from './too-few-buckets';

export interface WriterOptions {
	readonly id: string;
	readonly scheme: Scheme;
	readonly code: ErasureCode;
	readonly cipher: ObjectCipher;
	/** Tag of the store, in every shard header: shards of another store are not taken for its own. */
	readonly storeTag: number;
	/** Bucket of each shard, in order. */
	readonly buckets: readonly Bucket[];
	/** Minimum number of buckets that must be without a fault; one bucket may hold several shards. */
	readonly bucketsNeeded: number;
	readonly timeoutMs: number;
}

/** A shard being written; after a fault it has no draft any more. */
export interface DraftedShard {
	readonly shard: number;
	readonly bucket: Bucket;
	draft: ShardDraft | undefined;
	fault: BucketFault | undefined;
}

/** Throws `TooFewBuckets` if too few buckets are without a fault. */
export function assertWritable(shards: readonly DraftedShard[], bucketsNeeded: number): void {
	const names = new Set(shards.map(({ bucket }) => bucket.name));
	const faults = shards.flatMap(({ fault }) => fault ?? []);
	const failed = new Map(faults.map((fault) => [fault.bucket, fault.message]));
	const writable = names.size - failed.size;
	if (writable >= bucketsNeeded) return;
	throw new TooFewBuckets('write', bucketsNeeded, writable, [...failed.values()].join('; '));
}

export class ObjectWriter {
	readonly shards: readonly DraftedShard[];
	sizeBytes = 0;
	/** Plain bytes of the current stripe; released after the last one. */
	private stripeBuffer: Buffer;
	private filledBytes = 0;
	private stripesWritten = 0;
	/** Writes of the previous stripe; they run while the next is encoded. */
	private pendingWrites: Promise<unknown> = Promise.resolve();

	private constructor(
		private readonly options: WriterOptions,
		private readonly hash: FileHash,
	) {
		this.stripeBuffer = takeBlock(stripePlainBytes(options.scheme));
		this.shards = options.buckets.map((bucket, shard) => ({
			shard,
			bucket,
			draft: undefined,
			fault: undefined,
		}));
	}

	static async open(options: WriterOptions): Promise<ObjectWriter> {
		const writer = new ObjectWriter(options, await newFileHash());
		await Promise.all(writer.shards.map((shard) => writer.openDraft(shard)));
		try {
			assertWritable(writer.shards, options.bucketsNeeded);
			return writer;
		} catch (error) {
			await writer.discard();
			throw error;
		}
	}

	async write(bytes: Uint8Array): Promise<void> {
		this.sizeBytes += bytes.length;
		for (let at = 0; at < bytes.length;) {
			const part = bytes.subarray(at, at + this.stripeBuffer.length - this.filledBytes);
			// Of bytes that come all at once no more than a stripe is hashed before others have their turn.
			this.hash.update(part);
			this.stripeBuffer.set(part, this.filledBytes);
			this.filledBytes += part.length;
			at += part.length;
			if (this.filledBytes === this.stripeBuffer.length) await this.writeStripe();
		}
	}

	/** Writes the last stripe and the headers; returns the hash of all plain bytes. */
	async finish(): Promise<string> {
		if (this.filledBytes > 0) await this.writeStripe();
		await this.pendingWrites;
		this.freeStripe();
		const { scheme, id: objectId, storeTag } = this.options;
		const { sizeBytes } = this;
		await this.onEveryDraft(({ shard }) => ({
			at: 0,
			parts: [encodeShardHeader({ scheme, objectId, shard, sizeBytes, storeTag })],
		}));
		return this.hash.digestHex();
	}

	/** Closes file descriptors until drafts are read or published. */
	async rest(): Promise<void> {
		await Promise.all(
			this.shards.map((shard) => this.keepingFault(shard, async () => shard.draft?.rest())),
		);
	}

	/** Discards all drafts; a failing bucket is cleaned when it is opened again. */
	async discard(): Promise<void> {
		await this.pendingWrites.catch(() => undefined);
		this.freeStripe();
		await Promise.all(this.shards.map((shard) => discardDraft(shard)));
	}

	private freeStripe(): void {
		releaseBlock(this.stripeBuffer);
		this.stripeBuffer = Buffer.alloc(0);
	}

	private async openDraft(shard: DraftedShard): Promise<void> {
		const { id, timeoutMs } = this.options;
		const { bucket } = shard;
		await this.keepingFault(shard, async () => {
			shard.draft = await openDraft(bucket, shardKey(id, shard.shard), timeoutMs);
		});
	}

	private async writeStripe(): Promise<void> {
		const { scheme, cipher, code } = this.options;
		const index = this.stripesWritten;
		const { macAt, blockBytes } = stripeAt(scheme, this.stripePlainEnd, index);
		const [ciphertext, tag] = cipher.seal(index, this.stripeBuffer.subarray(0, this.filledBytes));
		const blocks = cutBlocks([ciphertext, tag], blockBytes, scheme.dataShards);
		blocks.push(...code.encode(blocks));
		this.stripesWritten += 1;
		this.filledBytes = 0;
		await this.pendingWrites;
		this.pendingWrites = this.onEveryDraft(({ shard }) => {
			const block = blocks[shard];
			if (block === undefined) throw new RangeError(`the stripe has no block for shard ${shard}`);
			return { at: macAt, parts: [cipher.signBlock(shard, index, block), block] };
		});
		// Awaited before the next stripe; until then a rejection must not count as unhandled.
		this.pendingWrites.catch(() => undefined);
	}

	/** Plain bytes up to the end of the current stripe. */
	private get stripePlainEnd(): number {
		return this.stripesWritten * this.stripeBuffer.length + this.filledBytes;
	}

	private async onEveryDraft(
		part: (shard: DraftedShard) => { readonly at: number; readonly parts: readonly Buffer[] },
	): Promise<void> {
		await Promise.all(
			this.shards.map(async (shard) => {
				const { draft } = shard;
				if (draft === undefined) return;
				const { at, parts } = part(shard);
				await this.keepingFault(shard, () => draft.write(at, parts));
			}),
		);
		assertWritable(this.shards, this.options.bucketsNeeded);
	}

	/**
	 * Runs a step. A BucketFault discards the shard's draft and is kept in `fault`; other errors are
	 * thrown.
	 */
	private async keepingFault(shard: DraftedShard, step: () => Promise<void>): Promise<void> {
		try {
			await step();
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
			shard.fault = error;
			await discardDraft(shard);
		}
	}
}

/**
 * The data blocks of an encrypted stripe, padded with zeros. Blocks inside the ciphertext are
 * views of it; only the end with the tag is copied.
 */
function cutBlocks(
	[ciphertext, tag]: readonly [Buffer, Buffer],
	blockBytes: number,
	dataShards: number,
): Buffer[] {
	const whole = Math.min(Math.floor(ciphertext.length / blockBytes), dataShards);
	const end = Buffer.alloc((dataShards - whole) * blockBytes);
	ciphertext.copy(end, 0, whole * blockBytes);
	tag.copy(end, ciphertext.length - whole * blockBytes);
	return Array.from({ length: dataShards }, (_, shard) =>
		shard < whole
			? ciphertext.subarray(shard * blockBytes, (shard + 1) * blockBytes)
			: end.subarray((shard - whole) * blockBytes, (shard - whole + 1) * blockBytes),
	);
}

/** Discards a draft. If that fails, the bucket is cleaned when it is opened again. */
export async function discardDraft(shard: DraftedShard): Promise<void> {
	const { draft } = shard;
	shard.draft = undefined;
	try {
		await draft?.discard();
	} catch (error) {
		if (!(error instanceof BucketFault)) throw error;
		shard.fault ??= error;
	}
}
