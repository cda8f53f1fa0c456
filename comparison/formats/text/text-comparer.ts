/**
 * Compares texts, Markdown and code by lines and words. Encoding and byte order mark are not part
 * of the text: they differ only at the finest level, and a note says so.
 */
import type { Run } from '../../align/run';
import type { Outline } from '../../core/comparison';
import {
	comparerOf,
	ReadFault,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import { unitsOfText } from '../../core/level';
import { countedIn } from './report/counted';
import { findingsOf } from './report/findings';
import { readText, type ReadText } from './reading/reading';
import { compareRows, weightsAt, type TextComparison } from './matching/row-comparison';
import { rowView, rowViewStyle } from './report/row-view';
import { wordsAndGaps } from './reading/tokens';
import { unifiedDiffFiles } from './report/unified-diff';

export const textComparer = comparerOf<ReadText>('text', () => ({
	read: ({ bytes }, { ruled }) => readText(bytes, ruled),
	match: matchTexts,
	outline: outlineOf,
}));

function matchTexts({ kept, sent }: Both<ReadText>, task: MatchTask): MatchResult {
	const { level, rules, hits } = task;
	if (sent.isEmpty && !kept.isEmpty) throw new ReadFault(nothingLeft(sent), 'sent');
	const comparison = compareRows(kept.rows, sent.rows, rules, hits);
	task.onProgress(0.8);
	const { unit, counts, changes } = countedIn(unitsOfText[level], comparison, level);
	return {
		method: 'words',
		unit,
		counts,
		changes,
		weights: weightsAt(comparison, level),
		notes: notesOn(kept, sent, comparison),
		show: () => ({
			style: rowViewStyle,
			content: rowView(findingsOf(comparison, level)),
			files: unifiedDiffFiles(task, sameRows(comparison)),
		}),
	};
}

/** Rows are lines, where rules hide none and each ends with a line feed. */
function sameRows({ blocks }: TextComparison): readonly Run[] {
	return blocks
		.filter(({ isSame }) => isSame)
		.map(({ kept, sent }) => ({ base: kept.from, other: sent.from, length: kept.to - kept.from }));
}

function nothingLeft({ isHidden }: ReadText): string {
	return isHidden
		? 'The ignore patterns leave nothing of it; make them match less.'
		: 'It is empty.';
}

function notesOn(kept: ReadText, sent: ReadText, { isCoarse }: TextComparison): readonly string[] {
	const notes: string[] = [];
	if (kept.encoding !== sent.encoding) {
		notes.push(`The encoding changed from ${kept.encoding} to ${sent.encoding}.`);
	} else if (sent.encoding !== 'UTF-8') {
		notes.push(`Both files were read as ${sent.encoding}.`);
	}
	if (kept.hasMark !== sent.hasMark) {
		notes.push(`Only the ${kept.hasMark ? 'kept' : 'sent'} file has a mark of the byte order.`);
	}
	if (isCoarse) {
		notes.push('Parts differ too much to be matched in full; they may have more in common.');
	}
	return notes;
}

function outlineOf({ rows }: ReadText): Outline {
	return {
		isReadable: true,
		unit: 'line',
		rows: Array.from({ length: rows.count }, (_, index) => {
			const { text, place, end } = rows.at(index);
			return { place, ...wordsAndGaps(text), end };
		}),
	};
}
