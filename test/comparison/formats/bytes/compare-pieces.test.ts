/** Files of no known format compared as bytes: what differs, where, and how much of them. */
import fc from 'fast-check';
import type { Compared } from '../../../../comparison/core/comparison';
import { levelNames, type Level } from '../../../../comparison/core/level';
import {
	comparePieces,
	comparePiecesHolding,
} from '../../../../comparison/formats/bytes/compare-pieces';
import { differencesOfBytes } from '../../../../comparison/formats/bytes/differences';
import { bytesPairs } from '../../quality/pieces';
import { Random } from '../../quality/random';
import { countOf } from '../../../support/run/tier';

const seed = 15;

async function* reads(bytes: Uint8Array, readSizeBytes: number): AsyncIterable<Uint8Array> {
	for (let at = 0; at < bytes.length; at += readSizeBytes) {
		yield await Promise.resolve(bytes.subarray(at, at + readSizeBytes));
	}
}

interface Ways {
	readonly level?: Level;
	readonly by?: typeof comparePieces;
	readonly readSizeBytes?: number;
}

function compare(
	kept: Uint8Array,
	sent: Uint8Array,
	{ level = 'Excellent', by = comparePieces, readSizeBytes = 65_536 }: Ways = {},
): Promise<Compared> {
	const side = (bytes: Uint8Array, fileName: string) => ({
		sizeBytes: bytes.length,
		fileName,
		bytes: reads(bytes, readSizeBytes),
	});
	return by(
		{ kept: side(kept, 'kept.bin'), sent: side(sent, 'sent.bin') },
		{ level, isReported: true, onProgress: () => undefined },
	);
}

/** Holds nothing, as with files larger than the memory. */
const streamed = comparePiecesHolding(0);

const noise = (sizeBytes: number, from = seed) => new Random(from).bytes(sizeBytes);

describe('what differs', () => {
	const kept = noise(100_000);
	const cut = (from: number, to?: number) => kept.subarray(from, to);
	const added = Buffer.from('<four bytes & more>');

	test.each([
		['added', Buffer.concat([cut(0, 50_000), added, cut(50_000)]), undefined, [50_000, 19]],
		['removed', Buffer.concat([cut(0, 50_000), cut(50_300)]), [50_000, 300], undefined],
		['changed', withXor(kept, 70_001, 3), [70_001, 3], [70_001, 3]],
		[
			'moved',
			Buffer.concat([cut(0, 1_000), cut(3_000, 60_000), cut(1_000, 3_000), cut(60_000)]),
			[1_000, 2_000],
			[58_000, 2_000],
		],
	])('is named with its place: %s', async (kind, sent, keptAt, sentAt) => {
		const { changes, counts } = await compare(kept, sent);
		const place = (at: number[] | undefined) =>
			at === undefined ? undefined : { offsetBytes: at[0], sizeBytes: at[1] };
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({ kind });
		expect(changes[0]?.kept).toEqual(place(keptAt));
		expect(changes[0]?.sent).toEqual(place(sentAt));
		expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 0, [kind]: 1 });
	});

	test('is quoted in hex, and shown with its offset and as ASCII, escaped', async () => {
		const sent = Buffer.concat([cut(0, 50_000), added, cut(50_000)]);
		const { changes, report } = await compare(kept, sent);
		expect(changes[0]?.newText).toBe(added.toString('hex').replace(/..(?=.)/g, '$& '));
		const html = report?.content.text ?? '';
		expect(html).toContain('offset 50,000 (0xc350), 19 bytes');
		expect(html).toContain('0000c350</span>  <mark>3c 66 6f 75 72 20');
		expect(html).toContain('<mark>&lt;four bytes &amp; mo</mark>');
	});

	test('is shown for a thousand ranges and counted for all, however many there are', async () => {
		const many = Buffer.alloc(200_000, 7);
		for (let at = 0; at < many.length; at += 16) many[at] = 1 + ((at >> 4) % 250);
		const { changes, counts, report } = await compare(Buffer.alloc(200_000, 7), many);
		expect(counts.changed).toBeGreaterThan(12_000);
		expect(changes).toHaveLength(1_000);
		expect(report?.content.text.match(/class="range"/g)).toHaveLength(1_000);
		expect(report?.content.text).toContain('more ranges not shown');
	});
});

