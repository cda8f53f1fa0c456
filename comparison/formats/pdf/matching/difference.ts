/**
 * The classes of difference between two PDFs, and from which level on each of them counts.
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
import { classesFrom } from '../../../core/classes';
import type { Box } from '../../../../api/comparison/place';

const from = {
	words: 'Lowest',
	scan: 'Lowest',
	marks: 'Low',
	spacing: 'Medium',
	moved: 'Medium',
	picture: 'Medium',
	layout: 'High',
	file: 'Excellent',
} as const;

export type DifferenceClass = keyof typeof from;

export const { countsAt } = classesFrom(from);

/** Weight of a letter, by class; 1 where nothing is named. */
const shares: Readonly<Partial<Record<DifferenceClass, number>>> = {
	...{ spacing: 0.5, moved: 0.5, layout: 0.1 },
};

export function shareOf(difference: DifferenceClass): number {
	return shares[difference] ?? 1;
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
