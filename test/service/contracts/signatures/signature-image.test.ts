/** Pictures of signatures: which are kept, what is kept of them, and why others are refused. */
import sharp from 'sharp';
import { crc32 } from 'node:zlib';
import { signaturePicture } from '../../../../service/contracts/signatures/signature-image';
import { drawnSignature } from '../../../support/clients/signature-picture';

const drawn = Buffer.from(drawnSignature('Ann Harbour'));

function svg(content: string, size = 'width="300" height="100"'): Buffer {
	return Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" ${size}>${content}</svg>`,
	);
}

const stroke =
	'<path d="M 20,60 C 40,10 60,90 80,50 C 120,20 160,90 260,40" stroke="black" stroke-width="3" fill="none"/>';

/** A scan: grey paper, a stroke on it, and words about its maker. */
const scan = () =>
	sharp(svg(stroke))
		.flatten({ background: '#d8d4cc' })
		.withExif({ IFD0: { Artist: 'Ann' } });

test.each<readonly [string, () => Promise<Buffer> | Buffer]>([
	['drawn SVG', () => drawn],
	['SVG with a title and no size', () => svg(`<title>Ann</title>${stroke}`, '')],
	['PNG', () => scan().png().toBuffer()],
	['JPEG', () => scan().jpeg().toBuffer()],
	['WebP', () => scan().webp().toBuffer()],
	['large PNG', () => scan().resize(6000).png().toBuffer()],
])(
	'a signature as %s is kept as a PNG of a bounded size that says nothing more',
	async (_n, make) => {
		const kept = await signaturePicture('signature', await make());
		const { format, width, height, exif, icc } = await sharp(kept).metadata();
		expect({ format, exif, icc }).toEqual({ format: 'png', exif: undefined, icc: undefined });
		expect(width).toBeLessThanOrEqual(1600);
		expect(height).toBeLessThanOrEqual(800);
		const { channels } = await sharp(kept).flatten({ background: '#fff' }).stats();
		expect(channels[0]?.min).toBeLessThan(80);
	},
);

/** The head of a PNG of that size, without anything to decode. */
function pngOf(width: number, height: number): Buffer {
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const ends = Buffer.alloc(8);
		ends.writeUInt32BE(data.length, 0);
		ends.writeUInt32BE(crc32(body), 4);
		return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
	};
	const size = Buffer.alloc(13);
	size.writeUInt32BE(width, 0);
	size.writeUInt32BE(height, 4);
	size.set([8, 2, 0, 0, 0], 8);
	const parts = [
		chunk('IHDR', size),
		chunk('IDAT', Buffer.alloc(8)),
		chunk('IEND', Buffer.alloc(0)),
	];
	return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

const dot = '<circle r="2" cx="40" cy="40" fill="black"/>';

test.each<readonly [string, () => Promise<Buffer> | Buffer, RegExp]>([
	['a text', () => Buffer.from('Ann'), /is no PNG, JPEG, WebP or drawn SVG/],
	['a PDF', () => Buffer.from('%PDF-1.7\n'), /is no PNG, JPEG, WebP or drawn SVG/],
	['a GIF', () => scan().gif().toBuffer(), /is no PNG, JPEG, WebP or drawn SVG/],
	['a PNG of 60,000 by 60,000', () => pngOf(60_000, 60_000), /more than 12000 pixels along a side/],
	[
		'an SVG of that size',
		() => svg(stroke, 'width="60000" height="60000"'),
		/more than 12000 pixels/,
	],
	[
		'half a PNG',
		async () => (await scan().png().toBuffer()).subarray(0, 400),
		/broken or incomplete/,
	],
	['a drawing of one dot', () => svg(dot), /shows one dot, and no stroke/],
	[
		'a photo of one dot',
		() => sharp(svg(dot)).flatten({ background: '#fff' }).jpeg().toBuffer(),
		/shows one dot/,
	],
	['an empty drawing', () => svg(''), /shows nothing on its paper/],
	['white paper', () => sharp(svg('')).flatten({ background: '#fff' }).png().toBuffer(), /nothing/],
	['a script', () => svg(`<script>1</script>${stroke}`), /has <script>/],
	['another file', () => svg('<image href="/etc/passwd"/>'), /has <image>/],
	['a reference', () => svg('<path d="M0 0L9 9" fill="url(http://a.test/)"/>'), /attribute fill/],
	['a handler', () => svg('<path d="M0 0L9 9" onclick="x"/>'), /attribute onclick/],
	['words drawn as text', () => svg(`<text>Ann</text>${stroke}`), /has <text>/],
	[
		'a document type',
		() => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>`),
		/is no PNG/,
	],
	['6,000 strokes', () => svg('<path d="M0 0L9 9"/>'.repeat(6_000)), /too many strokes/],
])('%s is refused with what it is', async (_name, make, why) => {
	const refused = signaturePicture('signature', await make());
	await expect(refused).rejects.toMatchObject({ code: 'Sealer_SignatureInvalid' });
	await expect(refused).rejects.toThrow(why);
});
