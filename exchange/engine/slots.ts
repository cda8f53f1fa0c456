/**
 * Records of numbers kept by column: each column is a typed array, in which a record has the same
 * place, its slot, from 1 on; 0 is none. The garbage collector has nothing to follow there.
 */
const FIRST_LENGTH = 256;

/** A column of whole numbers up to 2^53, and so of any price, quantity or id. */
export class Words {
	private values = new Float64Array(FIRST_LENGTH);

	at(slot: number): number {
		return this.values[slot] ?? 0;
	}

	set(slot: number, value: number): void {
		this.values[slot] = value;
	}

	add(slot: number, value: number): void {
		this.values[slot] = (this.values[slot] ?? 0) + value;
	}

	grow(length: number): void {
		const { values } = this;
		this.values = new Float64Array(length);
		this.values.set(values);
	}
}

/** A column of whole numbers of 32 bits, mostly slots. */
export class Links {
	private values: Int32Array;

	/** `width`: numbers of one record, at `slot * width` and behind it. */
	constructor(private readonly width = 1) {
		this.values = new Int32Array(FIRST_LENGTH * width);
	}

	at(slot: number): number {
		return this.values[slot] ?? 0;
	}

	set(slot: number, value: number): void {
		this.values[slot] = value;
	}

	grow(length: number): void {
		const { values } = this;
		this.values = new Int32Array(length * this.width);
		this.values.set(values);
	}
}

/**
 * Gives out the slots of some columns. When they are nearly full, each further slot lets one column
 * grow by a quarter, so that no command waits for all of them. Smaller steps would leave more empty
 * columns to the garbage collector, larger ones more room unused.
 */
export class Slots {
	private length = FIRST_LENGTH;
	private grown = 0;
	private newest = 0;
	private lastFreed = 0;

	/** `nextFree`: a column that is not needed otherwise in a slot that is free. */
	constructor(
		private readonly columns: readonly (Words | Links)[],
		private readonly nextFree: Links,
	) {}

	/** Returns a slot in which an earlier record may have left anything. */
	take(): number {
		const slot = this.lastFreed;
		if (slot === 0) return this.takeNew();
		this.lastFreed = this.nextFree.at(slot);
		return slot;
	}

	free(slot: number): void {
		this.nextFree.set(slot, this.lastFreed);
		this.lastFreed = slot;
	}

	private takeNew(): number {
		const { columns } = this;
		this.newest += 1;
		if (this.newest + columns.length >= this.length) {
			const longer = this.length + (this.length >>> 2);
			columns[this.grown]?.grow(longer);
			this.grown += 1;
			if (this.grown === columns.length) {
				this.grown = 0;
				this.length = longer;
			}
		}
		return this.newest;
	}
}
