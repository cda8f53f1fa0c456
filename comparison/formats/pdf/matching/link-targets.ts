/**
 * Compares where the links and bookmarks of two files lead, in the order of the pages: links move along
 * with the words that they stand on, so their places do not count. One that leads to a page of the file
 * leads to the same place as one that leads to the partner of this page. Pure.
 */
import { at } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import type { Both } from '../../../core/format-comparer';
import type { Target } from '../reading/destinations';
import type { PdfText } from '../reading/pdf-text';
import type { Difference, DifferenceSide } from './difference';
import { Pairing, type Pair } from '../../../align/pairing';

interface Lead {
	/** On the page on which it is told. */
	readonly side: DifferenceSide;
	/** Equal for leads that say the same and lead to the same place. */
	readonly key: string;
}

export function linkDifferences(
	{ kept, sent }: Both<PdfText>,
	pairs: readonly Pair[],
): readonly Difference[] {
	const partners = new Map(pairs.map((pair) => [pair.kept, pair.sent]));
	const keptLeads = leadsOf(kept, (page) => {
		const partner = partners.get(page);
		return partner === undefined ? `kept page ${page}` : `page ${partner}`;
	});
	const sentLeads = leadsOf(sent, (page) => `page ${page}`);
	const pairing = new Pairing(keptLeads.length, sentLeads.length);
	const keysOf = (leads: readonly Lead[]) => leads.map(({ key }) => key);
	pairing.addByKey(keysOf(keptLeads), keysOf(sentLeads));
	const gone = pairing.freeKept.map((lead) => at(keptLeads, lead));
	const come = pairing.freeSent.map((lead) => at(sentLeads, lead));
	return Array.from({ length: Math.max(gone.length, come.length) }, (_, index): Difference => {
		const [base, other] = [gone[index], come[index]];
		return {
			class: 'layout',
			kept: base?.side,
			sent: other?.side,
			weight: linkWeight,
		};
	});
}

/** That of a word or two. */
const linkWeight = 10;

function leadsOf(
	{ pages, bookmarks }: PdfText,
	nameOfPage: (page: number) => string,
): readonly Lead[] {
	const place = (target: Target | undefined) =>
		typeof target === 'number' ? nameOfPage(target) : `address ${target}`;
	const lead = (page: number, boxes: readonly Box[], name: string, target: Target | undefined) => ({
		side: { page, words: [], boxes, text: `${name}${leading(target)}` },
		key: `${name} ${place(target)}`,
	});
	return [
		...bookmarks.map(({ title, target }) => {
			const isInside = typeof target === 'number' && target < pages.length;
			return lead(isInside ? target : 0, [], `bookmark “${title}”`, target);
		}),
		...pages.flatMap(({ links }, page) =>
			links.map(({ target, box }) => lead(page, [box], 'link', target)),
		),
	];
}

function leading(target: Target | undefined): string {
	if (target === undefined) return '';
	return typeof target === 'number' ? ` to page ${target + 1}` : ` to ${target}`;
}
