/** The classes of difference between two texts, and from which level on each of them counts. */
import { comparedKinds } from '../../../../api/comparison/kinds';
import { classesOf, type ClassOf } from '../../../core/classes';

export type DifferenceClass = ClassOf<'text'>;

export const { countsAt, coarsest } = classesOf(comparedKinds.text.classes);
