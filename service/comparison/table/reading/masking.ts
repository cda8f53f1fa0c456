/**
 * Masks what rules ignore: each match of a pattern becomes one mark, before anything is aligned or
 * compared. Counts how often each rule hid something.
 */
import type { CompareRules } from '../../rules';
import { cellMark, cellsOf, type Table } from './table';

/** Replaces what a pattern matched; no table contains it. */
const hiddenMark = '\u001d';

export interface Pattern {
	readonly source: string;
	readonly expression: RegExp;
}

export function patternsOf({ ignorePatterns = [] }: CompareRules): readonly Pattern[] {
	return ignorePatterns.map((source) => ({ source, expression: new RegExp(source, 'gmu') }));
}

/** A cell without the matches of patterns; `onHidden` is called for each match. */
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

/** The table in its compared form; `hidden` counts the matches of each pattern. */
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

/** A cell split into visible and hidden pieces; of overlapping patterns all matches are hidden. */
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
