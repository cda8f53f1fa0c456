/**
 * Pairs the pages of two files by thumbnails: similar pages in order, moved pages, and pages that
 * only one file has.
 */
import { present } from '../../../server/at';
import { heaviestChain, type Candidate } from '../../align/pairing';
import type { Match } from '../../align/run';

export interface PagePair {
	/** From 0. */
	readonly kept?: number;
	readonly sent?: number;
	readonly isMoved: boolean;
}

/** Largest mean difference of grey, of 255, of a pair. */
const alikeMax = 12;

/** The same for a moved page. */
const movedMax = 3;

type Thumbnails = readonly Uint8Array[];

/** In the order of the kept file; an added page follows the page before it. */
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

/**
 * The pairs in order with the greatest total similarity; one equal page outweighs several similar
 * ones.
 */
function inOrder(kept: Thumbnails, sent: Thumbnails): readonly Match[] {
	const candidates = kept.flatMap((page, base) =>
		sent.flatMap((sentPage, other): readonly Candidate[] => {
			const likeness = Math.max(0, 1 - distance(page, sentPage) / alikeMax);
			return likeness > 0 ? [{ base, other, weight: likeness ** 4 }] : [];
		}),
	);
	return heaviestChain(candidates).map(({ base, other }) => [base, other]);
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
