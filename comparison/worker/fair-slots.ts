/**
 * A semaphore whose slots go to waiting owners by what they have had: first to an owner who holds the fewest,
 * then to the one who has held them for the least time. So a slot that comes free never gives one owner all of
 * them while another waits. Work that takes long keeps its slot, but an owner who holds none waits no
 * longer than their patience: then they get one of as many further slots as there are usual ones, and the
 * long work goes on beside them.
 */
import type { Clock } from '../../server/clock';

/** Releases a slot. */
export type Release = () => void;

/** Calls back once an owner has waited long enough, unless cancelled. */
export type Later = (then: () => void) => { cancel(): void };

const patienceMs = 1_000;

function afterUsualPatience(then: () => void): { cancel(): void } {
	const timer = setTimeout(then, patienceMs);
	return { cancel: () => clearTimeout(timer) };
}

interface Owner {
	/** How long slots were held; of a new owner as long as that of the others who are there. */
	usedMs: number;
	held: number;
	/** What begins the work of each who waits. */
	waiting: readonly (() => void)[];
}

export class FairSlots {
	private taken = 0;
	/** Those who hold a slot or wait for one; who had the last turn is the last. */
	private readonly owners = new Map<string, Owner>();

	constructor(
		private readonly slotsMax: number,
		private readonly counter: Clock = performance,
		private readonly afterPatience: Later = afterUsualPatience,
	) {}

	/** Resolves when it is the owner's turn; rejects with the signal's reason if aborted first. */
	async take(name: string, signal: AbortSignal): Promise<Release> {
		signal.throwIfAborted();
		const owner = this.owners.get(name) ?? this.add(name);
		if (this.taken < this.slotsMax) this.give(name, owner);
		else await this.turnOf(name, owner, signal);
		const since = this.counter.now();
		return () => this.release(name, owner, this.counter.now() - since);
	}

	private add(name: string): Owner {
		const used = [...this.owners.values()].map(({ usedMs }) => usedMs);
		const owner = { usedMs: used.length === 0 ? 0 : Math.min(...used), held: 0, waiting: [] };
		this.owners.set(name, owner);
		return owner;
	}

	private turnOf(name: string, owner: Owner, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const stopWaiting = () => {
				owner.waiting = owner.waiting.filter((other) => other !== begin);
				patience.cancel();
				signal.removeEventListener('abort', leave);
			};
			const leave = () => {
				stopWaiting();
				this.forget(name, owner);
				reject(signal.reason as Error);
			};
			const begin = () => {
				stopWaiting();
				resolve();
			};
			const patience = this.afterPatience(() => {
				if (owner.held > 0 || this.taken >= 2 * this.slotsMax) return;
				this.give(name, owner);
				begin();
			});
			signal.addEventListener('abort', leave, { once: true });
			owner.waiting = [...owner.waiting, begin];
		});
	}

	private give(name: string, owner: Owner): void {
		this.taken += 1;
		owner.held += 1;
		this.owners.delete(name);
		this.owners.set(name, owner);
	}

	private release(name: string, owner: Owner, usedMs: number): void {
		this.taken -= 1;
		owner.held -= 1;
		owner.usedMs += usedMs;
		this.forget(name, owner);
		if (this.taken >= this.slotsMax) return;
		const [next] = [...this.owners]
			.filter(([, { waiting }]) => waiting.length > 0)
			.sort(([, one], [, other]) => one.held - other.held || one.usedMs - other.usedMs);
		if (next === undefined) return;
		const [first] = next[1].waiting;
		this.give(...next);
		first?.();
	}

	private forget(name: string, { held, waiting }: Owner): void {
		if (held === 0 && waiting.length === 0) this.owners.delete(name);
	}
}
