/**
 * Compares where the links of two files lead, in the order of the pages: links move along with the words
 * that they stand on, so their places do not count. Pure.
 */
import type { PageLink } from '../reading/field-words';
import type { PdfText } from '../reading/pdf-text';
import type { Difference, DifferenceSide } from './difference';

interface PlacedLink extends PageLink {
	/** Index of its page, from 0. */
	readonly page: number;
}

export function linkDifferences(kept: PdfText, sent: PdfText): readonly Difference[] {
	const [keptLinks, sentLinks] = [linksOf(kept), linksOf(sent)];
	const [gone, come] = [without(keptLinks, sentLinks), without(sentLinks, keptLinks)];
	return Array.from({ length: Math.max(gone.length, come.length) }, (_, index): Difference => {
		const [base, other] = [gone[index], come[index]];
		return {
			class: 'layout',
			...(base !== undefined && { kept: sideOf(base) }),
			...(other !== undefined && { sent: sideOf(other) }),
			weight: linkWeight,
		};
	});
}

/** That of a word or two. */
const linkWeight = 10;

function linksOf({ pages }: PdfText): readonly PlacedLink[] {
	return pages.flatMap(({ links }, page) => links.map((link) => ({ ...link, page })));
}

/** The links of which the others hold none that leads to the same place; each answers to one. */
function without(
	links: readonly PlacedLink[],
	others: readonly PlacedLink[],
): readonly PlacedLink[] {
	const left = new Map<string, number>();
	for (const { target } of others) left.set(target, (left.get(target) ?? 0) + 1);
	return links.filter(({ target }) => {
		const count = left.get(target) ?? 0;
		left.set(target, count - 1);
		return count <= 0;
	});
}

function sideOf({ page, box, target }: PlacedLink): DifferenceSide {
	return { page, words: [], boxes: [box], text: `link to ${target}` };
}
