/**
 * The classes of difference between two texts, and from which level on each of them counts. The
 * alignment is the same at every level, so a coarser level only overlooks more of it.
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
import { isAtLeast, type Level } from '../../../core/level';

export type DifferenceClass =
	| 'words'
	| 'case'
	| 'marks'
	| 'breaks'
	| 'moved'
	| 'blank'
	| 'spacing'
	| 'trailing'
	| 'ends';

const countsFrom: Readonly<Record<DifferenceClass, Level>> = {
	words: 'Lowest',
	case: 'Low',
	marks: 'Low',
	breaks: 'Low',
	moved: 'Low',
	blank: 'Medium',
	spacing: 'Medium',
	trailing: 'High',
	ends: 'Excellent',
};

/** True if a difference counts at a level; undefined never does. */
export function countsAt(level: Level, difference: DifferenceClass | undefined): boolean {
	return difference !== undefined && isAtLeast(level, countsFrom[difference]);
}

/** The difference that counts at more levels. */
export function coarsest(
	base: DifferenceClass | undefined,
	other: DifferenceClass | undefined,
): DifferenceClass | undefined {
	if (base === undefined || other === undefined) return base ?? other;
	return isAtLeast(countsFrom[other], countsFrom[base]) ? base : other;
}
