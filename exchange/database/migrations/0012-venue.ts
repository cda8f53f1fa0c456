/**
 * Candles of an hour and of a day are kept beside those of a minute, so that a long one is read
 * whole and in few rows; those of before are put together from their minutes. And a market says
 * what happens when an account meets itself: one of before goes on without prevention.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { insertRows } from '../../../server/database/bulk';
import { keptInKey } from '../../../server/database/table-form';

const minuteMs = 60_000;
const longSpansMs = [3_600_000, 86_400_000] as const;
const rowsAtOnce = 5_000;

export const venue: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('markets')
			.addColumn('self_trade_prevention_mode', 'text', (column) =>
				column.notNull().defaultTo('NONE'),
			)
			.execute();
		await database.schema.alterTable('candles').renameTo('minutes').execute();
		await createCandles(database);
		await sql`insert into candles select market, ${sql.lit(minuteMs)}, opened_at, open_ticks,
			high_ticks, low_ticks, close_ticks, volume_lots, quote_volume, trades from minutes`.execute(
			database,
		);
		for (const spanMs of longSpansMs) await putTogether(database, spanMs);
		await database.schema.dropTable('minutes').execute();
	},
};

async function createCandles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('candles')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('span_ms', 'bigint', (column) => column.notNull())
		.addColumn('opened_at', 'bigint', (column) => column.notNull())
		.addColumn('open_ticks', 'bigint', (column) => column.notNull())
		.addColumn('high_ticks', 'bigint', (column) => column.notNull())
		.addColumn('low_ticks', 'bigint', (column) => column.notNull())
		.addColumn('close_ticks', 'bigint', (column) => column.notNull())
		.addColumn('volume_lots', 'text', (column) => column.notNull())
		.addColumn('quote_volume', 'text', (column) => column.notNull())
		.addColumn('trades', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('candles_key', ['market', 'span_ms', 'opened_at'])
		.modifyEnd(keptInKey(database))
		.execute();
}

interface Minute {
	readonly market: string;
	readonly opened_at: bigint;
	readonly open_ticks: bigint;
	readonly high_ticks: bigint;
	readonly low_ticks: bigint;
	readonly close_ticks: bigint;
	readonly volume_lots: string;
	readonly quote_volume: string;
	readonly trades: bigint;
}

const newCandle = {
	table: 'candles',
	columns: [
		...['market', 'span_ms', 'opened_at', 'open_ticks', 'high_ticks', 'low_ticks', 'close_ticks'],
		...['volume_lots', 'quote_volume', 'trades'],
	],
} as const;

/** Volumes are added here, because their sums may pass what the database adds exactly. */
async function putTogether(database: Kysely<unknown>, spanMs: number): Promise<void> {
	const span = BigInt(spanMs);
	const written: (string | number)[][] = [];
	let open: Minute | undefined;
	const keep = () => {
		if (open !== undefined) written.push(rowOf(open, spanMs));
	};
	for await (const minute of minutes(database)) {
		const openedAt = minute.opened_at - (minute.opened_at % span);
		if (open?.market === minute.market && open.opened_at === openedAt) {
			open = joined(open, minute);
			continue;
		}
		keep();
		open = { ...minute, opened_at: openedAt };
	}
	keep();
	await insertRows(database as Kysely<{ candles: unknown }>, newCandle, written);
}

async function* minutes(database: Kysely<unknown>): AsyncGenerator<Minute> {
	let after: Pick<Minute, 'market' | 'opened_at'> = { market: '', opened_at: -1n };
	for (;;) {
		const { rows }: { readonly rows: readonly Minute[] } = await sql<Minute>`select * from minutes
			where market > ${after.market} or (market = ${after.market} and opened_at > ${after.opened_at})
			order by market, opened_at limit ${sql.lit(rowsAtOnce)}`.execute(database);
		yield* rows;
		const last = rows.at(-1);
		if (last === undefined) return;
		after = last;
	}
}

function joined(one: Minute, next: Minute): Minute {
	const sum = (left: string, right: string) => (BigInt(left) + BigInt(right)).toString();
	return {
		...one,
		high_ticks: next.high_ticks > one.high_ticks ? next.high_ticks : one.high_ticks,
		low_ticks: next.low_ticks < one.low_ticks ? next.low_ticks : one.low_ticks,
		close_ticks: next.close_ticks,
		volume_lots: sum(one.volume_lots, next.volume_lots),
		quote_volume: sum(one.quote_volume, next.quote_volume),
		trades: one.trades + next.trades,
	};
}

function rowOf(candle: Minute, spanMs: number): (string | number)[] {
	return [
		...[candle.market, spanMs, Number(candle.opened_at)],
		...[Number(candle.open_ticks), Number(candle.high_ticks), Number(candle.low_ticks)],
		...[Number(candle.close_ticks), candle.volume_lots, candle.quote_volume],
		Number(candle.trades),
	];
}
