/**
 * What differs between two aligned sheets, row by row in the order of the document. It tells classes of
 * difference apart and knows no level: which of them count is decided by those who ask.
 */
import { at, present } from '../../../../server/at';
import { textDifference, type CellRules, type TextDifference } from './cells';
import type { AlignedColumn, TableAlignment } from './align-tables';
import { shiftedFormula, type SheetShift } from '../reading/formulas';
import type { SheetPair } from './sheets';
import { cellsOf, type Table } from '../reading/table';
import { hasFormula, traitsOf, type Trait } from '../reading/traits';

/** Beside texts: the name or place of a row, column or sheet; a formula; a format of numbers. */
export type DifferenceClass = TextDifference | 'name' | 'order' | 'formula' | 'form';

export interface CellDifference {
	readonly column: AlignedColumn;
	readonly difference: DifferenceClass;
}

/** A row that one table has, or both; in the order of the sent table. */
export type RowEntry =
	| { readonly kind: 'added'; readonly sentRow: number }
	| { readonly kind: 'removed'; readonly keptRow: number }
	| {
			readonly kind: 'both';
			readonly keptRow: number;
			readonly sentRow: number;
			readonly isMoved: boolean;
			readonly cells: readonly CellDifference[];
	  };

/** A sheet of either workbook or of both; the tables as they are shown. */
export interface ComparedSheet {
	readonly pair: SheetPair;
	readonly kept?: Table;
	readonly sent?: Table;
	/** Of what was left by the patterns; present where both have the sheet. */
	readonly alignment?: TableAlignment;
}

export interface DifferenceOptions {
	readonly rules: CellRules;
	/** Where the sheet of a name, or the sheet of the formula itself, has gone to. */
	readonly shiftOf: (sheet: string | undefined) => SheetShift | undefined;
	/** Whether any sheet, row or column stands at another place, so that equal formulas may differ. */
	readonly isShifted: boolean;
	/** Told of each pair of cells that a rule takes for the same. */
	readonly onIgnored: (rule: keyof CellRules) => void;
}

export function* rowEntries(
	alignment: TableAlignment,
	options: DifferenceOptions,
): Generator<RowEntry> {
	const { toSent, toKept, isMoved } = alignment.rows;
	const differencesOf = cellDifferences(alignment, options);
	let nextKept = 0;
	for (let sentRow = 0; sentRow < toKept.length; sentRow += 1) {
		const keptRow = toKept[sentRow] ?? -1;
		if (keptRow < 0) {
			yield { kind: 'added', sentRow };
			continue;
		}
		const isOutOfOrder = isMoved[keptRow] === 1;
		for (; !isOutOfOrder && nextKept < keptRow; nextKept += 1) {
			if (toSent[nextKept] === -1) yield { kind: 'removed', keptRow: nextKept };
		}
		const cells = differencesOf(keptRow, sentRow);
		yield { kind: 'both', keptRow, sentRow, isMoved: isOutOfOrder, cells };
	}
	for (; nextKept < toSent.length; nextKept += 1) {
		if (toSent[nextKept] === -1) yield { kind: 'removed', keptRow: nextKept };
	}
}

const nothing: readonly CellDifference[] = [];
const plain: Trait = { kind: '', format: '', formula: '' };

function cellDifferences(
	{ kept, sent, columns, compared, hasHeader }: TableAlignment,
	{ rules, shiftOf, isShifted, onIgnored }: DifferenceOptions,
): (keptRow: number, sentRow: number) => readonly CellDifference[] {
	const common = columns.filter(
		(column) => column.kept !== undefined && column.sent !== undefined && !column.isIgnored,
	);
	const isSame = (keptRow: number, sentRow: number) => {
		if (compared.kept[keptRow] !== compared.sent[sentRow]) return false;
		const [keptTraits, sentTraits] = [kept.traits?.[keptRow], sent.traits?.[sentRow]];
		return keptTraits === sentTraits && !(isShifted && hasFormula(keptTraits ?? ''));
	};
	return (keptRow, sentRow) => {
		if (isSame(keptRow, sentRow)) return nothing;
		const cells = {
			kept: cellsOf(at(kept.rows, keptRow)),
			sent: cellsOf(at(sent.rows, sentRow)),
		};
		const traits = {
			kept: traitsOf(kept.traits?.[keptRow] ?? ''),
			sent: traitsOf(sent.traits?.[sentRow] ?? ''),
		};
		const isNames = hasHeader && keptRow === 0 && sentRow === 0;
		return common.flatMap((column): readonly CellDifference[] => {
			const keptAt = present(column.kept, 'the kept place of a common column');
			const sentAt = present(column.sent, 'the sent place of a common column');
			const text = textDifference(cells.kept[keptAt] ?? '', cells.sent[sentAt] ?? '', rules);
			const difference = withTraits(
				text,
				traits.kept[keptAt] ?? plain,
				traits.sent[sentAt] ?? plain,
				shiftOf,
			);
			if (difference === undefined) return nothing;
			if (isRule(difference)) {
				onIgnored(difference);
				return nothing;
			}
			return [{ column, difference: isNames && difference === 'content' ? 'name' : difference }];
		});
	};
}

const cellRules: ReadonlySet<string> = new Set<keyof CellRules>([
	'numberTolerance',
	'dateToleranceSeconds',
	'ignoreCase',
	'ignoreWhiteSpace',
]);

function isRule(difference: DifferenceClass | keyof CellRules): difference is keyof CellRules {
	return cellRules.has(difference);
}

/** What a person would say differs: content before formula, formula before writing, format last. */
function withTraits(
	text: TextDifference | keyof CellRules | undefined,
	kept: Trait,
	sent: Trait,
	shiftOf: DifferenceOptions['shiftOf'],
): DifferenceClass | keyof CellRules | undefined {
	if (text === 'content' || text === 'letters') return text;
	if (kept.formula !== sent.formula || kept.formula !== '') {
		if (shiftedFormula(kept.formula, shiftOf) !== sent.formula) return 'formula';
	}
	if (text === 'writing' || kept.kind !== sent.kind) return 'writing';
	return kept.format === sent.format ? text : 'form';
}

/** Whether a row or a column of the sheet stands at another place, or the sheet is no pair of one name. */
export function isShiftedSheet({ pair, alignment }: ComparedSheet): boolean {
	if (alignment === undefined || pair.isRenamed) return true;
	const { kept, sent, rows, columns } = alignment;
	return (
		columns.some((column) => column.kept !== column.sent) ||
		rows.toSent.some((row, index) => kept.rowNumbers[index] !== sent.rowNumbers[row])
	);
}

/** Where rows and columns of the kept sheet stand in the sent one; of a removed one, its place there. */
export function sheetShift({ kept, sent, rows, columns }: TableAlignment): SheetShift {
	const lastRow = kept.rowNumbers.at(-1) ?? 0;
	const offsets = new Int32Array(lastRow + 1);
	let [offset, next] = [0, 0];
	for (let number = 1; number <= lastRow; number += 1) {
		if (kept.rowNumbers[next] === number) {
			const partner = rows.toSent[next] ?? -1;
			if (partner >= 0) offset = (sent.rowNumbers[partner] ?? number) - number;
			else offset -= 1;
			next += 1;
		}
		offsets[number] = offset;
	}
	const columnOf = new Map(columns.map((column) => [column.kept, column.sent]));
	return {
		name: sent.name,
		row: (row) => row + at(offsets, Math.min(row + 1, lastRow)),
		column: (column) => columnOf.get(column) ?? column,
	};
}
