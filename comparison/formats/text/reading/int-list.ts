/** A growing list of 32-bit integers, with a quarter of the memory of an array. */
import { present } from '../../../../server/at';

export class IntList {
	private values = new Int32Array(16);
	private count = 0;

	get length(): number {
		return this.count;
	}

	push(value: number): void {
		if (this.count === this.values.length) {
			const grown = new Int32Array(this.count * 2);
			grown.set(this.values);
			this.values = grown;
		}
		this.values[this.count] = value;
		this.count += 1;
	}

	at(index: number): number {
		return present(this.values[index], 'a number of the list');
	}

	/** A view of the current numbers, not a copy. */
	view(): Int32Array {
		return this.values.subarray(0, this.count);
	}
}
