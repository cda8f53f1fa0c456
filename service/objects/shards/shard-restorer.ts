/**
 * Rebuilds one shard of an object in a draft: takes each block from an existing copy if it is
 * genuine there, else from k other shards. Leaves the draft finished but unpublished.
 */
import type { ShardDraft } from '../buckets/bucket';
import { BucketFault } from '../buckets/bucket';
import { stripeAt, stripeCount, type Stripe } from '../code/layout';
import { ShardChannel, ShardDamage } from './shard-channel';
import { encodeShardHeader } from '../code/shard-header';
import { StripeReader, type StripeReaderOptions } from './stripe-reader';
import type { ShardSource } from './stored-object';

export interface Restoration extends StripeReaderOptions {
	readonly shard: number;
	/** A copy of this shard, in the outbox or damaged, whose genuine blocks are used. */
	readonly copy?: ShardSource;
}

/** Throws `TooFewBuckets` if fewer than k shards can be read. */
export async function restoreShard(restoration: Restoration, draft: ShardDraft): Promise<void> {
	const { object, shard, copy, timeoutMs } = restoration;
	const { scheme, sizeBytes, cipher, id: objectId, storeTag } = object;
	const others = restoration.sources.filter((source) => source.shard !== shard);
	const reader = new StripeReader({ ...restoration, sources: others });
	const copied = copy === undefined ? undefined : new ShardChannel(copy, object, timeoutMs);

	const rebuilt = async (stripe: Stripe): Promise<Buffer> => {
		const [block] = object.code.rebuild(await reader.blocks(stripe), [shard]);
		if (block === undefined) throw new Error(`shard ${shard} of ${objectId} was not rebuilt`);
		return block;
	};

	try {
		await draft.write(0, [encodeShardHeader({ scheme, objectId, shard, sizeBytes, storeTag })]);
		for (let index = 0; index < stripeCount(scheme, sizeBytes); index += 1) {
			const stripe = stripeAt(scheme, sizeBytes, index);
			const block = (await blockOf(copied, stripe)) ?? (await rebuilt(stripe));
			await draft.write(stripe.macAt, [cipher.signBlock(shard, index, block), block]);
		}
	} finally {
		await reader.close();
		await copied?.close();
	}
}

/** The block of the copy; undefined if there is none or it is damaged. */
async function blockOf(
	copy: ShardChannel | undefined,
	stripe: Stripe,
): Promise<Buffer | undefined> {
	if (copy === undefined || copy.fault !== undefined) return undefined;
	try {
		return await copy.block(stripe);
	} catch (error) {
		if (error instanceof ShardDamage || error instanceof BucketFault) return undefined;
		throw error;
	}
}
