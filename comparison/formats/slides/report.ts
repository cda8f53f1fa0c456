/** The report on two presentations: slide by slide, what differs on it side by side. */
import { markup, type Markup } from '../../../server/html/markup';
import type { ComparedBlock } from '../blocks/matching/comparing';
import type { Counts } from '../blocks/matching/differences';
import { BlockRows, equalRow, blocksStyle, table } from '../blocks/report/report';
import { blocksIn, type ComparedSlide } from './matching/compared-slide';

export const slidesStyle = `${blocksStyle}
.blocks > tbody > tr.slide > th { font-weight: 600; font-size: 1.05rem; padding: 1rem .75rem .4rem; }
.blocks > tbody > tr.slide + tr > th { border-top: 0; }
`;

export function slidesReport(slides: readonly ComparedSlide[], counts: Counts): Markup {
	const rows = new BlockRows(slides.flatMap(blocksIn), counts);
	const shown: Markup[] = [];
	let equal = 0;
	for (const slide of slides) {
		const own = rowsOf(slide, rows);
		if (own.length > 0) {
			if (equal > 0) shown.push(equalRow(equal, 'slide'));
			equal = 0;
			shown.push(headRow(slide), ...own);
		} else if (!slide.isGone) equal += 1;
	}
	if (equal > 0) shown.push(equalRow(equal, 'slide'));
	return markup`${shown.length === 0 ? markup`` : table(shown)}
${rows.rest()}<p class="note">Presentations hold no tracked changes: no marked copy stands beside this report.</p>`;
}

/** Of a slide on which nothing differs none. */
function rowsOf(slide: ComparedSlide, rows: BlockRows): readonly Markup[] {
	if (!rows.differsIn(blocksIn(slide))) return [];
	const differing = (blocks: readonly ComparedBlock[]) =>
		rows.of(blocks.filter((block) => rows.differsIn([block])));
	return [...differing(slide.itself), ...rows.of(slide.texts), ...differing(slide.shapes)];
}

/** Such as `Slide 3: Budget`, or `Slide 4, added`. */
function headRow({ kept, sent, isGone }: ComparedSlide): Markup {
	const slides = [kept, sent].flatMap((slide) => slide ?? []);
	const numbers = [...new Set(slides.map(({ number }) => number))].join(', now ');
	const title = sent?.title || kept?.title || '';
	const side = kept === undefined ? ', added' : sent === undefined && !isGone ? ', removed' : '';
	return markup`<tr class="slide"><th colspan="2" scope="colgroup">Slide ${numbers}${side}${title === '' ? '' : `: ${title}`}</th></tr>
`;
}
