/**
 * Encryption of one object: AES-256-GCM for stripes, HMAC-SHA-256 for blocks. A key is used for
 * one object only, so the stripe's number can be its nonce. The signature of a block covers its
 * position, so that a moved or forged block is detected without the other shards.
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
	/** The encrypted stripe in two parts: ciphertext of the plain length, and the tag. */
	seal(stripe: number, plain: Uint8Array): readonly [Buffer, Buffer];
	/**
	 * Decrypts a stripe from its blocks, in pieces; throws if a single bit was changed. Bytes after
	 * ciphertext and tag are ignored.
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

/** `key`: 32 random bytes, used for this object only. */
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
			// GCM outputs all bytes in update(); final() only computes the tag.
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
