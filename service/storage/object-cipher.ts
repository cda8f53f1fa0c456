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
import { tagBytes } from './layout';

export interface ObjectCipher {
	/** The sealed stripe: as long as the plain bytes and a tag. */
	seal(stripe: number, plain: Uint8Array): Buffer;
	/** The plain bytes of a sealed stripe; throws when a single bit of it was changed. */
	open(stripe: number, sealed: Uint8Array): Buffer;
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
			return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
		},
		open(stripe, sealed) {
			const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce(stripe));
			decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
			const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes));
			decipher.final();
			return plain;
		},
		signBlock,
		blockIsGenuine: ({ shard, stripe }, signature, block) =>
			timingSafeEqual(signature, signBlock(shard, stripe, block)),
	};
}
