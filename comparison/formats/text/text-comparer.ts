/**
 * Compares texts, Markdown and code by lines and words. Encoding and byte order mark are not part
 * of the text: they differ only at the finest level, and a note says so.
 */
import {
	accuracyOf,
	countsBytes,
	type Compared,
	type Comparer,
	type ComparisonTask,
	type Ignored,
	type Outline,
	type Unreadable,
} from '../../core/comparison';
import { HiddenPairs } from '../../core/hidden-pairs';
import { unitsOfText } from '../../core/level';
import { ruleText, type CompareRules } from '../../core/rules';
import { countedIn } from './report/counted';
import { findingsOf } from './report/findings';
import { ignoredBy } from './reading/hiding';
import { readText, type ReadText } from './reading/reading';
import { compareRows, weightsAt, type TextComparison } from './matching/row-comparison';
import { rowView, rowViewStyle } from './report/row-view';
import { wordsAndGaps } from './reading/tokens';
import { unifiedDiffFiles } from './report/unified-diff';

export const textComparer: Comparer = {
	compare: (task) => Promise.resolve(compareTexts(task)),
	outline: (side, { rules }) => {
		const read = readText(side, rules);
		return Promise.resolve(typeof read === 'string' ? unreadable('kept', read) : outlineOf(read));
	},
};

function unreadable(side: Unreadable['side'], reason: string): Unreadable {
	return { isReadable: false, side, reason };
}

function compareTexts(task: ComparisonTask): Compared | Unreadable {
	const { level, rules, isReported, onProgress } = task;
	const kept = readText(task.kept, rules);
	if (typeof kept === 'string') return unreadable('kept', kept);
	const sent = readText(task.sent, rules);
	if (typeof sent === 'string') return unreadable('sent', sent);
	if (sent.isEmpty && !kept.isEmpty) return unreadable('sent', nothingLeft(sent));
	onProgress(0.1);
	const { ignoreCase, ignoreWhiteSpace } = rules;
	const hidden = new HiddenPairs({ ignoreCase, ignoreWhiteSpace });
	const comparison = compareRows(kept.rows, sent.rows, rules, hidden);
	onProgress(0.7);
	const ignored = [
		...ignoredBy(patternNames(rules), kept.hiddenCounts, sent.hiddenCounts),
		...hidden.ignored,
	];
	const { unit, counts, changes } = countedIn(unitsOfText[level], comparison, level);
	return {
		isReadable: true,
		method: 'words',
		accuracy: accuracyOf(weights(task, comparison, ignored)),
		unit,
		counts,
		changes,
		notes: notesOn(kept, sent, comparison),
		ignored,
		...(isReported
			? {
					report: {
						style: rowViewStyle,
						content: rowView(findingsOf(comparison, level)),
						files: unifiedDiffFiles(task),
					},
				}
			: {}),
	};
}

function patternNames({ ignorePatterns = [] }: CompareRules): readonly string[] {
	return ignorePatterns.map((pattern) => ruleText('pattern', pattern));
}

function nothingLeft({ hiddenCounts }: ReadText): string {
	return hiddenCounts.some((count) => count > 0)
		? 'The ignore patterns leave nothing of it; make them match less.'
		: 'It is empty.';
}

function weights(task: ComparisonTask, comparison: TextComparison, ignored: readonly Ignored[]) {
	const found = weightsAt(comparison, task.level);
	return found.differing === 0 && countsBytes(task, ignored) ? { ...found, differing: 1 } : found;
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
			return { place, ...wordsAndGaps(text), ...(end !== undefined && { end }) };
		}),
	};
}
