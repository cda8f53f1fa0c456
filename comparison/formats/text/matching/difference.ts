/**
 * The classes of difference between two texts, and from which level on each of them counts.
 *
 *   class      what differs                                           counts from
 *   words      letters or digits of a word                            Lowest
 *   case       capital and small letters                              Low
 *   marks      punctuation and other signs                            Low
 *   breaks     where a line ends and the next begins                  Low
 *   moved      the place of a row that is otherwise the same          Low
 *   blank      blank lines                                            Medium
 *   spacing    white space before and between words                   Medium
 *   trailing   white space at the end of a line                       High
 *   ends       the style of line ends, the last line end, the mark    Excellent
 *              of the byte order, the encoding
 */
import { classesFrom } from '../../../core/classes';

const from = {
	words: 'Lowest',
	case: 'Low',
	marks: 'Low',
	breaks: 'Low',
	moved: 'Low',
	blank: 'Medium',
	spacing: 'Medium',
	trailing: 'High',
	ends: 'Excellent',
} as const;

export type DifferenceClass = keyof typeof from;

export const { countsAt, coarsest } = classesFrom(from);
