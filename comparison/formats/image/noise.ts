/**
 * Tells the noise of scanning and compression from pale content. Noise is spread over the whole
 * page, its mean is that of the page, and it grows with the contrast around it; a pale stroke differs
 * in the mean of a few pixels by more than the page does anywhere else, and for more than a speck.
 */
import { at } from '../../../server/at';
import {
	pixelClass,
	pixelsOf,
	reduced,
	rows,
	type Grey,
	type Picture,
	type Rows,
	type Size,
} from './picture';
import { keepDense } from './regions';

/** Least difference of the mean of a pixel and its neighbours that can be pale content. */
const paleMin = 8;

/** The same as a multiple of the spread over the page, and as a share of the contrast around. */
const spreadTimes = 6;
const contrastShare = 0.5;

/** Largest difference in brightness of two pages as a whole. */
const exposureMax = 10;

/** Least pixels of a pale stroke within a window: more than some specks. */
const strokePixelsMin = 24;

/** One of so many pixels tells how the page differs as a whole. */
const sampledEach = 37;

/** Width and height of the blocks of which contrasts are known, as JPEG has them. */
const blockShift = 3;

/** Larger pictures are halved: their strokes are wider. */
const pixelsMax = 4_000_000;

/** The sum of the brightness of a pixel and its eight neighbours is this many times their mean. */
const summed = 9;

/** Marks pale content; all other faint pixels are noise. `isSpread`: they are all over the page. */
export function settleNoise(
	base: Picture,
	other: Picture,
	classes: Uint8Array,
	isSpread: boolean,
): void {
	const bands = isSpread ? [{ from: 0, to: base.height }] : faintBands(classes, base);
	for (const band of bands) {
		const { width } = base;
		const inBand = classes.subarray(band.from * width, band.to * width);
		settleBand(rows(base, band), rows(other, band), inBand, isSpread);
	}
}

/** The rows with faint pixels, and those around that tell how they differ. */
function faintBands(classes: Uint8Array, { width, height }: Size): readonly Rows[] {
	const around = 3 << blockShift;
	const bands: Rows[] = [];
	for (let at = classes.indexOf(pixelClass.faint); at >= 0;) {
		const row = Math.floor(at / width);
		const last = bands.at(-1);
		const isNear = last !== undefined && row - around <= last.to;
		const from = isNear ? last.from : Math.max(0, row - around);
		if (isNear) bands.pop();
		bands.push({ from, to: Math.min(height, row + around + 1) });
		at = classes.indexOf(pixelClass.faint, (row + 1) * width);
	}
	return bands;
}

function settleBand(base: Picture, other: Picture, classes: Uint8Array, isSpread: boolean): void {
	const factor = base.width * base.height > pixelsMax ? 2 : 1;
	const [one, two] = [softened(reduced(base, factor)), softened(reduced(other, factor))];
	for (let pixel = 0; pixel < classes.length; pixel += 1) {
		if (classes[pixel] === pixelClass.faint) classes[pixel] = pixelClass.noise;
	}
	const strokes = paleOf(one, two, isSpread);
	keepDense(strokes, one, 1 << blockShift, strokePixelsMin);
	for (let stroke = strokes.indexOf(1); stroke >= 0; stroke = strokes.indexOf(1, stroke + 1)) {
		const [x, y] = [(stroke % one.width) * factor, Math.floor(stroke / one.width) * factor];
		for (let row = y; row < y + factor; row += 1) {
			for (let pixel = row * base.width + x; pixel < row * base.width + x + factor; pixel += 1) {
				if (classes[pixel] === pixelClass.noise) classes[pixel] = pixelClass.content;
			}
		}
	}
}

