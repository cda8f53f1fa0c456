/**
 * Time and processes of a simulation. Time stands still while anything can run and then jumps to
 * the next thing that is due, so an hour takes as long as its work. A process can be slowed, made
 * to sleep or killed at every step it takes: what a killed one waits for never comes, so not even
 * its cleaning up runs, as after kill -9.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Entry {
	readonly at: number;
	readonly order: number;
	readonly run: () => void;
}

export class World {
	now: number;
	private readonly entries: Entry[] = [];
	private order = 0;
	/** Counts everything that happens, so that the world can tell when nothing does any more. */
	private steps = 0;

	constructor(start: number) {
		this.now = start;
	}

	/** Something happened now. */
	stir(): void {
		this.steps += 1;
	}

	/** Calls `run` after this many milliseconds of the world's time. */
	after(delayMs: number, run: () => void): void {
		this.order += 1;
		const entry = { at: this.now + Math.max(0, delayMs), order: this.order, run };
		let index = this.entries.length;
		while (index > 0 && isLater(this.entries[index - 1], entry)) index -= 1;
		this.entries.splice(index, 0, entry);
	}

	sleep(delayMs: number): Promise<void> {
		return new Promise((resolve) => this.after(delayMs, resolve));
	}

	/** Lets the world go on until `isOver` says so; throws when its time passes `limitMs`. */
	async run(isOver: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
		const end = this.now + limitMs;
		for (;;) {
			await this.settle();
			if (await isOver()) return;
			const next = this.entries.shift();
			if (next === undefined) throw new Error('nothing will ever happen any more');
			if (next.at > end) throw new Error(`not over after ${limitMs} ms of the world's time`);
			this.now = Math.max(this.now, next.at);
			this.stir();
			next.run();
		}
	}

	/** Waits until nobody can do anything without time going on. */
	private async settle(): Promise<void> {
		for (let quiet = 0; quiet < 4;) {
			const before = this.steps;
			await nextTurn();
			quiet = this.steps === before ? quiet + 1 : 0;
		}
	}
}

function isLater(one: Entry | undefined, other: Entry): boolean {
	return (
		one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order))
	);
}

/** What a process meets at each of its steps; kills it by answering 'KILL'. */
export type Fate = () => 'GO' | 'KILL' | { readonly sleepMs: number };

const never = new Promise<never>(() => undefined);

export class SimulatedProcess {
	isAlive = true;
	/** What must be undone in the world when the process dies, such as a lock it holds. */
	private readonly onDeath: (() => void)[] = [];

	constructor(
		private readonly world: World,
		private readonly fate: Fate,
	) {}

	atDeath(action: () => void): void {
		this.onDeath.push(action);
	}

	/** One step of the process. A dead process stays in its last step for ever. */
	async step(): Promise<void> {
		this.world.stir();
		if (!this.isAlive) return never;
		const fate = this.fate();
		if (fate === 'KILL') this.kill();
		else if (fate !== 'GO') await this.world.sleep(fate.sleepMs);
		if (!this.isAlive) return never;
	}

	kill(): void {
		this.isAlive = false;
		for (const action of this.onDeath.splice(0)) action();
	}
}

/** Mulberry32: small and seeded. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** From 0 up to 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number from 0 to below `end`. */
	below(end: number): number {
		return Math.floor(this.next() * end);
	}

	chance(share: number): boolean {
		return this.next() < share;
	}

	pick<Item>(items: readonly Item[]): Item {
		const item = items[this.below(items.length)];
		if (item === undefined) throw new Error('there is nothing to pick from');
		return item;
	}
}
