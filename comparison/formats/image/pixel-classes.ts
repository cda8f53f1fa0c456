/**
 * Classifies every pixel of two pictures of one size: equal, another content, another smoothing of
 * an edge, or faint, as lossy compression leaves it. Such compression keeps the mean of small areas
 * and changes single pixels, so content must differ in the mean as well; where nothing was compressed,
 * a single pixel is content.
 */
import { pixelsOf, type Picture } from './picture';

/** The classes, from the least difference to the greatest. */
export const pixelClass = { equal: 0, ignored: 1, faint: 2, edge: 3, content: 4 } as const;

/** Least distance of different colours, as a share of the greatest distance. */
const threshold = 0.1;

/** Least mean difference in brightness of a pixel and its neighbours to be content. */
const strokeMin = 32;

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

export async function pixelClasses(base: Picture, other: Picture): Promise<Uint8Array> {
	const { width, height } = base;
	const classes = new Uint8Array(width * height);
	const band = differingRows(base, other);
	if (band === undefined) return classes;
	const [a, b] = [rows(base, band), rows(other, band)];
	const inBand = classes.subarray(band.from * width, band.to * width);
	const dots = await markStrokes(a, b, inBand);
	markAreas(a, b, inBand);
	if (!areMostlyEqual(base, other)) return classes;
	markEdges(inBand);
	for (const at of dots) inBand[at] = pixelClass.content;
	return classes;
}

interface Rows {
	readonly from: number;
	readonly to: number;
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

function rows({ width, data }: Picture, { from, to }: Rows): Picture {
	return { width, height: to - from, data: data.subarray(from * width * 4, to * width * 4) };
}

/** Returns the pixels of another colour that are alone, as compression leaves some. */
async function markStrokes(
	base: Picture,
	other: Picture,
	classes: Uint8Array,
): Promise<readonly number[]> {
	const { default: pixelmatch } = await import('pixelmatch');
	const { width, height } = base;
	const drawn = new Uint8Array(width * height * 4);
	pixelmatch(base.data, other.data, drawn, width, height, {
		threshold,
		diffColor: [255, 0, 0],
		aaColor: [255, 255, 0],
	});
	const [a, b] = [pixelsOf(base), pixelsOf(other)];
	const dots: number[] = [];
	for (let at = 0; at < classes.length; at += 1) {
		if (a[at] === b[at]) continue;
		classes[at] = pixelClass.faint;
		if (drawn[at * 4] !== 255 || drawn[at * 4 + 2] !== 0) continue;
		const isEdge = drawn[at * 4 + 1] === 255;
		if (isEdge) classes[at] = pixelClass.edge;
		else if (isStroke(base, other, at)) classes[at] = pixelClass.content;
		else dots.push(at);
	}
	return dots;
}

/** True if the mean of the pixel and its neighbours differs. */
function isStroke({ data: a, width, height }: Picture, { data: b }: Picture, at: number): boolean {
	const [x, y] = [at % width, Math.floor(at / width)];
	const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
	const [top, bottom] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)];
	let sum = 0;
	for (let row = top; row <= bottom; row += 1) {
		for (let place = (row * width + left) * 4; place <= (row * width + right) * 4; place += 4) {
			sum +=
				((a[place] ?? 0) - (b[place] ?? 0)) * 77 +
				((a[place + 1] ?? 0) - (b[place + 1] ?? 0)) * 150 +
				((a[place + 2] ?? 0) - (b[place + 2] ?? 0)) * 29;
		}
	}
	const count = (right - left + 1) * (bottom - top + 1);
	return Math.abs(sum) / 256 / count >= strokeMin;
}

/** Marks faint pixels as content if their area differs as a whole, such as a pale background. */
function markAreas(base: Picture, other: Picture, classes: Uint8Array): void {
	for (let y = 0; y < base.height; y += areaSize) {
		for (let x = 0; x < base.width; x += areaSize) {
			const area = {
				x,
				y,
				width: Math.min(areaSize, base.width - x),
				height: Math.min(areaSize, base.height - y),
			};
			markArea(base, other, area, classes);
		}
	}
}

function markArea(
	{ data: a, width: rowPixels }: Picture,
	{ data: b }: Picture,
	{ x, y, width, height }: { x: number; y: number; width: number; height: number },
	classes: Uint8Array,
): void {
	let [bright, blue, red] = [0, 0, 0];
	const faint: number[] = [];
	for (let row = y; row < y + height; row += 1) {
		for (let at = row * rowPixels + x; at < row * rowPixels + x + width; at += 1) {
			if (classes[at] === pixelClass.equal) continue;
			const dRed = (a[at * 4] ?? 0) - (b[at * 4] ?? 0);
			const dBlue = (a[at * 4 + 2] ?? 0) - (b[at * 4 + 2] ?? 0);
			const dGreen = (a[at * 4 + 1] ?? 0) - (b[at * 4 + 1] ?? 0);
			const dBright = (dRed * 77 + dGreen * 150 + dBlue * 29) / 256;
			bright += dBright;
			blue += dBlue - dBright;
			red += dRed - dBright;
			const most = Math.max(Math.abs(dRed), Math.abs(dGreen), Math.abs(dBlue));
			if (classes[at] === pixelClass.faint && most >= areaPixelMin) faint.push(at);
		}
	}
	const count = width * height;
	const isOther =
		Math.abs(bright) / count >= areaMin ||
		Math.abs(blue) / count >= areaColourMin ||
		Math.abs(red) / count >= areaColourMin;
	if (isOther) for (const at of faint) classes[at] = pixelClass.content;
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

function markEdges(classes: Uint8Array): void {
	for (let at = classes.indexOf(pixelClass.edge); at >= 0;) {
		classes[at] = pixelClass.content;
		at = classes.indexOf(pixelClass.edge, at + 1);
	}
}
