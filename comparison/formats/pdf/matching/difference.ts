/** The classes of difference between two PDFs, and from which level on each of them counts. */
import { comparedKinds } from '../../../../api/comparison/kinds';
import type { ChangeKind } from '../../../core/comparison';
import type { Both } from '../../../core/format-comparer';
import { classesOf, type ClassOf } from '../../../core/classes';
import type { Box } from '../../../../api/comparison/place';
import type { TextPage } from '../reading/pdf-text';

export type DifferenceClass = ClassOf<'pdf'>;

export const { countsAt } = classesOf(comparedKinds.pdf.classes);

/** Weight of a letter, by class; 1 where nothing is named. */
const shares: Readonly<Partial<Record<DifferenceClass, number>>> = {
	spacing: 0.5,
	moved: 0.5,
	layout: 0.1,
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

export interface Difference extends Partial<Both<DifferenceSide>> {
	readonly class: DifferenceClass;
	/** In letters, before applying the class's share. */
	readonly weight: number;
}

/** A page without words, or a box of it. */
export function pictureOn(page: TextPage, text: string, box?: Box): DifferenceSide {
	const whole = { x: 0, y: 0, width: page.widthPoints, height: page.heightPoints };
	return { page: page.number - 1, words: [], boxes: [box ?? whole], text };
}

export function kindOf(difference: Difference): ChangeKind {
	if (difference.class === 'layout' || difference.class === 'file') return 'formatted';
	if (difference.class === 'moved') return 'moved';
	if (difference.kept === undefined) return 'added';
	return difference.sent === undefined ? 'removed' : 'changed';
}
