/**
 * A whole list, page after page. Records are told apart by their id, so that one seen on two
 * pages, as when a record is added meanwhile, counts once.
 */
import { unavailable } from './answers';
import type { ReadAnswer } from './tracker';

export interface PageLimits {
	/** Records asked for at a time. */
	readonly pageRows: number;
	/** A list that has not ended by then never will. */
	readonly pagesMax: number;
}

/**
 * Reads pages from 0, `pageRows` apart, until one is short. A tracker that knows no pages answers
 * more than it was asked for, and the same again.
 */
export async function readPages<Row extends { readonly id: string }>(
	readPage: (offset: number) => Promise<ReadAnswer<readonly Row[]>>,
	{ pageRows, pagesMax }: PageLimits,
): Promise<ReadAnswer<readonly Row[]>> {
	const rows = new Map<string, Row>();
	for (let page = 0; page < pagesMax; page++) {
		const answer = await readPage(page * pageRows);
		if (answer.kind !== 'READ') return answer;
		const { value } = answer;
		if (new Set(value.map(({ id }) => id)).size < value.length) {
			return unavailable('a list with the same record twice');
		}
		const known = rows.size;
		for (const row of value) rows.set(row.id, row);
		const isOver = value.length < pageRows;
		const isNew = rows.size > known;
		if (isOver || (!isNew && value.length > pageRows)) {
			return { kind: 'READ', value: [...rows.values()] };
		}
		if (!isNew) return unavailable('a list that begins again');
	}
	return unavailable(`a list of more than ${pageRows * pagesMax} records`);
}
