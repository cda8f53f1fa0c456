/** The comparison of files without text by their chunks. */
import fc from 'fast-check';
import { compareChunks } from '../../../service/comparison/pieces/content-chunks';

/** Bytes that do not repeat, the same for the same seed. */
function noise(sizeBytes: number, seed: number): Buffer {
	const bytes = Buffer.alloc(sizeBytes);
	let state = seed;
	for (let at = 0; at < sizeBytes; at += 1) {
		state = (Math.imul(state, 1664525) + 1013904223) | 0;
		bytes[at] = state >>> 24;
	}
	return bytes;
}

async function* reads(bytes: Uint8Array, readSizeBytes: number): AsyncIterable<Uint8Array> {
	for (let at = 0; at < bytes.length; at += readSizeBytes) {
		yield await Promise.resolve(bytes.subarray(at, at + readSizeBytes));
	}
}

function compare(kept: Uint8Array, sent: Uint8Array, chunkSizeBytes = 256, readSizeBytes = 4096) {
	const file = (bytes: Uint8Array) => ({
		sizeBytes: bytes.length,
		bytes: reads(bytes, readSizeBytes),
	});
	return compareChunks(file(kept), file(sent), chunkSizeBytes);
}

test('an insertion leaves the chunks around it equal', async () => {
	const kept = noise(100_000, 1);
	const sent = Buffer.concat([kept.subarray(0, 50_000), Buffer.from('new'), kept.subarray(50_000)]);
	expect(await compare(kept, sent)).toBeGreaterThan(0.95);
});

test('unrelated files have next to nothing in common', async () => {
	expect(await compare(noise(100_000, 1), noise(100_000, 2))).toBe(0);
});

test('half of a file is about two thirds like the whole', async () => {
	const kept = noise(100_000, 1);
	const similarity = await compare(kept, kept.subarray(0, 50_000));
	expect(similarity).toBeGreaterThan(0.64);
	expect(similarity).toBeLessThan(0.68);
});

test('finer chunks find more in common', async () => {
	const kept = noise(200_000, 1);
	const sent = Buffer.from(kept);
	for (let at = 0; at < sent.length; at += 5_000) sent[at] = (sent[at] ?? 0) ^ 1;
	const similarities = [];
	for (const size of [16_384, 4_096, 1_024, 256, 64]) {
		similarities.push(await compare(kept, sent, size));
	}
	expect(similarities).toEqual([...similarities].sort((first, second) => first - second));
	expect(similarities.at(-1)).toBeGreaterThan(0.9);
});

test('for all files it lies from 0 to below 1, is the same from either side and for all ways to read it', async () => {
	const content = fc
		.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 })
		.map((parts) => Buffer.concat(parts));
	await fc.assert(
		fc.asyncProperty(
			content,
			content,
			fc.integer({ min: 1, max: 300 }),
			async (kept, sent, size) => {
				const similarity = await compare(kept, sent, 64);
				expect(similarity).toBeGreaterThanOrEqual(0);
				expect(similarity).toBeLessThan(1);
				expect(await compare(sent, kept, 64)).toBe(similarity);
				expect(await compare(kept, sent, 64, size)).toBe(similarity);
			},
		),
		{ numRuns: 200 },
	);
});
