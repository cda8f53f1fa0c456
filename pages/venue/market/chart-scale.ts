/** What the drawings of numbers have in common: where a value lies on an axis, and round values to name. */

export interface Scale {
	readonly of: (value: number) => number;
	/** Round values within the range, from the least on. */
	readonly ticks: readonly number[];
}

/** From values to places; the range is widened where all values are the same. */
export function scaleOf(
	[least, most]: readonly [number, number],
	[from, to]: readonly [number, number],
	ticksWanted = 4,
): Scale {
	const [low, high] = most > least ? [least, most] : [least - 1, most + 1];
	const of = (value: number) => from + ((value - low) / (high - low)) * (to - from);
	return { of, ticks: roundTicks(low, high, ticksWanted) };
}

function roundTicks(low: number, high: number, wanted: number): readonly number[] {
	const rough = (high - low) / wanted;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const ticks: number[] = [];
	for (let at = Math.ceil(low / step); at * step <= high; at += 1) ticks.push(at * step);
	return ticks;
}

/** As short as an axis has room for. */
export function tickText(value: number): string {
	return new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 }).format(value);
}
