/**
 * Finds by how little a page is turned, as scanners turn it, and turns it back. Strips of a turned
 * page are shifted by as much more as they are farther away, which tells the angle roughly; the
 * edges tell it to a fraction of a pixel.
 */
import { at } from '../../../server/at';
import {
	brightnessOfPaper,
	reduced,
	type Grey,
	type Picture,
	type Point,
	type Rectangle,
	type Size,
} from './picture';
import {
	differingShare,
	distanceAt,
	drawnShare,
	leastOffset,
	onBase,
	onOther,
	type Placing,
} from './shift';

const radiansMax = (1.6 * Math.PI) / 180;
const radiansStep = (0.1 * Math.PI) / 180;

/** A sheet lies elsewhere on the glass of a scanner by no more than this share: 4 mm of A4. */
export const glassShareMax = 0.015;

/** Largest shift beside the turn, as a share of the picture. */
const shiftMax = 0.05;

/** The angle is searched on pictures of this size. */
const sideMax = 1000;

const stripsCount = 8;

/** Least contrast to the right and left, or above and below, that tells where an edge lies. */
const edgeMin = 16;
const edgesMax = 60_000;

/** Differences of this brightness count half, since they are rather content. */
const contentBrightness = 40;

const refinements = 12;

/** A smaller step, in pixels, is the last. */
const stepMin = 0.01;

/** A turn is believed that leaves less than this share of the differences. */
const believedBelow = 0.7;

/** A turn that moves the edge of the page by less is none. */
const movedMin = 0.5;

/** Pages of which this share differs are not the same one. */
const unlikeMin = 0.3;

/** A shift by a smaller part of a pixel is one by whole pixels. */
const partMin = 0.15;

/**
 * A turn, or a shift by parts of a pixel; undefined if with it the page is not much more like the base, of
 * which `share` differs so far.
 */
export function turnBetween(base: Picture, other: Picture, share: number): Placing | undefined {
	const factor = Math.ceil(Math.max(base.width, base.height) / sideMax);
	const [one, two] = [reduced(base, factor), reduced(other, factor)];
	const near = refined(one, two, roughTurn(one, two));
	const whole = reduced(base, 1);
	const start = { radians: near.radians, x: near.x * factor, y: near.y * factor };
	const found = refined(whole, reduced(other, 1), start);
	if (Math.abs(found.radians) > radiansMax) return undefined;
	const isTurned = (Math.abs(found.radians) * Math.max(base.width, base.height)) / 2 >= movedMin;
	const isParted = [found.x, found.y].some((by) => Math.abs(by - Math.round(by)) > partMin);
	const { x, y } = isParted ? found : { x: Math.round(found.x), y: Math.round(found.y) };
	const placing = isTurned ? aroundCentre(found, whole) : { radians: 0, x, y };
	const { picture, shift } = straightened(other, placing);
	const left = differingShare(base, picture, { ...shift, radians: 0 });
	// Between pixels thin strokes are softened, which differs from those of the base.
	const softMax = Math.min(drawnShare(base), drawnShare(other), unlikeMin);
	return left < (isParted && !isTurned ? softMax : share * believedBelow) ? placing : undefined;
}

/** How a turn, clockwise in degrees, or else a shift is told. */
export function placeText(
	{ turn, shift: { x, y } }: { readonly turn: number; readonly shift: Point },
	lengthText = (pixels: number) => (pixels === 1 ? '1 pixel' : `${pixels} pixels`),
): string {
	if (turn !== 0) {
		const degrees = Math.abs(turn).toFixed(2).replace(/0$/, '');
		return `turned ${turn > 0 ? 'clockwise' : 'counterclockwise'} by ${degrees} degrees`;
	}
	const parts = [
		x === 0 ? '' : `${lengthText(Math.abs(x))} to the ${x > 0 ? 'right' : 'left'}`,
		y === 0 ? '' : `${lengthText(Math.abs(y))} ${y > 0 ? 'down' : 'up'}`,
	];
	return parts.filter((part) => part !== '').join(' and ');
}

