/** How readings that were taken again and again go up or down, whatever single ones of them say. */
import { quantile } from '../../bench/parts/result';

/** The change from one reading to the next that half of all pairs exceed (Theil and Sen). */
export function trend(readings: readonly number[]): number {
	const slopes = readings.flatMap((later, at) =>
		readings.slice(0, at).map((earlier, before) => (later - earlier) / (at - before)),
	);
	return slopes.length === 0 ? 0 : quantile(slopes, 0.5);
}

/** How far the trend has brought them from the first reading to the last, as a share of their middle. */
export function drift(readings: readonly number[]): number {
	const middle = quantile(readings, 0.5);
	const moved = trend(readings) * (readings.length - 1);
	return moved === 0 ? 0 : moved / middle;
}
