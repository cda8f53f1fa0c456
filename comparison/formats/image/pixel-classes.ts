/**
 * Classifies every pixel of two pictures of one size: equal, noise, faint or another content. Lossy
 * compression keeps the mean of small areas and changes single pixels, so content must differ in the
 * mean as well; where nothing was compressed, a single pixel is content, and nothing is noise.
 */
import { isTinted, settleNoise } from './noise';
import {
	brightness,
	common,
	eachRow,
	grown,
	pixelClass,
	pixelsOf,
	rows,
	wholeOf,
	type Picture,
	type Rectangle,
	type Rows,
} from './picture';

/** Least distance of different colours, as a share of the greatest distance. */
const threshold = 0.1;

/** Least mean difference in brightness of a pixel and its neighbours to be content. */
const strokeMin = 32;
const turnedStrokeMin = 56;

/** Least mean difference in brightness and colour of an area to be content. */
const areaMin = 10;
const areaColourMin = 16;

/** Width and height of an area: compression keeps the mean colour of that many pixels. */
const areaShift = 4;
const areaSize = 1 << areaShift;

/** Share of drawn areas that are exactly equal if nothing was compressed or redrawn. */
const equalMin = 0.5;

/** Least difference of a single pixel in such an area. */
const areaPixelMin = 6;

/** What was done to the pictures. */
export interface Treatment {
	/** A picture was compressed with loss, which leaves noise though most of it is equal. */
	readonly isLossy: boolean;
	/** A picture was turned back, which softens its strokes. */
	readonly isTurned: boolean;
}

export async function pixelClasses(
	base: Picture,
	other: Picture,
	{ isLossy, isTurned }: Treatment,
): Promise<Uint8Array> {
	const { width, height } = base;
	const classes = new Uint8Array(width * height);
	const band = differingRows(base, other);
	if (band === undefined) return classes;
	const [a, b] = [rows(base, band), rows(other, band)];
	const inBand = classes.subarray(band.from * width, band.to * width);
	const isRedrawn = !areMostlyEqual(base, other);
	await markStrokes(a, b, inBand, isRedrawn ? (isTurned ? turnedStrokeMin : strokeMin) : 0);
	markAreas(a, b, inBand);
	if (isLossy || (isRedrawn && !isTinted(a, b))) settleNoise(a, b, inBand, isRedrawn);
	return classes;
}

/** The rows between the first and last differing pixel, and two more for neighbours. */
function differingRows(base: Picture, other: Picture): Rows | undefined {
	const { width, height } = base;
	const [a, b] = [pixelsOf(base), pixelsOf(other)];
	let from = 0;
	while (from < a.length && a[from] === b[from]) from += 1;
	if (from === a.length) return undefined;
	let to = a.length;
	while (a[to - 1] === b[to - 1]) to -= 1;
	return {
		from: Math.max(0, Math.floor(from / width) - 2),
		to: Math.min(height, Math.ceil(to / width) + 2),
	};
}

/**
 * Marks pixels of another colour whose neighbours differ in the mean by at least this much. With 0,
 * an edge that is smoothed in another way counts as well.
 */
async function markStrokes(
	base: Picture,
	other: Picture,
	classes: Uint8Array,
	least: number,
): Promise<void> {
	const { default: pixelmatch } = await import('pixelmatch');
	const { width, height } = base;
	const drawn = new Uint8Array(width * height * 4);
	const options = { threshold, includeAA: least === 0, diffMask: true };
	pixelmatch(base.data, other.data, drawn, width, height, options);
	const [a, b] = [pixelsOf(base), pixelsOf(other)];
	for (let at = 0; at < classes.length; at += 1) {
		if (a[at] === b[at]) continue;
		const isOther = drawn[at * 4 + 3] !== 0;
		const isContent = isOther && (least === 0 || meanDifference(base, other, at) >= least);
		classes[at] = isContent ? pixelClass.content : pixelClass.faint;
	}
}

/** By how much the mean brightness of a pixel and its neighbours differs. */
function meanDifference({ data: a, ...size }: Picture, { data: b }: Picture, at: number): number {
	const [x, y] = [at % size.width, Math.floor(at / size.width)];
	const around = grown({ x, y, width: 1, height: 1 }, 1, size);
	let sum = 0;
	eachRow(around, size, (from, to) => {
		for (let place = from * 4; place < to * 4; place += 4) {
			sum += brightness(a, place) - brightness(b, place);
		}
	});
	return Math.abs(sum) / (around.width * around.height);
}

/** Marks faint pixels as content if their area differs as a whole, such as a pale background. */
function markAreas(base: Picture, other: Picture, classes: Uint8Array): void {
	for (let y = 0; y < base.height; y += areaSize) {
		for (let x = 0; x < base.width; x += areaSize) {
			const area = common({ x, y, width: areaSize, height: areaSize }, wholeOf(base));
			markArea(base, other, area, classes);
		}
	}
}

function markArea(
	{ data: a, ...size }: Picture,
	{ data: b }: Picture,
	area: Rectangle,
	classes: Uint8Array,
): void {
	let [red, green, blue] = [0, 0, 0];
	eachRow(area, size, (from, to) => {
		for (let at = from; at < to; at += 1) {
			if (classes[at] === pixelClass.equal) continue;
			red += (a[at * 4] ?? 0) - (b[at * 4] ?? 0);
			green += (a[at * 4 + 1] ?? 0) - (b[at * 4 + 1] ?? 0);
			blue += (a[at * 4 + 2] ?? 0) - (b[at * 4 + 2] ?? 0);
		}
	});
	const bright = (red * 77 + green * 150 + blue * 29) / 256;
	const count = area.width * area.height;
	const isOther =
		Math.abs(bright) >= areaMin * count ||
		Math.max(Math.abs(blue - bright), Math.abs(red - bright)) >= areaColourMin * count;
	if (!isOther) return;
	eachRow(area, size, (from, to) => {
		for (let at = from; at < to; at += 1) {
			const apart = [0, 1, 2].map((channel) =>
				Math.abs((a[at * 4 + channel] ?? 0) - (b[at * 4 + channel] ?? 0)),
			);
			if (Math.max(...apart) >= areaPixelMin) classes[at] = pixelClass.content;
		}
	});
}

/** True if most drawn areas are exactly equal, so that no edge differs by smoothing only. */
function areMostlyEqual(base: Picture, other: Picture): boolean {
	const [a, b] = [pixelsOf(base), pixelsOf(other)];
	const columns = Math.ceil(base.width / areaSize);
	const drawn = new Uint8Array(columns * Math.ceil(base.height / areaSize));
	const differing = new Uint8Array(drawn.length);
	for (let y = 0, at = 0; y < base.height; y += 1) {
		const baseOfRow = Math.floor(y / areaSize) * columns;
		for (let x = 0; x < base.width; x += 1, at += 1) {
			const area = baseOfRow + (x >> areaShift);
			if (a[at] !== b[at]) differing[area] = 1;
			if (x > 0 && a[at] !== a[at - 1]) drawn[area] = 1;
		}
	}
	const areas = drawn.reduce((sum, one) => sum + one, 0);
	const equal = drawn.reduce((sum, one, at) => sum + (differing[at] === 1 ? 0 : one), 0);
	return equal >= areas * equalMin;
}
