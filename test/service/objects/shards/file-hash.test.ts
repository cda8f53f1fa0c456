/** The hash of files, held to known answers, to a foreign hash and to being cut anywhere. */
import { blake2bHex } from 'blakejs';
import fc from 'fast-check';
import { fileHashKind, newFileHash } from '../../../../service/objects/shards/file-hash';

const kinds = ['wasm', 'native'] as const;

const known = [
	['', '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
	['abc', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
] as const;

test.each(kinds.flatMap((kind) => known.map((row) => [kind, ...row] as const)))(
	'%s gives the known hash of "%s"',
	async (kind, text, digest) => {
		const hash = await newFileHash(kind);
		hash.update(new TextEncoder().encode(text));
		expect(hash.digestHex()).toBe(digest);
	},
);

test('both kinds agree with a foreign hash, however the bytes are cut', async () => {
	const chunks = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(chunks, async (parts) => {
			const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
			for (const kind of kinds) {
				const hash = await newFileHash(kind);
				for (const part of parts) hash.update(part);
				expect(hash.digestHex()).toBe(blake2bHex(whole, undefined, 32));
			}
		}),
	);
});

test('a part of a larger buffer is hashed alone', async () => {
	const buffer = new TextEncoder().encode('xxabcxx');
	for (const kind of kinds) {
		const hash = await newFileHash(kind);
		hash.update(buffer.subarray(2, 5));
		expect(hash.digestHex()).toBe(known[1][1]);
	}
});

test('the machine hashes with one of the two', () => {
	expect(kinds).toContain(fileHashKind);
});
