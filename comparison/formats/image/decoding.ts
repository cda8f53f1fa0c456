/**
 * Opens untrusted pictures: sizes are checked before anything is decoded. The result has the
 * displayed orientation, and is in sRGB.
 */
import sharp, { type Sharp } from 'sharp';
import { at } from '../../../server/at';
import type { Both } from '../../core/format-comparer';
import type { Picture, Size } from './picture';

sharp.concurrency(1);
sharp.cache(false);

/** Limit for all pages together. */
export const pixelsMax = 100_000_000;

export const pagesMax = 200;

/** Larger pages are scaled down, so that both fit into memory. */
const decodedPixelsMax = 16_000_000;

/** Large enough to distinguish two pages of text. */
const thumbnailSize = { width: 64, height: 64 };

const formatNames: Readonly<Record<string, string>> = {
	png: 'PNG',
	jpeg: 'JPEG',
	webp: 'WebP',
	tiff: 'TIFF',
	gif: 'GIF',
};

export interface PictureFile {
	readonly format: string;
	readonly pages: readonly Size[];
	/** True if it was compressed with loss, or may have been. */
	readonly isLossy: boolean;
	/** True if a page may be transparent. */
	readonly hasAlpha: boolean;
	/** Decodes a page, from 0, at this size or its own. */
	readonly decode: (page: number, size?: Size) => Promise<Picture>;
	/** A few grey pixels, to recognise the page. */
	readonly thumbnail: (page: number) => Promise<Uint8Array>;
	/** Rows from `top` on, at the page's own size. */
	readonly strip: (page: number, top: number, height: number) => Promise<Uint8Array>;
}

/** Returns a message if it cannot be opened. */
export async function openPicture(bytes: Uint8Array): Promise<PictureFile | string> {
	const open = (page: number) =>
		sharp(bytes, { page, limitInputPixels: pixelsMax, failOn: 'error' });
	try {
		const { format = '', pages: count = 1 } = await open(0).metadata();
		if (!Object.hasOwn(formatNames, format)) return 'It is no PNG, JPEG, WebP, TIFF or GIF.';
		if (count > pagesMax) {
			return `It has ${count.toLocaleString('en-US')} pages or frames; at most ${pagesMax} are compared.`;
		}
		const pages: Size[] = [];
		let hasAlpha = false;
		for (let page = 0; page < count; page += 1) {
			const { autoOrient, hasAlpha: isClear } = await open(page).metadata();
			pages.push({ width: autoOrient.width, height: autoOrient.height });
			hasAlpha ||= isClear;
		}
		if (pages.reduce((sum, size) => sum + pixelCount(size), 0) > pixelsMax) return tooLarge;
		return { ...fileOf(open, formatNames[format] ?? format, pages), hasAlpha };
	} catch (error) {
		return reasonOf(error);
	}
}

const tooLarge = `It has more than ${pixelsMax / 1e6} million pixels; make it smaller.`;

/** The message for an error of the decoder, such as for a truncated picture. */
export function reasonOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	if (/exceeds pixel limit/.test(text)) return tooLarge;
	return `The picture is broken or incomplete (${at(text.split('\n'), 0)}); open and save it again.`;
}

function fileOf(
	open: (page: number) => Sharp,
	format: string,
	pages: readonly Size[],
): Omit<PictureFile, 'hasAlpha'> {
	const seen = (page: number) => open(page).autoOrient();
	const onPaper = (page: number) => seen(page).flatten({ background: '#ffffff' });
	return {
		format,
		pages,
		isLossy: format === 'JPEG' || format === 'WebP',
		decode: async (page, size = pages[page]) => {
			const whole = seen(page);
			const sized = size === undefined ? whole : whole.resize({ ...size, fit: 'fill' });
			return decoded(sized);
		},
		thumbnail: async (page) => {
			const small = onPaper(page).resize({ ...thumbnailSize, fit: 'fill' });
			return small.greyscale().raw({ depth: 'uchar' }).toBuffer();
		},
		strip: async (page, top, height) => {
			const { width } = at(pages, page);
			return (await decoded(onPaper(page).extract({ left: 0, top, width, height }))).data;
		},
	};
}

async function decoded(picture: Sharp): Promise<Picture> {
	const { data, info } = await picture
		.toColourspace('srgb')
		.ensureAlpha()
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true });
	return { width: info.width, height: info.height, data };
}

export function pixelCount({ width, height }: Size): number {
	return width * height;
}

/** The size at which a page is compared. */
export function comparedSize({ width, height }: Size): Size {
	const scale = Math.min(1, Math.sqrt(decodedPixelsMax / (width * height)));
	return {
		width: Math.max(1, Math.floor(width * scale)),
		height: Math.max(1, Math.floor(height * scale)),
	};
}

/** True if two pages that are too large to be decoded at once have equal pixels. */
export async function isEqualByStrips(
	kept: PictureFile,
	sent: PictureFile,
	pages: Both<number>,
): Promise<boolean> {
	const size = kept.pages[pages.kept];
	const other = sent.pages[pages.sent];
	if (size === undefined || size.width !== other?.width || size.height !== other.height)
		return false;
	const rows = Math.max(1, Math.floor(decodedPixelsMax / size.width));
	for (let top = 0; top < size.height; top += rows) {
		const height = Math.min(rows, size.height - top);
		const one = await kept.strip(pages.kept, top, height);
		if (Buffer.compare(one, await sent.strip(pages.sent, top, height)) !== 0) return false;
	}
	return true;
}
