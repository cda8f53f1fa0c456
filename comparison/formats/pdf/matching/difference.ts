/**
 * The classes of difference between two PDFs, and from which level on each of them counts. The alignment
 * is the same at every level, so a coarser level only overlooks more of it.
 *
 *   class      what differs                                          counts from   weighs
 *   words      letters or digits of a word                           Lowest        its letters
 *   scan       what is seen of a page without text                   Lowest        the share of the page
 *   marks      punctuation, capital and small letters                Low           letters of the word
 *   spacing    where one word ends and the next begins               Medium        half
 *   moved      the place of words, or of a page, in the reading      Medium        half
 *   picture    what is drawn beside, over and behind words           Medium        the share of the page
 *   layout     place, font, size or colour of the same words,        High          a tenth
 *              size and turn of pages, empty pages
 *   file       anything else: properties, compression, order         Excellent     one letter
 */
import type { ChangeKind } from '../../../core/comparison';
import { isAtLeast, type Level } from '../../../core/level';
import type { Box } from '../../../../api/comparison/place';

export type DifferenceClass =
	| 'words'
	| 'scan'
	| 'marks'
	| 'spacing'
	| 'moved'
	| 'picture'
	| 'layout'
	| 'file';

const classes: Readonly<Record<DifferenceClass, { readonly from: Level; readonly share: number }>> =
	{
		words: { from: 'Lowest', share: 1 },
		scan: { from: 'Lowest', share: 1 },
		marks: { from: 'Low', share: 1 },
		spacing: { from: 'Medium', share: 0.5 },
		moved: { from: 'Medium', share: 0.5 },
		picture: { from: 'Medium', share: 1 },
		layout: { from: 'High', share: 0.1 },
		file: { from: 'Excellent', share: 1 },
	};

export function countsAt(level: Level, difference: DifferenceClass): boolean {
	return isAtLeast(level, classes[difference].from);
}

/** Weight of a letter, by class. */
export function shareOf(difference: DifferenceClass): number {
	return classes[difference].share;
}

/** One side of a difference: words of one page, or boxes of a page without words. */
export interface DifferenceSide {
	/** Index of the page, from 0. */
	readonly page: number;
	/** Indexes of its words; empty if there are none. */
	readonly words: readonly number[];
	/** In points, line by line. */
	readonly boxes: readonly Box[];
	readonly text: string;
}

export interface Difference {
	readonly class: DifferenceClass;
	readonly kept?: DifferenceSide;
	readonly sent?: DifferenceSide;
	/** In letters, before applying the class's share. */
	readonly weight: number;
}

export function kindOf(difference: Difference): ChangeKind {
	if (difference.class === 'layout' || difference.class === 'file') return 'formatted';
	if (difference.class === 'moved') return 'moved';
	if (difference.kept === undefined) return 'added';
	return difference.sent === undefined ? 'removed' : 'changed';
}