/** `size` bytes from `at` on, none as it was. */
function withXor(bytes: Buffer, at: number, size: number): Buffer {
	const copy = Buffer.from(bytes);
	for (let place = at; place < at + size; place += 1) copy[place] = (copy[place] ?? 0) ^ 0xff;
	return copy;
}

describe('accuracy', () => {
	test('is the share of bytes that differ, of both files', async () => {
		const kept = noise(100_000);
		expect((await compare(kept, withXor(kept, 500, 1_000))).accuracy).toBe(0.99);
		expect((await compare(kept, kept.subarray(0, 50_000))).accuracy).toBe(0.666667);
		expect((await compare(kept, noise(100_000, 2))).accuracy).toBe(0);
		expect((await compare(Buffer.alloc(0), kept)).accuracy).toBe(0);
	});

	test('does not fall with the size of the files when the same share is edited', async () => {
		const edited = async (sizeBytes: number) => {
			const kept = noise(sizeBytes);
			const sent = Buffer.from(kept);
			for (let at = 0; at < sizeBytes; at += 200) sent[at] = (sent[at] ?? 0) ^ 1;
			return (await compare(kept, sent)).accuracy;
		};
		expect([await edited(10_000), await edited(400_000)]).toEqual([0.995, 0.995]);
	});

	test('of streams that cannot be held is within 0.01 of that of the same files held, and says how fine it is', async () => {
		const kept = noise(countOf({ quick: 300_000, full: 1_000_000 }));
		let sent = kept;
		for (let at = 0; at < kept.length; at += 20_000) {
			sent = withXor(sent, at, 10);
			const [held, read] = [await compare(kept, sent), await compare(kept, sent, { by: streamed })];
			expect(Math.abs(held.accuracy - read.accuracy)).toBeLessThan(0.01);
			expect(read.notes.join()).toContain('pieces of about 64 bytes');
			at += at / 2;
		}
	});
});

describe('of streams that can be read again', () => {
	const readAgain = (kept: Uint8Array, sent: Uint8Array, level: Level = 'Excellent') => {
		const by: typeof comparePieces = (sides, options) =>
			comparePiecesHolding(0, 1_024)(sides, {
				...options,
				again: () => ({ kept: reads(kept, 10_007), sent: reads(sent, 65_536) }),
			});
		return compare(kept, sent, { by, level });
	};

	test('scattered edits weigh no more than they do in memory, wherever they lie', async () => {
		const kept = noise(countOf({ quick: 500_000, full: 2_000_000 }));
		for (const [every, size] of [
			[10_000, 1],
			[3_000, 20],
			[500, 3],
		] as const) {
			const parts: Uint8Array[] = [];
			for (let at = 0; at < kept.length; at += every) {
				// Each fourth edit makes the file longer, so that nothing stays in its place.
				const isLonger = at % (4 * every) === 0;
				const from = isLonger ? at : at + size;
				parts.push(noise(size, at + 1), kept.subarray(from, at + every));
			}
			const sent = Buffer.concat(parts);
			const [held, read] = [await compare(kept, sent), await readAgain(kept, sent)];
			expect(Math.abs(held.accuracy - read.accuracy)).toBeLessThan(0.01);
			expect((await readAgain(sent, kept)).accuracy).toBe(read.accuracy);
		}
	});

	test('what differs is named and quoted to the byte', async () => {
		const kept = noise(300_000);
		const added = Buffer.from('four');
		const sent = Buffer.concat([
			withXor(kept, 70_001, 3).subarray(0, 200_000),
			added,
			kept.subarray(200_000),
		]);
		const { changes, counts, report } = await readAgain(kept, sent);
		expect(counts).toEqual({ added: 1, removed: 0, changed: 1, moved: 0 });
		const hex = (bytes: Uint8Array) =>
			Buffer.from(bytes)
				.toString('hex')
				.replace(/..(?=.)/g, '$& ');
		expect(changes).toEqual([
			{
				...{ kind: 'changed', oldText: hex(kept.subarray(70_001, 70_004)) },
				kept: { offsetBytes: 70_001, sizeBytes: 3 },
				sent: { offsetBytes: 70_001, sizeBytes: 3 },
				newText: hex(sent.subarray(70_001, 70_004)),
			},
			{ kind: 'added', sent: { offsetBytes: 200_000, sizeBytes: 4 }, newText: hex(added) },
		]);
		expect(report?.content.text).toContain('offset 200,000 (0x30d40), 4 bytes');
	});
});

