/** Stretches of words as a person sees them: by page, line by line, and as text. */
import type { Box } from '../../place';
import type { PdfText } from '../reading/pdf-text';

/** The words in parts that lie on one page each. */
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

/** A box for each line of words on a page, in points; words of other pages are left out. */
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

/** Whether a box stands right of the last one, in the same line. */
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
		...{ x, y },
		width: Math.max(one.x + one.width, other.x + other.width) - x,
		height: Math.max(one.y + one.height, other.y + other.height) - y,
	};
}

/** The smallest box around all. */
export function boundOf(boxes: readonly Box[]): Box | undefined {
	const [first, ...others] = boxes;
	return first === undefined ? undefined : others.reduce(around, first);
}
