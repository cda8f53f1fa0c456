/**
 * What two workbooks come to at a level: the weights of what differs and of all there is, in cells; the
 * counts, in rows and in columns that one table alone has or that moved; the changes, and the rows to be
 * shown. One alignment is judged at every level.
 */
import { at } from '../../../../server/at';
import { isOfBoth } from '../../../align/pairing';
import { changesMax, type ChangeCounts } from '../../../core/comparison';
import { sides } from '../../../core/format-comparer';
import { Room, ShownRows } from '../../../report/shown-rows';
import type { TableAlignment } from '../matching/align-tables';
import type { AlignedColumn } from '../matching/columns';
import {
	isShiftedSheet,
	rowEntries,
	type ComparedSheet,
	type DifferenceOptions,
	type RowEntry,
	type Terms,
} from '../matching/differences';
import { cellAt, filledCount } from '../reading/table';
import {
	rowChanges,
	rowKind,
	structureChanges,
	type StructureChange,
	type TableChange,
} from './changes';

/** Most changes in the file beside the report. */
export const filedChangesMax = 100_000;

/** Weight of a changed name, position or view: one cell on each side. */
const pairWeight = 2;

export interface TallyTerms extends Terms {
	readonly shiftOf: (
		name: string | undefined,
		own: ComparedSheet,
	) => ReturnType<DifferenceOptions['shiftOf']>;
	readonly isReported: boolean;
}

/** What a report shows of a sheet. */
export interface ShownSheet {
	readonly sheet: ComparedSheet;
	readonly structure: readonly StructureChange[];
	readonly rows: ShownRows<RowEntry>;
}

type RunningCounts = { -readonly [Key in keyof ChangeCounts]: number };

export class Tally {
	differing = 0;
	total = 0;
	changeCount = 0;
	readonly counts: RunningCounts = { added: 0, removed: 0, changed: 0, moved: 0 };
	/** Those of the counts that are of columns. */
	readonly columns: RunningCounts = { ...this.counts };
	/** In the order of the document. */
	readonly listed: TableChange[] = [];
	readonly shown: readonly ShownSheet[];
	readonly #room = new Room();

	constructor(
		sheets: readonly ComparedSheet[],
		private readonly terms: TallyTerms,
	) {
		const isShifted = sheets.some(isShiftedSheet);
		this.shown = sheets.map((sheet) => this.#add(sheet, isShifted));
	}

	#add(sheet: ComparedSheet, isShifted: boolean): ShownSheet {
		const structure = structureChanges(sheet, this.terms);
		for (const { change } of structure) if (change) this.#addStructure(change, sheet);
		const rows = new ShownRows<RowEntry>(this.#room);
		const { alignment } = sheet;
		if (alignment === undefined) return { sheet, structure, rows };
		for (const { view } of [alignment.kept, alignment.sent])
			this.total += view?.remarks.length ?? 0;
		const { terms } = this;
		const shiftOf = (name?: string) => terms.shiftOf(name, sheet);
		const columns = {
			ignored: alignment.columns.filter(({ isIgnored }) => isIgnored),
			alone: alignment.columns.filter((column) => !column.isIgnored && !isOfBoth(column)),
		};
		for (const entry of rowEntries(alignment, { ...terms, isShifted, shiftOf })) {
			const counted = this.#counted(entry);
			this.#addRow(counted, sheet, alignment, columns);
			if (!terms.isReported) continue;
			if (isDifferent(counted)) rows.addDifferent(counted);
			else rows.addEqual(1, () => counted);
		}
		return { sheet, structure, rows };
	}

	#list(change: TableChange): void {
		this.changeCount += 1;
		const listedMax = this.terms.isReported ? filedChangesMax : changesMax;
		if (this.listed.length < listedMax) this.listed.push(change);
	}

	/** The cells of columns that only one table has are weighed row by row. */
	#addStructure(change: TableChange, { kept, sent }: ComparedSheet): void {
		this.#list(change);
		const kind = change.kind === 'formatted' ? 'changed' : change.kind;
		const isAlone = kind === 'added' || kind === 'removed';
		if (change.of === 'column') this.columns[kind] += 1;
		const rows = isAlone && change.of === 'sheet' ? (kept ?? sent)?.rows : undefined;
		const cells = (rows ?? []).reduce((sum, row) => sum + filledCount(row), 0);
		this.counts[kind] += rows?.length ?? 1;
		this.total += cells;
		this.differing += isAlone ? cells : pairWeight;
	}

	#counted(entry: RowEntry): RowEntry {
		const { isMoved, cells } = entry;
		const { isCounted } = this.terms;
		if (cells.length === 0 && !isMoved) return entry;
		return {
			...entry,
			isMoved: isMoved && isCounted('order'),
			cells: cells.filter(({ difference }) => isCounted(difference)),
		};
	}

	#addRow(
		entry: RowEntry,
		sheet: ComparedSheet,
		alignment: TableAlignment,
		{ ignored, alone }: Readonly<Record<'ignored' | 'alone', readonly AlignedColumn[]>>,
	): void {
		const cells = filledIn(entry, alignment) - filledIn(entry, alignment, ignored);
		const own = entry.cells.map(({ column }) => column);
		const changed = filledIn(entry, alignment, alone) + filledIn(entry, alignment, own);
		const moved = entry.isMoved ? Math.min(pairWeight, cells - changed) : 0;
		this.total += cells;
		this.differing += isOfBoth(entry) ? changed + moved : cells;
		const kind = rowKind(entry);
		if (kind !== '') this.counts[kind] += 1;
		if (entry.cells.some(({ difference }) => difference !== 'form')) this.counts.changed += 1;
		for (const change of rowChanges(entry, sheet)) this.#list(change);
	}
}

/** Number of filled cells of a row on both sides, in these columns or in all. */
function filledIn(
	entry: RowEntry,
	alignment: TableAlignment,
	columns?: readonly AlignedColumn[],
): number {
	let count = 0;
	for (const side of sides) {
		const row = entry[side];
		if (row === undefined) continue;
		const packed = at(alignment[side].rows, row);
		if (columns === undefined) count += filledCount(packed);
		else
			for (const { [side]: place = Infinity } of columns)
				if (cellAt(packed, place) !== '') count += 1;
	}
	return count;
}

function isDifferent(entry: RowEntry): boolean {
	return rowKind(entry) !== '' || entry.cells.length > 0;
}
