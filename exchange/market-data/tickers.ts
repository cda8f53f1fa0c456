/**
 * Trades of the last 24 hours and best prices of a market. The window begins at a full minute and
 * ends now. It is combined from minute candles up to the first full hour and hour candles after
 * that, so it reads at most 84 rows.
 */
import { dayMs } from '../../server/clock';
import { inParts } from '../../server/http/routing/lists';
import type { Database } from '../database/database';
import { evenly, readCandles, type Candle } from '../trading/lane/candles';
import { readCursors, readDepth, readTrades, type Level } from './market-data';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const hoursMax = 25;

/** Prices in ticks, volumes exact. */
export interface Ticker {
	readonly openTime: number;
	readonly closeTime: number;
	/** Undefined if nothing was ever traded. */
	readonly lastTicks: number | undefined;
	/** All trades of the window as one candle; undefined if there were none. */
	readonly traded: Candle | undefined;
	readonly bid: Level | undefined;
	readonly ask: Level | undefined;
}

function openTimeOf(now: number): number {
	return now - dayMs - (now % minuteMs);
}

export async function readTicker(database: Database, symbol: string, now: number): Promise<Ticker> {
	const openTime = openTimeOf(now);
	const firstHour = Math.ceil(openTime / hourMs) * hourMs;
	const begin = {
		division: evenly(minuteMs),
		since: openTime,
		until: firstHour - 1,
		limit: hourMs / minuteMs,
	};
	const rest = { division: evenly(hourMs), since: firstHour, until: now, limit: hoursMax };
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
		traded: mergedCandle(candles),
		bid: bids[0],
		ask: asks[0],
	};
}

interface KeptTicker {
	readonly ticker: Ticker;
	/** The sequence it is at least as new as. */
	readonly cursor: bigint;
	/** When the oldest trades leave the window. */
	readonly validUntil: number;
}

/**
 * Tickers of many markets. One is worked out again only when the lane of its market has moved, or
 * its oldest trades have left the window.
 */
export class Tickers {
	private readonly kept = new Map<string, KeptTicker>();

	constructor(private readonly database: Database) {}

	async of(symbols: readonly string[], now: number): Promise<ReadonlyMap<string, Ticker>> {
		const cursors = await readCursors(this.database, symbols);
		const tickers = await inParts([...cursors], async ([symbol, cursor]) => {
			const kept = this.kept.get(symbol);
			const isValid = kept?.cursor === cursor && now < kept.validUntil;
			const ticker = isValid ? kept.ticker : await this.read(symbol, { cursor, now });
			return [symbol, { ...ticker, openTime: openTimeOf(now), closeTime: now }] as const;
		});
		return new Map(tickers);
	}

	private async read(
		symbol: string,
		{ cursor, now }: { readonly cursor: bigint; readonly now: number },
	): Promise<Ticker> {
		const ticker = await readTicker(this.database, symbol, now);
		const oldest = ticker.traded?.openedAt;
		const validUntil = oldest === undefined ? Infinity : oldest + dayMs + minuteMs;
		this.kept.set(symbol, { ticker, cursor, validUntil });
		return ticker;
	}
}

/** Merges consecutive candles into one. */
function mergedCandle(candles: readonly Candle[]): Candle | undefined {
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
