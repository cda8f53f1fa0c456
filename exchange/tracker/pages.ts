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
 * Reads page after page, each from behind the last, until one has nothing new. What is not in a
 * list is taken for not there, so a page shorter than asked for does not end it; a tracker without
 * pages repeats its one.
 */
export async function readPages<Row extends { readonly id: string }>(
	readPage: (offset: number) => Promise<ReadAnswer<readonly Row[]>>,
	{ pageRows, pagesMax }: PageLimits,
): Promise<ReadAnswer<readonly Row[]>> {
	const rows = new Map<string, Row>();
	let offset = 0;
	for (let page = 0; page < pagesMax; page++) {
		const answer = await readPage(offset);
		if (answer.kind !== 'READ') return answer;
		const { value } = answer;
		if (new Set(value.map(({ id }) => id)).size < value.length) {
			return unavailable('a list with the same record twice');
		}
		const known = rows.size;
		for (const row of value) rows.set(row.id, row);
		offset += value.length;
		const isNew = rows.size > known;
		if (!isNew && value.length === pageRows) return unavailable('a list that begins again');
		if (!isNew) return { kind: 'READ', value: [...rows.values()] };
	}
	return unavailable(`a list of more than ${pageRows * pagesMax} records`);
}
