/** The longest increasing subsequence: entries that kept their order; all others have moved. */
import { present } from '../../server/at';

const endOfRun = 'the end of a run';

/** 1 for each value that belongs to it; n log n steps. */
export function longestIncreasing(values: Int32Array): Uint8Array {
	/** For each length, the end of the run with the lowest last value. */
	const ends = new Int32Array(values.length);
	const before = new Int32Array(values.length);
	let length = 0;
	for (let place = 0; place < values.length; place += 1) {
		const value = present(values[place], 'a value');
		let [low, high] = [0, length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (present(values[present(ends[middle], endOfRun)], endOfRun) < value) low = middle + 1;
			else high = middle;
		}
		before[place] = low > 0 ? (ends[low - 1] ?? -1) : -1;
		ends[low] = place;
		if (low === length) length += 1;
	}
	const isIn = new Uint8Array(values.length);
	let place = length > 0 ? (ends[length - 1] ?? -1) : -1;
	for (; place >= 0; place = before[place] ?? -1) isIn[place] = 1;
	return isIn;
}
