/**
 * Converts a sent signature into the stored PNG: detects the format by content, limits the size
 * before decoding, and encodes it again so that nothing else of the file remains. Refuses a picture
 * without strokes.
 */
import type { Sharp } from 'sharp';
import { refuse, Refusal } from '../../../server/refusal';
import { svgFault } from './signature-svg';

export const signatureBytesMax = 16 * 1024 * 1024;

const sideMax = 12_000;
const pixelsMax = 60_000_000;
const keptSize = { width: 1600, height: 800 };

/** Pixels along a side; enough to tell a stroke from a dot. */
const lookedAt = 200;
const inkDifference = 40;

const kinds = {
	png: (head: Buffer) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
	jpeg: (head: Buffer) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
	webp: (head: Buffer) =>
		head.subarray(0, 4).toString('latin1') === 'RIFF' &&
		head.subarray(8, 12).toString('latin1') === 'WEBP',
	svg: (head: Buffer) => /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(head.toString('utf8')),
} as const;

/** Returns the PNG; refuses an unusable picture with the reason. */
export async function signaturePicture(field: string, bytes: Buffer): Promise<Buffer> {
	const invalid = (why: string): Refusal => refuse('Sealer_SignatureInvalid', field, why);
	const head = bytes.subarray(0, 1024);
	const kind = Object.entries(kinds).find(([, isKind]) => isKind(head))?.[0];
	if (kind === undefined) throw invalid('is no PNG, JPEG, WebP or drawn SVG');
	if (kind === 'svg') {
		const fault = svgFault(bytes.toString('utf8').replace(/^\ufeff?\s*<\?xml[^>]*\?>/, ''));
		if (fault !== undefined) throw invalid(fault);
	}
	const { default: sharp } = await import('sharp');
	const limits = { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 } as const;
	try {
		const { width, height } = await sharp(bytes, limits).metadata();
		if (Math.max(width, height) > sideMax || width * height > pixelsMax) throw invalid(tooLarge);
		// Renders an SVG at the size that is kept.
		const scale = kind === 'svg' ? Math.min(keptSize.width / width, keptSize.height / height) : 1;
		const density = Math.max(1, Math.min(2400, 72 * scale));
		const open = () => sharp(bytes, { ...limits, density });
		const kept = open()
			.autoOrient()
			.resize({ ...keptSize, fit: 'inside', withoutEnlargement: true });
		const fault = inkFault(await grey(open().autoOrient()));
		if (fault !== undefined) throw invalid(fault);
		// The highest level takes 16 times as long, for strokes 3 % smaller.
		return await kept.toColourspace('srgb').png({ compressionLevel: 6 }).toBuffer();
	} catch (fault) {
		throw unreadable(fault, invalid);
	}
}

const tooLarge = `has more than ${sideMax} pixels along a side, or ${pixelsMax / 1e6} million in all`;

function unreadable(fault: unknown, invalid: (why: string) => Refusal): unknown {
	if (fault instanceof Refusal) return fault;
	const message = fault instanceof Error ? fault.message : '';
	return invalid(/pixel limit/i.test(message) ? tooLarge : 'is broken or incomplete');
}

interface Grey {
	readonly data: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** The picture on white paper, small and grey. */
async function grey(image: Sharp): Promise<Grey> {
	const { data, info } = await image
		.flatten({ background: '#ffffff' })
		.resize({ width: lookedAt, height: lookedAt, fit: 'inside', kernel: 'linear' })
		.greyscale()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const step = info.channels;
	const pixels = Uint8Array.from(
		{ length: info.width * info.height },
		(_, at) => data[at * step] ?? 0,
	);
	return { data: pixels, width: info.width, height: info.height };
}

/**
 * Returns why a picture shows no signature: an empty page, or one compact dot. A stroke is long in
 * one direction, or encloses more paper than ink.
 */
export function inkFault({ data, width, height }: Grey): string | undefined {
	const paper = commonest(data);
	let [left, right, top, bottom, ink] = [width, -1, height, -1, 0];
	for (let at = 0; at < data.length; at += 1) {
		const value = data[at] ?? 0;
		if (value > paper - inkDifference && value < paper + inkDifference) continue;
		const [x, y] = [at % width, Math.floor(at / width)];
		[left, right] = [Math.min(left, x), Math.max(right, x)];
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
		ink += 1;
	}
	if (ink === 0) return 'shows nothing on its paper';
	const [across, down] = [right - left + 1, bottom - top + 1];
	const isTiny = Math.max(across, down) <= Math.max(width, height) / 20;
	const isSolid = ink > across * down * 0.65 && Math.max(across, down) < 2 * Math.min(across, down);
	return isTiny || isSolid ? 'shows one dot, and no stroke of a signature' : undefined;
}

/** The most frequent grey, with 8 shades counted as one. */
function commonest(data: Uint8Array): number {
	const counts = new Uint32Array(32);
	for (const value of data) counts[value >> 3] = (counts[value >> 3] ?? 0) + 1;
	return counts.indexOf(Math.max(...counts)) * 8 + 4;
}
