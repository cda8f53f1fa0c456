/** The comparer of presentations (PPTX). */
import type { ComparisonTask } from '../../core/comparison';
import { comparerOf, type Both, type Found } from '../../core/format-comparer';
import {
	macroNotes,
	readOfficeFile,
	requireContent,
	type OfficeForm,
} from '../office/document/office-file';
import { blockText, differingOf } from '../office/matching/comparing';
import { countsAt } from '../office/matching/differences';
import { Ignoring } from '../office/matching/ignoring';
import { Nearness } from '../office/matching/nearness';
import { foldedIn, foundIn, placeOf } from '../office/report/changes';
import { wordsAndGaps } from '../text/reading/tokens';
import { blocksIn } from './matching/compared-slide';
import { compareSlides, weightOfPresentation } from './matching/comparing';
import { blocksOf, type Presentation } from './reading/presentation';
import { readPresentation } from './reading/reading';
import { slidesReport, slidesStyle } from './report';

export const slidesComparer = comparerOf<Presentation>(() => ({
	read: ({ bytes }) => readOfficeFile(bytes, slidesForm),
	match: matchPresentations,
	outline(presentation, { rules }) {
		requireContent([presentation], slidesForm);
		const { slides } = hidden(presentation, 'sent', new Ignoring(rules));
		const rows = slides
			.flatMap(blocksOf)
			.map((block) => ({ place: placeOf(block), ...wordsAndGaps(blockText(block)) }));
		return { isReadable: true, unit: 'paragraph', rows };
	},
}));

function matchPresentations({ kept, sent }: Both<Presentation>, task: ComparisonTask): Found {
	const { level, rules } = task;
	requireContent([kept, sent], slidesForm);
	const ignoring = new Ignoring(rules);
	const ours = hidden(kept, 'kept', ignoring);
	const theirs = hidden(sent, 'sent', ignoring);
	const nearness = new Nearness(rules);
	const slides = compareSlides(ours, theirs, nearness);
	const blocks = slides.flatMap(blocksIn);
	const counts = countsAt(level, rules);
	return {
		method: 'slides, paragraphs and words',
		...foundIn(blocks, counts),
		weights: {
			differing: differingOf(blocks, counts),
			total: weightOfPresentation(ours) + weightOfPresentation(theirs),
		},
		notes: notesOf(kept, sent),
		ignored: [...ignoring.ignored, ...nearness.ignored, ...foldedIn(blocks, rules)],
		show: () => ({ style: slidesStyle, content: slidesReport(slides, counts), files: [] }),
	};
}

const slidesForm: OfficeForm<Presentation> = {
	...{ noun: 'presentation', program: 'PowerPoint', form: 'PPTX', isEmpty },
	read: readPresentation,
};

function isEmpty({ slides }: Presentation): boolean {
	return slides.flatMap(blocksOf).every((block) => blockText(block).trim() === '');
}

/** The presentation without what the rules ignore. */
function hidden(
	presentation: Presentation,
	side: 'kept' | 'sent',
	ignoring: Ignoring,
): Presentation {
	return ignoring.within(side, (applied) => ({
		...presentation,
		slides: presentation.slides.map((slide) => ({
			...slide,
			content: applied(slide.content),
			notes: applied(slide.notes),
			comments: applied(slide.comments),
		})),
	}));
}

function notesOf(kept: Presentation, sent: Presentation): readonly string[] {
	const [ours, theirs] = [kept, sent].map(({ unread }) => unread.join(', '));
	const told = (of: string, what = '') => (what === '' ? [] : [`Not compared of ${of}: ${what}.`]);
	return [
		...(ours === theirs
			? told('either file', ours)
			: [...told('the kept file', ours), ...told('the sent file', theirs)]),
		...macroNotes('kept', kept.macros),
		...macroNotes('sent', sent.macros),
	];
}
