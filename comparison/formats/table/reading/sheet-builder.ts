/**
 * Builds a table from the cells of a sheet. Rows and cells without a position follow the one
 * before; empty ones take no memory.
 */
import { ReadFault } from '../../../core/format-comparer';
import { at } from '../../../../server/at';
import { cellsOf, columnLetters, packRow, withoutMark, type Table } from './table';
import { packTraits, plainText, traitsOf, type Trait } from './traits';
import { tableBounds, type ReadBounds } from './workbook';

/** The target of each linked cell, by row and column; rows count from 1, columns from 0. */
export type CellLinks = ReadonlyMap<number, ReadonlyMap<number, string>>;

export interface BuiltCell extends Trait {
	readonly value: string;
}

const knownTraitsMax = 20_000;
const lastRow = 1_048_576;

export class SheetBuilder {
	private readonly rows: string[] = [];
	private readonly rowNumbers: number[] = [];
	private readonly traits: string[] = [];
	/** Most rows have the same traits, so equal strings are shared. */
	private readonly knownTraits = new Map<string, string>();
	private values: string[] = [];
	private rowTraits: Trait[] = [];

	constructor(
		private readonly name: string,
		private readonly bounds: ReadBounds,
	) {}

	/** Columns count from 0. */
	set(column: number, cell: BuiltCell): void {
		if (cell.value === '') return;
		if (column >= tableBounds.columnsMax) {
			throw new ReadFault(
				`A row has too many columns: it reaches beyond ${columnLetters(tableBounds.columnsMax - 1)}.`,
			);
		}
		while (this.values.length < column) {
			this.values.push('');
			this.rowTraits.push(plainText);
		}
		this.values[column] = withoutMark(cell.value);
		// A truth that stands in a cell is saved by Calc as the formula that says it.
		const isFixed = cell.kind === 'truth' && cell.formula === `${cell.value}()`;
		this.rowTraits[column] = isFixed ? { ...cell, formula: '' } : cell;
	}

	/** Ends a row, or `count` equal rows if the file repeats it. */
	endRow(number: number, count = 1): void {
		const [values, traits] = [this.values, this.rowTraits];
		[this.values, this.rowTraits] = [[], []];
		const row = packRow(values);
		if (row === '') return;
		if (number + count - 1 > lastRow) throw new ReadFault(`A sheet reaches beyond row ${lastRow}.`);
		const known = this.known(packTraits(traits));
		for (let step = 0; step < count; step += 1) {
			this.bounds.addRow(values.length, row.length);
			this.rows.push(row);
			this.rowNumbers.push(number + step);
			this.traits.push(known);
		}
	}

	/** `links` are known only when all rows have been read. */
	table(links: CellLinks = new Map()): Table {
		const { name, rows, rowNumbers } = this;
		const traits = this.traits.map((packed, index) => {
			const own = links.get(at(rowNumbers, index));
			if (own === undefined) return packed;
			const cells = traitsOf(packed, cellsOf(at(rows, index)).length);
			return packTraits(cells.map((cell, column) => ({ ...cell, link: own.get(column) ?? '' })));
		});
		return { name, rows, rowNumbers, traits };
	}

	private known(traits: string): string {
		const known = this.knownTraits.get(traits);
		if (known !== undefined) return known;
		if (this.knownTraits.size < knownTraitsMax) this.knownTraits.set(traits, traits);
		return traits;
	}
}
