/** Numbers drawn from a seed, for content and edits that are the same in every run. */
export class Random {
	constructor(private state: number) {}

	/** From 0 to below `end`. */
	below(end: number): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
	}

	between(from: number, to: number): number {
		return from + this.below(to - from);
	}

	bytes(sizeBytes: number): Buffer {
		return Buffer.from(Uint8Array.from({ length: sizeBytes }, () => this.below(256)));
	}
}
