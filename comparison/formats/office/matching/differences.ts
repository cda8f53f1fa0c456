/**
 * The classes of difference between two documents, and the level from which each of them counts.
 *
 *   class        what differs                                             counts from
 *   words        letters or digits of a word, a picture, a formula, a     Lowest
 *                box or a choice of a form
 *   case         capital and small letters                                Low
 *   marks        punctuation and other signs                              Low
 *   breaks       where a paragraph ends and the next begins               Low
 *   moved        the place of a paragraph or row that is the same         Low
 *   blank        empty paragraphs                                         Medium
 *   spacing      white space                                              Medium
 *   numbering    the number of a paragraph in a list                      Medium
 *   emphasis     bold, italic, underlined, struck through, raised,        High
 *                capitals, hidden; headings and lists; where a link leads;
 *                the form of a picture; joined cells; the place of a note
 *   appearance   font, size, colour, alignment, name of the style         Excellent
 */
import { classesFrom } from '../../../core/classes';
import type { Level } from '../../../core/level';
import type { CompareRules } from '../../../core/rules';

const from = {
	words: 'Lowest',
	case: 'Low',
	marks: 'Low',
	breaks: 'Low',
	moved: 'Low',
	blank: 'Medium',
	spacing: 'Medium',
	numbering: 'Medium',
	emphasis: 'High',
	appearance: 'Excellent',
} as const;

const classes = classesFrom(from);

export type DifferenceClass = keyof typeof from;

/** True if a class of difference counts. */
export type Counts = (difference: DifferenceClass | undefined) => boolean;

export function countsAt(level: Level, { ignoreCase, ignoreWhiteSpace }: CompareRules): Counts {
	return (difference) => {
		if (difference === 'case' && ignoreCase === true) return false;
		if (difference === 'spacing' && ignoreWhiteSpace === true) return false;
		return classes.countsAt(level, difference);
	};
}

export const { coarsest } = classes;
