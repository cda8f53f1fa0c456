/**
 * Reads a range of a list in small pages and serves other requests in between, because SQLite
 * blocks the process while it reads. Rows are ordered by an indexed column of ascending numbers.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import { sql, type SelectQueryBuilder } from 'kysely';

/** Either takes a few milliseconds. */
const rowsAtOnce = 250;
const skippedAtOnce = 5_000;

interface RowRange {
	readonly limit: number;
	readonly offset: number;
}

interface ListOrder {
	/** The column, with its table. */
	readonly by: string;
	/** Set lower if each row needs further rows. */
	readonly rowsAtOnce?: number;
	/** All rows are above this number; default 0. */
	readonly from?: number;
	/** Descending order. */
	readonly isNewestFirst?: boolean;
}

/** Reads the rows of the range, converting a page at a time. */
export async function readList<Tables, Table extends keyof Tables, Row, Item>(
	query: SelectQueryBuilder<Tables, Table, Row>,
	order: ListOrder,
	{ limit, offset }: RowRange,
	convert: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): Promise<readonly Item[]> {
	const { rowsAtOnce: atOnce = rowsAtOnce, isNewestFirst = false } = order;
	const { from = isNewestFirst ? Number.MAX_SAFE_INTEGER : 0 } = order;
	const reading = pageReader(query, order);
	let { after, offset: left } = await skipRows(reading, offset, from);
	const items: Item[] = [];
	while (after !== undefined && items.length < limit) {
		const wanted = Math.min(atOnce, limit - items.length);
		const rows = await reading(after, { offset: left, limit: wanted });
		items.push(...(await convert(rows)));
		after = rows.length < wanted ? undefined : rows.at(-1)?.list_position;
		left = 0;
		if (after !== undefined) await othersServed();
	}
	return items;
}

/** Reads the rows after a number. */
type PageReader<Row> = (
	after: number,
	range: RowRange,
) => Promise<readonly (Row & { readonly list_position: number })[]>;

function pageReader<Tables, Table extends keyof Tables, Row>(
	query: SelectQueryBuilder<Tables, Table, Row>,
	{ by, isNewestFirst = false }: ListOrder,
): PageReader<Row> {
	const position = sql.ref<number>(by);
	const behind = sql.raw(isNewestFirst ? '<' : '>');
	return async (after, { offset, limit }) => {
		const rows: unknown = await query
			.select(position.as('list_position'))
			.where(sql<boolean>`${position} ${behind} ${after}`)
			.orderBy(position, isNewestFirst ? 'desc' : 'asc')
			.offset(offset)
			.limit(limit)
			.execute();
		return rows as Awaited<ReturnType<PageReader<Row>>>;
	};
}

/**
 * Skips most rows of the offset; returns the number to read after, and the offset that is left.
 */
async function skipRows<Row>(
	reading: PageReader<Row>,
	offset: number,
	from: number,
): Promise<{ readonly after: number | undefined; readonly offset: number }> {
	let after: number | undefined = from;
	let left = offset;
	while (after !== undefined && left > skippedAtOnce) {
		const [last] = await reading(after, { offset: skippedAtOnce - 1, limit: 1 });
		after = last?.list_position;
		left -= skippedAtOnce;
		await othersServed();
	}
	return { after, offset: left };
}