describe('for all files', () => {
	const content = fc
		.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 12 })
		.map((parts) => Buffer.concat(parts));
	const fewRuns = { numRuns: countOf({ quick: 20, full: 100 }), seed };

	test('equal bytes are 1, different bytes below 1 at every level, a coarser one never less', async () => {
		await fc.assert(
			fc.asyncProperty(content, content, async (kept, sent) => {
				for (const by of [comparePieces, streamed]) {
					expect((await compare(kept, Buffer.from(kept), { by })).accuracy).toBe(1);
					const accuracies = [];
					for (const level of levelNames) {
						accuracies.push((await compare(kept, sent, { by, level })).accuracy);
					}
					expect(accuracies).toEqual([...accuracies].sort((one, other) => other - one));
					if (!kept.equals(sent)) expect(accuracies[0]).toBeLessThan(1);
				}
			}),
			fewRuns,
		);
	});

	test('swapping them swaps added and removed and leaves all else, for all ways to read them', async () => {
		const parts = fc.array(content, { minLength: 1, maxLength: 4 });
		const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(
				parts,
				order,
				fc.integer({ min: 1, max: 300 }),
				async (some, places, size) => {
					const kept = Buffer.concat(some);
					const sent = Buffer.concat(places.map((place) => some[place] ?? Buffer.from('new')));
					for (const by of [comparePieces, streamed]) {
						const there = await compare(kept, sent, { by });
						const back = await compare(sent, kept, { by, readSizeBytes: size });
						const { added, removed, ...others } = there.counts;
						expect(back.accuracy).toBe(there.accuracy);
						expect(back.counts).toEqual({ ...others, added: removed, removed: added });
					}
				},
			),
			fewRuns,
		);
	});

	test('more edits never raise the accuracy', async () => {
		const kept = noise(30_000);
		let sent: Buffer = Buffer.from(kept);
		let last = 1;
		const random = new Random(seed);
		for (let edits = 0; edits < 40; edits += 1) {
			sent = withXor(sent, edits * 700 + random.below(500), random.between(1, 100));
			const { accuracy } = await compare(kept, sent);
			expect(accuracy).toBeLessThan(last);
			last = accuracy;
		}
	});
});

test('of pairs with known edits nearly every byte is placed rightly, and called what it is', () => {
	const score = { right: 0, reported: 0, expected: 0 };
	for (const { kept, sent, expected } of bytesPairs(countOf({ quick: 15, full: 60 }), seed)) {
		const { listed } = differencesOfBytes(kept, sent);
		for (const side of ['kept', 'sent'] as const) {
			const truth = marks(expected, side);
			const found = marks(listed, side);
			score.expected += truth.size;
			score.reported += found.size;
			for (const [at, kind] of found) if (truth.get(at) === kind) score.right += 1;
		}
	}
	const precision = score.right / score.reported;
	const recall = score.right / score.expected;
	console.log(`bytes: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(recall).toBeGreaterThanOrEqual(0.95);
});

/** Each byte that differs with the kind of its difference. */
function marks(
	differences: ReturnType<typeof differencesOfBytes>['listed'],
	side: 'kept' | 'sent',
): Map<number, string> {
	const found = new Map<number, string>();
	for (const difference of differences) {
		for (let at = difference[side].from; at < difference[side].to; at += 1) {
			found.set(at, difference.kind);
		}
	}
	return found;
}
