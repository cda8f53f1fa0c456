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
import type { PdfText } from '../reading/pdf-text';
import type { ReadSide } from '../reading/reading';
import { pagedText } from './paged-text';
import { pairLines, repeatedLines, runningLines } from './running-lines';
import { compareRunning } from './running-words';
import { compareWords, partners, type WordRules } from './word-differences';

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
	sides: Both<ReadSide>,
	{ rules, hits }: RuledTask,
	isSwapped: boolean,
): Promise<Omit<Findings, 'pairs'> & { readonly pages: Partners }> {
	const { ignoreCase, numberTolerance } = rules;
	const texts = { kept: sides.kept.text, sent: sides.sent.text };
	const { kept, sent } = texts;
	const signs = decimalSignsIn(kept.words(), sent.words());
	const wordRules: WordRules = { ignoreCase, numberTolerance, hits, signs };
	const running = runningLines(texts);
	const pages = alignPages({
		kept: pagedText(kept, repeatedLines(running.kept, running.repeated)),
		sent: pagedText(sent, repeatedLines(running.sent, running.repeated)),
	});
	const pairs = [...pairsIn(pages)];
	const lines = pairLines(running, pairs);
	const paged = { kept: pagedText(kept, lines.apart), sent: pagedText(sent, lines.apart) };
	const words = compareWords(paged, pairs, wordRules);
	const pictures = await comparePictures(sides, pairs, partners(words));
	const differences = [
		...words.differences,
		...layoutDifferences(words.sequences, words.matches, pairs, rules),
		...compareRunning(texts, lines, { pairs, rules: wordRules }),
		...unevenDifferences(isSwapped ? hits.unevenPatterns.map(mirrored) : hits.unevenPatterns),
		...pageForms(texts, pairs),
		...linkDifferences(texts, pairs),
		...pictures.differences,
		...(await fileDifferences(sides)),
	];
	return {
		differences,
		pages,
		totalWeight: weightOf(kept) + weightOf(sent),
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
