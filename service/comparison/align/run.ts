/** What an alignment is made of: the lists as numbers, stretches of them, and runs that both have. */

/** Entries `from` to before `to`. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Consecutive entries that both lists have. */
export interface Run {
	readonly first: number;
	readonly second: number;
	readonly length: number;
}

/** An entry of each list. */
export type Match = readonly [first: number, second: number];

export interface NumberedLists {
	readonly first: Int32Array;
	readonly second: Int32Array;
}

/** Equal numbers for equal keys; an entry without a key is equal to none. */
export function numbered<Key>(
	first: ReadonlyArray<Key | undefined>,
	second: ReadonlyArray<Key | undefined>,
): NumberedLists {
	const known = new Map<Key, number>();
	let unequal = 0;
	const numberOf = (key: Key | undefined) => {
		if (key === undefined) return --unequal;
		const number = known.get(key) ?? known.size;
		if (number === known.size) known.set(key, number);
		return number;
	};
	return { first: Int32Array.from(first, numberOf), second: Int32Array.from(second, numberOf) };
}

export function* matchesIn(runs: Iterable<Run>): Generator<Match> {
	for (const { first, second, length } of runs) {
		for (let step = 0; step < length; step += 1) yield [first + step, second + step];
	}
}

/** What stands between two runs, before the first, or after the last; one side may be empty. */
export interface Gap {
	readonly first: Span;
	readonly second: Span;
}

/** In order; `lengths` are those of the lists. */
export function gapsBetween(
	runs: Iterable<Run>,
	lengths: { readonly first: number; readonly second: number },
): readonly Gap[] {
	const gaps: Gap[] = [];
	let at = { first: 0, second: 0 };
	for (const run of [...runs, { ...lengths, length: 0 }]) {
		if (run.first > at.first || run.second > at.second) {
			gaps.push({
				first: { from: at.first, to: run.first },
				second: { from: at.second, to: run.second },
			});
		}
		at = { first: run.first + run.length, second: run.second + run.length };
	}
	return gaps;
}
