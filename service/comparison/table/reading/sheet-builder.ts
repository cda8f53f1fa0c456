/**
 * Gathers the cells of a sheet of a workbook, one after the other, into a table. Where a file leaves
 * out where a row or a cell stands it stands behind the one before; empty ones take no room.
 */
import { columnLetters, packRow, withoutMark, type Table } from './table';
import { packTraits, type Trait } from './traits';
import { tableBounds, TableFault, type ReadBounds } from './workbook';

export interface BuiltCell extends Trait {
	readonly value: string;
}

const noTrait: Trait = { kind: '', format: '', formula: '' };
const knownTraitsMax = 20_000;
const lastRow = 1_048_576;

export class SheetBuilder {
	private readonly rows: string[] = [];
	private readonly rowNumbers: number[] = [];
	private readonly traits: string[] = [];
	/** Rows mostly have the same traits: one string serves all of them. */
	private readonly knownTraits = new Map<string, string>();
	private values: string[] = [];
	private rowTraits: Trait[] = [];

	private readonly name: string;
	private readonly bounds: ReadBounds;

	constructor(name: string, bounds: ReadBounds) {
		this.name = name;
		this.bounds = bounds;
	}

	/** Both from 0. */
	set(column: number, { value, ...trait }: BuiltCell): void {
		if (value === '') return;
		if (column >= tableBounds.columnsMax) {
			throw new TableFault(
				`A row reaches beyond column ${columnLetters(tableBounds.columnsMax - 1)}.`,
			);
		}
		while (this.values.length < column) {
			this.values.push('');
			this.rowTraits.push(noTrait);
		}
		this.values[column] = withoutMark(value);
		this.rowTraits[column] = trait;
	}

	/** Ends a row; `count` of them when the file says one row for many. */
	endRow(number: number, count = 1): void {
		const [values, traits] = [this.values, this.rowTraits];
		[this.values, this.rowTraits] = [[], []];
		const row = packRow(values);
		if (row === '') return;
		if (number + count - 1 > lastRow)
			throw new TableFault(`A sheet reaches beyond row ${lastRow}.`);
		const known = this.known(packTraits(traits));
		for (let step = 0; step < count; step += 1) {
			this.bounds.addRow(values.length, row.length);
			this.rows.push(row);
			this.rowNumbers.push(number + step);
			this.traits.push(known);
		}
	}

	table(): Table {
		const { name, rows, rowNumbers, traits } = this;
		return { name, rows, rowNumbers, traits };
	}

	private known(traits: string): string {
		const known = this.knownTraits.get(traits);
		if (known !== undefined) return known;
		if (this.knownTraits.size < knownTraitsMax) this.knownTraits.set(traits, traits);
		return traits;
	}
}
