/**
 * Tells what each of two drawn pages shows where they differ: words that are struck out, underlined, covered or
 * not seen, a line that came, went or moved, another picture. Pure.
 */
import { present } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import type { Sides } from '../../../align/run';
import type { Rectangle } from '../../image/picture';
import { pictureTexts } from './pixel-boxes';
import {
	channelMax,
	distance,
	frameOn,
	isSeen,
	paperOf,
	type Colour,
	type Frame,
	type Pixels,
} from './word-pixels';

/** What each page shows. */
export type RegionTexts = Sides<string>;

type Side = keyof RegionTexts;

/** Words in a region that both pages have and that are seen otherwise. */
export interface RegionWords {
	readonly text: string;
	/** In shares of the pages. */
	readonly boxes: readonly Box[];
}

export interface Region extends Sides<Rectangle> {
	readonly texts: RegionTexts;
}

/** A line has at most this many pixels across, and at least so many along. */
const linePixelsMax = 5;
const linePixelsMin = 24;

/** Lengths of one line on two pages are as near as this. */
const lengthShareMax = 0.1;

export class RegionTeller {
	private readonly papers: Sides<Colour>;

	constructor(private readonly pages: Sides<Pixels>) {
		this.papers = { base: paperOf(pages.base), other: paperOf(pages.other) };
	}

	/** The regions in these boxes; a line that is elsewhere on the other page is one region of two. */
	told(boxes: readonly (readonly [Rectangle, RegionWords | undefined])[]): readonly Region[] {
		const drawn = boxes.map(([box, words]) => this.drawnIn(box, words));
		const isOn = (side: Side) => drawn.filter(({ line }) => line?.side === side);
		const lines = new Map<Drawn, Drawn>();
		for (const other of isOn('other')) {
			const base = isOn('base').find((one) => !lines.has(one) && areOneLine(one.line, other.line));
			if (base !== undefined) lines.set(base, other);
		}
		const moved = new Set(lines.values());
		return drawn
			.filter((one) => !moved.has(one))
			.map((one) => {
				const { box, texts, line } = one;
				const other = lines.get(one);
				if (other === undefined) return { base: box, other: box, texts };
				const lineTexts = { base: this.lineText(line), other: this.lineText(other.line) };
				return { base: box, other: other.box, texts: lineTexts };
			});
	}

	/** Such as `line, 26.1 % down the page`. */
	private lineText(line: Line | undefined): string {
		const { side, frame } = present(line, 'a line');
		const { left, top, right, bottom } = frame;
		const isLevel = right - left > bottom - top;
		const share = isLevel
			? (top + bottom) / this.pages[side].height
			: (left + right) / this.pages[side].width;
		return `line, ${(50 * share).toFixed(1)} % ${isLevel ? 'down' : 'across'} the page`;
	}

	private drawnIn(box: Rectangle, words: RegionWords | undefined): Drawn {
		if (words !== undefined) return { box, texts: this.wordTexts(words) };
		const frame = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
		const ink = { base: this.inkIn('base', frame), other: this.inkIn('other', frame) };
		if ((ink.base === undefined) === (ink.other === undefined)) {
			return { box, texts: pictureTexts([this.pages.base, box], [this.pages.other, box]) };
		}
		const [side, drawn] =
			ink.base === undefined ? ['other' as const, ink.other] : ['base' as const, ink.base];
		const isLine = drawn !== undefined && isThin(drawn);
		const noun = isLine ? 'line' : 'picture';
		const texts = { ...bothSay(`no ${noun}`), [side]: noun };
		return { box, texts, ...(isLine && { line: { side, frame: drawn } }) };
	}

	private wordTexts({ text, boxes }: RegionWords): RegionTexts {
		const words = `“${text}”`;
		const told = (side: Side, how: string) => ({ ...bothSay(words), [side]: `${words}, ${how}` });
		const frames = boxes.map((word) => frameOn(this.pages.base, word));
		const hidden = (side: Side) => frames.filter((frame) => !isSeen(this.pages[side], frame));
		const [base, other] = [hidden('base'), hidden('other')];
		if (base.length !== other.length) {
			const side = base.length > other.length ? 'base' : 'other';
			const isBare = hidden(side).every((frame) => this.inkIn(side, frame) === undefined);
			return told(side, isBare ? 'not seen' : 'covered');
		}
		const found = frames.map((frame) => this.drawnOver(frame));
		const { side, how } =
			found.find((one) => one.how !== 'drawn over') ?? present(found[0], 'a word');
		return told(side, how);
	}

	/** What the page that shows more has over a word. */
	private drawnOver(frame: Frame): { readonly side: Side; readonly how: string } {
		const { base, other } = this.pages;
		const { left, top, right, bottom } = frame;
		const rows: number[] = [];
		let more = 0;
		for (let y = top; y < bottom; y += 1) {
			let count = 0;
			for (let x = left; x < right; x += 1) {
				const pixel = (y * base.width + x) * 4;
				if (distance(base.data, pixel, other.data, pixel) <= channelMax) continue;
				count += 1;
				more += Number(this.isPaper('base', pixel)) - Number(this.isPaper('other', pixel));
			}
			if (count >= (right - left) * barShareMin) rows.push(y);
		}
		const side = more > 0 ? 'other' : 'base';
		const [first = top, last = bottom] = [rows[0], rows.at(-1)];
		if (last - first >= (bottom - top) * barHeightMax) return { side, how: 'drawn over' };
		const isBelow = (first + last) / 2 - top > (bottom - top) * baselineShare;
		return { side, how: isBelow ? 'underlined' : 'struck out' };
	}

	private isPaper(side: Side, pixel: number): boolean {
		return distance(this.pages[side].data, pixel, this.papers[side], 0) <= channelMax;
	}

	/** The frame of what is not paper. */
	private inkIn(side: Side, { left, top, right, bottom }: Frame): Frame | undefined {
		const { width } = this.pages[side];
		let ink: Frame | undefined;
		for (let y = top; y < bottom; y += 1) {
			for (let x = left; x < right; x += 1) {
				if (this.isPaper(side, (y * width + x) * 4)) continue;
				ink = {
					left: Math.min(ink?.left ?? x, x),
					top: ink?.top ?? y,
					right: Math.max(ink?.right ?? 0, x + 1),
					bottom: y + 1,
				};
			}
		}
		return ink;
	}
}

/** A bar goes through this share of a word's width, and takes at most that share of its height. */
const barShareMin = 0.8;
const barHeightMax = 0.3;
/** Letters stand on a line at this share of the height of their box. */
const baselineShare = 0.72;

interface Line {
	readonly side: Side;
	readonly frame: Frame;
}

interface Drawn {
	readonly box: Rectangle;
	readonly texts: RegionTexts;
	/** If one page alone has a line there. */
	readonly line?: Line;
}

function bothSay(text: string): RegionTexts {
	return { base: text, other: text };
}

function sizeOf({ left, top, right, bottom }: Frame): readonly [across: number, down: number] {
	return [right - left, bottom - top];
}

function isThin(frame: Frame): boolean {
	const size = sizeOf(frame);
	return Math.min(...size) <= linePixelsMax && Math.max(...size) >= linePixelsMin;
}

/** True for two lines that are as long in the same direction. */
function areOneLine(one: Line | undefined, other: Line | undefined): boolean {
	if (one === undefined || other === undefined) return false;
	const [size, answer] = [sizeOf(one.frame), sizeOf(other.frame)];
	return size.every(
		(length, way) => Math.abs(length - (answer[way] ?? 0)) <= Math.max(2, length * lengthShareMax),
	);
}
