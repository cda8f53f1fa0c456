/** The classes of difference between two documents, and from which level on each of them counts. */
import { comparedKinds } from '../../../../api/comparison/kinds';
import { classesOf, type ClassOf } from '../../../core/classes';
import type { Level } from '../../../core/level';
import type { CompareRules } from '../../../core/rules';

const classes = classesOf(comparedKinds.document.classes);

export type DifferenceClass = ClassOf<'document'>;

/** True if a class of difference counts. */
export type Counts = (difference: DifferenceClass | undefined) => boolean;

export function countsAt(level: Level, { ignoreCase, ignoreWhiteSpace }: CompareRules): Counts {
	return (difference) => {
		if (difference === 'case' && ignoreCase === true) return false;
		if (isSpace(difference) && ignoreWhiteSpace === true) return false;
		return classes.countsAt(level, difference);
	};
}

export function isSpace(difference: DifferenceClass | undefined): boolean {
	return difference === 'spacing' || difference === 'trailing';
}

export const { coarsest } = classes;
