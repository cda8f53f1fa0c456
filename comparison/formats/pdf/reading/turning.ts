/** Turns pages by quarters, so that words are compared upright however the page is shown. Pure. */
import type { Box } from '../../../../api/comparison/place';

interface Size {
	readonly width: number;
	readonly height: number;
}

export interface PageSize {
	readonly widthPoints: number;
	readonly heightPoints: number;
}

export interface TurnedPage extends PageSize {
	/** By how many quarters most of its words are turned clockwise. */
	readonly quarters: number;
}

export function scaled({ x, y, width, height }: Box, across: number, down: number): Box {
	return { x: x * across, y: y * down, width: width * across, height: height * down };
}

/** A box of a page, in points, as shares of it. */
export function asShares({ widthPoints, heightPoints }: PageSize, box: Box): Box {
	return scaled(box, 1 / widthPoints, 1 / heightPoints);
}

/** A box on a page of this size after the page is turned clockwise. */
export function turnedBox({ x, y, width, height }: Box, size: Size, quarters: number): Box {
	switch (quarters & 3) {
		case 1:
			return { x: size.height - y - height, y: x, width: height, height: width };
		case 2:
			return { x: size.width - x - width, y: size.height - y - height, width, height };
		case 3:
			return { x: y, y: size.width - x - width, width: height, height: width };
		default:
			return { x, y, width, height };
	}
}

export function uprightBox({ widthPoints, heightPoints, quarters }: TurnedPage, box: Box): Box {
	return turnedBox(box, { width: widthPoints, height: heightPoints }, 4 - quarters);
}

export function uprightSize({ widthPoints, heightPoints, quarters }: TurnedPage): Size {
	return quarters % 2 === 0
		? { width: widthPoints, height: heightPoints }
		: { width: heightPoints, height: widthPoints };
}

/** The turn of most letters; upright in doubt. */
export function commonTurn(
	words: readonly { readonly text: string; readonly quarters: number }[],
): number {
	const letters = [0, 0, 0, 0];
	for (const { text, quarters } of words)
		letters[quarters] = (letters[quarters] ?? 0) + text.length;
	return letters.indexOf(Math.max(...letters));
}
