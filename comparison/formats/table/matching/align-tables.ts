/** Aligns two tables: the columns, then the rows by their common, not ignored columns. */
import type { CompareRules } from '../../../core/rules';
import { decimalSignsIn, type DecimalSigns } from '../../../core/values';
import { isOfBoth, type Partners } from '../../../align/pairing';
import { both, type Both } from '../../../core/format-comparer';
import {
	alignColumns,
	isCommon,
	type AlignedColumn,
	type AlignedColumns,
	type CommonColumn,
} from './columns';
import { guessedKey, keysAt } from './keys';
import { alignRows, type RowKeys } from './rows';
import { ruledColumn } from './ruled-columns';
import type { Rows } from './similar';
import { cellsOf, isLater, packRow, type Table } from '../reading/table';

export interface TableAlignment extends AlignedColumns<AlignedColumn> {
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
	const found = alignColumns(kept, sent);
	const leftOut = new Map(
		(rules.ignoreColumns ?? []).map((name) => [name, ruledColumn(name, found)]),
	);
	const ignored = new Set<unknown>(leftOut.values());
	const columns = found.columns.map((one) => ({ ...one, isIgnored: ignored.has(one) }));
	const aligned = { ...found, columns };
	const common = commonColumns(columns, isLater(kept.rows, sent.rows));
	const signs = decimalSignsOf(found, rules);
	const comparedOf = (side: keyof Both<Table>) =>
		projected(
			aligned[side].rows,
			columns.length,
			common.map((column) => column[side]),
		);
	const compared = { signs, ...both(comparedOf) };
	const skipped = found.hasHeader ? 1 : 0;
	const body = { signs, ...both((side) => compared[side].slice(skipped)) };
	const { key, keys } = rowKeys(body, aligned, common, rules);
	const rows = withHeader(alignRows(body, keys), skipped);
	return { ...aligned, rows, compared, key, leftOut };
}

/** In the order of one side, chosen independently of which one is kept. */
function commonColumns(
	columns: readonly AlignedColumn[],
	isSentFirst: boolean,
): readonly CommonColumn[] {
	const side = isSentFirst ? 'sent' : 'kept';
	return columns.filter(isCommon).sort((one, other) => one[side] - other[side]);
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

function rowKeys(
	body: Rows,
	sides: AlignedColumns,
	common: readonly AlignedColumn[],
	{ keyColumns = [] }: AlignmentRules,
): { readonly key: TableKey; readonly keys?: RowKeys } {
	if (keyColumns.length === 0) {
		const guess = guessedKey(body, common);
		if (guess === undefined) return { key: { by: 'content' } };
		return { key: { by: 'guess', names: [guess.name] }, keys: guess.keys };
	}
	const skipped = sides.hasHeader ? 1 : 0;
	const places: Both<number>[] = [];
	for (const name of keyColumns) {
		const column = ruledColumn(name, sides);
		if (column === 'untold') return { key: { by: 'missing', side: 'sent', name, isUntold: true } };
		if (column !== 'none' && isOfBoth(column)) places.push(column);
		else {
			const side = column === 'none' || column.kept === undefined ? 'kept' : 'sent';
			return { key: { by: 'missing', side, name } };
		}
	}
	const rows = both((side) => sides[side].rows.slice(skipped));
	const keys = keysAt({ ...rows, signs: body.signs }, places);
	return { key: { by: 'rule', names: keyColumns }, keys };
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

/** `1,234` is 1.234 in one file and 1234 in another: the sign of the rule, else that which numbers show. */
function decimalSignsOf(tables: Both<Table>, { decimalSign }: AlignmentRules): DecimalSigns {
	const { kept, sent } = tables;
	if (decimalSign === undefined) return decimalSignsIn(writtenCells(kept), writtenCells(sent));
	const sign = decimalSign === 'point' ? '.' : ',';
	return both((side) => (isCsv(tables[side]) ? sign : undefined));
}

/** A workbook keeps numbers as such: what its texts mean is not known. */
const isCsv = ({ traits }: Table) => traits === undefined;

function* writtenCells(table: Table): Generator<string> {
	if (isCsv(table)) for (const row of table.rows) yield* cellsOf(row);
}
