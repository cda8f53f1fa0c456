/**
 * Converts differences of tables to changes with places, for the reply and for the file of all
 * changes; what differs beside the rows is told in a sentence as well.
 */
import { at } from '../../../../server/at';
import { cutTexts, type Change, type ChangeKind } from '../../../core/comparison';
import type { Both } from '../../../core/format-comparer';
import type { AlignedColumn } from '../matching/columns';
import type { CellDifference, ComparedSheet, RowEntry, Terms } from '../matching/differences';
import { viewDifferences, type ViewPart } from '../matching/views';
import { cellAt, cellsOf, columnLetters } from '../reading/table';
import { shownLook, traitsOf } from '../reading/traits';

const textLengthMax = 2000;

/** A change with the columns of the changes file. */
export interface TableChange extends Change {
	/** What changed: a sheet, a column, a row, or a cell of the named column. */
	readonly of: 'sheet' | 'column' | 'row' | 'cell';
	readonly columnName?: string;
}

type Side = keyof Both<unknown>;
type IsCounted = Terms['isCounted'];

/** `partOf`: place and text on a side whose file has the sheet; undefined if nothing is there. */
function changeOf(
	change: Pick<TableChange, 'kind' | 'of' | 'columnName'>,
	sheet: ComparedSheet,
	partOf: (side: Side) => ViewPart | undefined,
): TableChange {
	const told = (side: Side) => {
		const { name } = sheet[side] ?? {};
		const part = name === undefined ? undefined : partOf(side);
		const place = { ...(name !== '' && { sheet: name }), cell: part?.place };
		return part && { place, text: part.text };
	};
	const [kept, sent] = [told('kept'), told('sent')];
	const texts = cutTexts({ oldText: kept?.text, newText: sent?.text }, textLengthMax);
	return { ...change, kept: kept?.place, sent: sent?.place, ...texts };
}

/** What differs beside the rows. */
export interface StructureChange {
	readonly kind: ChangeKind;
	readonly sentence: string;
	/** Undefined for the name of a column, which is told with its cell. */
	readonly change?: TableChange;
}

/** Those that count: of the sheet itself, of its columns, and of what stands beside the cells. */
export function structureChanges(sheet: ComparedSheet, terms: Terms): readonly StructureChange[] {
	const { pair, kept, sent, alignment } = sheet;
	const { isCounted } = terms;
	const whole = (kind: ChangeKind, isTold: boolean, sentence: string) => {
		const nameOn = (side: Side) => ({ text: sheet[side]?.name ?? '' });
		return isTold
			? [{ kind, sentence, change: changeOf({ kind, of: 'sheet' }, sheet, nameOn) }]
			: [];
	};
	const columns = alignment?.columns ?? [];
	return [
		...whole('added', kept === undefined, 'The sheet was added.'),
		...whole('removed', sent === undefined, 'The sheet was removed.'),
		...whole(
			'changed',
			pair.isRenamed && isCounted('name'),
			`The sheet was named ${kept?.name} before.`,
		),
		...whole('moved', pair.isMoved && isCounted('order'), 'The sheet stands at another place.'),
		...columns.flatMap((column) => columnChanges(column, sheet, isCounted)),
		...viewChanges(sheet, terms),
	];
}

/** What became of a column; undefined if nothing that counts. */
export function columnKind(
	column: AlignedColumn,
	isCounted: IsCounted,
): 'added' | 'removed' | 'moved' | undefined {
	if (column.kept === undefined) return 'added';
	if (column.sent === undefined) return 'removed';
	return column.isMoved && isCounted('order') ? 'moved' : undefined;
}

