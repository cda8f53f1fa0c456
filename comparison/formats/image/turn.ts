/**
 * Finds by how little a page is turned, as scanners turn it, and turns it back. Strips of a turned
 * page are shifted by as much more as they are farther away, which tells the angle roughly; the
 * edges tell it to a fraction of a pixel.
 */
import { at } from '../../../server/at';
import { brightnessOfPaper, reduced, type Grey, type Picture, type Rectangle } from './picture';
import { differingShare, distanceAt } from './shift';

/** The other picture's content, turned clockwise around the centre of the base, then moved. */
export interface Turn {
	readonly radians: number;
	readonly x: number;
	readonly y: number;
	/** In pixels of the base. */
	readonly centre: Point;
}

interface Point {
	readonly x: number;
	readonly y: number;
}

const radiansMax = (1.6 * Math.PI) / 180;
const radiansStep = (0.1 * Math.PI) / 180;

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

/** Undefined if the turned page is not much more like the base; `share` of it differs so far. */
export function turnBetween(base: Picture, other: Picture, share: number): Turn | undefined {
	const factor = Math.ceil(Math.max(base.width, base.height) / sideMax);
	const [one, two] = [reduced(base, factor), reduced(other, factor)];
	const rough = roughTurn(one, two);
	const fine = refined(one, two, rough);
	const turn = {
		radians: fine.radians,
		x: fine.x * factor,
		y: fine.y * factor,
		centre: { x: (one.width * factor - 1) / 2, y: (one.height * factor - 1) / 2 },
	};
	const moved = Math.abs(turn.radians) * Math.max(turn.centre.x, turn.centre.y);
	if (moved < movedMin || Math.abs(turn.radians) > radiansMax) return undefined;
	const left = differingShare(base, other, onOther(turn, { x: 0, y: 0 }), turn.radians);
	return left < share * believedBelow ? turn : undefined;
}

/** How a turn, clockwise in degrees, is told. */
export function turnText(turn: number): string {
	const degrees = Math.abs(turn).toFixed(2).replace(/0$/, '');
	return `turned ${turn > 0 ? 'clockwise' : 'counterclockwise'} by ${degrees} degrees`;
}

/** Where a point of the base lies on the other picture. */
export function onOther({ radians, x, y, centre }: Turn, point: Point): Point {
	const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
	const [dx, dy] = [point.x - centre.x, point.y - centre.y];
	return { x: centre.x + x + dx * cos - dy * sin, y: centre.y + y + dx * sin + dy * cos };
}

/** Where a point of the other picture lies on the base. */
export function onBase({ radians, x, y, centre }: Turn, point: Point): Point {
	const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
	const [dx, dy] = [point.x - x - centre.x, point.y - y - centre.y];
	return { x: centre.x + dx * cos + dy * sin, y: centre.y - dx * sin + dy * cos };
}

/** The rectangle around a turned one. */
export function around(rectangle: Rectangle, turned: (point: Point) => Point): Rectangle {
	const { x, y, width, height } = rectangle;
	const corners = [x, x + width].flatMap((left) =>
		[y, y + height].map((top) => turned({ x: left, y: top })),
	);
	const [left, top] = [
		Math.min(...corners.map((one) => one.x)),
		Math.min(...corners.map((one) => one.y)),
	];
	return {
		...{ x: Math.floor(left), y: Math.floor(top) },
		width: Math.ceil(Math.max(...corners.map((one) => one.x)) - Math.floor(left)),
		height: Math.ceil(Math.max(...corners.map((one) => one.y)) - Math.floor(top)),
	};
}

export interface Straightened {
	readonly picture: Picture;
	/** Where the first pixel of the base lies on it. */
	readonly shift: Point;
}

/** The other picture turned back, with paper around so that nothing of it is cut off. */
export function straightened(other: Picture, turn: Turn): Straightened {
	const margin = Math.ceil((Math.max(other.width, other.height) / 2) * Math.abs(turn.radians)) + 2;
	const shift = { x: margin + Math.round(turn.x), y: margin + Math.round(turn.y) };
	const [width, height] = [other.width + 2 * margin, other.height + 2 * margin];
	const paper = brightnessOfPaper(other);
	const data = new Uint8Array(width * height * 4).fill(paper);
	const [cos, sin] = [Math.cos(turn.radians), Math.sin(turn.radians)];
	for (let y = 0, to = 0; y < height; y += 1) {
		let { x: fromX, y: fromY } = onOther(turn, { x: -shift.x, y: y - shift.y });
		for (let x = 0; x < width; x += 1, to += 4, fromX += cos, fromY += sin) {
			data[to + 3] = 255;
			mix(other, fromX, fromY, data, to);
		}
	}
	return { picture: { width, height, data }, shift };
}

