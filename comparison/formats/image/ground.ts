/** Lays transparent pictures on a ground, on which they are compared and shown. */
import type { Both } from '../../core/format-comparer';
import { brightness, pixelsOf, type Picture } from './picture';

const white = 255;

/** White first, as paper is. */
const grounds = [white, 0, 128, 192, 64] as const;

/** A shape of this brightness beside the ground stands out from it. */
const contrastMin = 40;

export interface Grounded extends Both<Picture> {
	/** Number of pixels that only one picture shows through, if the other shows through nowhere. */
	readonly shownThrough: number;
}

/**
 * On white, where one picture shows through nowhere, since that may be the other as it is seen on
 * paper. If both show through, on the ground on which the fewest shapes of both hide.
 */
export function onGround(kept: Picture, sent: Picture): Grounded {
	const [one, other] = [transparentPixels(kept), transparentPixels(sent)];
	if (one > 0 && other > 0) {
		const ground = groundOf(kept, sent);
		return { kept: laid(kept, ground), sent: laid(sent, ground), shownThrough: 0 };
	}
	return {
		kept: one > 0 ? laid(kept, white) : kept,
		sent: other > 0 ? laid(sent, white) : sent,
		shownThrough: one + other,
	};
}

function transparentPixels(picture: Picture): number {
	const pixels = pixelsOf(picture);
	let count = 0;
	for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] ?? 0) >>> 24 !== 255) count += 1;
	return count;
}

function groundOf(...pictures: readonly Picture[]): number {
	/** By brightness, how much is seen. */
	const seen = new Float64Array(256);
	for (const { data } of pictures) {
		for (let at = 0; at < data.length; at += 4) {
			const value = brightness(data, at);
			seen[value] = (seen[value] ?? 0) + (data[at + 3] ?? 0);
		}
	}
	const hiding = grounds.map((ground) =>
		seen.reduce((sum, one, at) => sum + (Math.abs(at - ground) < contrastMin ? one : 0), 0),
	);
	return grounds[hiding.indexOf(Math.min(...hiding))] ?? white;
}

function laid(picture: Picture, ground: number): Picture {
	const data = Uint8Array.from(picture.data);
	for (let at = 0; at < data.length; at += 4) {
		const share = (data[at + 3] ?? 0) / 255;
		if (share === 1) continue;
		for (let channel = at; channel < at + 3; channel += 1) {
			data[channel] = Math.round((data[channel] ?? 0) * share + ground * (1 - share));
		}
		data[at + 3] = 255;
	}
	return { ...picture, data };
}
