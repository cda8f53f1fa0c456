/**
 * Lets concurrent look-ups share a statement: keys asked for while one runs go into the next. A
 * statement starts after all its keys were asked for, and nothing is cached, so a result is as
 * fresh as that of a statement of one's own.
 */
import { DatabaseUnavailable } from './unavailable';

/** More than one, so that a statement on a dead connection does not block all others. */
const readsAtOnceMax = 2;
const keysMax = 500;

interface Waiting<Key, Found> {
	readonly key: Key;
	readonly resolve: (found: Found | undefined) => void;
	readonly reject: (fault: unknown) => void;
}

/** Reads the rows of keys; results in the order of the keys. */
type Read<Key, Found> = (keys: readonly Key[]) => Promise<readonly (Found | undefined)[]>;

export class SharedReads<Key, Found> {
	private readonly waiting: Waiting<Key, Found>[] = [];
	private underWay = 0;

	constructor(private readonly read: Read<Key, Found>) {}

	find(key: Key): Promise<Found | undefined> {
		return new Promise((resolve, reject) => {
			this.waiting.push({ key, resolve, reject });
			// Arrived requests are handled one after the other in one turn of the event loop.
			if (this.waiting.length === 1) setImmediate(() => this.begin());
		});
	}

	private begin(): void {
		if (this.underWay >= readsAtOnceMax || this.waiting.length === 0) return;
		this.underWay += 1;
		void this.answer(this.waiting.splice(0, keysMax)).finally(() => {
			this.underWay -= 1;
			this.begin();
		});
	}

	private async answer(asked: readonly Waiting<Key, Found>[]): Promise<void> {
		try {
			const found = await this.read(asked.map(({ key }) => key));
			for (const [at, { resolve }] of asked.entries()) resolve(found[at]);
		} catch (fault) {
			const isAlone = asked.length === 1 || fault instanceof DatabaseUnavailable;
			if (isAlone) for (const { reject } of asked) reject(fault);
			else for (const each of asked) await this.answer([each]);
		}
	}
}