/** Writes the colour between the four pixels around a point; outside nothing. */
function mix({ data, width, height }: Picture, x: number, y: number, into: Uint8Array, to: number) {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return;
	const [right, down] = [x - left, y - top];
	const from = (top * width + left) * 4;
	const below = from + width * 4;
	for (let channel = 0; channel < 3; channel += 1) {
		const upper =
			(data[from + channel] ?? 0) * (1 - right) + (data[from + channel + 4] ?? 0) * right;
		const lower =
			(data[below + channel] ?? 0) * (1 - right) + (data[below + channel + 4] ?? 0) * right;
		into[to + channel] = upper * (1 - down) + lower * down + 0.5;
	}
}

type Move = Omit<Turn, 'centre'>;

function roughTurn(base: Grey, other: Grey): Move {
	const upright = { base: profiles(base, 'y'), other: profiles(other, 'y') };
	let best: Move = { radians: 0, x: 0, y: 0 };
	let least = Infinity;
	for (let radians = -radiansMax; radians <= radiansMax; radians += radiansStep) {
		const found = bestMove(upright, radians, base.height * shiftMax);
		if (found.distance < least)
			[best, least] = [{ radians, x: 0, y: found.offset }, found.distance];
	}
	const lying = { base: profiles(base, 'x'), other: profiles(other, 'x') };
	return { ...best, x: bestMove(lying, -best.radians, base.width * shiftMax).offset };
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
function bestMove(
	{ base, other }: { readonly base: readonly Strip[]; readonly other: readonly Strip[] },
	radians: number,
	most: number,
) {
	let best = { offset: 0, distance: Infinity };
	for (let offset = -Math.floor(most); offset <= most; offset += 1) {
		const distance = base.reduce(
			(sum, strip, index) =>
				sum +
				distanceAt(strip.means, at(other, index).means, Math.round(offset + radians * strip.at)),
			0,
		);
		if (distance < best.distance) best = { offset, distance };
	}
	return best;
}

/** Moves the other picture until the edges of both lie on each other, by Gauss and Newton. */
function refined(base: Grey, other: Grey, rough: Move): Move {
	const edges = edgesOf(base);
	let move = rough;
	for (let round = 0; round < refinements; round += 1) {
		const step = stepOf(base, other, edges, move);
		if (step === undefined) return move;
		const [radians, x, y] = step;
		move = { radians: move.radians + radians, x: move.x + x, y: move.y + y };
		if (Math.abs(radians) * base.height + Math.abs(x) + Math.abs(y) < stepMin) return move;
	}
	return move;
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

function stepOf(base: Grey, other: Grey, edges: readonly number[], move: Move): Three | undefined {
	const { width, values } = base;
	const centre = { x: (width - 1) / 2, y: (base.height - 1) / 2 };
	const sums = new Float64Array(9);
	for (const pixel of edges) {
		const [x, y] = [pixel % width, Math.floor(pixel / width)];
		const value = valueAt(other, onOther({ ...move, centre }, { x, y }));
		if (value === undefined) continue;
		const error = value - (values[pixel] ?? 0);
		const across = ((values[pixel + 1] ?? 0) - (values[pixel - 1] ?? 0)) / 2;
		const down = ((values[pixel + width] ?? 0) - (values[pixel - width] ?? 0)) / 2;
		const turn = down * (x - centre.x) - across * (y - centre.y);
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

/** Undefined outside. */
function valueAt({ width, height, values }: Grey, { x, y }: Point): number | undefined {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return undefined;
	const [right, down] = [x - left, y - top];
	const from = top * width + left;
	const upper = (values[from] ?? 0) * (1 - right) + (values[from + 1] ?? 0) * right;
	const lower = (values[from + width] ?? 0) * (1 - right) + (values[from + width + 1] ?? 0) * right;
	return upper * (1 - down) + lower * down;
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
