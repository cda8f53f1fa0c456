/** Scales of the charts: positions of values, and round tick values. */

export interface Scale {
	readonly of: (value: number) => number;
	/** Round values within the range, ascending. */
	readonly ticks: readonly number[];
}

/** Maps values to positions; widens an empty range. */
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

/** A short text for an axis label. */
export function tickText(value: number, locale: string | undefined): string {
	return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(value);
}
