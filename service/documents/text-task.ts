/**
 * One text comparison from bytes to report. It runs in a process of its own: it holds both texts, keeps to a
 * budget of work, and gives the same outcome for the same input.
 */
import { alignAll } from './aligner';
import { levels, type Level } from './levels';
import { diffReport, type ReportFacts } from './report';
import { belowOne } from '../comparison/similarity';
import { compareTexts } from './text-comparison';
import { decodeText } from '../comparison/text-decoding';

export interface TextTask {
	readonly kept: Uint8Array;
	readonly sent: Uint8Array;
	readonly level: Level;
	/** What a report says beside the comparison; without it no report is made. */
	readonly facts?: ReportFacts;
}

export type TextOutcome =
	| { readonly isText: true; readonly similarity: number; readonly report?: string }
	/** One of the two is not text after all. */
	| { readonly isText: false };

/** Bounds the search of an alignment: up to 2,000 rows, words or characters may be left over. */
const alignmentBudget = 8_000_000;

export function runTextTask({ kept, sent, level, facts }: TextTask): TextOutcome {
	const keptText = decodeText(kept, true);
	const sentText = decodeText(sent, true);
	if (keptText === undefined || sentText === undefined) return { isText: false };
	const text = compareTexts(
		{ kept: keptText.text, sent: sentText.text, level, marksWords: facts !== undefined },
		(pairs) => alignAll(pairs, alignmentBudget),
	);
	const isSameText = text.similarity === 1 && levels[level].isExact;
	const similarity = isSameText ? belowOne : text.similarity;
	const report = facts && diffReport(facts, { similarity, by: 'text', text, isSameText });
	return { isText: true, similarity, report };
}
