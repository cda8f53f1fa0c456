/**
 * Computes the edits that turn one array into another: removals, moves and additions, with the
 * indexes valid at each step. A Fenwick tree tracks current indexes, so the time is n log n.
 */
import { present } from '../../../../server/at';

export type ArrayEdit =
	| { readonly type: 'remove'; readonly at: number }
	| { readonly type: 'move'; readonly from: number; readonly to: number }
	| { readonly type: 'add'; readonly to: number; readonly sent: number };

/** An old item: its index in the new array, or -1; and whether it moved among the others. */
export interface OldItem {
	readonly place: number;
	readonly isMoved: boolean;
}

export function arrayEdits(kept: readonly OldItem[], sentLength: number): ArrayEdit[] {
	const removed = [...kept.keys()].filter((at) => kept[at]?.place === -1).reverse();
	const left = kept.filter(({ place }) => place !== -1);
	const removals = removed.map((at): ArrayEdit => ({ type: 'remove', at }));
	return removals.concat(placements(left, sentLength));
}

/** Slots of items: where they are, and where they go. */
interface Slots {
	readonly origins: ReadonlyMap<number, number>;
	readonly destinations: ReadonlyMap<number, number>;
	readonly taken: Counter;
}

function placements(kept: readonly OldItem[], sentLength: number): ArrayEdit[] {
	const { origins, destinations, taken } = slotsOf(kept, sentLength);
	const edits: ArrayEdit[] = [];
	for (const [place, slot] of destinations) {
		const origin = origins.get(place);
		if (origin === undefined) {
			edits.push({ type: 'add', to: taken.countBefore(slot), sent: place });
		} else {
			const from = taken.countBefore(origin);
			taken.add(origin, -1);
			const to = taken.countBefore(slot);
			if (from !== to) edits.push({ type: 'move', from, to });
		}
		taken.add(slot, 1);
	}
	return edits;
}

/**
 * Between two unmoved items: first the slots of arriving items in the new order, then those of
 * leaving ones.
 */
function slotsOf(kept: readonly OldItem[], sentLength: number): Slots {
	const staying = new Set(kept.filter(({ isMoved }) => !isMoved).map(({ place }) => place));
	const origins = new Map<number, number>();
	const destinations = new Map<number, number>();
	const initial: number[] = [];
	let at = 0;
	for (let place = 0; place <= sentLength; place++) {
		if (place < sentLength && !staying.has(place)) {
			destinations.set(place, initial.push(0) - 1);
			continue;
		}
		for (let item = kept[at]; item?.isMoved; item = kept[++at]) {
			origins.set(item.place, initial.push(1) - 1);
		}
		if (place < sentLength) initial.push(1);
		at++;
	}
	return { origins, destinations, taken: new Counter(initial) };
}

/** A Fenwick tree of counts with prefix sums. */
class Counter {
	private readonly sums: Int32Array;

	constructor(counts: readonly number[]) {
		this.sums = new Int32Array(counts.length + 1);
		for (const [at, count] of counts.entries()) if (count) this.add(at, count);
	}

	add(at: number, count: number): void {
		for (let index = at + 1; index < this.sums.length; index += index & -index) {
			this.sums[index] = present(this.sums[index], 'a sum') + count;
		}
	}

	countBefore(at: number): number {
		let sum = 0;
		for (let index = at; index > 0; index -= index & -index) {
			sum += present(this.sums[index], 'a sum');
		}
		return sum;
	}
}
