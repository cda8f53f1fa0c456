/** Picture files compared: levels, formats, pages, rules, reports, and files that are no pictures. */
import sharp, { type Sharp } from 'sharp';
import type { Compared } from '../../../../comparison/core/comparison';
import { imageComparer } from '../../../../comparison/formats/image/image-comparer';
import type { Picture } from '../../../../comparison/formats/image/picture';
import { levelNames, type Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { changedText, drawn, page, wordsOf } from '../../quality/pictures';
import { Random } from '../../quality/random';

const seed = 15;
const words = wordsOf(page, new Random(seed));
const numbers = words.flatMap(({ text }, at) => (/^\d/.test(text) ? [at] : []));
const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
const kept = drawn(page, words);
const changed = withChanges(first, last);

function withChanges(...places: readonly number[]): Picture {
	return drawn(
		page,
		words.map((word, at) =>
			places.includes(at) ? { ...word, text: changedText(word.text) } : word,
		),
	);
}

function encoder({ data, width, height }: Picture): Sharp {
	return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

const png = (picture: Picture, compressionLevel = 6) =>
	encoder(picture).png({ compressionLevel }).toBuffer();

function asked(
	keptBytes: Uint8Array,
	sentBytes: Uint8Array,
	level: Level = 'Medium',
	rules: CompareRules = {},
) {
	return imageComparer.compare({
		kept: { bytes: keptBytes, fileName: 'kept' },
		sent: { bytes: sentBytes, fileName: 'sent' },
		...{ level, rules, isReported: true, onProgress: () => undefined },
	});
}

async function compare(...of: Parameters<typeof asked>): Promise<Compared> {
	const compared = await asked(...of);
	if (!compared.isReadable) throw new Error(compared.reason);
	return compared;
}

/** The levels at which two files are equal; where they are, no difference is told or shown. */
async function equalAt(keptBytes: Uint8Array, sentBytes: Uint8Array): Promise<Level[]> {
	const equal: Level[] = [];
	let least = 1;
	for (const level of levelNames) {
		const { accuracy, changes, report } = await compare(keptBytes, sentBytes, level);
		expect(accuracy).toBeLessThanOrEqual(least);
		least = accuracy;
		expect(changes.length === 0).toBe(accuracy === 1);
		expect(report?.content.text.includes('id="change-1"')).toBe(accuracy < 1);
		if (accuracy === 1) equal.push(level);
	}
	return equal;
}

test('a PNG with two changed digits is nearly equal, and different at every level, in two boxes', async () => {
	const [one, other] = [await png(kept), await png(changed)];
	expect(await equalAt(one, other)).toEqual([]);
	const { accuracy, counts, changes } = await compare(one, other, 'Lowest');
	expect(accuracy).toBeGreaterThan(0.995);
	expect(counts).toEqual({ added: 0, removed: 0, changed: 2, moved: 0 });
	const word = words[last];
	expect(changes[1]?.sent?.page).toBe(1);
	expect((changes[1]?.sent?.box?.x ?? 0) * page.width).toBeCloseTo(word?.x ?? 0, -1);
});

test.each([
	['a PNG saved again', () => png(kept, 1), ['Lowest', 'Low', 'Medium', 'High']],
	[
		'as WebP without loss',
		() => encoder(kept).webp({ lossless: true }).toBuffer(),
		['Lowest', 'Low', 'Medium', 'High'],
	],
	[
		'as TIFF',
		() => encoder(kept).tiff({ compression: 'lzw' }).toBuffer(),
		['Lowest', 'Low', 'Medium', 'High'],
	],
	[
		'with an alpha channel',
		() => encoder(kept).ensureAlpha().png().toBuffer(),
		['Lowest', 'Low', 'Medium', 'High'],
	],
	['turned and told so by EXIF', () => turned(kept), ['Lowest', 'Low', 'Medium', 'High']],
	[
		'compressed as JPEG',
		() => encoder(kept).jpeg({ quality: 75 }).toBuffer(),
		['Lowest', 'Low', 'Medium', 'High'],
	],
	['shifted by seven pixels', () => shifted(kept), ['Lowest', 'Low']],
	[
		'made smaller',
		() =>
			encoder(kept)
				.resize(page.width / 2, page.height / 2)
				.png()
				.toBuffer(),
		['Lowest', 'Low'],
	],
	[
		'with a border that keeps its form',
		() => encoder(kept).extend({ right: 34, bottom: 30, background: '#fff' }).png().toBuffer(),
		['Lowest', 'Low'],
	],
	[
		'with a border of paper',
		() => encoder(kept).extend({ bottom: 30, background: '#fff' }).png().toBuffer(),
		['Lowest', 'Low'],
	],
])('%s is equal as far as it shows the same', async (_, saved, levels) => {
	expect(await equalAt(await png(kept), await saved())).toEqual(levels);
});

async function turned(picture: Picture): Promise<Buffer> {
	return sharp(await encoder(picture).rotate(270).png().toBuffer())
		.withMetadata({ orientation: 6 })
		.png()
		.toBuffer();
}

function shifted(picture: Picture): Promise<Buffer> {
	return encoder(picture)
		.extend({ left: 7, background: '#fff' })
		.extract({ left: 0, top: 0, width: page.width, height: page.height })
		.png()
		.toBuffer();
}

test('what is transparent is white, as it is seen on paper, and told from white at High', async () => {
	const clear = sharp({ create: { width: 90, height: 60, channels: 4, background: '#00000000' } });
	const white = sharp({ create: { width: 90, height: 60, channels: 3, background: '#ffffff' } });
	const levels = await equalAt(await clear.png().toBuffer(), await white.png().toBuffer());
	expect(levels).toEqual(['Lowest', 'Low', 'Medium']);
});

describe('on a transparent ground', () => {
	const [width, height] = [90, 60];
	type Colour = readonly [red: number, green: number, blue: number, alpha: number];
	const shape = (grey: number, left: number, alpha = 255) => ({
		left,
		colour: [grey, grey, grey, alpha] as Colour,
	});
	const logo = (shapes: ReturnType<typeof shape>[], ground: Colour = [10, 20, 30, 0]) => {
		const pixels = Array.from({ length: width * height }, (_, at) => {
			const [x, y] = [at % width, Math.floor(at / width)];
			const on = shapes.find(({ left }) => x >= left && x < left + 20 && y >= 20 && y < 40);
			return on?.colour ?? ground;
		});
		return sharp(Uint8Array.from(pixels.flat()), { raw: { width, height, channels: 4 } })
			.png()
			.toBuffer();
	};

	test.each([255, 192, 128, 64, 0])('a shape of grey %i is found at every level', async (grey) => {
		const bare = await logo([]);
		const drawnThere = await logo([shape(grey, 30)]);
		expect(await equalAt(bare, drawnThere)).toEqual([]);
		expect(await equalAt(drawnThere, await logo([shape(grey, 60)]))).toEqual([]);
		expect(await equalAt(drawnThere, await logo([shape(grey, 30, 128)]))).toEqual([]);
	});

	test('colours that nobody sees are no difference', async () => {
		const shapes = [shape(255, 10), shape(0, 40)];
		const other = await logo(shapes, [200, 0, 90, 0]);
		expect(await equalAt(await logo(shapes), other)).toEqual(['Lowest', 'Low', 'Medium', 'High']);
		const outline = async (bytes: Uint8Array) =>
			imageComparer.outline({ bytes, fileName: '' }, { level: 'High', rules: {} });
		expect(await outline(other)).toEqual(await outline(await logo(shapes)));
		expect(await outline(other)).not.toEqual(await outline(await logo([])));
	});
});

test('a digit that changed on a resized picture is found all the same', async () => {
	const { width, height } = { width: page.width * 0.8, height: page.height * 0.8 };
	const smaller = await encoder(changed).resize(width, height).png().toBuffer();
	const { counts, notes } = await compare(await png(kept), smaller, 'Low');
	expect(counts.changed).toBe(2);
	expect(notes.join()).toContain('made smaller to compare');
});

describe('pages and frames', () => {
	const pages = [1, 2, 3].map((from) => drawn(page, wordsOf(page, new Random(from))));
	const joined = async (some: readonly (Picture | undefined)[], as: 'tiff' | 'gif') => {
		const parts = await Promise.all(some.flatMap((one) => (one === undefined ? [] : [png(one)])));
		return sharp(parts, { join: { animated: true } })
			.toFormat(as)
			.toBuffer();
	};
	const [one, two, three] = pages;

	test.each(['tiff', 'gif'] as const)('of %s are told one by one', async (as) => {
		const sent = await joined([one, changed, three], as);
		const { changes } = await compare(await joined([one, kept, three], as), sent, 'Low');
		expect(changes.map(({ kept: place }) => place?.page)).toEqual([2, 2]);
	});

	test('that were inserted or taken out are added and removed, the others are still aligned', async () => {
		const [three3, two2] = [
			await joined([one, two, three], 'tiff'),
			await joined([one, three], 'tiff'),
		];
		expect((await compare(two2, three3, 'Low')).counts).toMatchObject({ added: 1, changed: 0 });
		const { counts, changes } = await compare(three3, two2, 'Low');
		expect(counts).toMatchObject({ removed: 1, changed: 0 });
		expect(changes[0]?.kept?.page).toBe(2);
	});

	test('that stand elsewhere are moved', async () => {
		const back = await joined([two, three, one], 'tiff');
		const { counts } = await compare(await joined([one, two, three], 'tiff'), back);
		expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 1 });
	});
});

