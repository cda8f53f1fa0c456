/** What an alignment is made of: the lists as numbers, stretches of them, and runs that both have. */

/** Entries `from` to before `to`. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Consecutive entries that both lists have. */
export interface Run {
	readonly base: number;
	readonly other: number;
	readonly length: number;
}

/** An entry of each list. */
export type Match = readonly [base: number, other: number];

export interface NumberedLists {
	readonly base: Int32Array;
	readonly other: Int32Array;
}

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
export interface Gap {
	readonly base: Span;
	readonly other: Span;
}

/** In order; `lengths` are those of the lists. */
export function gapsBetween(
	runs: Iterable<Run>,
	lengths: { readonly base: number; readonly other: number },
): readonly Gap[] {
	const gaps: Gap[] = [];
	let at = { base: 0, other: 0 };
	for (const run of [...runs, { ...lengths, length: 0 }]) {
		if (run.base > at.base || run.other > at.other) {
			gaps.push({
				base: { from: at.base, to: run.base },
				other: { from: at.other, to: run.other },
			});
		}
		at = { base: run.base + run.length, other: run.other + run.length };
	}
	return gaps;
}
