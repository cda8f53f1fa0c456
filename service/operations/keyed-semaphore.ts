/** Limits concurrent work for each owner; refuses instead of waiting. */
import type { Refusal } from '../../server/refusal';

export class KeyedSemaphore {
	private readonly taken = new Map<string, number>();

	constructor(
		private readonly placesMax: number,
		private readonly refusal: (placesMax: number) => Refusal,
	) {}

	/** Runs `run` while it holds one of the owner's places; refuses if none is free. */
	async hold<Result>(owner: string, run: () => Promise<Result>): Promise<Result> {
		const taken = this.taken.get(owner) ?? 0;
		if (taken >= this.placesMax) throw this.refusal(this.placesMax);
		this.taken.set(owner, taken + 1);
		try {
			return await run();
		} finally {
			this.leave(owner);
		}
	}

	private leave(owner: string): void {
		const left = (this.taken.get(owner) ?? 0) - 1;
		if (left > 0) this.taken.set(owner, left);
		else this.taken.delete(owner);
	}
}
