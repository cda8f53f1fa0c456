/**
 * Compares two open PDFs: pages, words, layout and graphics. The files are processed in a fixed
 * order, by their bytes, so that swapping them only swaps added and removed.
 */
import {
	mirrored as mirroredPartners,
	pairsIn,
	type Pair,
	type Partners,
} from '../../../align/pairing';
import type { Both, MatchTask } from '../../../core/format-comparer';
import { decimalSignsIn } from '../../../core/values';
import type { Difference } from './difference';
import { fileDifferences, unevenDifferences } from './file-differences';
import { linkDifferences } from './link-targets';
import { layoutDifferences } from './layout';
import { alignPages } from './page-alignment';
import { pageForms } from './page-forms';
import { comparePictures, picturesWeight } from './page-pictures';
import type { PageRules } from '../reading/page-rules';
import type { OpenedPdf } from '../reading/pdf-document';
import type { PdfText } from '../reading/pdf-text';
import { pagedText } from './paged-text';
import { pairLines, repeatedLines, runningLines } from './running-lines';
import { compareRunning } from './running-words';
import { compareWords, partners, type WordRules } from './word-differences';

export interface ReadSide {
	readonly bytes: Uint8Array;
	readonly opened: OpenedPdf;
	readonly text: PdfText;
	readonly rules: PageRules;
}

export interface Findings {
	/** Differences of all classes, in the order of the sent file. */
	readonly differences: readonly Difference[];
	readonly pairs: readonly Pair[];
	/** Weight of both files, in letters. */
	readonly totalWeight: number;
	readonly notes: readonly string[];
}

type RuledTask = Pick<MatchTask, 'rules' | 'hits'>;

export async function compareSides(sides: Both<ReadSide>, task: RuledTask): Promise<Findings> {
	const isSwapped = Buffer.compare(sides.kept.bytes, sides.sent.bytes) > 0;
	const findings = await inOneOrder(
		isSwapped ? { kept: sides.sent, sent: sides.kept } : sides,
		task,
		isSwapped,
	);
	const differences = isSwapped ? findings.differences.map(mirrored) : findings.differences;
	return {
		...findings,
		differences: [...differences].sort(byPlace),
		pairs: [...pairsIn(isSwapped ? mirroredPartners(findings.pages) : findings.pages)],
	};
}

async function inOneOrder(
	{ kept, sent }: Both<ReadSide>,
	{ rules, hits }: RuledTask,
	isSwapped: boolean,
): Promise<Omit<Findings, 'pairs'> & { readonly pages: Partners }> {
	const { ignoreCase, numberTolerance } = rules;
	const wordRules: WordRules = {
		ignoreCase,
		numberTolerance,
		hits,
		signs: decimalSignsIn(kept.text.words(), sent.text.words()),
	};
	const running = runningLines(kept.text, sent.text);
	const pages = alignPages(
		pagedText(kept.text, repeatedLines(running.kept, running.repeated)),
		pagedText(sent.text, repeatedLines(running.sent, running.repeated)),
	);
	const pairs = [...pairsIn(pages)];
	const lines = pairLines(running, pairs);
	const words = compareWords(
		pagedText(kept.text, lines.apart),
		pagedText(sent.text, lines.apart),
		pairs,
		wordRules,
	);
	const pictures = await comparePictures(
		pictureSide(kept),
		pictureSide(sent),
		pairs,
		partners(words),
	);
	const differences = [
		...words.differences,
		...layoutDifferences(words.sequences, words.matches, pairs, rules),
		...compareRunning(kept.text, sent.text, lines, { pairs, rules: wordRules }),
		...unevenDifferences(isSwapped ? hits.unevenPatterns.map(mirrored) : hits.unevenPatterns),
		...pageForms(kept.text, sent.text, pairs),
		...linkDifferences(kept.text, sent.text, pairs),
		...pictures.differences,
		...(await fileDifferences(kept, sent)),
	];
	return {
		differences,
		pages,
		totalWeight: weightOf(kept.text) + weightOf(sent.text),
		notes: [
			...(words.isCoarse ? [tooDifferent] : []),
			...pictures.notes,
			...(pictures.notDrawn > 0 ? [notDrawn(pictures.notDrawn)] : []),
		],
	};
}

const tooDifferent =
	'The texts differ too much to be matched in full. They may have more in common than is shown.';

function notDrawn(pages: number): string {
	return `What is drawn beside and over the text was not compared on ${pages} pages: there are too many of them.`;
}

function pictureSide({ opened, text, rules }: ReadSide) {
	return { opened, text, regionsOf: rules.regionsOf.bind(rules) };
}

function weightOf(text: PdfText): number {
	let letters = 0;
	for (const word of text.words()) letters += word.length;
	return letters + picturesWeight(text);
}

function mirrored<Sided extends { readonly kept?: unknown; readonly sent?: unknown }>(
	value: Sided,
): Sided {
	return { ...value, kept: value.sent, sent: value.kept };
}

/** By the position in the sent file; removed ones by their position in the kept file. */
function byPlace(one: Difference, other: Difference): number {
	const place = ({ kept, sent }: Difference) => {
		const side = sent ?? kept;
		const [first] = side?.boxes ?? [];
		return { page: side?.page ?? -1, word: side?.words[0] ?? -1, y: first?.y ?? 0 };
	};
	const [a, b] = [place(one), place(other)];
	return a.page - b.page || a.y - b.y || a.word - b.word;
}
