/**
 * Compares the annotations that mark two pages, by kind and place. What they say is compared as
 * words, and what is drawn in them as a part of the page. Pure.
 */
import type { Box } from '../../../core/place';
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

export function changedMarks(old: TextPage, fresh: TextPage): readonly MarkPair[] {
	const [olds, news] = [[...old.marks], [...fresh.marks]];
	const areTogether = (one: PageMark, other: PageMark) =>
		isNear(uprightBox(old, one.box), uprightBox(fresh, other.box));
	takePairs(olds, news, (one, other) => one.kind === other.kind && areTogether(one, other));
	const changed = takePairs(olds, news, areTogether);
	return [...changed, ...olds.map((kept) => ({ kept })), ...news.map((sent) => ({ sent }))];
}

/** Takes what answers to each other out of both lists. */
function takePairs(
	olds: PageMark[],
	news: PageMark[],
	answers: (one: PageMark, other: PageMark) => boolean,
): readonly MarkPair[] {
	const pairs: MarkPair[] = [];
	for (const kept of [...olds]) {
		const sent = news.find((other) => answers(kept, other));
		if (sent === undefined) continue;
		olds.splice(olds.indexOf(kept), 1);
		news.splice(news.indexOf(sent), 1);
		pairs.push({ kept, sent });
	}
	return pairs;
}

function isNear(one: Box, other: Box): boolean {
	return (['x', 'y', 'width', 'height'] as const).every(
		(side) => Math.abs(one[side] - other[side]) <= placePointsMax,
	);
}
