/** Pictures, archives and plain bytes that differ in one thing alone. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from '../../../comparison/formats/image/picture';
import { changedText, drawn, page, wordsOf } from '../quality/pictures';
import { Random } from '../quality/random';
import type { LevelPair, PairsOf } from './pairs';

const words = wordsOf(page, new Random(15));
const picture = drawn(page, words);
const other = drawn(
	page,
	words.map((word, at) => (at === 3 ? { ...word, text: changedText(word.text) } : word)),
);
const encoder = ({ data, width, height }: Picture): Sharp =>
	sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
const png = (of: Picture, compressionLevel = 6) => encoder(of).png({ compressionLevel }).toBuffer();
const to = async (sent: Promise<Buffer>): Promise<LevelPair> => ({
	kept: await png(picture),
	sent: await sent,
});
const pages = [1, 2, 3].map((seed) => drawn(page, wordsOf(page, new Random(seed))));
const tiff = async (order: readonly number[]) => {
	const parts = await Promise.all(order.map((at) => png(pages[at] ?? picture)));
	return sharp(parts, { join: { animated: true } })
		.tiff()
		.toBuffer();
};

const faint = {
	create: { width: 30, height: 8, channels: 3, background: '#fbfbfb' },
} as const;

const shiftedBy = (left: number) =>
	to(
		encoder(picture)
			.extend({ left, background: '#fff' })
			.extract({ left: 0, top: 0, width: page.width, height: page.height })
			.png()
			.toBuffer(),
	);

export const picturePairs: PairsOf<'picture'> = {
	'what is drawn': [to(png(other))],
	'pages or frames added or removed': [
		(async () => ({ kept: await tiff([0, 1, 2]), sent: await tiff([0, 2]) }))(),
	],
	'the whole picture shifted, turned a little or resized': [
		shiftedBy(7),
		to(
			encoder(picture)
				.resize(page.width / 2, page.height / 2)
				.png()
				.toBuffer(),
		),
	],
	'pages or frames at another place': [
		(async () => ({ kept: await tiff([0, 1, 2]), sent: await tiff([1, 2, 0]) }))(),
	],
	'faint colours': [
		to(
			encoder(picture)
				.composite([{ input: faint, left: 4, top: 4 }])
				.png()
				.toBuffer(),
		),
	],
	'whether the ground is transparent': [
		to(png(picture).then((bytes) => sharp(bytes).unflatten().png().toBuffer())),
	],
	'what compression, scanning and the smoothing of edges leave': [
		to(encoder(picture).jpeg({ quality: 75 }).toBuffer()),
	],
	'the whole shifted, turned or cut by no more than on the glass of a scanner': [
		shiftedBy(4),
		to(encoder(picture).extend({ right: 3, background: '#fff' }).png().toBuffer()),
	],
	'the form of the file': [
		to(png(picture, 1)),
		to(encoder(picture).webp({ lossless: true }).toBuffer()),
	],
};

const entries: Zippable = {
	'terms.txt': strToU8('The rent is due on the first day.'),
	'keys/hall.bin': Uint8Array.of(0, 1, 2, 3, 0, 255),
	'a/b/c.txt': strToU8('Nobody may keep more than two cats.'),
};
const packed = (of: Zippable, level: 0 | 6 = 6) => zipSync(of, { level, mtime: '2026-01-02' });
const zip = (sent: Zippable): LevelPair => ({ kept: packed(entries), sent: packed(sent) });
const { 'terms.txt': terms, ...rest } = entries;

export const archivePairs: PairsOf<'archive'> = {
	'entries added or removed': [zip(rest), zip({ ...entries, 'new.txt': strToU8('new words') })],
	'what an entry holds, as its own kind says': [
		zip({ ...entries, 'terms.txt': strToU8('The rent is due on the last day.') }),
		zip({ ...entries, 'keys/hall.bin': Uint8Array.of(0, 1, 2, 4, 0, 255) }),
	],
	'entries renamed or at another place': [zip({ ...rest, 'old/terms.txt': terms ?? {} })],
	'packing, times and order': [
		{ kept: packed(entries), sent: packed(entries, 0) },
		{ kept: packed(entries), sent: zipSync(entries, { mtime: '2026-02-03' }) },
		zip({ ...rest, 'terms.txt': terms ?? {} }),
	],
};

const random = new Random(15);
const [one, two, three] = [random.bytes(9000), random.bytes(9000), random.bytes(9000)];
const whole = Buffer.concat([one, two, three]);

export const bytesPairs: PairsOf<'bytes'> = {
	'bytes added, removed or changed': [
		{ kept: whole, sent: Buffer.concat([one, three]) },
		{ kept: Buffer.concat([one, three]), sent: whole },
		{ kept: whole, sent: Buffer.from(whole.map((byte, at) => (at === 12_345 ? byte ^ 1 : byte))) },
	],
	'bytes at another place': [{ kept: whole, sent: Buffer.concat([three, one, two]) }],
};
