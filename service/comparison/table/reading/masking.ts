/**
 * Takes out what a rule says to take for the same: each match of a pattern becomes one mark, before
 * anything is aligned or compared. How often each rule hid something is counted here.
 */
import type { CompareRules } from '../../rules';
import { cellMark, cellsOf, type Table } from './table';

/** Stands for what a pattern matched; no table holds it. */
const hiddenMark = '\u001d';

export interface Pattern {
	readonly source: string;
	readonly expression: RegExp;
}

export function patternsOf({ ignorePatterns = [] }: CompareRules): readonly Pattern[] {
	return ignorePatterns.map((source) => ({ source, expression: new RegExp(source, 'gmu') }));
}

/** A cell with what the patterns match taken out; `onHidden` is told each time. */
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

/** The table as it is compared, and how often each pattern hid something in it. */
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

/** A cell in pieces, for showing what was hidden; patterns that overlap hide what any of them matches. */
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
