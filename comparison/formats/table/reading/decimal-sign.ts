/** The decimal signs of two CSV files: `1,234` is 1.234 in one file and 1234 in another. */
import type { CompareRules } from '../../../core/rules';
import { decimalSignsIn, type DecimalSigns } from '../../../core/values';
import { cellsOf, type Table } from './table';

/** That of the rule; else those that the numbers show. */
export function decimalSignsOf(
	kept: Table,
	sent: Table,
	{ decimalSign }: Pick<CompareRules, 'decimalSign'>,
): DecimalSigns {
	if (decimalSign === undefined) return decimalSignsIn(writtenCells(kept), writtenCells(sent));
	const sign = decimalSign === 'point' ? '.' : ',';
	return { kept: isCsv(kept) ? sign : undefined, sent: isCsv(sent) ? sign : undefined };
}

/** A workbook keeps numbers as such: what its texts mean is not known. */
const isCsv = ({ traits }: Table) => traits === undefined;

function* writtenCells(table: Table): Generator<string> {
	if (isCsv(table)) for (const row of table.rows) yield* cellsOf(row);
}
