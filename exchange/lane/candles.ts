/**
 * Candles, kept up to date with the trades: of a minute, of an hour and of a day. Those between are
 * put together when they are asked for, from few rows and always whole. A trade belongs to the span
 * in which its command was accepted.
 */
import type { Selectable } from 'kysely';
import { insertRows } from '../../server/database/bulk';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import type { Trade } from './accounting';

/** The spans kept, each of them whole spans of the one before. */
const keptSpansMs = [60_000, 3_600_000, 86_400_000] as const;

/** One span of time; prices in ticks, volumes exact. */
export interface Candle {
	/** Milliseconds since 1970, a multiple of the span. */
	readonly openedAt: number;
	readonly open: number;
	high: number;
	low: number;
	close: number;
	volumeLots: bigint;
	quoteVolume: bigint;
	trades: number;
}

const newCandle = {
	table: 'candles',
	columns: [
		'market',
		'span_ms',
		'opened_at',
		'open_ticks',
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	],
	ending: `on conflict (market, span_ms, opened_at) do update set ${[
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	]
		.map((name) => `${name} = excluded.${name}`)
		.join(', ')}`,
} as const;

/** Adds trades to the candles of their spans. */
export async function writeCandles(
	transaction: Database,
	market: string,
	trades: readonly Trade[],
): Promise<void> {
	const first = trades[0];
	if (first === undefined) return;
	const kept = await readOpenCandles(transaction, market, first.time);
	const rows = keptSpansMs.flatMap((spanMs) => {
		const candles = new Map(kept.get(spanMs)?.map((candle) => [candle.openedAt, candle]));
		for (const trade of trades) addTrade(candles, trade, spanMs);
		return [...candles.values()].map((candle) => [
			market,
			spanMs,
			candle.openedAt,
			candle.open,
			candle.high,
			candle.low,
			candle.close,
			candle.volumeLots.toString(),
			candle.quoteVolume.toString(),
			candle.trades,
		]);
	});
	await insertRows(transaction, newCandle, rows);
}

/** The candles of every span kept that a trade of this time, or a later one, belongs to. */
async function readOpenCandles(
	transaction: Database,
	market: string,
	time: number,
): Promise<ReadonlyMap<number, Candle[]>> {
	const rows = await transaction
		.selectFrom('candles')
		.selectAll()
		.where('market', '=', market)
		.where(({ and, eb, or }) =>
			or(
				keptSpansMs.map((spanMs) =>
					and([
						eb('span_ms', '=', BigInt(spanMs)),
						eb('opened_at', '>=', BigInt(openingOf(time, spanMs))),
					]),
				),
			),
		)
		.execute();
	const kept = new Map<number, Candle[]>(keptSpansMs.map((spanMs) => [spanMs, []]));
	for (const row of rows) kept.get(Number(row.span_ms))?.push(candleOf(row));
	return kept;
}

export interface CandleSpan {
	/** The length of a candle, one of those kept or whole spans of one. */
	readonly spanMs: number;
	/** Milliseconds between which candles open; both ends count. */
	readonly since: number;
	readonly until: number;
	readonly limit: number;
}

/** The candles that open in a time, the oldest first. */
export async function readCandles(
	database: Database,
	market: string,
	{ spanMs, since: from, until, limit }: CandleSpan,
): Promise<Candle[]> {
	const keptMs = keptSpansMs.findLast((kept) => spanMs % kept === 0) ?? keptSpansMs[0];
	const begin = openingOf(from + spanMs - 1, spanMs);
	const end = openingOf(until, spanMs) + spanMs;
	const candles: Candle[] = [];
	let since = begin;
	// One more than asked for, so that the last of them is known to be whole.
	while (candles.length <= limit) {
		const rows = await keptCandles(database, market, { keptMs, since, end });
		for (const row of rows) addCandle(candles, candleOf(row), spanMs);
		const last = rows.at(-1);
		if (last === undefined || rows.length < rowsAtOnce) break;
		since = Number(last.opened_at) + keptMs;
	}
	return candles.slice(0, limit);
}

/** Many are read a part at a time, so that others are served in between. */
const rowsAtOnce = 1_000;

function keptCandles(
	database: Database,
	market: string,
	{ keptMs, since, end }: { readonly keptMs: number; readonly since: number; readonly end: number },
) {
	return database
		.selectFrom('candles')
		.selectAll()
		.where('market', '=', market)
		.where('span_ms', '=', BigInt(keptMs))
		.where('opened_at', '>=', BigInt(since))
		.where('opened_at', '<', BigInt(end))
		.orderBy('opened_at')
		.limit(rowsAtOnce)
		.execute();
}

function openingOf(time: number, spanMs: number): number {
	return time - (time % spanMs);
}

function candleOf(row: Selectable<Schema['candles']>): Candle {
	return {
		openedAt: Number(row.opened_at),
		open: Number(row.open_ticks),
		high: Number(row.high_ticks),
		low: Number(row.low_ticks),
		close: Number(row.close_ticks),
		volumeLots: BigInt(row.volume_lots),
		quoteVolume: BigInt(row.quote_volume),
		trades: Number(row.trades),
	};
}

/** Puts a candle into the last of the longer ones, or begins the next of them. */
function addCandle(longer: Candle[], candle: Candle, spanMs: number): void {
	const openedAt = openingOf(candle.openedAt, spanMs);
	const last = longer.at(-1);
	if (last?.openedAt !== openedAt) {
		longer.push({ ...candle, openedAt });
		return;
	}
	last.high = Math.max(last.high, candle.high);
	last.low = Math.min(last.low, candle.low);
	last.close = candle.close;
	last.volumeLots += candle.volumeLots;
	last.quoteVolume += candle.quoteVolume;
	last.trades += candle.trades;
}

function addTrade(candles: Map<number, Candle>, { time, event }: Trade, spanMs: number): void {
	const openedAt = openingOf(time, spanMs);
	const { priceTicks } = event;
	const candle = candles.get(openedAt) ?? {
		openedAt,
		open: priceTicks,
		high: priceTicks,
		low: priceTicks,
		close: priceTicks,
		volumeLots: 0n,
		quoteVolume: 0n,
		trades: 0,
	};
	candles.set(openedAt, candle);
	candle.high = Math.max(candle.high, priceTicks);
	candle.low = Math.min(candle.low, priceTicks);
	candle.close = priceTicks;
	candle.volumeLots += BigInt(event.quantityLots);
	candle.quoteVolume += event.quoteAmount;
	candle.trades += 1;
}
