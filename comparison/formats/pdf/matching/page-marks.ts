/**
 * Compares the annotations that mark two pages, by kind and place. What they say is compared as
 * words, and what is drawn in them as a part of the page. Pure.
 */
import type { Box } from '../../../../api/comparison/place';
import type { PageMark } from '../reading/field-words';
import type { TextPage } from '../reading/pdf-text';
import { uprightBox } from '../reading/turning';

/** Smaller distances are invisible. */
const placePointsMax = 1.5;

/** A mark that one of two pages has, or another mark at its place. */
export interface MarkPair {
	readonly kept?: PageMark;
	readonly sent?: PageMark;
}

export function changedMarks(base: TextPage, other: TextPage): readonly MarkPair[] {
	const [keptMarks, sentMarks] = [[...base.marks], [...other.marks]];
	const areTogether = (kept: PageMark, sent: PageMark) =>
		isNear(uprightBox(base, kept.box), uprightBox(other, sent.box));
	takePairs(
		keptMarks,
		sentMarks,
		(kept, sent) => kept.name === sent.name && areTogether(kept, sent),
	);
	const changed = takePairs(keptMarks, sentMarks, areTogether);
	return [
		...changed,
		...keptMarks.map((kept) => ({ kept })),
		...sentMarks.map((sent) => ({ sent })),
	];
}

/** Takes what answers to each other out of both lists. */
function takePairs(
	keptMarks: PageMark[],
	sentMarks: PageMark[],
	answers: (kept: PageMark, sent: PageMark) => boolean,
): readonly MarkPair[] {
	const pairs: MarkPair[] = [];
	for (const kept of [...keptMarks]) {
		const sent = sentMarks.find((mark) => answers(kept, mark));
		if (sent === undefined) continue;
		keptMarks.splice(keptMarks.indexOf(kept), 1);
		sentMarks.splice(sentMarks.indexOf(sent), 1);
		pairs.push({ kept, sent });
	}
	return pairs;
}

function isNear(one: Box, other: Box): boolean {
	return (['x', 'y', 'width', 'height'] as const).every(
		(side) => Math.abs(one[side] - other[side]) <= placePointsMax,
	);
}
