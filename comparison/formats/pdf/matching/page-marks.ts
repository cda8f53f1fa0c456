/**
 * Compares the annotations that mark two pages, by kind and place. What they say is compared as
 * words, and what is drawn in them as a part of the page. Pure.
 */
import { at } from '../../../../server/at';
import type { Both } from '../../../core/format-comparer';
import { Pairing } from '../../../align/pairing';
import type { Box } from '../../../../api/comparison/place';
import type { PageMark } from '../reading/field-words';
import type { TextPage } from '../reading/pdf-text';
import { uprightBox } from '../reading/turning';

/** Smaller distances are invisible. */
const placePointsMax = 1.5;

/** A mark that one of two pages has, or another mark at its place. */
export type MarkPair = Partial<Both<PageMark>>;

export function changedMarks({ kept: base, sent: other }: Both<TextPage>): readonly MarkPair[] {
	const pairing = new Pairing(base.marks.length, other.marks.length);
	const [kept, sent] = [base, other].map((page) => (mark: number) => {
		const { name, box } = at(page.marks, mark);
		return { name, box: uprightBox(page, box) };
	}) as [MarkOf, MarkOf];
	const areTogether = (one: number, two: number) => isNear(kept(one).box, sent(two).box);
	pairing.addWhere((one, two) => kept(one).name === sent(two).name && areTogether(one, two));
	const changed = pairing.addWhere(areTogether);
	return [
		...changed.map(([one, two]) => ({ kept: base.marks[one], sent: other.marks[two] })),
		...pairing.freeKept.map((one) => ({ kept: base.marks[one] })),
		...pairing.freeSent.map((two) => ({ sent: other.marks[two] })),
	];
}

type MarkOf = (mark: number) => { readonly name: string; readonly box: Box };

function isNear(one: Box, other: Box): boolean {
	return (['x', 'y', 'width', 'height'] as const).every(
		(side) => Math.abs(one[side] - other[side]) <= placePointsMax,
	);
}
