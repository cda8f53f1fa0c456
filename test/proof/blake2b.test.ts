/**
 * The running hash against known vectors, against an independent implementation over random
 * messages, and against itself over every way of cutting a message into chunks.
 */
import { blake2bHex } from 'blakejs';
import fc from 'fast-check';
import { Blake2b256 } from '../../proof/blake2b';

function hashOf(...chunks: readonly Uint8Array[]): string {
	const hash = new Blake2b256();
	for (const chunk of chunks) hash.update(chunk);
	return hash.digestHex();
}

const vectors: ReadonlyArray<readonly [string, string]> = [
	['', '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
	['abc', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
];

test.each(vectors)('the hash of "%s" is the published one', (text, expected) => {
	expect(hashOf(Buffer.from(text))).toBe(expected);
});

test('every length around the block borders hashes as an independent implementation does', () => {
	const message = Buffer.from(Array.from({ length: 520 }, (_value, index) => (index * 151) % 256));
	for (let length = 0; length <= message.length; length++) {
		const part = message.subarray(0, length);
		expect(hashOf(part)).toBe(blake2bHex(part, undefined, 32));
	}
});

test('any message hashes as an independent implementation does', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 4096 }), (message) => {
			expect(hashOf(message)).toBe(blake2bHex(message, undefined, 32));
		}),
	);
});

test('how a message is cut into chunks makes no difference', () => {
	const chunks = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 12 });
	fc.assert(
		fc.property(chunks, (parts) => {
			expect(hashOf(...parts)).toBe(hashOf(Buffer.concat(parts)));
		}),
	);
});

test('a chunk that is a window into a larger buffer is hashed without its surroundings', () => {
	const message = Buffer.alloc(1024, 7);
	message.fill(9, 100, 700);
	expect(hashOf(message.subarray(100, 700))).toBe(hashOf(Buffer.alloc(600, 9)));
});

test('a message of several megabytes hashes as an independent implementation does', () => {
	const message = Buffer.alloc(3 * 1024 * 1024 + 1);
	for (let index = 0; index < message.length; index++) message[index] = (index * 31) >>> 3;
	expect(hashOf(message)).toBe(blake2bHex(message, undefined, 32));
});
