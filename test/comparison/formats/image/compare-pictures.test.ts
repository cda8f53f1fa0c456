/** Pictures in memory compared: content told from smoothing and compression, shifts, and regions. */
import fc from 'fast-check';
import sharp from 'sharp';
import { comparePictures } from '../../../../comparison/formats/image/compare-pictures';
import {
	rectangleOf,
	type Picture,
	type Rectangle,
} from '../../../../comparison/formats/image/picture';
import { changedText, drawn, page, picturePairs, wordsOf } from '../../quality/pictures';
import { Random } from '../../quality/random';
import { countOf } from '../../../support/run/tier';

const seed = 15;
const words = wordsOf(page, new Random(seed));
const kept = drawn(page, words);

/** Where a word is a number, whose digits are all as wide. */
const numbers = words.flatMap(({ text }, at) => (/^\d/.test(text) ? [at] : []));
const [firstNumber = 0, lastNumber = 0] = [numbers[0], numbers.at(-1)];

function withChanges(...places: readonly number[]): Picture {
	return drawn(
		page,
		words.map((word, at) =>
			places.includes(at) ? { ...word, text: changedText(word.text) } : word,
		),
	);
}

const encoded = ({ data, width, height }: Picture) =>
	sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();

async function decoded(bytes: Buffer): Promise<Picture> {
	const { data, info } = await sharp(bytes)
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { width: info.width, height: info.height, data };
}

test('the same pixels are the same', async () => {
	const { pixels, changes } = await comparePictures(kept, kept);
	expect(pixels).toMatchObject({ content: 0, faint: 0, noise: 0, placed: 0, ignored: [] });
	expect(changes).toEqual([]);
});

test('two changed digits are two regions, and few pixels', async () => {
	const places = [firstNumber, lastNumber];
	const { pixels, changes } = await comparePictures(kept, withChanges(...places));
	expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'changed']);
	for (const [at, place] of places.entries()) {
		const box = rectangleOf(changes[at]?.kept ?? { x: 0, y: 0, width: 0, height: 0 }, kept);
		expect(Math.abs(box.x - (words[place]?.x ?? 0))).toBeLessThan(4);
		expect(box.width).toBeLessThan(page.fontSize);
	}
	expect(pixels.content / pixels.total).toBeLessThan(0.001);
});

test.each([
	['JPEG', (picture: Picture) => encoded(picture).jpeg({ quality: 70 }).toBuffer()],
	['WebP', (picture: Picture) => encoded(picture).webp({ quality: 75 }).toBuffer()],
])(
	'%s compression alone is noise, and a digit changed beside it is content',
	async (_, compress) => {
		const same = await comparePictures(kept, await decoded(await compress(kept)));
		expect(same.pixels).toMatchObject({ content: 0, faint: 0 });
		expect(same.pixels.noise).toBeGreaterThan(0);
		const other = await comparePictures(
			kept,
			await decoded(await compress(withChanges(lastNumber))),
		);
		expect(other.changes).toHaveLength(1);
	},
);

test('edges that were smoothed in another way everywhere are no content', async () => {
	const finer = { width: page.width * 2, height: page.height * 2, fontSize: 28, ink: page.ink };
	const large = drawn(
		finer,
		words.map(({ text, x, y }) => ({ text, x: x * 2, y: y * 2 })),
	);
	const { width, height } = page;
	const smooth = (kernel: 'lanczos3' | 'mitchell') =>
		encoded(large).resize(width, height, { kernel }).png().toBuffer();
	const [one, other] = [await smooth('lanczos3'), await smooth('mitchell')];
	const { pixels } = await comparePictures(await decoded(one), await decoded(other));
	expect(pixels.content).toBe(0);
	expect(pixels.noise).toBeGreaterThan(0);
});

test('a page that was shifted is found where it is, and what changed on it too', async () => {
	const moved = async (picture: Picture) =>
		decoded(
			await encoded(picture)
				.extend({ left: 7, top: 5, background: '#fff' })
				.extract({ left: 0, top: 0, width: page.width, height: page.height })
				.png()
				.toBuffer(),
		);
	const shifted = await comparePictures(kept, await moved(kept));
	expect(shifted.shift).toEqual({ x: 7, y: 5 });
	expect(shifted.pixels).toMatchObject({ content: 0, faint: 0, noise: 0 });
	expect(shifted.pixels.placed).toBeGreaterThan(0);
	const changed = await comparePictures(kept, await moved(withChanges(lastNumber)));
	expect(changed.shift).toEqual({ x: 7, y: 5 });
	expect(changed.changes).toHaveLength(1);
});

