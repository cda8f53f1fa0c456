/** What the readers of the sheets of an ODS have in common. */

/** Elements whose cells and texts do not belong to the sheet. */
export const besideCells: ReadonlySet<string> = new Set([
	'annotation',
	'tracked-changes',
	'shapes',
]);

/** How many equal cells, rows or columns an element stands for, or over how many a cell reaches. */
export function repeats(text: string | undefined): number {
	const count = Number(text ?? 1);
	return Number.isInteger(count) && count > 0 ? count : 1;
}
