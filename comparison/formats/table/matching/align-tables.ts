/**
 * Aligns two tables: the columns, then the rows by their common, not ignored columns. Also used for
 * tables inside documents.
 */
import { at, present } from '../../../../server/at';
import type { CompareRules } from '../../../core/rules';
import type { Partners } from '../../../align/pairing';
import { alignColumns, type Column } from './columns';
import { guessedKey, keysAt, type KeyPlaces } from './keys';
import { alignRows, type RowKeys } from './rows';
import { ruledColumn, type AlignedColumns } from './ruled-columns';
import type { Rows } from './similar';
import { decimalSignsOf } from '../reading/decimal-sign';
import { cellAt, cellsOf, columnLetters, isLater, packRow, type Table } from '../reading/table';

export interface AlignedColumn extends Column {
	/** Ignored by a rule. */
	readonly isIgnored: boolean;
	/** The name in the header row of the sent table, else of the kept one; otherwise its letters. */
	readonly name: string;
}

export interface TableAlignment {
	readonly kept: Table;
	readonly sent: Table;
	readonly columns: readonly AlignedColumn[];
	/** True if the first row of both may have the column names. */
	readonly hasHeader: boolean;
	/** True if the values below show that it does. */
	readonly isHeaderShown: boolean;
	readonly rows: Partners;
	/** The compared rows: cells of the common columns, in one order. */
	readonly compared: Rows;
	readonly key: TableKey;
	/** The columns that rules leave out, by what the rule says; `untold` ones were compared. */
	readonly leftOut: ReadonlyMap<string, ReturnType<typeof ruledColumn>>;
}

/** How rows were paired. */
export type TableKey =
	| { readonly by: 'content' }
	| { readonly by: 'guess' | 'rule'; readonly names: readonly string[] }
	/** A rule names a column that this side lacks, or by a letter that may mean another there. */
	| {
			readonly by: 'missing';
			readonly side: 'kept' | 'sent';
			readonly name: string;
			readonly isUntold?: true;
	  };

export type AlignmentRules = Pick<CompareRules, 'ignoreColumns' | 'keyColumns' | 'decimalSign'>;

export function alignTables(kept: Table, sent: Table, rules: AlignmentRules): TableAlignment {
	const { columns: found, hasHeader, isHeaderShown } = alignColumns(kept, sent);
	const aligned = { kept, sent, hasHeader, isHeaderShown, columns: found };
	const leftOut = new Map(
		(rules.ignoreColumns ?? []).map((name) => [name, ruledColumn(name, aligned)]),
	);
	const columns = named(aligned, new Set(leftOut.values()));
	const common = commonColumns(columns, isLater(kept.rows, sent.rows));
	const signs = decimalSignsOf(kept, sent, rules);
	const compared = {
		signs,
		kept: projected(
			kept.rows,
			columns.length,
			common.map((column) => present(column.kept, 'the kept place')),
		),
		sent: projected(
			sent.rows,
			columns.length,
			common.map((column) => present(column.sent, 'the sent place')),
		),
	};
	const skipped = hasHeader ? 1 : 0;
	const body = {
		signs,
		kept: compared.kept.slice(skipped),
		sent: compared.sent.slice(skipped),
	};
	const { key, keys } = rowKeys(body, { ...aligned, columns, common }, rules);
	const rows = withHeader(alignRows(body, keys), skipped);
	return { kept, sent, columns, hasHeader, isHeaderShown, rows, compared, key, leftOut };
}

/** In the order of one side, chosen independently of which one is kept. */
function commonColumns(
	columns: readonly AlignedColumn[],
	isSentFirst: boolean,
): readonly AlignedColumn[] {
	const place = ({ kept = 0, sent = 0 }: AlignedColumn) => (isSentFirst ? sent : kept);
	return columns
		.filter(({ kept, sent, isIgnored }) => kept !== undefined && sent !== undefined && !isIgnored)
		.sort((one, other) => place(one) - place(other));
}

function named(
	{ kept, sent, hasHeader, columns }: AlignedColumns,
	leftOut: ReadonlySet<unknown>,
): readonly AlignedColumn[] {
	return columns.map((column) => {
		const table = column.sent === undefined ? kept : sent;
		const place = present(column.sent ?? column.kept, 'the place of a column');
		const name = hasHeader ? cellAt(at(table.rows, 0), place) : '';
		return {
			...column,
			isIgnored: leftOut.has(column),
			name: name === '' ? columnLetters(place) : name,
		};
	});
}

/** The cells of these columns; returns the rows unchanged if these are all columns in order. */
function projected(
	rows: readonly string[],
	width: number,
	places: readonly number[],
): readonly string[] {
	if (places.length === width && places.every((place, index) => place === index)) return rows;
	return rows.map((row) => {
		const cells = cellsOf(row);
		return packRow(places.map((place) => cells[place] ?? ''));
	});
}

interface KeySides extends AlignedColumns {
	readonly columns: readonly AlignedColumn[];
	readonly common: readonly AlignedColumn[];
}

function rowKeys(
	body: Rows,
	sides: KeySides,
	{ keyColumns = [] }: AlignmentRules,
): { readonly key: TableKey; readonly keys?: RowKeys } {
	if (keyColumns.length === 0) {
		const guess = guessedKey(body, sides.common, (column) => nameIn(sides, column));
		if (guess === undefined) return { key: { by: 'content' } };
		return { key: { by: 'guess', names: [nameIn(sides, guess.column)] }, keys: guess.keys };
	}
	const { kept, sent, hasHeader } = sides;
	const skipped = hasHeader ? 1 : 0;
	const places: KeyPlaces[] = [];
	for (const name of keyColumns) {
		const column = ruledColumn(name, sides);
		if (column === 'untold') return { key: { by: 'missing', side: 'sent', name, isUntold: true } };
		if (column === 'none' || column.kept === undefined)
			return { key: { by: 'missing', side: 'kept', name } };
		if (column.sent === undefined) return { key: { by: 'missing', side: 'sent', name } };
		places.push({ kept: column.kept, sent: column.sent });
	}
	const rows = { kept: kept.rows.slice(skipped), sent: sent.rows.slice(skipped) };
	const keys = keysAt({ ...rows, signs: body.signs }, places);
	return { key: { by: 'rule', names: keyColumns }, keys };
}

function nameIn({ hasHeader, sent }: AlignedColumns, column: Column): string {
	const place = present(column.sent, 'the sent place');
	const name = hasHeader ? cellAt(at(sent.rows, 0), place) : '';
	return name === '' ? columnLetters(place) : name;
}

/** Adds the pair of header rows again. */
function withHeader(rows: Partners, skipped: number): Partners {
	if (skipped === 0) return rows;
	const shifted = (partners: Int32Array) =>
		Int32Array.from([0, ...Array.from(partners, (partner) => (partner < 0 ? -1 : partner + 1))]);
	return {
		toSent: shifted(rows.toSent),
		toKept: shifted(rows.toKept),
		isMoved: Uint8Array.from([0, ...rows.isMoved]),
	};
}
