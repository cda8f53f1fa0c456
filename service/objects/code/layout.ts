/**
 * Layout of an object: pure arithmetic on sizes. An object is cut into stripes; a stripe is
 * encrypted (which adds a tag), padded to k equal blocks and gets m parity blocks; a shard is a
 * header followed by its block of every stripe, each preceded by its MAC. Only the last stripe
 * may be shorter.
 */
export interface Scheme {
	readonly dataShards: number;
	readonly parityShards: number;
	/** Bytes of a block of a full stripe. */
	readonly blockSizeBytes: number;
}

export interface Stripe {
	readonly index: number;
	/** Where its plain bytes begin in the object. */
	readonly plainAt: number;
	readonly plainBytes: number;
	readonly blockBytes: number;
	/** Where the MAC of its block begins in every shard; the block follows. */
	readonly macAt: number;
}

export const headerBytes = 64;
export const macBytes = 32;
export const tagBytes = 16;

export function shardCount(scheme: Scheme): number {
	return scheme.dataShards + scheme.parityShards;
}

/** Plain bytes of a full stripe: sealed, they fill the data blocks exactly. */
export function stripePlainBytes(scheme: Scheme): number {
	return scheme.dataShards * scheme.blockSizeBytes - tagBytes;
}

export function stripeCount(scheme: Scheme, sizeBytes: number): number {
	return Math.ceil(sizeBytes / stripePlainBytes(scheme));
}

export function stripeAt(scheme: Scheme, sizeBytes: number, index: number): Stripe {
	const plainAt = index * stripePlainBytes(scheme);
	const plainBytes = Math.min(stripePlainBytes(scheme), sizeBytes - plainAt);
	if (index < 0 || plainBytes <= 0) throw new RangeError(`there is no stripe ${index}`);
	return {
		index,
		plainAt,
		plainBytes,
		blockBytes: Math.ceil((plainBytes + tagBytes) / scheme.dataShards),
		macAt: headerBytes + index * (macBytes + scheme.blockSizeBytes),
	};
}

/** The stripe a byte of the object lies in. */
export function stripeOf(scheme: Scheme, byteAt: number): number {
	return Math.floor(byteAt / stripePlainBytes(scheme));
}

/** Bytes of one shard of an object; all its shards are of equal length. */
export function shardBytes(scheme: Scheme, sizeBytes: number): number {
	const count = stripeCount(scheme, sizeBytes);
	if (count === 0) return headerBytes;
	const last = stripeAt(scheme, sizeBytes, count - 1);
	return last.macAt + macBytes + last.blockBytes;
}

export function shardKey(objectId: string, shard: number): string {
	return `${objectId}.${String(shard).padStart(3, '0')}`;
}

/** Parses a `shardKey`; undefined for any other text. */
export function parseShardKey(
	key: string,
): { readonly objectId: string; readonly shard: number } | undefined {
	const match = /^([0-9a-f]{24})\.(\d{3})$/.exec(key);
	return match?.[1] === undefined ? undefined : { objectId: match[1], shard: Number(match[2]) };
}
