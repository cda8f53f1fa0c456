/**
 * Replaces each match of a rule's pattern by one mark, before the alignment, and counts the
 * matches.
 */
import type { CompareRules } from '../../rules';
import { cellMark, cellsOf, type Table } from './table';

/** Replaces a match; no table contains it. */
const hiddenMark = '\u001d';

export interface Pattern {
	readonly source: string;
	readonly expression: RegExp;
}

export function patternsOf({ ignorePatterns = [] }: CompareRules): readonly Pattern[] {
	return ignorePatterns.map((source) => ({ source, expression: new RegExp(source, 'gmu') }));
}

/** Masks a cell; calls `onHidden` for each match. */
export function maskedCell(
	cell: string,
	patterns: readonly Pattern[],
	onHidden: (pattern: Pattern) => void,
): string {
	return patterns.reduce(
		(text, pattern) =>
			text.replace(pattern.expression, (match) => {
				if (match === '') return '';
				onHidden(pattern);
				return hiddenMark;
			}),
		cell,
	);
}

/** Masks a table; adds the number of matches to `hidden`. */
export function maskedTable(
	table: Table,
	patterns: readonly Pattern[],
	hidden: Map<string, number>,
): Table {
	if (patterns.length === 0) return table;
	const count = ({ source }: Pattern) => hidden.set(source, (hidden.get(source) ?? 0) + 1);
	const rows = table.rows.map((row) =>
		cellsOf(row)
			.map((cell) => maskedCell(cell, patterns, count))
			.join(cellMark),
	);
	return { ...table, rows };
}

/** Splits a cell into hidden and visible pieces; overlapping patterns hide their union. */
export function maskedPieces(
	cell: string,
	patterns: readonly Pattern[],
): ReadonlyArray<{ readonly text: string; readonly isHidden: boolean }> {
	const isHidden = new Uint8Array(cell.length);
	for (const { expression } of patterns) {
		for (const match of cell.matchAll(expression)) {
			isHidden.fill(1, match.index, match.index + match[0].length);
		}
	}
	const pieces: { text: string; isHidden: boolean }[] = [];
	for (let from = 0, to = 1; from < cell.length; from = to, to += 1) {
		while (to < cell.length && isHidden[to] === isHidden[from]) to += 1;
		pieces.push({ text: cell.slice(from, to), isHidden: isHidden[from] === 1 });
	}
	return pieces;
}
