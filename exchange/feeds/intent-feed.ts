/**
 * Lets a request wait for the outcome of its intent. Notifications come over Redis and may be lost,
 * so a waiting request also polls.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/database';
import { isClosed } from '../settlement/state/intent';
import { findIntent, type StoredIntent } from '../settlement/store/intents';
import type { Waits } from './waits';

const pollMs = 250;

export class IntentFeed {
	private readonly waiting = new Map<string, Set<() => void>>();

	constructor(
		private readonly database: Database,
		private readonly waits: Pick<Waits, 'transferMs'>,
	) {}

	/** Call when an intent has changed. */
	look(intentId: string): void {
		for (const wake of this.waiting.get(intentId) ?? []) wake();
	}

	/**
	 * Resolves when the intent has ended or waits for a person, or at the timeout, with the intent as
	 * it is.
	 */
	async settled(intentId: string): Promise<StoredIntent> {
		const over = AbortSignal.timeout(this.waits.transferMs);
		for (;;) {
			const changed = this.change(intentId);
			const intent = await findIntent(this.database, intentId);
			if (intent === undefined) throw new Error(`the intent ${intentId} is not there`);
			if (isClosed(intent) || waitsForPerson(intent) || over.aborted) {
				changed.forget();
				return intent;
			}
			await Promise.race([changed.promise, delay(pollMs)]);
			changed.forget();
		}
	}

	private change(intentId: string) {
		const { promise, resolve } = Promise.withResolvers<void>();
		const wakes = this.waiting.get(intentId) ?? new Set();
		this.waiting.set(intentId, wakes.add(resolve));
		const forget = () => {
			wakes.delete(resolve);
			if (wakes.size === 0) this.waiting.delete(intentId);
		};
		return { promise, forget };
	}
}

function waitsForPerson({ state }: StoredIntent): boolean {
	return state === 'HELD_FOR_REVIEW' || state === 'PENDING_APPROVAL';
}