test('without a report the figures are the same', async () => {
	const sides = { kept: await png(kept), sent: await png(changed) };
	const side = (bytes: Uint8Array) => ({ bytes, fileName: '' });
	const bare = await imageComparer.compare({
		...{ kept: side(sides.kept), sent: side(sides.sent), level: 'Medium', rules: {} },
		...{ isReported: false, onProgress: () => undefined },
	});
	const { report, ...figures } = await compare(sides.kept, sides.sent);
	expect(report).toBeDefined();
	expect(bare).toEqual({ ...figures, report: undefined });
});

test('a region that is left out hides what is in it, and says how much', async () => {
	const word = words[first];
	const region = {
		x: (word?.x ?? 0) / page.width,
		y: ((word?.y ?? 0) - page.fontSize) / page.height,
		width: 0.2,
		height: (page.fontSize * 1.5) / page.height,
	};
	const files = [await png(kept), await png(changed)] as const;
	const { counts, ignored } = await compare(...files, 'High', { ignoreRegions: [region] });
	expect(counts.changed).toBe(1);
	expect(ignored[0]?.kept).toBeGreaterThan(0);
	const elsewhere = { ignoreRegions: [{ ...region, page: 2 }] };
	expect((await compare(...files, 'High', elsewhere)).counts.changed).toBe(2);
});

