/**
 * Placement of shards in buckets, and the check that any three quarters of the buckets suffice.
 */
import { shardCount, type Scheme } from './layout';

/** Shard i lies in bucket i mod B. */
export function bucketOfShard(shard: number, bucketCount: number): number {
	return shard % bucketCount;
}

/** Most shards of one object that share a bucket. */
function mostPerBucket(scheme: Scheme, bucketCount: number): number {
	return Math.ceil(shardCount(scheme) / bucketCount);
}

/**
 * Minimum number of buckets that a write must reach: any that many hold at least k + m/2 shards,
 * rounded up, so that a new object survives further losses before the rest is delivered.
 */
export function bucketsToWrite(scheme: Scheme, bucketCount: number): number {
	const shardsNeeded = scheme.dataShards + Math.ceil(scheme.parityShards / 2);
	const spare = shardCount(scheme) - shardsNeeded;
	const used = Math.min(bucketCount, shardCount(scheme));
	return used - Math.floor(spare / mostPerBucket(scheme, bucketCount));
}

/**
 * Why a configuration is refused; undefined if it is sound: losing any quarter of the buckets must
 * leave k shards of every object.
 */
export function configurationFault(scheme: Scheme, bucketCount: number): string | undefined {
	const { dataShards, parityShards, blockSizeBytes } = scheme;
	if (!Number.isInteger(dataShards) || dataShards < 1) return 'there must be a data shard';
	if (!Number.isInteger(parityShards) || parityShards < 1) return 'there must be a parity shard';
	if (shardCount(scheme) > 255) return 'there can be at most 255 shards';
	if (!Number.isInteger(blockSizeBytes) || blockSizeBytes < 32 || blockSizeBytes > 1 << 20) {
		return 'the block size must lie between 32 bytes and 1 MiB';
	}
	if (bucketCount < 4) {
		return `${bucketCount} buckets are too few: a quarter of them must be at least one`;
	}
	const buckets = Math.floor(bucketCount / 4);
	const lost = buckets * mostPerBucket(scheme, bucketCount);
	if (lost <= parityShards) return undefined;
	return (
		`losing a quarter of the ${bucketCount} buckets (${buckets}) can cost ${lost} shards of a file, ` +
		`and only ${parityShards} may be lost: use more parity shards or more buckets`
	);
}
