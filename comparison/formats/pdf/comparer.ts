/**
 * The comparer of PDF: opens and reads both files, compares them, and lists what differs at the
 * level with page and box.
 */
import { createHash } from 'node:crypto';
import {
	changesMax,
	type Change,
	type ChangeCounts,
	type Outline,
	type OutlineRow,
} from '../../core/comparison';
import {
	comparerOf,
	ReadFault,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import type { Place } from '../../../api/comparison/place';
import { compareSides, type Findings } from './matching/comparing';
import {
	countsAt,
	kindOf,
	shareOf,
	type Difference,
	type DifferenceSide,
} from './matching/difference';
import { changeOf, noChanges } from '../../report/changes';
import { activeContent, listed } from './reading/notes';
import { PageRules } from './reading/page-rules';
import { openPdf } from './reading/pdf-document';
import { boxOf, Vocabulary, wordsOf, type PdfText } from './reading/pdf-text';
import { readPdf, type ReadingTask, type ReadSide } from './reading/reading';
import { asShares } from './reading/turning';
import { reportBody } from './report/report';
import { boundOf } from './matching/word-spans';

/** The words of both files are numbered alike. */
export const pdfComparer = comparerOf<ReadSide>('pdf', () => {
	const vocabulary = new Vocabulary();
	return {
		read: ({ bytes }, { ruled, onProgress }) =>
			readSide(bytes, { vocabulary, rules: new PageRules(ruled), onProgress }),
		close: ({ opened }) => opened.close(),
		match: matchPdfs,
		outline: outlineOf,
	};
});

async function readSide(bytes: Uint8Array, task: ReadingTask): Promise<ReadSide> {
	const opened = await openPdf(bytes);
	if (typeof opened === 'string') throw new ReadFault(opened);
	const text = await readPdf(opened, task);
	const reason = typeof text === 'string' ? text : whyEmpty(text);
	if (typeof text !== 'string' && reason === undefined) {
		return { bytes, opened, text, rules: task.rules };
	}
	await opened.close();
	throw new ReadFault(reason ?? '');
}

function whyEmpty({ wordCount, pages }: PdfText): string | undefined {
	if (wordCount > 0 || pages.some(({ graphics }) => graphics.isDrawn)) return undefined;
	return pages.some(({ ignored }) => ignored.length > 0)
		? 'The rules leave nothing of the PDF to compare: change what they leave out.'
		: 'All pages of the PDF are empty.';
}

async function matchPdfs(sides: Both<ReadSide>, task: MatchTask): Promise<MatchResult> {
	const findings = await compareSides(sides, task);
	const counted = findings.differences.filter((each) => countsAt(task.level, each.class));
	const hasWords = sides.kept.text.wordCount + sides.sent.text.wordCount > 0;
	return {
		method: hasWords ? 'words of pages' : 'pictures of pages',
		weights: { differing: weightOf(counted), total: findings.totalWeight },
		unit: hasWords ? 'word' : 'region',
		counts: countsOf(counted),
		changes: counted.slice(0, changesMax).map((each) => changeIn(each, sides)),
		notes: await notesOf(sides, findings),
		show: () =>
			reportBody({
				kept: { ...sides.kept, fileName: task.kept.fileName },
				sent: { ...sides.sent, fileName: task.sent.fileName },
				pairs: findings.pairs,
				differences: counted,
			}),
	};
}

function weightOf(differences: readonly Difference[]): number {
	return differences.reduce((sum, each) => sum + each.weight * shareOf(each.class), 0);
}

/** Counts words, and each region of a picture as one. */
function countsOf(differences: readonly Difference[]): ChangeCounts {
	const counts = noChanges();
	for (const each of differences) {
		const kind = kindOf(each);
		const [bases, others] = [unitsOf(each.kept), unitsOf(each.sent)];
		if (kind === 'moved') counts.moved += Math.max(bases, others);
		if (kind === 'moved' || kind === 'formatted') continue;
		const both = Math.min(bases, others);
		counts.changed += both;
		counts.removed += bases - both;
		counts.added += others - both;
	}
	return counts;
}

function unitsOf(side: DifferenceSide | undefined): number {
	return side === undefined ? 0 : Math.max(1, side.words.length);
}

/** Longer texts are cut. */
const textLengthMax = 2000;

function changeIn(difference: Difference, sides: Both<ReadSide>): Change {
	const told = (name: 'kept' | 'sent') => {
		const side = difference[name];
		if (side === undefined) return undefined;
		return { place: placeOf(side, sides[name].text), text: side.text.slice(0, textLengthMax) };
	};
	return changeOf(told('kept'), told('sent'), kindOf(difference));
}

function placeOf({ page, boxes }: Pick<DifferenceSide, 'page' | 'boxes'>, text: PdfText): Place {
	const shown = text.pages[page];
	const bound = boundOf(boxes);
	if (shown === undefined || bound === undefined) return {};
	const rounded = (share: number) => Math.round(share * 1e5) / 1e5;
	const { x, y, width, height } = asShares(shown, bound);
	return {
		page: shown.number,
		box: { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
	};
}

async function notesOf(
	{ kept, sent }: Both<ReadSide>,
	findings: Findings,
): Promise<readonly string[]> {
	return [
		...pageNotes(findings),
		...findings.notes,
		...(await activeContent(kept, 'kept')),
		...(await activeContent(sent, 'sent')),
	];
}

const pagesNamed = 12;

function pageNotes({ pairs }: Findings): readonly string[] {
	const note = (sentence: string, pages: readonly string[]) =>
		pages.length === 0 ? [] : [`${sentence} ${listed(pages, pagesNamed)}.`];
	const number = (page: number | undefined) => (page === undefined ? [] : [String(page + 1)]);
	const moved = pairs.filter(({ isMoved }) => isMoved);
	return [
		...note(
			'Pages added:',
			pairs.filter(({ kept }) => kept === undefined).flatMap(({ sent }) => number(sent)),
		),
		...note(
			'Pages removed:',
			pairs.filter(({ sent }) => sent === undefined).flatMap(({ kept }) => number(kept)),
		),
		...note(
			'Pages moved:',
			moved.map(({ kept = 0, sent = 0 }) => `${kept + 1} to ${sent + 1}`),
		),
	];
}

function outlineOf({ text, bytes }: ReadSide): Outline {
	const { pages } = text;
	return {
		isReadable: true,
		unit: 'line',
		rows: pages.flatMap((page): readonly OutlineRow[] => {
			// A page without text is identified by the file's bytes, so it is never wrongly equal.
			if (page.lines.length === 0) {
				return [{ place: { page: page.number }, words: [hashOf(bytes)] }];
			}
			return page.lines.map((line) => ({
				place: placeOf({ page: page.number - 1, boxes: [boxOf(line)] }, text),
				words: wordsOf(line).map((word) => text.textAt(word)),
			}));
		}),
	};
}

function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
