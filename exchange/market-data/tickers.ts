/**
 * What was traded in a market within the last 24 hours, and its best prices. The window begins with
 * a minute and ends now; it is put together from the candles of minutes up to the first whole hour
 * and of hours from there on, so that it takes at most 84 rows however much was traded.
 */
import type { Database } from '../database/database';
import { readCandles, type Candle } from '../trading/lane/candles';
import { readDepth, readTrades, type Level } from './market-data';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const hoursMax = 25;

/** Prices in ticks, volumes exact. */
export interface Ticker {
	readonly openTime: number;
	readonly closeTime: number;
	/** Absent where nothing was ever traded. */
	readonly lastTicks: number | undefined;
	/** All trades of the window as one; absent where there was none. */
	readonly traded: Candle | undefined;
	readonly bid: Level | undefined;
	readonly ask: Level | undefined;
}

export async function readTicker(database: Database, symbol: string, now: number): Promise<Ticker> {
	const openTime = now - dayMs - (now % minuteMs);
	const firstHour = Math.ceil(openTime / hourMs) * hourMs;
	const begin = {
		spanMs: minuteMs,
		since: openTime,
		until: firstHour - 1,
		limit: hourMs / minuteMs,
	};
	const rest = { spanMs: hourMs, since: firstHour, until: now, limit: hoursMax };
	const candles = [
		...(await readCandles(database, symbol, begin)),
		...(await readCandles(database, symbol, rest)),
	];
	const [last] = await readTrades(database, symbol, { limit: 1 });
	const { bids, asks } = await readDepth(database, symbol, 1);
	return {
		openTime,
		closeTime: now,
		lastTicks: last === undefined ? undefined : Number(last.priceTicks),
		traded: together(candles),
		bid: bids[0],
		ask: asks[0],
	};
}

/** The candles of a time as one, the oldest first. */
function together(candles: readonly Candle[]): Candle | undefined {
	const [first, ...later] = candles;
	if (first === undefined) return undefined;
	return later.reduce(
		(sum, next) => ({
			...sum,
			high: Math.max(sum.high, next.high),
			low: Math.min(sum.low, next.low),
			close: next.close,
			volumeLots: sum.volumeLots + next.volumeLots,
			quoteVolume: sum.quoteVolume + next.quoteVolume,
			trades: sum.trades + next.trades,
		}),
		first,
	);
}
