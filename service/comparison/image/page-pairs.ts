/**
 * Which page of one file is compared with which of the other: pages that look alike in order, pages that
 * stand elsewhere, and those that only one file has. A page is known by a few grey pixels of it.
 */
import { at, present } from '../../../server/at';

export interface PagePair {
	/** From 0. */
	readonly kept?: number;
	readonly sent?: number;
	readonly isMoved: boolean;
}

/** The mean difference of grey, of 255, up to which two pages are taken for the same one. */
const alikeMax = 12;

/** Up to which a page that stands elsewhere is taken for it. */
const movedMax = 3;

type Thumbnails = readonly Uint8Array[];

/** In the order of the kept file; what was added stands after the page before it. */
export function pagePairs(kept: Thumbnails, sent: Thumbnails): PagePair[] {
	const pairs: PagePair[] = [];
	let [keptAt, sentAt] = [0, 0];
	for (const [keptNext, sentNext] of [
		...inOrder(kept, sent),
		[kept.length, sent.length] as const,
	]) {
		while (keptAt < keptNext && sentAt < sentNext) {
			pairs.push({ kept: keptAt, sent: sentAt, isMoved: false });
			[keptAt, sentAt] = [keptAt + 1, sentAt + 1];
		}
		for (; keptAt < keptNext; keptAt += 1) pairs.push({ kept: keptAt, isMoved: false });
		for (; sentAt < sentNext; sentAt += 1) pairs.push({ sent: sentAt, isMoved: false });
		if (keptNext < kept.length) pairs.push({ kept: keptNext, sent: sentNext, isMoved: false });
		[keptAt, sentAt] = [keptNext + 1, sentNext + 1];
	}
	return withMoves(pairs, kept, sent);
}

/** The pairs in order that are most alike together; one page that is the same counts for many that are alike. */
function inOrder(kept: Thumbnails, sent: Thumbnails): ReadonlyArray<readonly [number, number]> {
	const width = sent.length + 1;
	const best = new Float64Array((kept.length + 1) * width);
	const likenessFrom = (row: number, column: number) => at(best, row * width + column);
	const likeness = (row: number, column: number) =>
		Math.max(0, 1 - distance(kept[row], sent[column]) / alikeMax) ** 4;
	for (let row = kept.length - 1; row >= 0; row -= 1) {
		for (let column = sent.length - 1; column >= 0; column -= 1) {
			const paired = likenessFrom(row + 1, column + 1) + likeness(row, column);
			best[row * width + column] = Math.max(
				paired,
				likenessFrom(row + 1, column),
				likenessFrom(row, column + 1),
			);
		}
	}
	const pairs: Array<readonly [number, number]> = [];
	let [row, column] = [0, 0];
	while (row < kept.length && column < sent.length) {
		const like = likeness(row, column);
		if (like > 0 && likenessFrom(row, column) === likenessFrom(row + 1, column + 1) + like) {
			pairs.push([row, column]);
			[row, column] = [row + 1, column + 1];
		} else if (likenessFrom(row + 1, column) >= likenessFrom(row, column + 1)) row += 1;
		else column += 1;
	}
	return pairs;
}

function withMoves(pairs: readonly PagePair[], kept: Thumbnails, sent: Thumbnails): PagePair[] {
	const added = pairs.filter((pair) => pair.kept === undefined);
	const taken = new Set<PagePair>();
	const joined = pairs.map((pair) => {
		if (pair.kept === undefined || pair.sent !== undefined) return pair;
		const page = kept[pair.kept];
		const elsewhere = added.find(
			(other) =>
				!taken.has(other) &&
				distance(page, sent[present(other.sent, 'the page of an added one')]) <= movedMax,
		);
		if (elsewhere === undefined) return pair;
		taken.add(elsewhere);
		return { kept: pair.kept, sent: elsewhere.sent, isMoved: true };
	});
	return joined.filter((pair) => !taken.has(pair));
}

function distance(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
	if (one === undefined || other === undefined) return Infinity;
	let sum = 0;
	for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
	return sum / Math.max(1, one.length);
}
