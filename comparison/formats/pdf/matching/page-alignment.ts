/**
 * Aligns the pages of two PDFs by common runs of three words: pairs in one order through both
 * files; pages with most runs in common out of that order were moved; others were inserted or
 * removed. Pure.
 */
import { at, present } from '../../../../server/at';
import { heaviestChain, mostAlike, type Candidate } from '../../../align/pairing';
import type { PagedText } from './paged-text';

/** Indexes of pages, from 0. */
export interface PagePair {
	readonly kept?: number;
	readonly sent?: number;
	readonly isMoved: boolean;
}

/** Runs on more pages than this are ignored. */
const pagesPerRunMax = 4;

/** In longer pages every eighth run is used, which saves memory. */
const sampledWordsMin = 240;

/** Least share of common runs of two pages. */
const sameShareMin = 0.12;
const movedShareMin = 0.5;

/** In the order of the sent file; a removed page follows the page it followed before. */
export function alignPages(kept: PagedText, sent: PagedText): readonly PagePair[] {
	const candidates = commonRuns(runsOfPages(kept), runsOfPages(sent));
	const chain = heaviestChain(candidates.filter(({ share }) => share >= sameShareMin));
	const moved = movedPages(candidates, chain).map(pairOf);
	const inOrder = chain.map(pairOf);
	const pairs = [...inOrder, ...betweenPairs(kept, sent, inOrder, moved)];
	const alone = (side: 'kept' | 'sent', { text }: PagedText): readonly PagePair[] => {
		const paired = new Set([...pairs, ...moved].map((pair) => pair[side]));
		return text.pages.flatMap((_, page) =>
			paired.has(page) ? [] : [{ [side]: page, isMoved: false }],
		);
	};
	return inSentOrder([
		...pairs.map(({ kept: one, sent: other }) => ({ kept: one, sent: other, isMoved: false })),
		...moved.map(({ kept: one, sent: other }) => ({ kept: one, sent: other, isMoved: true })),
		...alone('kept', kept),
		...alone('sent', sent),
	]);
}

/** Two pages; the weight is the number of common runs. */
interface PageCandidate extends Candidate {
	/** Share of the runs of both pages. */
	readonly share: number;
}

type Runs = readonly ReadonlySet<number>[];

/** For each page, hashes of three consecutive words; for a page without text, of its graphics. */
function runsOfPages({ text, reading: { body, pageStarts } }: PagedText): Runs {
	const folded = (index: number) => text.vocabulary.foldedOf(text.numberAt(body[index] ?? -1));
	return text.pages.map(({ graphics }, page) => {
		const [from, to] = [at(pageStarts, page), at(pageStarts, page + 1)];
		const runs = new Set<number>();
		for (let index = from; index < Math.max(to - 2, Math.min(to, from + 1)); index += 1) {
			const [first, second, third] = [0, 1, 2].map((step) =>
				index + step < to ? folded(index + step) : -1,
			);
			const run = mixed(mixed(mixed(17, first ?? -1), second ?? -1), third ?? -1);
			if (to - from < sampledWordsMin || (run & 7) === 0) runs.add(run);
		}
		if (to === from && graphics.isDrawn) {
			runs.add([...graphics.look].reduce((sum, sign) => mixed(sum, sign.charCodeAt(0)), 5));
		}
		return runs;
	});
}

function mixed(sum: number, value: number): number {
	return (Math.imul(sum ^ value, 0x9e3779b1) + (sum >>> 15)) | 0;
}

function commonRuns(kept: Runs, sent: Runs): readonly PageCandidate[] {
	const places = new Map<number, number[]>();
	for (const [page, runs] of sent.entries()) {
		for (const run of runs) {
			const pages = places.get(run);
			if (pages === undefined) places.set(run, [page]);
			else pages.push(page);
		}
	}
	const keptPages = new Map<number, number>();
	for (const runs of kept)
		for (const run of runs) keptPages.set(run, (keptPages.get(run) ?? 0) + 1);
	return kept.flatMap((runs, page) => {
		const counts = new Map<number, number>();
		for (const run of runs) {
			const others = places.get(run) ?? [];
			if (
				Math.max(others.length, present(keptPages.get(run), 'the pages of a run')) > pagesPerRunMax
			)
				continue;
			for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
		}
		return [...counts].map(([other, weight]) => {
			const all = runs.size + at(sent, other).size;
			return { base: page, other, weight, share: (2 * weight) / Math.max(1, all) };
		});
	});
}

/** Of the pages out of order, those that share most. */
function movedPages(
	candidates: readonly PageCandidate[],
	chain: readonly PageCandidate[],
): readonly PageCandidate[] {
	const kept = new Set(chain.map(({ base }) => base));
	const sent = new Set(chain.map(({ other }) => other));
	const left = candidates.filter(
		({ base, other, share }) => share >= movedShareMin && !kept.has(base) && !sent.has(other),
	);
	return mostAlike(left.map((one) => ({ ...one, weight: one.share })));
}

interface Pair {
	readonly kept: number;
	readonly sent: number;
}

function pairOf({ base, other }: Candidate): Pair {
	return { kept: base, sent: other };
}

/**
 * Between two pairs, equally many pages on both sides are paired as rewritten; otherwise only pages
 * without text.
 */
function betweenPairs(
	kept: PagedText,
	sent: PagedText,
	chain: readonly Pair[],
	moved: readonly Pair[],
): readonly Pair[] {
	const movedKept = new Set(moved.map((pair) => pair.kept));
	const movedSent = new Set(moved.map((pair) => pair.sent));
	const end = { kept: kept.text.pages.length, sent: sent.text.pages.length };
	const found: Pair[] = [];
	let before: Pair = { kept: -1, sent: -1 };
	for (const next of [...chain, end]) {
		const left = numbers(before.kept + 1, next.kept).filter((page) => !movedKept.has(page));
		const right = numbers(before.sent + 1, next.sent).filter((page) => !movedSent.has(page));
		const isEven = left.length === right.length;
		const some = isEven ? left : left.filter((page) => isPicture(kept, page));
		const others = isEven ? right : right.filter((page) => isPicture(sent, page));
		for (const [index, page] of some.entries()) {
			const other = others[index];
			if (other !== undefined) found.push({ kept: page, sent: other });
		}
		before = next;
	}
	return found;
}

function numbers(from: number, to: number): readonly number[] {
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function isPicture({ text }: PagedText, page: number): boolean {
	const { from = 0, to = 0 } = text.pages[page] ?? {};
	return from === to;
}

/** In the order of the sent file. */
export function inSentOrder(pairs: readonly PagePair[]): readonly PagePair[] {
	const partner = new Map<number, number>();
	for (const { kept, sent, isMoved } of pairs) {
		if (kept !== undefined && sent !== undefined && !isMoved) partner.set(kept, sent);
	}
	/** A removed page follows the last earlier page that stayed. */
	const place = ({ kept = 0, sent }: PagePair): number => {
		if (sent !== undefined) return sent;
		for (let page = kept - 1; page >= 0; page -= 1) {
			const other = partner.get(page);
			if (other !== undefined) return other + 0.5;
		}
		return -0.5;
	};
	// Only pages of the kept file alone have equal positions.
	const keptPage = ({ kept }: PagePair) => present(kept, 'the kept page of a pair');
	return [...pairs].sort(
		(one, other) => place(one) - place(other) || keptPage(one) - keptPage(other),
	);
}
