import { present } from '../../server/at';

/** Pads every column to its widest cell; `right` lists the right-aligned columns. Pure. */
export function tableText(
	rows: readonly (readonly string[])[],
	{ right = [] }: { readonly right?: readonly number[] } = {},
): string {
	const widths: number[] = [];
	for (const row of rows) {
		for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
	}
	const lines = rows.map((row) =>
		row
			.map((cell, at) => {
				const width = present(widths[at], 'the width of a column');
				return right.includes(at) ? cell.padStart(width) : cell.padEnd(width);
			})
			.join('  ')
			.trimEnd(),
	);
	return lines.map((line) => `${line}\n`).join('');
}