/** The rectangle around one whose corners lie elsewhere. */
export function placed(
	{ x, y, width, height }: Rectangle,
	placeOf: (corner: Point) => Point,
): Rectangle {
	const corners = [x, x + width].flatMap((left) =>
		[y, y + height].map((top) => placeOf({ x: left, y: top })),
	);
	const [across, down] = [corners.map((one) => one.x), corners.map((one) => one.y)];
	const [left, top] = [Math.floor(Math.min(...across)), Math.floor(Math.min(...down))];
	return {
		x: left,
		y: top,
		width: Math.ceil(Math.max(...across)) - left,
		height: Math.ceil(Math.max(...down)) - top,
	};
}

/**
 * The other picture turned back, with paper around so that nothing of it is cut off, and where the
 * first pixel of the base lies on that.
 */
export function straightened(other: Picture, placing: Placing) {
	const isWhole = [placing.x, placing.y].every(Number.isInteger);
	if (placing.radians === 0 && isWhole) return { picture: other, shift: placing };
	const turned = (Math.max(other.width, other.height) / 2) * Math.abs(placing.radians);
	const margin = Math.ceil(turned) + 2;
	const [width, height] = [other.width + 2 * margin, other.height + 2 * margin];
	const centre = onBase(placing, { x: other.width / 2, y: other.height / 2 });
	const shift = { x: Math.round(width / 2 - centre.x), y: Math.round(height / 2 - centre.y) };
	const data = new Uint8Array(width * height * 4).fill(brightnessOfPaper(other));
	const [cos, sin] = [Math.cos(placing.radians), Math.sin(placing.radians)];
	for (let y = 0, to = 0; y < height; y += 1) {
		let { x: fromX, y: fromY } = onOther(placing, { x: -shift.x, y: y - shift.y });
		for (let x = 0; x < width; x += 1, to += 4, fromX += cos, fromY += sin) {
			data[to + 3] = 255;
			const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
			if (left < 0 || top < 0 || left + 1 >= other.width || top + 1 >= other.height) continue;
			const from = (top * other.width + left) * 4;
			const below = from + other.width * 4;
			for (let channel = 0; channel < 3; channel += 1) {
				const value = between(
					other.data,
					from + channel,
					below + channel,
					4,
					fromX - left,
					fromY - top,
				);
				data[to + channel] = value + 0.5;
			}
		}
	}
	return { picture: { width, height, data }, shift };
}

/** The value between two of a row, a step apart, and two of the row below. */
function between(
	values: Uint8Array | Float32Array,
	from: number,
	below: number,
	step: number,
	right: number,
	down: number,
): number {
	const upper = (values[from] ?? 0) * (1 - right) + (values[from + step] ?? 0) * right;
	const lower = (values[below] ?? 0) * (1 - right) + (values[below + step] ?? 0) * right;
	return upper * (1 - down) + lower * down;
}

/** Undefined outside. */
function valueAt({ width, height, values }: Grey, { x, y }: Point): number | undefined {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return undefined;
	const from = top * width + left;
	return between(values, from, from + width, 1, x - left, y - top);
}

/** As found: turned around the centre of the base, then moved. */
function aroundCentre(found: Placing, { width, height }: Size): Placing {
	const centre = { x: (width - 1) / 2, y: (height - 1) / 2 };
	const { x, y } = onOther(found, { x: -centre.x, y: -centre.y });
	return { radians: found.radians, x: x + centre.x, y: y + centre.y };
}

function roughTurn(base: Grey, other: Grey): Placing {
	const upright = [profiles(base, 'y'), profiles(other, 'y')] as const;
	let best = { radians: 0, offset: 0, distance: Infinity };
	for (let radians = -radiansMax; radians <= radiansMax; radians += radiansStep) {
		const found = bestMove(...upright, radians, base.height * shiftMax);
		if (found.distance < best.distance) best = { radians, ...found };
	}
	const { radians, offset: y } = best;
	const lying = [profiles(base, 'x'), profiles(other, 'x')] as const;
	return { radians, x: bestMove(...lying, -radians, base.width * shiftMax).offset, y };
}

interface Strip {
	readonly means: Float64Array;
	/** From the middle of the picture. */
	readonly at: number;
}

