/** Converts a sent signature into the stored PNG. Refuses a picture without strokes. */
import type { Sharp } from 'sharp';
import { refuse } from '../../../server/refusal';
import { pictureOf } from '../../pictures/picture';
import { drawnSignature } from '../../pictures/svg';

export const signatureBytesMax = 16 * 1024 * 1024;

const keptSize = { width: 1600, height: 800 };

/** Pixels along a side; enough to tell a stroke from a dot. */
const lookedAt = 200;
const inkDifference = 40;

/** Returns the PNG; refuses an unusable picture with the reason. */
export async function signaturePicture(field: string, bytes: Buffer): Promise<Buffer> {
	const { png } = await pictureOf(bytes, {
		formats: 'PNG, JPEG, WebP or drawn SVG',
		svg: drawnSignature,
		keptSize,
		invalid: (why) => refuse('Sealer_SignatureInvalid', field, why),
		fault: async (picture) => inkFault(await grey(picture)),
	});
	return png;
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
