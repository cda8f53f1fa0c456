/**
 * The classes of difference between two documents, and the level from which each of them counts. The
 * alignment is the same at every level, so a coarser level only ignores more differences.
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
 *   bytes        anything else of the file                                Excellent
 */
import { isAtLeast, type Level } from '../../../core/level';
import type { CompareRules } from '../../../core/rules';

const countsFrom = {
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
	bytes: 'Excellent',
} as const satisfies Readonly<Record<string, Level>>;

export type DifferenceClass = keyof typeof countsFrom;

/** True if a class of difference counts. */
export type Counts = (difference: DifferenceClass | undefined) => boolean;

export function countsAt(level: Level, { ignoreCase, ignoreWhiteSpace }: CompareRules): Counts {
	return (difference) => {
		if (difference === undefined || !isAtLeast(level, countsFrom[difference])) return false;
		if (difference === 'case') return ignoreCase !== true;
		return difference !== 'spacing' || ignoreWhiteSpace !== true;
	};
}

/** The class that counts at the most levels. */
export function coarsest(classes: Iterable<DifferenceClass>): DifferenceClass | undefined {
	let found: DifferenceClass | undefined;
	for (const one of classes) {
		if (found === undefined || isAtLeast(countsFrom[found], countsFrom[one])) found = one;
	}
	return found;
}
