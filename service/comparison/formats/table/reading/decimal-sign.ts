/** The decimal signs of two CSV files: `1,234` is 1.234 in one file and 1234 in another. */
import type { CompareRules } from '../../../core/rules';
import { shownDecimalSign, type DecimalSign, type DecimalSigns } from '../../../core/values';
import { cellsOf, type Table } from './table';

/** Enough to meet a number with decimals, where there are some. */
const cellsRead = 20_000;

/** That of the rule; else a file whose numbers show no sign is read with that of the other. */
export function decimalSignsOf(
	kept: Table,
	sent: Table,
	{ decimalSign }: Pick<CompareRules, 'decimalSign'>,
): DecimalSigns {
	if (decimalSign !== undefined) {
		const sign = decimalSign === 'point' ? '.' : ',';
		return { kept: isCsv(kept) ? sign : undefined, sent: isCsv(sent) ? sign : undefined };
	}
	const [keptShown, sentShown] = [signsShownIn(kept), signsShownIn(sent)];
	const signOf = (own: ReadonlySet<DecimalSign>, other: ReadonlySet<DecimalSign>) => {
		const shown = own.size === 0 ? other : own;
		return shown.size === 1 ? [...shown][0] : undefined;
	};
	return { kept: signOf(keptShown, sentShown), sent: signOf(sentShown, keptShown) };
}

/** A workbook keeps numbers as such: what its texts mean is not known. */
const isCsv = ({ traits }: Table) => traits === undefined;

function signsShownIn(table: Table): ReadonlySet<DecimalSign> {
	const signs = new Set<DecimalSign>();
	if (!isCsv(table)) return signs;
	let read = 0;
	for (const row of table.rows) {
		const cells = cellsOf(row);
		for (const cell of cells) {
			const sign = shownDecimalSign(cell);
			if (sign !== undefined) signs.add(sign);
		}
		read += cells.length;
		if (signs.size > 1 || read > cellsRead) break;
	}
	return signs;
}
