/**
 * Reads a whole list page by page. Records are identified by id, so one that is on two pages,
 * because a record was added meanwhile, counts once.
 */
import { unavailable } from './answers';
import type { ReadAnswer } from './tracker';

export interface PageLimits {
	/** Records per page. */
	readonly pageRows: number;
	/** Limit for a list that never ends. */
	readonly pagesMax: number;
}

/**
 * Reads pages until one has nothing new. A short page does not end the list, because a missing
 * record would count as absent; a tracker without paging repeats its only page.
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
