/** The comparer of presentations (PPTX). */
import type { RuledSide } from '../../core/rule-hits';
import {
	comparerOf,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import {
	macroNotes,
	readOfficeFile,
	requireContent,
	type OfficeForm,
} from '../package/office-file';
import { blockText, differingOf } from '../blocks/matching/comparing';
import { countsAt } from '../blocks/matching/differences';
import { blocksWithout } from '../blocks/matching/ignoring';
import { Nearness } from '../blocks/matching/nearness';
import { countFolded, foundIn, outlineOf } from '../blocks/report/changes';
import { blocksIn } from './matching/compared-slide';
import { compareSlides, weightOfPresentation } from './matching/comparing';
import { blocksOf, type Presentation } from './reading/presentation';
import { readPresentation } from './reading/reading';
import { slidesReport, slidesStyle } from './report';

export const slidesComparer = comparerOf<Presentation>('slides', () => ({
	read: ({ bytes }) => readOfficeFile(bytes, slidesForm),
	match: matchPresentations,
	outline(presentation, { ruled }) {
		requireContent([presentation], slidesForm);
		return outlineOf(hidden(presentation, ruled).slides.flatMap(blocksOf));
	},
}));

function matchPresentations({ kept, sent }: Both<Presentation>, task: MatchTask): MatchResult {
	const { level, rules, hits } = task;
	requireContent([kept, sent], slidesForm);
	const ours = hidden(kept, hits.side('kept'));
	const theirs = hidden(sent, hits.side('sent'));
	const slides = compareSlides(ours, theirs, new Nearness(rules, hits));
	const blocks = slides.flatMap(blocksIn);
	countFolded(blocks, hits);
	const counts = countsAt(level, rules);
	return {
		method: 'slides, paragraphs and words',
		...foundIn(blocks, counts),
		weights: {
			differing: differingOf(blocks, counts),
			total: weightOfPresentation(ours) + weightOfPresentation(theirs),
		},
		notes: notesOf(kept, sent),
		show: () => ({ style: slidesStyle, content: slidesReport(slides, counts), files: [] }),
	};
}

const slidesForm: OfficeForm<Presentation> = {
	noun: 'presentation',
	program: 'PowerPoint',
	form: 'PPTX',
	isEmpty,
	read: readPresentation,
};

function isEmpty({ slides }: Presentation): boolean {
	return slides.flatMap(blocksOf).every((block) => blockText(block).trim() === '');
}

/** The presentation without what the rules ignore. */
function hidden(presentation: Presentation, ruled: RuledSide): Presentation {
	const slides = ruled.within(() =>
		presentation.slides.map((slide) => ({
			...slide,
			content: blocksWithout(slide.content, ruled),
			notes: blocksWithout(slide.notes, ruled),
			comments: blocksWithout(slide.comments, ruled),
		})),
	);
	return { ...presentation, slides };
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
