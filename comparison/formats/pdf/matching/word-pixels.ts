/**
 * Compares the pixels of two pictures with words. Each program draws the edges of letters and lines
 * a little otherwise, so a differing pixel counts only if it lies on bare paper, or if no pixel
 * around it on the other picture is alike when both are softened: what covers, strikes out or fills a
 * word is seen, and a shift by half a pixel is not.
 */
import type { Box } from '../../../../api/comparison/place';
import type { Sides } from '../../../align/run';

export interface Pixels {
	readonly data: Uint8ClampedArray;
	readonly width: number;
	readonly height: number;
}

/** The colours of a word on both pictures, such as `#ff0000`. */
export type Recolouring = Sides<string>;

/** Three channels. */
export type Colour = Uint8ClampedArray;

export interface WordLook {
	readonly isDiffering: boolean;
	/** Where the word differs in its colour alone. */
	readonly recolouring?: Recolouring | undefined;
}

/** Whole pixels; `right` and `bottom` are outside. */
export interface Frame {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** What the words of a frame are printed on. */
type Papers = Sides<Colour>;

/** Smaller differences of a channel, of 255, are not seen. */
export const channelMax = 40;
const paperMax = 20;

/** The same of a share of the strongest contrast of a word. */
const contrastShareMax = 0.3;

/** Fewer differing pixels are noise. */
const differingMin = 3;

/** Accents and flourishes exceed the box of a word by this share of its height. */
const marginShare = 0.25;

export class WordPixels {
	constructor(
		private readonly base: Pixels,
		private readonly other: Pixels,
		/** The fourth byte of each pixel is not 0 if it differs. */
		private readonly mask: Uint8ClampedArray,
	) {}

	/** Corrects the mask where words stand, and answers how each of them is seen. */
	compare(words: readonly Box[]): readonly WordLook[] {
		this.settle();
		for (const word of words) this.mark(this.frameOf(grown(word, this.base)));
		const looks = words.map((word) => this.lookOf(word));
		for (const [index, word] of words.entries()) {
			if (looks[index]?.recolouring === undefined) continue;
			eachPixel(this.frameOf(grown(word, this.base)), (x, y) => {
				this.mask[this.at(x, y) + 3] = 0;
			});
		}
		return looks;
	}

	/** Takes back what differs by less than a shift by half a pixel. */
	private settle(): void {
		const { base, other } = this;
		const papers = { base: paperOf(base), other: paperOf(other) };
		eachPixel(frameOn(base), (x, y) => {
			const alpha = this.at(x, y) + 3;
			if (this.mask[alpha] !== 0 && !this.differs(x, y, papers)) this.mask[alpha] = 0;
		});
	}

	private lookOf(word: Box): WordLook {
		let differing = 0;
		eachPixel(this.frameOf(word), (x, y) => {
			if (this.mask[this.at(x, y) + 3] !== 0) differing += 1;
		});
		if (differing < differingMin) return { isDiffering: false };
		return { isDiffering: true, recolouring: this.recolouring(this.frameOf(word)) };
	}

	private frameOf(word: Box): Frame {
		return frameOn(this.base, word);
	}

	private at(x: number, y: number): number {
		return (y * this.base.width + x) * 4;
	}

	/** Marks the differing pixels of a frame. */
	private mark(frame: Frame): void {
		const { base, other } = this;
		let papers: Papers | undefined;
		eachPixel(frame, (x, y) => {
			const pixel = this.at(x, y);
			this.mask[pixel + 3] = 0;
			if (distance(base.data, pixel, other.data, pixel) <= channelMax) return;
			papers ??= { base: paperOf(base, frame), other: paperOf(other, frame) };
			if (this.differs(x, y, papers)) this.mask[pixel + 3] = 255;
		});
	}

	private differs(x: number, y: number, papers: Papers): boolean {
		const { base, other } = this;
		return (
			isPaper(base, papers.base, x, y) ||
			isPaper(other, papers.other, x, y) ||
			!isNear(base, other, x, y) ||
			!isNear(other, base, x, y)
		);
	}

	/** The colours, if the word has the same shape upon the same paper; otherwise undefined. */
	private recolouring(frame: Frame): Recolouring | undefined {
		const [ours, theirs] = [lettering(this.base, frame), lettering(this.other, frame)];
		if (ours === undefined || theirs === undefined) return undefined;
		const isSamePaper = distance(ours.paper, 0, theirs.paper, 0) <= channelMax;
		const isSameInk = distance(ours.ink, 0, theirs.ink, 0) <= channelMax;
		if (!isSamePaper || isSameInk || !haveSameShape(ours, theirs, frame)) return undefined;
		return { base: hexOf(ours.ink), other: hexOf(theirs.ink) };
	}
}

/** True if something is seen in the box of a word, given as a share of the picture. */
export function standsOut(picture: Pixels, word: Box): boolean {
	return isSeen(picture, frameOn(picture, word));
}

/** True if something stands out in a frame. */
export function isSeen(picture: Pixels, frame: Frame): boolean {
	return lettering(picture, frame) !== undefined;
}

/** The frame of a box in shares of a picture, or of all of it. */
export function frameOn(
	picture: Pixels,
	{ x, y, width, height }: Box = { x: 0, y: 0, width: 1, height: 1 },
): Frame {
	const across = (share: number) => within(share * picture.width, picture.width);
	const down = (share: number) => within(share * picture.height, picture.height);
	return {
		left: Math.floor(across(x)),
		top: Math.floor(down(y)),
		right: Math.ceil(across(x + width)),
		bottom: Math.ceil(down(y + height)),
	};
}

function grown({ x, y, width, height }: Box, picture: Pixels): Box {
	const by = height * marginShare;
	const across = (by * picture.height) / picture.width;
	return { x: x - across, y: y - by, width: width + 2 * across, height: height + 2 * by };
}

function within(value: number, most: number): number {
	return Math.min(Math.max(value, 0), most);
}

function eachPixel({ left, top, right, bottom }: Frame, visit: (x: number, y: number) => void) {
	for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) visit(x, y);
}

