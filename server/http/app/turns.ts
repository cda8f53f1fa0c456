/** Spreads work that waits over turns of the event loop, so that other work is done in between. */
export class Turns {
	private waiting: (() => void)[] = [];

	/** `atOnce`: how much of what waits is done in one turn. */
	constructor(private readonly atOnce: number) {}

	/** Does it in a later turn, after what waited before. */
	add(work: () => void): void {
		this.waiting.push(work);
		if (this.waiting.length === 1) setImmediate(() => this.take());
	}

	private take(): void {
		const taken = this.waiting.slice(0, this.atOnce);
		this.waiting = this.waiting.slice(this.atOnce);
		if (this.waiting.length > 0) setImmediate(() => this.take());
		for (const work of taken) work();
	}
}
