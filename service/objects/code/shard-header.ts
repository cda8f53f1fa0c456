/**
 * The 64-byte header of every shard. It identifies store, object and shard number, so that a shard in the
 * wrong place is recognised, and it has a hash of its own.
 *
 *   0  8  the word SKSHARD1            16 12  object id
 *   8  1  data shards                  28  4  tag of the store, never zero
 *   9  1  parity shards                32  8  plain bytes of the object, big-endian
 *  10  1  number of this shard         40 24  first bytes of SHA-256 over the bytes before
 *  11  1  reserved, zero
 *  12  4  block size, big-endian
 */
import { createHash } from 'node:crypto';
import { headerBytes, type Scheme } from './layout';

export interface ShardHeader {
	readonly scheme: Scheme;
	readonly objectId: string;
	readonly shard: number;
	readonly sizeBytes: number;
	/** 32 bits that tell the shards of one store from those of another. */
	readonly storeTag: number;
}

const word = 'SKSHARD1';
const hashedBytes = 40;
const tagAt = 28;

function ownHash(header: Buffer): Buffer {
	const hash = createHash('sha256').update(header.subarray(0, hashedBytes)).digest();
	return hash.subarray(0, headerBytes - hashedBytes);
}

/** The tag of the store of this id; never zero. */
export function storeTagOf(storeId: string): number {
	return createHash('sha256').update(storeId).digest().readUInt32BE() || 1;
}

export function encodeShardHeader(fields: ShardHeader): Buffer {
	const { scheme, objectId, shard, sizeBytes, storeTag } = fields;
	const header = Buffer.alloc(headerBytes);
	header.write(word, 'latin1');
	header.writeUInt8(scheme.dataShards, 8);
	header.writeUInt8(scheme.parityShards, 9);
	header.writeUInt8(shard, 10);
	header.writeUInt32BE(scheme.blockSizeBytes, 12);
	header.write(objectId, 16, 'hex');
	header.writeUInt32BE(storeTag, tagAt);
	header.writeBigUInt64BE(BigInt(sizeBytes), 32);
	ownHash(header).copy(header, hashedBytes);
	return header;
}

/** Why `header` differs from the expected one; undefined if it matches. */
export function shardHeaderFault(header: Buffer, expected: ShardHeader): string | undefined {
	if (header.length < headerBytes) return 'its header is cut off';
	if (!isSound(header)) return 'its header is damaged';
	const wanted = encodeShardHeader(expected);
	if (header.equals(wanted)) return undefined;
	if (!header.subarray(16, 28).equals(wanted.subarray(16, 28))) {
		return `it belongs to object ${header.toString('hex', 16, 28)}`;
	}
	if (header[10] !== expected.shard) return `it is shard ${header[10]} of the object`;
	return 'its header is not the one of this object';
}

/** True if the header is of a shard with this key, written by the store with this tag. */
export function isShardOf(
	header: Buffer,
	place: Pick<ShardHeader, 'objectId' | 'shard' | 'storeTag'>,
): boolean {
	return (
		header.length >= headerBytes &&
		header.toString('latin1', 0, word.length) === word &&
		isSound(header) &&
		header.toString('hex', 16, 28) === place.objectId &&
		header[10] === place.shard &&
		header.readUInt32BE(tagAt) === place.storeTag
	);
}

function isSound(header: Buffer): boolean {
	return ownHash(header).equals(header.subarray(hashedBytes, headerBytes));
}
