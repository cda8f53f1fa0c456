/** How many rows of each table were compared; a table with more of them has rows that nothing made. */
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';

type Table = keyof Schema;

export class RowCounts {
	private readonly counts = new Map<Table, number>();

	add(table: Table, rows: number): void {
		this.counts.set(table, (this.counts.get(table) ?? 0) + rows);
	}

	/** Of tables whose rows are all compared one by one. */
	async faults(snapshot: Database, tables: readonly Table[]): Promise<readonly string[]> {
		const faults: string[] = [];
		for (const table of tables) {
			const { rows } = await snapshot
				.selectFrom(table)
				.select(({ fn }) => fn.countAll<bigint>().as('rows'))
				.executeTakeFirstOrThrow();
			const compared = this.counts.get(table) ?? 0;
			if (Number(rows) > compared) {
				faults.push(`${table} has ${rows} rows, and ${compared} come from what is recorded`);
			}
		}
		return faults;
	}
}
