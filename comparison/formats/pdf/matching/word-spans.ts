/** Converts lists of words to pages, texts and boxes. */
import type { Box } from '../../../../api/comparison/place';
import type { PdfText } from '../reading/pdf-text';

/** Splits words by page. */
export function wordsByPage(
	text: PdfText,
	words: readonly number[],
): readonly (readonly number[])[] {
	const parts: number[][] = [];
	let page: number | undefined;
	for (const word of words) {
		const { number } = text.pageOf(word) ?? {};
		if (number !== page || parts.length === 0) parts.push([]);
		page = number;
		parts.at(-1)?.push(word);
	}
	return parts;
}

export function textOf(text: PdfText, words: readonly number[]): string {
	return words.map((word) => text.textAt(word)).join(' ');
}

/** One box per line of words on a page, in points; words of other pages are ignored. */
export function boxesOf(text: PdfText, words: readonly number[], page: number): readonly Box[] {
	const { from = 0, to = 0 } = text.pages[page] ?? {};
	const lines: Box[] = [];
	for (const word of words) {
		if (word < from || word >= to) continue;
		for (const box of text.boxesAt(word)) {
			const last = lines.at(-1);
			if (last !== undefined && goesOn(last, box)) lines[lines.length - 1] = around(last, box);
			else lines.push(box);
		}
	}
	return lines;
}

/** True if a box continues the last one's line. */
function goesOn(last: Box, next: Box): boolean {
	const middle = next.y + next.height / 2;
	const gap = next.x - (last.x + last.width);
	return (
		middle > last.y && middle < last.y + last.height && gap > -last.height && gap < 3 * last.height
	);
}

export function around(one: Box, other: Box): Box {
	const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
	return {
		x,
		y,
		width: Math.max(one.x + one.width, other.x + other.width) - x,
		height: Math.max(one.y + one.height, other.y + other.height) - y,
	};
}

/** The bounding box. */
export function boundOf(boxes: readonly Box[]): Box | undefined {
	const [first, ...others] = boxes;
	return first === undefined ? undefined : others.reduce(around, first);
}
