/**
 * Reads the part of a list a caller asks for a few rows at a time, so that others are served in
 * between: the embedded database answers within the process and holds it as long as it reads. Rows
 * are in the order of a column of rising numbers, which their table has an index for.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import { sql, type SelectQueryBuilder } from 'kysely';

/** Each of the two takes a few milliseconds. */
const rowsAtOnce = 250;
const passedOverAtOnce = 5_000;

interface RowRange {
	readonly limit: number;
	readonly offset: number;
}

interface Order {
	/** Of the rising numbers, with its table. */
	readonly by: string;
	/** Fewer where a row brings others with it. */
	readonly rowsAtOnce?: number;
	/** What all of them are above: 0 without it. */
	readonly from?: number;
	/** From the largest number down. */
	readonly isNewestFirst?: boolean;
}

/** The rows of the range, each few of them as `convert` makes them. */
export async function readList<Tables, Table extends keyof Tables, Row, Item>(
	query: SelectQueryBuilder<Tables, Table, Row>,
	order: Order,
	{ limit, offset }: RowRange,
	convert: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): Promise<readonly Item[]> {
	const { rowsAtOnce: atOnce = rowsAtOnce, isNewestFirst = false } = order;
	const { from = isNewestFirst ? Number.MAX_SAFE_INTEGER : 0 } = order;
	const reading = readingBehind(query, order);
	let { after, offset: left } = await passOver(reading, offset, from);
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

/** Rows behind a number, each with its own. */
type ReadingBehind<Row> = (
	after: number,
	range: RowRange,
) => Promise<readonly (Row & { readonly list_position: number })[]>;

function readingBehind<Tables, Table extends keyof Tables, Row>(
	query: SelectQueryBuilder<Tables, Table, Row>,
	{ by, isNewestFirst = false }: Order,
): ReadingBehind<Row> {
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
		return rows as Awaited<ReturnType<ReadingBehind<Row>>>;
	};
}

/** Passes over most of the rows to be left out; after what, and how many are left. */
async function passOver<Row>(
	reading: ReadingBehind<Row>,
	offset: number,
	from: number,
): Promise<{ readonly after: number | undefined; readonly offset: number }> {
	let after: number | undefined = from;
	let left = offset;
	while (after !== undefined && left > passedOverAtOnce) {
		const [last] = await reading(after, { offset: passedOverAtOnce - 1, limit: 1 });
		after = last?.list_position;
		left -= passedOverAtOnce;
		await othersServed();
	}
	return { after, offset: left };
}