/** Marks pixels that are farther apart than noise is, and than the contrast around explains. */
function paleOf(one: Grey, two: Grey, isSpread: boolean): Uint8Array {
	const { middle, limit } = isSpread ? limitsOf(one.values, two.values) : leastLimits;
	const columns = blocksAlong(one.width);
	const [contrasts, others] = [contrastsOf(one), contrastsOf(two)];
	const pale = new Uint8Array(one.values.length);
	for (let y = 0, pixel = 0; y < one.height; y += 1) {
		const row = (y >> blockShift) * columns;
		for (let x = 0; x < one.width; x += 1, pixel += 1) {
			const apart = Math.abs((one.values[pixel] ?? 0) - (two.values[pixel] ?? 0) - middle);
			if (apart < limit) continue;
			const block = row + (x >> blockShift);
			const contrast = Math.min(contrasts[block] ?? 0, others[block] ?? 0);
			if (apart >= contrast * contrastShare) pale[pixel] = 1;
		}
	}
	return pale;
}

/** True if most of the differing pixels differ by the same: a colour was changed everywhere. */
export function isTinted(base: Picture, other: Picture): boolean {
	const [a, b] = [pixelsOf(base), pixelsOf(other)];
	const counts = new Map<number, number>();
	let [most, all] = [0, 0];
	for (let pixel = 0; pixel < a.length; pixel += sampledEach) {
		const difference = (a[pixel] ?? 0) ^ (b[pixel] ?? 0);
		if (difference === 0) continue;
		const count = (counts.get(difference) ?? 0) + 1;
		counts.set(difference, count);
		[most, all] = [Math.max(most, count), all + 1];
	}
	return most > all / 2;
}

/** The sums of each value and its eight neighbours. */
function softened({ values, width, height }: Grey): Grey {
	return { width, height, values: summedAlong(summedAlong(values, 1), width) };
}

/** At the end of a row its neighbour is the next row's first, on both pictures alike. */
function summedAlong(values: Float32Array, step: number): Float32Array {
	const sums = new Float32Array(values.length);
	const last = values.length - 1;
	for (let at = 0; at <= last; at += 1) {
		const [before, after] = [Math.max(0, at - step), Math.min(last, at + step)];
		sums[at] = (values[before] ?? 0) + (values[at] ?? 0) + (values[after] ?? 0);
	}
	return sums;
}

const leastLimits = { middle: 0, limit: paleMin * summed };

/** How far the pages are apart in the middle, and by how much more noise may be. */
function limitsOf(one: Float32Array, two: Float32Array) {
	const sampled = Float32Array.from({ length: Math.ceil(one.length / sampledEach) }, (_, index) => {
		const pixel = index * sampledEach;
		return (one[pixel] ?? 0) - (two[pixel] ?? 0);
	}).sort();
	const valueAt = (share: number) => at(sampled, Math.floor(sampled.length * share));
	const middle = valueAt(0.5);
	// Of a normal distribution, 68 % lie within one standard deviation.
	const spread = Math.max(middle - valueAt(0.16), valueAt(0.84) - middle);
	const most = exposureMax * summed;
	return {
		middle: Math.min(most, Math.max(-most, middle)),
		limit: Math.max(leastLimits.limit, spread * spreadTimes),
	};
}

/** By how much the values of each block and its neighbours vary. */
function contrastsOf({ values, width, height }: Grey): Float32Array {
	const columns = blocksAlong(width);
	const lows = new Float32Array(columns * blocksAlong(height)).fill(Infinity);
	const highs = new Float32Array(lows.length);
	for (let y = 0, pixel = 0; y < height; y += 1) {
		const row = (y >> blockShift) * columns;
		for (let x = 0; x < width; x += 1, pixel += 1) {
			const block = row + (x >> blockShift);
			const value = values[pixel] ?? 0;
			if (value < (lows[block] ?? 0)) lows[block] = value;
			if (value > (highs[block] ?? 0)) highs[block] = value;
		}
	}
	const [least, most] = [mostAround(lows, columns, Math.min), mostAround(highs, columns, Math.max)];
	return most.map((high, block) => high - (least[block] ?? 0));
}

function blocksAlong(pixels: number): number {
	return Math.ceil(pixels / (1 << blockShift));
}

function mostAround(blocks: Float32Array, columns: number, most: typeof Math.max): Float32Array {
	const along = (values: Float32Array, step: number) =>
		values.map((here, at) => most(values[at - step] ?? here, here, values[at + step] ?? here));
	return along(along(blocks, 1), columns);
}
