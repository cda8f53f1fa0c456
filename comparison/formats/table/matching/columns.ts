/**
 * Aligns the columns of two tables by header names if both have them, else by content, else by
 * position. A column found under another name was renamed.
 */
import { at, present } from '../../../../server/at';
import type { Both } from '../../../core/format-comparer';
import { reduced } from './cells';
import { isHeader, isHeaderShown } from './header';
import {
	isOfBoth,
	mirrored,
	Pairing,
	pairsIn,
	type Pair,
	type PairOfBoth,
	type Partners,
} from '../../../align/pairing';
import { cellAt, cellsOf, columnLetters, isLater, widthOf, type Table } from '../reading/table';

/** A column of one table or of both. */
export interface Column extends Pair {
	readonly isRenamed: boolean;
	/** The name in the header row of the sent table, else of the kept one; otherwise its letters. */
	readonly name: string;
}

export interface AlignedColumn extends Column {
	/** Ignored by a rule. */
	readonly isIgnored: boolean;
}

export type CommonColumn = AlignedColumn & PairOfBoth;

/** True for a column of both tables that no rule ignores. */
export function isCommon(column: AlignedColumn): column is CommonColumn {
	return isOfBoth(column) && !column.isIgnored;
}

/** Two tables with the columns of both. */
export interface AlignedColumns<One extends Column = Column> extends Both<Table> {
	/** In the order of the sent table; removed ones where they were. */
	readonly columns: readonly One[];
	/** True if the first row of both may have the column names. */
	readonly hasHeader: boolean;
	/** True if the values below show that it does. */
	readonly isHeaderShown: boolean;
}

/** Rows sampled to compare the content of columns. */
const sampleRows = 2000;
/** Least similarity of a pair; less for columns between paired neighbours. */
const alikeMin = 0.5;
const alikeInPlaceMin = 0.1;

/** Processed in a fixed order, so that swapping the tables only swaps the result. */
export function alignColumns(kept: Table, sent: Table): AlignedColumns {
	const hasHeader = isHeader(kept, sent) && isHeader(sent, kept);
	const isShown = hasHeader && isHeaderShown(kept) && isHeaderShown(sent);
	const partners = isLater(kept.rows, sent.rows)
		? mirrored(pairedColumns(sent, kept, hasHeader))
		: pairedColumns(kept, sent, hasHeader);
	const nameOf = ({ rows: [head = ''] }: Table, column: number) => reduced(cellAt(head, column));
	const columns = Array.from(pairsIn(partners), (pair): Column => {
		const isRenamed = isOfBoth(pair) && nameOf(kept, pair.kept) !== nameOf(sent, pair.sent);
		const place = present(pair.sent ?? pair.kept, 'the place of a column');
		const { rows } = pair.sent === undefined ? kept : sent;
		const name = hasHeader ? cellAt(at(rows, 0), place) : '';
		return { ...pair, isRenamed: isShown && isRenamed, name: name || columnLetters(place) };
	});
	// A column between others that holds nothing is no column that was added or removed.
	const isFilled = ({ rows }: Table, place?: number) =>
		place !== undefined && rows.some((row) => cellAt(row, place) !== '');
	const told = columns.filter(
		(column) => isOfBoth(column) || isFilled(kept, column.kept) || isFilled(sent, column.sent),
	);
	return { kept, sent, columns: told, hasHeader, isHeaderShown: isShown };
}

function pairedColumns(kept: Table, sent: Table, hasHeader: boolean): Partners {
	const pairing = new Pairing(widthOf(kept.rows), widthOf(sent.rows));
	if (hasHeader) pairEqualNames(pairing, kept, sent);
	if (pairing.isOpen) {
		pairByContent(pairing, kept, sent, hasHeader);
		pairByPlace(pairing, kept, sent, hasHeader);
	}
	return pairing.partners();
}

function pairEqualNames(pairing: Pairing, kept: Table, sent: Table): void {
	for (const form of [(name: string) => name, reduced]) {
		const names = ({ rows }: Table) =>
			cellsOf(at(rows, 0)).map((name) => (name.trim() === '' ? undefined : form(name)));
		pairing.addByKey(names(kept), names(sent));
	}
}

const triesMax = 10_000;

function pairByContent(pairing: Pairing, kept: Table, sent: Table, hasHeader: boolean): void {
	const { freeKept, freeSent } = pairing;
	if (freeKept.length * freeSent.length > triesMax) return;
	const valuesIn = (table: Table, columns: readonly number[]) =>
		new Map(columns.map((column) => [column, valuesOf(table, column, hasHeader)]));
	const [ours, theirs] = [valuesIn(kept, freeKept), valuesIn(sent, freeSent)];
	pairing.addAlike((base, other) => likenessOf(ours.get(base), theirs.get(other)), alikeMin);
}

/**
 * Pairs columns between the same neighbours, if both sides have equally many; columns that
 * both have names must also share some content.
 */
function pairByPlace(pairing: Pairing, kept: Table, sent: Table, hasHeader: boolean): void {
	for (const { keptFrom, keptTo, sentFrom, sentTo } of pairing.gaps()) {
		const count = keptTo - keptFrom;
		for (let step = 0; count === sentTo - sentFrom && step < count; step += 1) {
			const [keptColumn, sentColumn] = [keptFrom + step, sentFrom + step];
			if (pairing.toSent[keptColumn] !== -1 || pairing.toKept[sentColumn] !== -1) continue;
			const likeness = () =>
				likenessOf(valuesOf(kept, keptColumn, true), valuesOf(sent, sentColumn, true));
			const isNamed = hasHeader && isNamedIn(kept, keptColumn) && isNamedIn(sent, sentColumn);
			if (!isNamed || likeness() >= alikeInPlaceMin) pairing.add(keptColumn, sentColumn);
		}
	}
}

function isNamedIn({ rows }: Table, column: number): boolean {
	return cellAt(at(rows, 0), column).trim() !== '';
}

/** Counts the values of a column in the first rows. */
function valuesOf(table: Table, column: number, hasHeader: boolean): ReadonlyMap<string, number> {
	const values = new Map<string, number>();
	for (const row of table.rows.slice(hasHeader ? 1 : 0, sampleRows)) {
		const value = cellAt(row, column);
		if (value !== '') values.set(value, (values.get(value) ?? 0) + 1);
	}
	return values;
}

/** The share of common values. */
function likenessOf(
	kept: ReadonlyMap<string, number> = new Map(),
	sent: ReadonlyMap<string, number> = new Map(),
): number {
	const sizeOf = (values: ReadonlyMap<string, number>) =>
		[...values.values()].reduce((sum, count) => sum + count, 0);
	let common = 0;
	for (const [value, count] of kept) common += Math.min(count, sent.get(value) ?? 0);
	return common / Math.max(1, sizeOf(kept), sizeOf(sent));
}
