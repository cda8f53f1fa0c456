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
	const strokes = strokesOf(paleOf(one, two, isSpread), one);
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
	const columns = blocksOf(one).width;
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
	const differences = (visit: (difference: number) => void) => {
		for (let pixel = 0; pixel < a.length; pixel += 1) {
			const difference = (a[pixel] ?? 0) ^ (b[pixel] ?? 0);
			if (difference !== 0) visit(difference);
		}
	};
	// A majority outlives all others that are set off against it.
	let [candidate, votes] = [0, 0];
	differences((difference) => {
		if (votes === 0) candidate = difference;
		votes += difference === candidate ? 1 : -1;
	});
	if (votes <= 0) return false;
	let [alike, all] = [0, 0];
	differences((difference) => {
		all += 1;
		if (difference === candidate) alike += 1;
	});
	return alike > all / 2;
}

/** The sums of each value and its neighbours; of edges, of those there are twice. */
function softened({ values, width, height }: Grey): Grey {
	const across = new Float32Array(width * height);
	for (let y = 0, pixel = 0; y < height; y += 1) {
		let here = values[pixel] ?? 0;
		let left = here;
		for (let x = 0; x < width; x += 1, pixel += 1) {
			const right = x + 1 < width ? (values[pixel + 1] ?? 0) : here;
			across[pixel] = left + here + right;
			left = here;
			here = right;
		}
	}
	const sums = new Float32Array(width * height);
	for (let y = 0, pixel = 0; y < height; y += 1) {
		const above = y > 0 ? width : 0;
		const below = y + 1 < height ? width : 0;
		for (let x = 0; x < width; x += 1, pixel += 1) {
			sums[pixel] =
				(across[pixel - above] ?? 0) + (across[pixel] ?? 0) + (across[pixel + below] ?? 0);
		}
	}
	return { width, height, values: sums };
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

function blocksOf({ width, height }: Size): Size {
	const size = 1 << blockShift;
	return { width: Math.ceil(width / size), height: Math.ceil(height / size) };
}

/** By how much the values of each block and its neighbours vary. */
function contrastsOf({ values, ...size }: Grey): Float32Array {
	const { width: columns, height: down } = blocksOf(size);
	const lows = new Float32Array(columns * down).fill(Infinity);
	const highs = new Float32Array(columns * down);
	for (let y = 0, pixel = 0; y < size.height; y += 1) {
		const row = (y >> blockShift) * columns;
		for (let x = 0; x < size.width; x += 1, pixel += 1) {
			const block = row + (x >> blockShift);
			const value = values[pixel] ?? 0;
			if (value < (lows[block] ?? 0)) lows[block] = value;
			if (value > (highs[block] ?? 0)) highs[block] = value;
		}
	}
	return lows.map((_, block) => {
		const [x, y] = [block % columns, Math.floor(block / columns)];
		let [low, high] = [Infinity, 0];
		for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row += 1) {
			for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1) {
				low = Math.min(low, lows[row * columns + column] ?? 0);
				high = Math.max(high, highs[row * columns + column] ?? 0);
			}
		}
		return high - low;
	});
}

/** The marked pixels of windows, two blocks wide and high, in which enough are marked. */
function strokesOf(marks: Uint8Array, size: Size): Uint8Array {
	const { width: columns, height: down } = blocksOf(size);
	const counts = new Uint8Array(columns * down);
	const blockAt = (pixel: number) =>
		(Math.floor(pixel / size.width) >> blockShift) * columns + ((pixel % size.width) >> blockShift);
	for (let pixel = marks.indexOf(1); pixel >= 0; pixel = marks.indexOf(1, pixel + 1)) {
		counts[blockAt(pixel)] = (counts[blockAt(pixel)] ?? 0) + 1;
	}
	const isStroke = new Uint8Array(columns * down);
	for (let row = 0; row + 1 < down; row += 1) {
		for (let column = 0; column + 1 < columns; column += 1) {
			const first = row * columns + column;
			const window = [first, first + 1, first + columns, first + columns + 1];
			const count = window.reduce((sum, block) => sum + (counts[block] ?? 0), 0);
			if (count >= strokePixelsMin) for (const block of window) isStroke[block] = 1;
		}
	}
	for (let pixel = marks.indexOf(1); pixel >= 0; pixel = marks.indexOf(1, pixel + 1)) {
		if (isStroke[blockAt(pixel)] === 0) marks[pixel] = 0;
	}
	return marks;
}
