/**
 * Finds how far a picture is shifted as a whole, by the darkness of rows and columns: a shifted
 * page has the same sums at other positions.
 */
import { at } from '../../../server/at';
import { brightness, brightnessOfPaper, type Picture, type Point } from './picture';

/** How the other picture's content lies: where the first pixel of the base is on it. */
export interface Placing extends Point {
	/** By how much it is turned around that pixel, clockwise. */
	readonly radians: number;
}

const unmoved: Placing = { x: 0, y: 0, radians: 0 };

/** Largest shift, as a share of the picture. */
const shiftMax = 0.25;

/** A shift is accepted if it leaves less than this share of the differences. */
const believedBelow = 0.5;

/** With fewer differing pixels, no shift is searched. */
const differingMin = 0.0005;

/** Sampled pixels in each direction. */
const sampledMax = 700;

/** Largest difference in brightness of equal pixels. */
const brightnessTolerance = 40;

/** How the other picture is shifted, and the share of the pixels that differ with that. */
export interface FoundShift {
	readonly placing: Placing;
	readonly share: number;
}

export function shiftBetween(base: Picture, other: Picture): FoundShift {
	const tried = (placing: Placing) => ({ placing, share: differingShare(base, other, placing) });
	const without = tried(unmoved);
	if (without.share < differingMin) return { ...without, share: 0 };
	const [one, two] = [darkness(base), darkness(other)];
	const x = bestOffset(one.ofColumns, two.ofColumns);
	const y = bestOffset(one.ofRows, two.ofRows);
	const best = [{ x, y }, { x }, { y }]
		.map((shift) => tried({ ...unmoved, ...shift }))
		.reduce((better, next) => (next.share < better.share ? next : better));
	return best.share < without.share * believedBelow ? best : without;
}

/** Mean darkness of each row and column, against the middle one: the light may be another. */
function darkness({ data, width, height }: Picture) {
	const ofRows = new Float64Array(height);
	const ofColumns = new Float64Array(width);
	for (let y = 0, pixel = 0; y < height; y += 1) {
		let sum = 0;
		for (let x = 0; x < width; x += 1, pixel += 4) {
			const dark = 255 - brightness(data, pixel);
			sum += dark;
			ofColumns[x] = (ofColumns[x] ?? 0) + dark / height;
		}
		ofRows[y] = sum / width;
	}
	return { ofRows: againstMiddle(ofRows), ofColumns: againstMiddle(ofColumns) };
}

function againstMiddle(values: Float64Array): Float64Array {
	const middle = at(values.toSorted(), values.length >> 1);
	return values.map((value) => value - middle);
}

function bestOffset(one: Float64Array, two: Float64Array): number {
	const most = Math.min(one.length, two.length) * shiftMax;
	return leastOffset(most, (offset) => distanceAt(one, two, offset)).offset;
}

/** The offset with the smallest distance; the nearest of equals. */
export function leastOffset(most: number, distanceOf: (offset: number) => number) {
	let best = { offset: 0, distance: distanceOf(0) };
	for (let step = 1; step <= most; step += 1) {
		for (const offset of [step, -step]) {
			const distance = distanceOf(offset);
			if (distance < best.distance) best = { offset, distance };
		}
	}
	return best;
}

/** Mean difference of the overlap. */
export function distanceAt(base: Float64Array, other: Float64Array, offset: number): number {
	const from = Math.max(0, -offset);
	const to = Math.min(base.length, other.length - offset);
	let sum = 0;
	for (let at = from; at < to; at += 1) {
		sum += Math.abs((base[at] ?? 0) - (other[at + offset] ?? 0));
	}
	return to > from ? sum / (to - from) : Infinity;
}

/** Where a point of the base lies on the other picture. */
export function onOther({ radians, x, y }: Placing, point: Point): Point {
	const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
	return { x: x + point.x * cos - point.y * sin, y: y + point.x * sin + point.y * cos };
}

/** Where a point of the other picture lies on the base. */
export function onBase({ radians, x, y }: Placing, point: Point): Point {
	return onOther({ x: 0, y: 0, radians: -radians }, { x: point.x - x, y: point.y - y });
}

/** Share of sampled pixels of the overlap that differ. */
export function differingShare(base: Picture, other: Picture, placing = unmoved): number {
	const { x: left, y: top, radians } = placing;
	const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
	const stepX = Math.max(1, Math.floor(base.width / sampledMax));
	const stepY = Math.max(1, Math.floor(base.height / sampledMax));
	let [differing, looked] = [0, 0];
	for (let row = 0; row < base.height; row += stepY) {
		for (let column = 0; column < base.width; column += stepX) {
			const x = Math.round(left + column * cos - row * sin);
			const y = Math.round(top + column * sin + row * cos);
			if (x < 0 || y < 0 || x >= other.width || y >= other.height) continue;
			const one = brightness(base.data, (row * base.width + column) * 4);
			const two = brightness(other.data, (y * other.width + x) * 4);
			looked += 1;
			if (Math.abs(one - two) > brightnessTolerance) differing += 1;
		}
	}
	return differing / Math.max(1, looked);
}

/** Share of sampled pixels that are no paper. */
export function drawnShare({ data, width, height }: Picture): number {
	const paper = brightnessOfPaper({ data, width, height });
	const step = Math.max(1, Math.floor((width * height) / sampledMax ** 2));
	let [drawn, looked] = [0, 0];
	for (let pixel = 0; pixel < width * height; pixel += step) {
		looked += 1;
		if (Math.abs(brightness(data, pixel * 4) - paper) > brightnessTolerance) drawn += 1;
	}
	return drawn / Math.max(1, looked);
}
