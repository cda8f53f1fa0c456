/**
 * Lets look-ups of a moment share a statement: what is asked while one is under way goes into the next
 * one. Each begins after everything it answers was asked for, and nothing is remembered, so an answer is
 * as new as that of a statement of one's own. What is looked up, and in how many pieces, is the caller's.
 */
import { DatabaseUnavailable } from './unavailable';

/** One that hangs on a dead connection must not keep all others waiting. */
const readsAtOnceMax = 2;
const keysMax = 500;

interface Waiting<Key, Found> {
	readonly key: Key;
	readonly resolve: (found: Found | undefined) => void;
	readonly reject: (fault: unknown) => void;
}

/** Reads what there is of these; answers stand as the keys do. */
type Read<Key, Found> = (keys: readonly Key[]) => Promise<readonly (Found | undefined)[]>;

export class SharedReads<Key, Found> {
	private readonly waiting: Waiting<Key, Found>[] = [];
	private underWay = 0;

	constructor(private readonly read: Read<Key, Found>) {}

	find(key: Key): Promise<Found | undefined> {
		return new Promise((resolve, reject) => {
			this.waiting.push({ key, resolve, reject });
			// Requests that have arrived are read one after the other in one turn of the event loop.
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
