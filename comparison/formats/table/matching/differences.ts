/**
 * Lists the differences of two aligned sheets, row by row, with their classes. The caller decides
 * which classes count.
 */
import type { ValueRules } from '../../../core/rules';
import { at } from '../../../../server/at';
import type { ClassOf } from '../../../core/classes';
import { isOfBoth, pairsIn, type Pair } from '../../../align/pairing';
import { textDifference, type TextDifference } from './cells';
import type { TableAlignment } from './align-tables';
import { isCommon, type CommonColumn } from './columns';
import { shiftedFormula, type SheetShift } from '../reading/formulas';
import type { SheetPair } from './sheets';
import { cellsOf, type Table } from '../reading/table';
import { hasFormula, plainText, shownLook, traitsOf, type Trait } from '../reading/traits';

export type DifferenceClass = ClassOf<'table'>;

export interface CellDifference {
	readonly column: CommonColumn;
	readonly difference: DifferenceClass;
	/** How the formula of the kept cell would be written in the sent file, where both are written alike. */
	readonly formulaNow?: string;
}

/** A row of one table or of both, in the order of the sent table. */
export interface RowEntry extends Pair {
	/** None in a row that one table alone has. */
	readonly cells: readonly CellDifference[];
}

/** A sheet of one workbook or of both; the tables are unmasked. */
export interface ComparedSheet {
	readonly pair: SheetPair;
	readonly kept?: Table;
	readonly sent?: Table;
	/** The alignment of the masked tables, if both have the sheet. */
	readonly alignment?: TableAlignment;
}

/** What counts, and what is told of what rules made equal. */
export interface Terms {
	readonly isCounted: (difference: DifferenceClass) => boolean;
	readonly rules: ValueRules;
	/** Called for each pair of cells or remarks that is equal by a rule. */
	readonly onIgnored: (rule: keyof ValueRules) => void;
}

export interface DifferenceOptions extends Omit<Terms, 'isCounted'> {
	/** The shift of the named sheet, or of the formula's own. */
	readonly shiftOf: (sheet: string | undefined) => SheetShift | undefined;
	/** True if any sheet, row or column moved, so that equal formulas may differ. */
	readonly isShifted: boolean;
}

export function* rowEntries(
	alignment: TableAlignment,
	options: DifferenceOptions,
): Generator<RowEntry> {
	const differencesOf = cellDifferences(alignment, options);
	for (const pair of pairsIn(alignment.rows)) {
		const cells = isOfBoth(pair) ? differencesOf(pair.kept, pair.sent) : nothing;
		yield { ...pair, cells };
	}
}

const nothing: readonly CellDifference[] = [];

function cellDifferences(
	{ kept, sent, columns, compared, isHeaderShown }: TableAlignment,
	{ rules, shiftOf, isShifted, onIgnored }: DifferenceOptions,
): (keptRow: number, sentRow: number) => readonly CellDifference[] {
	const common = columns.filter(isCommon);
	const isSame = (keptRow: number, sentRow: number) => {
		if (compared.kept[keptRow] !== compared.sent[sentRow]) return false;
		const [keptTraits, sentTraits] = [kept.traits?.[keptRow], sent.traits?.[sentRow]];
		return keptTraits === sentTraits && !(isShifted && hasFormula(keptTraits ?? ''));
	};
	return (keptRow, sentRow) => {
		if (isSame(keptRow, sentRow)) return nothing;
		const [keptCells, sentCells] = [
			cellsOf(at(kept.rows, keptRow)),
			cellsOf(at(sent.rows, sentRow)),
		];
		const keptTraits = traitsOf(kept.traits?.[keptRow] ?? '');
		const sentTraits = traitsOf(sent.traits?.[sentRow] ?? '');
		const isNames = isHeaderShown && keptRow === 0 && sentRow === 0;
		return common.flatMap((column): readonly CellDifference[] => {
			const [base, other] = [keptCells[column.kept] ?? '', sentCells[column.sent] ?? ''];
			const text = textDifference(base, other, rules, compared.signs);
			const trait = keptTraits[column.kept] ?? plainText;
			const sentTrait = sentTraits[column.sent] ?? plainText;
			const difference = withTraits(text, trait, sentTrait, shiftOf);
			if (difference === undefined) return nothing;
			if (isRule(difference)) {
				onIgnored(difference);
				return nothing;
			}
			if (difference === 'formula' && trait.formula === sentTrait.formula) {
				return [{ column, difference, formulaNow: shiftedFormula(trait.formula, shiftOf) }];
			}
			return [{ column, difference: isNames && difference === 'content' ? 'name' : difference }];
		});
	};
}

const cellRules: ReadonlySet<string> = new Set<keyof ValueRules>([
	'numberTolerance',
	'dateToleranceSeconds',
	'ignoreCase',
	'ignoreWhiteSpace',
]);

export function isRule(
	difference: DifferenceClass | keyof ValueRules,
): difference is keyof ValueRules {
	return cellRules.has(difference);
}

/** Selects the main difference: content, formula, spelling, link, look, and format last. */
function withTraits(
	text: TextDifference | keyof ValueRules | undefined,
	kept: Trait,
	sent: Trait,
	shiftOf: DifferenceOptions['shiftOf'],
): DifferenceClass | keyof ValueRules | undefined {
	if (text === 'content' || text === 'letters') return text;
	if (kept.formula !== sent.formula || kept.formula !== '') {
		if (shiftedFormula(kept.formula, shiftOf) !== sent.formula) return 'formula';
	}
	if (text === 'writing' || kept.kind !== sent.kind) return 'writing';
	if (kept.link !== sent.link) return 'link';
	if (kept.format === sent.format && kept.look === sent.look) return text;
	return shownLook(kept) === shownLook(sent) ? 'form' : 'look';
}

/** True if a row or column moved, or the sheet has no partner of the same name. */
export function isShiftedSheet({ pair, alignment }: ComparedSheet): boolean {
	if (alignment === undefined || pair.isRenamed) return true;
	const { kept, sent, rows, columns } = alignment;
	return (
		columns.some((column) => column.kept !== column.sent) ||
		rows.toSent.some((row, index) => kept.rowNumbers[index] !== sent.rowNumbers[row])
	);
}

/** Maps rows and columns of the kept sheet to the sent one; a removed one to where it would be. */
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