function columnChanges(
	column: AlignedColumn,
	sheet: ComparedSheet,
	isCounted: IsCounted,
): readonly StructureChange[] {
	const { name, isIgnored, isRenamed } = column;
	if (isIgnored) return [];
	const kind = columnKind(column, isCounted);
	const lettersOn = (side: Side) => columnLetters(column[side] ?? 0);
	const what =
		kind === 'moved' ? `moved from ${lettersOn('kept')} to ${lettersOn('sent')}` : `was ${kind}`;
	const before = cellAt(sheet.kept?.rows[0] ?? '', column.kept ?? 0);
	const partOn = (side: Side) =>
		column[side] === undefined ? undefined : { place: lettersOn(side), text: name };
	const change = kind && changeOf({ kind, of: 'column', columnName: name }, sheet, partOn);
	return [
		...(kind ? [{ kind, sentence: `Column ${name} ${what}.`, change }] : []),
		...(isRenamed && isCounted('name')
			? [{ kind: 'changed' as const, sentence: `Column ${name} was named ${before} before.` }]
			: []),
	];
}

const viewNames = { sheet: 'The sheet', column: 'Column', row: 'Row', cell: 'Cell' } as const;

function viewChanges(sheet: ComparedSheet, terms: Terms): readonly StructureChange[] {
	return viewDifferences(sheet.alignment, terms).map((found) => {
		const { of, kept, sent } = found;
		const place = sent.place ?? kept.place;
		const names = place?.includes(':') === true ? `${viewNames[of]}s` : viewNames[of];
		const what = place === undefined ? viewNames[of] : `${names} ${place}`;
		const kind = 'changed';
		return {
			kind,
			sentence: `${what}: ${kept.text} before, ${sent.text} now.`,
			change: changeOf({ kind, of }, sheet, (side) => found[side]),
		};
	});
}

/** What became of a row as a whole. */
export function rowKind({ kept, sent, isMoved }: RowEntry): 'added' | 'removed' | 'moved' | '' {
	if (kept === undefined) return 'added';
	if (sent === undefined) return 'removed';
	return isMoved ? 'moved' : '';
}

/** Of a row as a whole, then of its cells. */
export function rowChanges(entry: RowEntry, sheet: ComparedSheet): readonly TableChange[] {
	const kind = rowKind(entry);
	const partOn = (side: Side) => {
		const [row, table] = [entry[side], sheet[side]];
		if (row === undefined || table === undefined) return undefined;
		const text = cellsOf(at(table.rows, row)).join(' | ');
		return { place: String(table.rowNumbers[row]), text };
	};
	const cells = entry.cells.map((found) => cellChange(found, entry, sheet));
	return kind === '' ? cells : [changeOf({ kind, of: 'row' }, sheet, partOn), ...cells];
}

function cellChange(found: CellDifference, entry: RowEntry, sheet: ComparedSheet): TableChange {
	const { column, difference } = found;
	const kind = difference === 'form' ? 'formatted' : 'changed';
	return changeOf({ kind, of: 'cell', columnName: column.name }, sheet, (side) => {
		const number = sheet[side]?.rowNumbers[entry[side] ?? -1];
		const place = `${columnLetters(column[side])}${number}`;
		return { place, text: cellText(found, entry, sheet, side) };
	});
}

/** The value of a cell, with the formula, format, kind or link if the difference is about it. */
export function cellText(
	{ column, difference, formulaNow }: CellDifference,
	entry: RowEntry,
	sheet: ComparedSheet,
	side: Side,
): string {
	const { rows = [], traits } = sheet[side] ?? {};
	const row = entry[side] ?? -1;
	const value = cellAt(at(rows, row), column[side]);
	const trait = traitsOf(traits?.[row] ?? '')[column[side]];
	if (trait === undefined) return value;
	const now = side === 'kept' ? formulaNow : undefined;
	const aside = [
		...(trait.formula === '' ? [] : [`=${trait.formula}`]),
		...(now === undefined ? [] : [`now =${now}`]),
		...(difference === 'form' ? [`format ${trait.format === '' ? 'General' : trait.format}`] : []),
		...(difference === 'link' ? [trait.link === '' ? 'no link' : trait.link] : []),
		...(difference === 'look' ? [shownLook(trait) || 'plain'] : []),
		...(difference === 'writing' ? [trait.kind === '' ? 'text' : trait.kind] : []),
	];
	return aside.length === 0 ? value : `${value} [${aside.join(', ')}]`;
}