test('what stands below the kept page is added, and empty paper is not', async () => {
	const longer = { ...page, height: page.height + 200 };
	const note = { text: 'postscript', x: 100, y: page.height + 120 };
	expect((await comparePictures(kept, drawn(longer, words))).changes).toEqual([]);
	const { changes } = await comparePictures(kept, drawn(longer, [...words, note]));
	expect(changes.every(({ kind, kept: on }) => kind === 'added' && on === undefined)).toBe(true);
	expect(changes.length).toBeGreaterThan(0);
});

test('a pale colour over an area is content, though no pixel differs much', async () => {
	const tinted = { ...kept, data: Uint8Array.from(kept.data) };
	for (let y = 150; y < 250; y += 1) {
		for (let x = 20; x < 320; x += 1) tinted.data[(y * kept.width + x) * 4 + 2] = 215;
	}
	const { changes } = await comparePictures(kept, tinted);
	expect(changes).toHaveLength(1);
	const box = rectangleOf(changes[0]?.kept ?? { x: 0, y: 0, width: 0, height: 0 }, kept);
	expect(box.width * box.height).toBeGreaterThan(0.8 * 300 * 100);
});

test('a rule hides what lies in its region and nothing beside it', async () => {
	const [inside, outside] = [words[firstNumber], words[lastNumber]];
	const region = {
		x: (inside?.x ?? 0) / page.width - 0.01,
		y: ((inside?.y ?? 0) - page.fontSize) / page.height,
		width: 0.1,
		height: (page.fontSize * 1.5) / page.height,
	};
	const { pixels, changes } = await comparePictures(kept, withChanges(firstNumber, lastNumber), {
		ignoreRegions: [region],
	});
	expect(changes).toHaveLength(1);
	expect((changes[0]?.kept?.y ?? 0) * page.height).toBeCloseTo((outside?.y ?? 0) - 10, -1);
	expect(pixels.ignored[0]).toBeGreaterThan(0);
});

test('swapped they give the same pixels, the shift back, and added for removed', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(fc.nat(words.length - 1), { maxLength: 6 }),
			fc.nat(words.length - 1),
			async (changed, gone) => {
				const sent = drawn(
					page,
					words
						.filter((_, at) => at !== gone)
						.map((word, at) =>
							changed.includes(at) ? { ...word, text: changedText(word.text) } : word,
						),
				);
				const there = await comparePictures(kept, sent);
				const back = await comparePictures(sent, kept);
				expect(back.pixels).toEqual(there.pixels);
				const swapped = { added: 'removed', removed: 'added', changed: 'changed' } as const;
				expect(back.changes.map(({ kind }) => swapped[kind])).toEqual(
					there.changes.map(({ kind }) => kind),
				);
			},
		),
		{ numRuns: countOf({ quick: 2, full: 5 }), seed },
	);
});

const pagesCount = countOf({ quick: 12, full: 51 });

test('of pages with known edits nearly every region is right, and every edit has one', async () => {
	const score = { right: 0, reported: 0, found: 0, expected: 0, named: 0 };
	for (const pair of picturePairs(pagesCount, seed)) {
		const { changes } = await comparePictures(pair.kept, pair.sent);
		const regions = changes.flatMap(({ kind, kept: on }) =>
			on === undefined ? [] : [{ kind, rectangle: rectangleOf(on, pair.kept) }],
		);
		const hits = regions.filter(({ rectangle }) =>
			pair.expected.some((edit) => meet(edit.rectangle, rectangle)),
		);
		score.right += hits.length;
		score.reported += regions.length;
		score.expected += pair.expected.length;
		for (const edit of pair.expected) {
			const own = regions.filter(({ rectangle }) => meet(edit.rectangle, rectangle));
			if (own.length > 0) score.found += 1;
			if (own.length > 0 && own.every(({ kind }) => kind === edit.kind)) score.named += 1;
		}
	}
	const precision = score.right / score.reported;
	const recall = score.found / score.expected;
	const named = score.named / score.expected;
	console.log(
		`pictures: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}, kind ${named.toFixed(4)}`,
	);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(recall).toBeGreaterThanOrEqual(0.95);
	expect(named).toBeGreaterThanOrEqual(0.95);
});

function meet(one: Rectangle, other: Rectangle): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}
