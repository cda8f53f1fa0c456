/** What an alignment is made of: the lists as numbers, stretches of them, and runs that both have. */

/** Entries `from` to before `to`. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Consecutive entries that both lists have. */
export interface Run extends Sides<number> {
	readonly length: number;
}

/** An entry of each list. */
export type Match = readonly [base: number, other: number];

/** What there is of each list. */
export interface Sides<Of> {
	readonly base: Of;
	readonly other: Of;
}

export type NumberedLists = Sides<Int32Array>;

/** Equal numbers for equal keys; an entry without a key is equal to none. */
export function numbered<Key>(
	base: ReadonlyArray<Key | undefined>,
	other: ReadonlyArray<Key | undefined>,
): NumberedLists {
	const known = new Map<Key, number>();
	let unequal = 0;
	const numberOf = (key: Key | undefined) => {
		if (key === undefined) return --unequal;
		const number = known.get(key) ?? known.size;
		if (number === known.size) known.set(key, number);
		return number;
	};
	return { base: Int32Array.from(base, numberOf), other: Int32Array.from(other, numberOf) };
}

export function* matchesIn(runs: Iterable<Run>): Generator<Match> {
	for (const { base, other, length } of runs) {
		for (let step = 0; step < length; step += 1) yield [base + step, other + step];
	}
}

/** What stands between two runs, before the first, or after the last; one side may be empty. */
export type Gap = Sides<Span>;

export function gapOf(from: Sides<number>, to: Sides<number>): Gap {
	return { base: { from: from.base, to: to.base }, other: { from: from.other, to: to.other } };
}

export function endOf({ base, other, length }: Run): Sides<number> {
	return { base: base + length, other: other + length };
}

/** In order; `lengths` are those of the lists. */
export function gapsBetween(runs: Iterable<Run>, lengths: Sides<number>): readonly Gap[] {
	const gaps: Gap[] = [];
	let at = { base: 0, other: 0 };
	for (const run of [...runs, { ...lengths, length: 0 }]) {
		if (run.base > at.base || run.other > at.other) gaps.push(gapOf(at, run));
		at = endOf(run);
	}
	return gaps;
}