/** Means along the strips of a picture, which stand side by side for `y`. */
function profiles({ width, height, values }: Grey, along: 'x' | 'y'): Strip[] {
	const [length, breadth] = along === 'y' ? [height, width] : [width, height];
	const size = Math.floor(breadth / stripsCount);
	return Array.from({ length: stripsCount }, (_, strip) => {
		const means = new Float64Array(length);
		for (let place = 0; place < length; place += 1) {
			for (let side = strip * size; side < (strip + 1) * size; side += 1) {
				const pixel = along === 'y' ? place * width + side : side * width + place;
				means[place] = (means[place] ?? 0) + (values[pixel] ?? 0) / size;
			}
		}
		return { means, at: (strip + 0.5) * size - breadth / 2 };
	});
}

/** The offset with which strips that are turned are least apart. */
function bestMove(base: readonly Strip[], other: readonly Strip[], radians: number, most: number) {
	return leastOffset(most, (offset) =>
		base.reduce((sum, strip, index) => {
			const turned = Math.round(offset + radians * strip.at);
			return sum + distanceAt(strip.means, at(other, index).means, turned);
		}, 0),
	);
}

/** Moves the other picture until the edges of both lie on each other, by Gauss and Newton. */
function refined(base: Grey, other: Grey, rough: Placing): Placing {
	const edges = edgesOf(base);
	let found = rough;
	for (let round = 0; round < refinements; round += 1) {
		const step = stepOf(base, other, edges, found);
		if (step === undefined) return found;
		const [radians, x, y] = step;
		found = { radians: found.radians + radians, x: found.x + x, y: found.y + y };
		if (Math.abs(radians) * base.height + Math.abs(x) + Math.abs(y) < stepMin) return found;
	}
	return found;
}

/** Pixels of edges, evenly over the page. */
function edgesOf({ width, height, values }: Grey): number[] {
	const edges: number[] = [];
	for (let y = 1; y < height - 1; y += 1) {
		for (let x = 1; x < width - 1; x += 1) {
			const pixel = y * width + x;
			const across = Math.abs((values[pixel + 1] ?? 0) - (values[pixel - 1] ?? 0));
			const down = Math.abs((values[pixel + width] ?? 0) - (values[pixel - width] ?? 0));
			if (across >= edgeMin || down >= edgeMin) edges.push(pixel);
		}
	}
	const every = Math.ceil(edges.length / edgesMax);
	return edges.filter((_, index) => index % every === 0);
}

type Three = readonly [number, number, number];

function stepOf(
	base: Grey,
	other: Grey,
	edges: readonly number[],
	found: Placing,
): Three | undefined {
	const { width, height, values } = base;
	const placing = aroundCentre(found, base);
	const sums = new Float64Array(9);
	for (const pixel of edges) {
		const [x, y] = [pixel % width, Math.floor(pixel / width)];
		const value = valueAt(other, onOther(placing, { x, y }));
		if (value === undefined) continue;
		const error = value - (values[pixel] ?? 0);
		const across = ((values[pixel + 1] ?? 0) - (values[pixel - 1] ?? 0)) / 2;
		const down = ((values[pixel + width] ?? 0) - (values[pixel - width] ?? 0)) / 2;
		const turn = down * (x - (width - 1) / 2) - across * (y - (height - 1) / 2);
		const weight = 1 / (1 + (error / contentBrightness) ** 2);
		for (const [index, product] of [
			...[turn * turn, turn * across, turn * down, across * across, across * down, down * down],
			...[-turn * error, -across * error, -down * error],
		].entries()) {
			sums[index] = (sums[index] ?? 0) + weight * product;
		}
	}
	const [tt = 0, tx = 0, ty = 0, xx = 0, xy = 0, yy = 0, t = 0, x = 0, y = 0] = sums;
	return solved([tt, tx, ty], [tx, xx, xy], [ty, xy, yy], [t, x, y]);
}

/** Three equations solved by determinants; undefined if nothing tells one of the three. */
function solved(one: Three, two: Three, three: Three, results: Three): Three | undefined {
	const determinant = ([a, b, c]: Three, [d, e, f]: Three, [g, h, i]: Three) =>
		a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
	const all = determinant(one, two, three);
	if (Math.abs(all) < 1e-9) return undefined;
	const [x, y, z] = results;
	return [
		determinant([x, one[1], one[2]], [y, two[1], two[2]], [z, three[1], three[2]]) / all,
		determinant([one[0], x, one[2]], [two[0], y, two[2]], [three[0], z, three[2]]) / all,
		determinant([one[0], one[1], x], [two[0], two[1], y], [three[0], three[1], z]) / all,
	];
}
