/** Spans of time of candles, in UTC; all but the month are of one length. */

/** In milliseconds; a week begins on Monday. */
export const intervalsMs = {
	'1m': 60_000,
	'3m': 180_000,
	'5m': 300_000,
	'15m': 900_000,
	'30m': 1_800_000,
	'1h': 3_600_000,
	'2h': 7_200_000,
	'4h': 14_400_000,
	'6h': 21_600_000,
	'12h': 43_200_000,
	'1d': 86_400_000,
	'1w': 604_800_000,
} as const;

/** That of the calendar. */
export const month = '1M';

export type CandleInterval = keyof typeof intervalsMs | typeof month;

export const candleIntervals = [
	...Object.keys(intervalsMs),
	month,
] as readonly string[] as readonly CandleInterval[];