test('the report stands alone, without scripts, with every view and the overlay beside it', async () => {
	const { report } = await compare(await png(kept), await png(changed));
	const html = report?.content.text ?? '';
	expect(html).not.toMatch(/<script|on\w+=|https?:/);
	expect(html.match(/src="(?!data:image\/(png|jpeg);base64,)/)).toBeNull();
	for (const view of ['Side by side', 'Overlay', 'Blink', 'Slider']) expect(html).toContain(view);
	expect(html.match(/id="change-\d+"/g)).toEqual(['id="change-1"', 'id="change-2"']);
	expect(report?.style).toContain('prefers-reduced-motion');
	const [file] = report?.files ?? [];
	expect(file).toMatchObject({ fileName: 'sent.overlay-1.png', mediaType: 'image/png' });
	const { dominant } = await sharp(file?.bytes).stats();
	expect(dominant.r).toBeGreaterThan(200);
	expect(await sharp(file?.bytes).metadata()).toMatchObject({
		width: page.width,
		height: page.height,
	});
});

test('bytes that are no whole picture, and pictures too large to decode, are unreadable and say why', async () => {
	const whole = await png(kept);
	const sizeless = Buffer.from(whole);
	sizeless.writeUInt32BE(60_000, 16);
	sizeless.writeUInt32BE(60_000, 20);
	const dot = (red: number) =>
		sharp({ create: { width: 1, height: 1, channels: 3, background: { r: red, g: 0, b: 0 } } });
	const dots = Array.from({ length: 201 }, (_, at) => dot(at).png().toBuffer());
	const frames = await Promise.all(dots);
	const many = await sharp(frames, { join: { animated: true } })
		.webp({ lossless: true })
		.toBuffer();
	for (const [bytes, reason] of [
		[whole.subarray(0, whole.length / 2), /broken or incomplete/],
		[Buffer.concat([whole.subarray(0, 8), Buffer.alloc(500, 1)]), /broken or incomplete/],
		[sizeless, /broken or incomplete|more than 100 million pixels/],
		[Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /no PNG, JPEG/],
		[many, /at most 200/],
	] as const) {
		const outcome = await asked(whole, bytes);
		expect(outcome).toMatchObject({ isReadable: false, side: 'sent' });
		expect(outcome.isReadable ? '' : outcome.reason).toMatch(reason);
	}
});

test('the outline of a page saved again is the same, and of a changed one differs in its rows', async () => {
	const rows = async (bytes: Uint8Array) => {
		const outline = await imageComparer.outline(
			{ bytes, fileName: '' },
			{ level: 'High', rules: {} },
		);
		return outline.isReadable ? outline.rows : [];
	};
	const before = await rows(await png(kept));
	expect(await rows(await png(kept, 1))).toEqual(before);
	const after = await rows(await png(changed));
	expect(after.filter((row, at) => row.words.join() !== before[at]?.words.join())).toHaveLength(2);
});
