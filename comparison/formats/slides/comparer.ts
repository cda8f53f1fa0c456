/** The comparer of presentations (PPTX). */
import {
	countsBytes,
	type Compared,
	type Comparer,
	type ComparisonTask,
	type Outline,
	type ReportBody,
	type Side,
	type Unreadable,
} from '../../core/comparison';
import type { Level } from '../../core/level';
import {
	isRead,
	macroNotes,
	readBoth,
	readFilled,
	type OfficeForm,
} from '../office/document/office-file';
import { blockText } from '../office/matching/comparing';
import { countsAt } from '../office/matching/differences';
import { Ignoring } from '../office/matching/ignoring';
import { Nearness } from '../office/matching/nearness';
import { foldedIn, foundIn, placeOf } from '../office/report/changes';
import type { CompareRules } from '../../core/rules';
import { wordsAndGaps } from '../text/reading/tokens';
import { blocksIn } from './matching/compared-slide';
import { compareSlides, weightOfPresentation } from './matching/comparing';
import { blocksOf, type Presentation } from './reading/presentation';
import { readPresentation } from './reading/reading';
import { slidesReport, slidesStyle } from './report';

export const slidesComparer: Comparer = { compare, outline };

async function compare(task: ComparisonTask): Promise<Compared | Unreadable> {
	const { level, rules, onProgress, isReported } = task;
	const both = await readBoth(task, slidesForm);
	if (!isRead(both)) return both;
	const { kept, sent } = both;
	const ignoring = new Ignoring(rules);
	const ours = hidden(kept, 'kept', ignoring);
	const theirs = hidden(sent, 'sent', ignoring);
	const nearness = new Nearness(rules);
	const slides = compareSlides(ours, theirs, nearness);
	const blocks = slides.flatMap(blocksIn);
	onProgress(0.7);
	const counts = countsAt(level, rules);
	const ignored = [...ignoring.ignored, ...nearness.ignored, ...foldedIn(blocks, rules)];
	const report: ReportBody | undefined = isReported
		? { style: slidesStyle, content: slidesReport(slides, counts), files: [] }
		: undefined;
	return {
		isReadable: true,
		method: 'slides, paragraphs and words',
		...foundIn(blocks, counts, {
			total: weightOfPresentation(ours) + weightOfPresentation(theirs),
			hasOtherBytes: countsBytes(task, ignored),
		}),
		notes: notesOf(kept, sent),
		ignored,
		...(report === undefined ? {} : { report }),
	};
}

async function outline(
	side: Side,
	{ rules }: { readonly level: Level; readonly rules: CompareRules },
): Promise<Outline | Unreadable> {
	const presentation = await readFilled(side, slidesForm);
	if (!isRead(presentation)) return presentation;
	const { slides } = hidden(presentation, 'sent', new Ignoring(rules));
	const rows = slides
		.flatMap(blocksOf)
		.map((block) => ({ place: placeOf(block), ...wordsAndGaps(blockText(block)) }));
	return { isReadable: true, unit: 'paragraph', rows };
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