/** The largest difference of a channel. */
export function distance(
	some: Uint8ClampedArray,
	at: number,
	others: Uint8ClampedArray,
	place: number,
): number {
	let most = 0;
	for (let channel = 0; channel < 3; channel += 1) {
		const apart = Math.abs((some[at + channel] ?? 0) - (others[place + channel] ?? 0));
		if (apart > most) most = apart;
	}
	return most;
}

/** True away from all letters and lines, where no edge can be drawn otherwise. */
function isPaper({ data, width, height }: Pixels, paper: Colour, x: number, y: number): boolean {
	return [0, 1, 2].every((channel) => {
		const [low, high] = rangeAround(
			x,
			y,
			{ width, height },
			(column, row) => data[(row * width + column) * 4 + channel] ?? 0,
		);
		const colour = paper[channel] ?? 0;
		return low >= colour - paperMax && high <= colour + paperMax;
	});
}

/** True if each channel lies between those of the pixels around it on the other picture. */
function isNear(one: Pixels, other: Pixels, x: number, y: number): boolean {
	for (let channel = 0; channel < 3; channel += 1) {
		const value = softened(one, x, y, channel);
		const [low, high] = rangeAround(x, y, other, (column, row) =>
			softened(other, column, row, channel),
		);
		if (value < low - channelMax || value > high + channelMax) return false;
	}
	return true;
}

/** The mean of the pixels around a place, so that a thin line is as dark wherever it falls. */
function softened({ data, width, height }: Pixels, x: number, y: number, channel: number): number {
	let [sum, count] = [0, 0];
	for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
		for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
			sum += data[(row * width + column) * 4 + channel] ?? 0;
			count += 1;
		}
	}
	return sum / count;
}

/** The least and the greatest value around a place. */
function rangeAround(
	x: number,
	y: number,
	{ width, height }: { readonly width: number; readonly height: number },
	valueAt: (x: number, y: number) => number,
): readonly [number, number] {
	let [low, high] = [Infinity, -Infinity];
	for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
		for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
			const value = valueAt(column, row);
			if (value < low) low = value;
			if (value > high) high = value;
		}
	}
	return [low, high];
}

/** A word as it is drawn: its paper, its colour, and how much of its contrast each pixel has. */
interface Lettering {
	readonly paper: Colour;
	readonly ink: Colour;
	readonly contrasts: Float32Array;
}

/** Undefined if nothing stands out. */
function lettering({ data, width, height }: Pixels, frame: Frame): Lettering | undefined {
	const pixels: number[] = [];
	eachPixel(frame, (x, y) => void pixels.push((y * width + x) * 4));
	const paper = paperOf({ data, width, height }, frame);
	const contrasts = Float32Array.from(pixels, (pixel) => distance(data, pixel, paper, 0));
	const most = contrasts.reduce((one, other) => Math.max(one, other), 0);
	if (most <= channelMax) return undefined;
	const strongest = pixels[contrasts.indexOf(most)] ?? 0;
	return {
		paper,
		ink: data.subarray(strongest, strongest + 3),
		contrasts: contrasts.map((contrast) => contrast / most),
	};
}

/** The most common colour of a frame: letters cover less than half of it. */
export function paperOf(picture: Pixels, frame = frameOn(picture)): Colour {
	const { data, width } = picture;
	const counts = new Uint32Array(4096);
	let [best, most] = [0, 0];
	eachPixel(frame, (x, y) => {
		const pixel = (y * width + x) * 4;
		const channel = (index: number) => (data[pixel + index] ?? 0) >> 4;
		const colour = (channel(0) << 8) | (channel(1) << 4) | channel(2);
		const count = (counts[colour] ?? 0) + 1;
		counts[colour] = count;
		if (count > most) [best, most] = [pixel, count];
	});
	return data.subarray(best, best + 3);
}

function hexOf(channels: Colour): string {
	return `#${Buffer.from(channels).toString('hex')}`;
}

function haveSameShape(one: Lettering, other: Lettering, { left, top, right, bottom }: Frame) {
	const size = { width: right - left, height: bottom - top };
	const isLike = (value: number, { contrasts }: Lettering, x: number, y: number) => {
		const [low, high] = rangeAround(
			x,
			y,
			size,
			(column, row) => contrasts[row * size.width + column] ?? 0,
		);
		return value >= low - contrastShareMax && value <= high + contrastShareMax;
	};
	let differing = 0;
	for (const [index, value] of one.contrasts.entries()) {
		const [x, y] = [index % size.width, Math.floor(index / size.width)];
		const answer = other.contrasts[index] ?? 0;
		if (!isLike(value, other, x, y) || !isLike(answer, one, x, y)) differing += 1;
	}
	return differing < differingMin;
}
