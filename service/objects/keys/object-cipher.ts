/**
 * What one object's key does: it seals stripes with AES-256-GCM and signs the blocks of shards
 * with HMAC-SHA-256. The key is made for one object and never used for another, so a stripe's
 * number can serve as its nonce. A block's signature covers its place as well, so that a block
 * moved elsewhere, or forged by the keeper of a bucket, is found without the other shards.
 */
import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	hkdfSync,
	timingSafeEqual,
} from 'node:crypto';
import { tagBytes } from '../code/layout';

export interface ObjectCipher {
	/** The sealed stripe in two parts: as many bytes as the plain ones, and the tag. */
	seal(stripe: number, plain: Uint8Array): readonly [Buffer, Buffer];
	/**
	 * The plain bytes of a stripe, in pieces, from the blocks it was cut into and its length; throws
	 * when a single bit was changed. What the blocks hold beyond text and tag is not looked at.
	 */
	open(stripe: number, blocks: readonly Buffer[], plainBytes: number): readonly Buffer[];
	signBlock(shard: number, stripe: number, block: Uint8Array): Buffer;
	blockIsGenuine(place: BlockPlace, signature: Uint8Array, block: Uint8Array): boolean;
}

export interface BlockPlace {
	readonly shard: number;
	readonly stripe: number;
}

function nonce(stripe: number): Buffer {
	const bytes = Buffer.alloc(12);
	bytes.writeBigUInt64BE(BigInt(stripe), 4);
	return bytes;
}

/** `key`: 32 random bytes of this object alone. */
export function objectCipher(key: Buffer): ObjectCipher {
	const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
	const sealingKey = derive('stripes');
	const signingKey = derive('blocks');

	const signBlock = (shard: number, stripe: number, block: Uint8Array): Buffer => {
		const place = Buffer.alloc(12);
		place.writeUInt32BE(shard);
		place.writeBigUInt64BE(BigInt(stripe), 4);
		return createHmac('sha256', signingKey).update(place).update(block).digest();
	};

	return {
		seal(stripe, plain) {
			const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce(stripe));
			const text = cipher.update(plain);
			// GCM gives every byte at once; the end adds none and only makes the tag.
			cipher.final();
			return [text, cipher.getAuthTag()];
		},
		open(stripe, blocks, plainBytes) {
			const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce(stripe));
			const beyond: Buffer[] = [];
			let left = plainBytes;
			const pieces = blocks.map((block) => {
				const text = block.subarray(0, left);
				left -= text.length;
				if (text.length < block.length) beyond.push(block.subarray(text.length));
				return decipher.update(text);
			});
			decipher.setAuthTag(Buffer.concat(beyond).subarray(0, tagBytes));
			decipher.final();
			return pieces;
		},
		signBlock,
		blockIsGenuine: ({ shard, stripe }, signature, block) =>
			timingSafeEqual(signature, signBlock(shard, stripe, block)),
	};
}
