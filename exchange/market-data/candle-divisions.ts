/** How each interval divides time into candles. Pure. */
import {
	intervalsMs,
	month,
	type CandleInterval,
} from '../../api/exchange/language/candle-intervals';
import { dayMs } from '../../server/clock';
import { evenly, type Division } from '../trading/lane/candles';

/** The first one of all time; 1970 began on a Thursday. */
const mondayMs = 4 * dayMs;

/** As far as a calendar reaches, less a year. */
const lastTime = 8.6e15;

const monthly: Division = {
	keptMs: dayMs,
	openingOf: (time) => monthAt(Math.min(time, lastTime), 0),
	nextOf: (openedAt) => monthAt(openedAt, 1),
};

/** When the month begins that is so many behind that of a time. */
function monthAt(time: number, behind: number): number {
	const date = new Date(time);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + behind);
}

export function divisionOf(interval: CandleInterval): Division {
	if (interval === month) return monthly;
	return evenly(intervalsMs[interval], interval === '1w' ? mondayMs : 0);
}
