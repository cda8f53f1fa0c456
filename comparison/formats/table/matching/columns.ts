/**
 * Aligns the columns of two tables by header names if both have them, else by content, else by
 * position. A column found under another name was renamed.
 */
import { at, present } from '../../../../server/at';
import { reduced } from './cells';
import { isHeader, isHeaderShown } from './header';
import { longestIncreasing } from '../../../align/increasing';
import { mostAlike } from '../../../align/pairing';
import { cellAt, cellsOf, isLater, widthOf, type Table } from '../reading/table';

/** A column of one table or of both. */
export interface Column {
	/** From 0; absent in a column that was added. */
	readonly kept?: number;
	/** From 0; absent in a column that was removed. */
	readonly sent?: number;
	readonly isMoved: boolean;
	readonly isRenamed: boolean;
}

export interface ColumnAlignment {
	/** In the order of the sent table; removed ones where they were. */
	readonly columns: readonly Column[];
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
export function alignColumns(kept: Table, sent: Table): ColumnAlignment {
	const hasHeader = isHeader(kept, sent) && isHeader(sent, kept);
	const isShown = hasHeader && isHeaderShown(kept) && isHeaderShown(sent);
	const isSwapped = isLater(kept.rows, sent.rows);
	const [first, second] = isSwapped ? [sent, kept] : [kept, sent];
	const partners = pairedColumns(first, second, hasHeader);
	const isInOrder = orderOf(partners);
	const toSent = isSwapped ? inverted(partners, widthOf(kept.rows)) : partners;
	const names = (table: Table) => cellsOf(at(table.rows, 0));
	const paired = (keptColumn: number, sentColumn: number): Column => ({
		kept: keptColumn,
		sent: sentColumn,
		isMoved: !isInOrder(isSwapped ? sentColumn : keptColumn),
		isRenamed:
			isShown && reduced(names(kept)[keptColumn] ?? '') !== reduced(names(sent)[sentColumn] ?? ''),
	});
	const columns = inOrder(toSent, widthOf(sent.rows), paired);
	return {
		columns: columns.filter((column) => !isAloneAndEmpty(column, kept, sent)),
		hasHeader,
		isHeaderShown: isShown,
	};
}

/** A column between others that holds nothing is no column that was added or removed. */
function isAloneAndEmpty(column: Column, kept: Table, sent: Table): boolean {
	if (column.kept === undefined) return isEmpty(sent, present(column.sent, 'a place'));
	return column.sent === undefined && isEmpty(kept, column.kept);
}

function isEmpty(table: Table, column: number): boolean {
	return table.rows.every((row) => cellAt(row, column) === '');
}

/** For each kept column the index of its partner, or -1. */
function pairedColumns(kept: Table, sent: Table, hasHeader: boolean): readonly number[] {
	const widths = { kept: widthOf(kept.rows), sent: widthOf(sent.rows) };
	const toSent = new Array<number>(widths.kept).fill(-1);
	if (hasHeader) {
		pairEqualNames(toSent, cellsOf(at(kept.rows, 0)), cellsOf(at(sent.rows, 0)));
	}
	const free = freeColumns(toSent, widths.sent);
	if (free.kept.length === 0 || free.sent.length === 0) return toSent;
	pairByContent(toSent, free, kept, sent, hasHeader);
	pairByPlace(toSent, widths, kept, sent, hasHeader);
	return toSent;
}

function inverted(partners: readonly number[], count: number): readonly number[] {
	const back = new Array<number>(count).fill(-1);
	partners.forEach((partner, column) => {
		if (partner >= 0) back[partner] = column;
	});
	return back;
}

function pairEqualNames(toSent: number[], kept: readonly string[], sent: readonly string[]): void {
	const taken = new Set<number>();
	for (const form of [(name: string) => name, reduced]) {
		const places = new Map<string, number>();
		sent.forEach((name, column) => {
			if (!taken.has(column) && name.trim() !== '') places.set(form(name), column);
		});
		kept.forEach((name, column) => {
			const place = places.get(form(name));
			if (toSent[column] !== -1 || place === undefined || taken.has(place)) return;
			toSent[column] = place;
			taken.add(place);
		});
	}
}

interface Free {
	readonly kept: readonly number[];
	readonly sent: readonly number[];
}

function freeColumns(toSent: readonly number[], sentWidth: number): Free {
	const taken = new Set(toSent);
	return {
		kept: toSent.flatMap((sent, kept) => (sent === -1 ? [kept] : [])),
		sent: Array.from({ length: sentWidth }, (_, column) => column).filter((one) => !taken.has(one)),
	};
}

function pairByContent(
	toSent: number[],
	free: Free,
	kept: Table,
	sent: Table,
	hasHeader: boolean,
): void {
	if (free.kept.length * free.sent.length > 10_000) return;
	const keptValues = free.kept.map((column) => valuesOf(kept, column, hasHeader));
	const sentValues = free.sent.map((column) => valuesOf(sent, column, hasHeader));
	const candidates = free.kept.flatMap((base, place) =>
		free.sent.map((other, sentPlace) => {
			const weight = likenessOf(keptValues[place], sentValues[sentPlace]);
			return { base, other, weight };
		}),
	);
	const alike = candidates.filter(({ weight }) => weight >= alikeMin);
	for (const { base, other } of mostAlike(alike)) toSent[base] = other;
}

/**
 * Pairs columns between the same neighbours, if both sides have equally many; columns that
 * both have names must also share some content.
 */
function pairByPlace(
	toSent: number[],
	widths: { readonly kept: number; readonly sent: number },
	kept: Table,
	sent: Table,
	hasHeader: boolean,
): void {
	let [keptFrom, sentFrom] = [0, 0];
	const close = (keptTo: number, sentTo: number) => {
		const count = keptTo - keptFrom;
		for (let step = 0; count === sentTo - sentFrom && step < count; step += 1) {
			const [keptColumn, sentColumn] = [keptFrom + step, sentFrom + step];
			if (toSent.includes(sentColumn)) continue;
			const likeness = () =>
				likenessOf(valuesOf(kept, keptColumn, true), valuesOf(sent, sentColumn, true));
			const isNamed = hasHeader && isNamedIn(kept, keptColumn) && isNamedIn(sent, sentColumn);
			if (!isNamed || likeness() >= alikeInPlaceMin) toSent[keptColumn] = sentColumn;
		}
	};
	const isInOrder = orderOf(toSent);
	[...toSent].forEach((sentColumn, keptColumn) => {
		if (sentColumn === -1 || !isInOrder(keptColumn)) return;
		close(keptColumn, sentColumn);
		[keptFrom, sentFrom] = [keptColumn + 1, sentColumn + 1];
	});
	close(widths.kept, widths.sent);
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

/** Returns whether a kept column's partner is in order. */
function orderOf(toSent: readonly number[]): (kept: number) => boolean {
	const paired = toSent.flatMap((sent, kept) => (sent === -1 ? [] : [kept]));
	const flags = longestIncreasing(Int32Array.from(paired, (kept) => at(toSent, kept)));
	const inOrder = new Set(paired.filter((_, place) => flags[place] === 1));
	return (kept) => inOrder.has(kept);
}

function inOrder(
	toSent: readonly number[],
	sentWidth: number,
	paired: (kept: number, sent: number) => Column,
): readonly Column[] {
	const columns: Column[] = [];
	let nextKept = 0;
	const addRemovedUntil = (keptTo: number) => {
		for (; nextKept < keptTo; nextKept += 1) {
			if (toSent[nextKept] === -1)
				columns.push({ kept: nextKept, isMoved: false, isRenamed: false });
		}
	};
	inverted(toSent, sentWidth).forEach((kept, sent) => {
		if (kept === -1) {
			columns.push({ sent, isMoved: false, isRenamed: false });
			return;
		}
		const column = paired(kept, sent);
		if (!column.isMoved) addRemovedUntil(kept);
		columns.push(column);
	});
	addRemovedUntil(toSent.length);
	return columns;
}
