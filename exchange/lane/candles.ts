/**
 * Candles of one minute, kept up to date with the trades. Longer ones are made of these when they
 * are asked for. A trade belongs to the minute in which its command was accepted.
 */
import { insertRows } from '../../server/database/bulk';
import type { Database } from '../database/database';
import type { Trade } from './accounting';

const minuteMs = 60_000;

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
		'opened_at',
		'open_ticks',
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	],
	ending: `on conflict (market, opened_at) do update set ${[
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

/** Adds trades to the candles of their minutes. */
export async function writeCandles(
	transaction: Database,
	market: string,
	trades: readonly Trade[],
): Promise<void> {
	const first = trades[0];
	if (first === undefined) return;
	const since = first.time - (first.time % minuteMs);
	const kept = await readCandles(transaction, market, { since, until: Number.MAX_SAFE_INTEGER });
	const candles = new Map(kept.map((candle) => [candle.openedAt, candle]));
	for (const trade of trades) addTrade(candles, trade);
	const rows = [...candles.values()].map((candle) => [
		market,
		candle.openedAt,
		candle.open,
		candle.high,
		candle.low,
		candle.close,
		candle.volumeLots.toString(),
		candle.quoteVolume.toString(),
		candle.trades,
	]);
	await insertRows(transaction, newCandle, rows);
}

export interface CandleSpan {
	/** Milliseconds; both ends count. */
	readonly since: number;
	readonly until: number;
	readonly limit?: number;
}

/** The candles of one minute, the oldest first. */
export async function readCandles(
	database: Database,
	market: string,
	{ since, until, limit = 100_000 }: CandleSpan,
): Promise<Candle[]> {
	const rows = await database
		.selectFrom('candles')
		.selectAll()
		.where('market', '=', market)
		.where('opened_at', '>=', BigInt(since))
		.where('opened_at', '<=', BigInt(until))
		.orderBy('opened_at')
		.limit(limit)
		.execute();
	return rows.map((row) => ({
		openedAt: Number(row.opened_at),
		open: Number(row.open_ticks),
		high: Number(row.high_ticks),
		low: Number(row.low_ticks),
		close: Number(row.close_ticks),
		volumeLots: BigInt(row.volume_lots),
		quoteVolume: BigInt(row.quote_volume),
		trades: Number(row.trades),
	}));
}

/** Candles of one minute put together into longer ones; `spanMs` is a multiple of a minute. */
export function rollUp(candles: readonly Candle[], spanMs: number): Candle[] {
	const longer: Candle[] = [];
	for (const candle of candles) {
		const openedAt = candle.openedAt - (candle.openedAt % spanMs);
		const last = longer.at(-1);
		if (last?.openedAt !== openedAt) {
			longer.push({ ...candle, openedAt });
			continue;
		}
		last.high = Math.max(last.high, candle.high);
		last.low = Math.min(last.low, candle.low);
		last.close = candle.close;
		last.volumeLots += candle.volumeLots;
		last.quoteVolume += candle.quoteVolume;
		last.trades += candle.trades;
	}
	return longer;
}

function addTrade(candles: Map<number, Candle>, { time, event }: Trade): void {
	const openedAt = time - (time % minuteMs);
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
