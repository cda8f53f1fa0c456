/**
 * Gives those who wait for one of a few slots their turn, owner by owner: whoever waits for many
 * turns delays the others by one at most.
 */

/** Gives a slot back. */
export type Release = () => void;

interface Waiter {
	readonly start: () => void;
}

export class FairSlots {
	private taken = 0;
	/** By owner; the owner at the front is next, and goes to the back with their turn. */
	private readonly waiting = new Map<string, Waiter[]>();

	constructor(private readonly slotsMax: number) {}

	/** Settles when it is the owner's turn; rejects with the signal's reason when that comes first. */
	async take(owner: string, signal: AbortSignal): Promise<Release> {
		signal.throwIfAborted();
		if (this.taken >= this.slotsMax) await this.turnOf(owner, signal);
		else this.taken += 1;
		return () => this.release();
	}

	private turnOf(owner: string, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.remove(owner, waiter);
				reject(signal.reason as Error);
			};
			const waiter: Waiter = {
				start: () => {
					signal.removeEventListener('abort', leave);
					resolve();
				},
			};
			signal.addEventListener('abort', leave, { once: true });
			this.waiting.set(owner, [...(this.waiting.get(owner) ?? []), waiter]);
		});
	}

	private remove(owner: string, waiter: Waiter): void {
		const left = this.waiting.get(owner)?.filter((other) => other !== waiter) ?? [];
		if (left.length === 0) this.waiting.delete(owner);
		else this.waiting.set(owner, left);
	}

	/** Hands the slot to the first of the next owner. */
	private release(): void {
		const [next] = this.waiting;
		if (next === undefined) {
			this.taken -= 1;
			return;
		}
		const [owner, [first, ...others]] = next;
		if (first === undefined) throw new Error('an owner without anybody waiting must be left out');
		this.waiting.delete(owner);
		if (others.length > 0) this.waiting.set(owner, others);
		first.start();
	}
}
