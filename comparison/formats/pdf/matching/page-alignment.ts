/**
 * Aligns the pages of two PDFs by common runs of three words: pairs in one order through both
 * files; pages with most runs in common out of that order were moved; others were inserted or
 * removed. Pure.
 */
import { at, present } from '../../../../server/at';
import { heaviestChain, mostAlike, type Candidate } from '../../../align/choosing';
import { Pairing, type Gap, type Partners } from '../../../align/pairing';
import type { Both } from '../../../core/format-comparer';
import { remembered } from '../../../core/remembered';
import type { PagedText } from './paged-text';

/** Runs on more pages than this are ignored. */
const pagesPerRunMax = 4;

/** In longer pages every eighth run is used, which saves memory. */
const sampledWordsMin = 240;

/** Least share of common runs of two pages. */
const sameShareMin = 0.12;
const movedShareMin = 0.5;

export function alignPages({ kept, sent }: Both<PagedText>): Partners {
	const candidates = commonRuns(runsOfPages(kept), runsOfPages(sent));
	const chain = heaviestChain(candidates.filter(({ share }) => share >= sameShareMin));
	const pairing = new Pairing(kept.text.pages.length, sent.text.pages.length);
	for (const { base, other } of chain) pairing.add(base, other);
	for (const { base, other } of movedPages(candidates, pairing)) pairing.addMoved(base, other);
	for (const gap of pairing.gaps()) pairBetween(pairing, gap, kept, sent);
	return pairing.partners();
}

/** Two pages; the weight is the number of common runs. */
interface PageCandidate extends Candidate {
	/** Share of the runs of both pages. */
	readonly share: number;
}

type Runs = readonly ReadonlySet<number>[];

/** For each page, hashes of three consecutive words; for a page without text, of its graphics. */
function runsOfPages({ text, body, pageStarts }: PagedText): Runs {
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

function pagesOf(runsOfPages: Runs): ReadonlyMap<number, readonly number[]> {
	const places = new Map<number, number[]>();
	for (const [page, runs] of runsOfPages.entries()) {
		for (const run of runs) remembered(places, run, () => []).push(page);
	}
	return places;
}

function commonRuns(kept: Runs, sent: Runs): readonly PageCandidate[] {
	const [keptPages, sentPages] = [pagesOf(kept), pagesOf(sent)];
	return kept.flatMap((runs, page) => {
		const counts = new Map<number, number>();
		for (const run of runs) {
			const others = sentPages.get(run) ?? [];
			const { length } = present(keptPages.get(run), 'the pages of a run');
			if (Math.max(others.length, length) > pagesPerRunMax) continue;
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
	{ toSent, toKept }: Pairing,
): readonly PageCandidate[] {
	const left = candidates.filter(
		({ base, other, share }) =>
			share >= movedShareMin && toSent[base] === -1 && toKept[other] === -1,
	);
	return mostAlike(left.map((one) => ({ ...one, weight: one.share })));
}

/**
 * Between two pairs, equally many pages on both sides are paired as rewritten; otherwise only pages
 * without text.
 */
function pairBetween(pairing: Pairing, gap: Gap, kept: PagedText, sent: PagedText): void {
	const { kept: left, sent: right } = pairing.freeIn(gap);
	const isEven = left.length === right.length;
	const some = isEven ? left : left.filter((page) => isPicture(kept, page));
	const others = isEven ? right : right.filter((page) => isPicture(sent, page));
	for (const [index, page] of some.entries()) {
		const other = others[index];
		if (other !== undefined) pairing.add(page, other);
	}
}

function isPicture({ text }: PagedText, page: number): boolean {
	const { from = 0, to = 0 } = text.pages[page] ?? {};
	return from === to;
}
