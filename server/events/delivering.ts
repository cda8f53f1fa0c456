/**
 * Serves every subscription whenever something may be sent: woken by new events, and by a timer for
 * what another process wrote and for pauses that are over. Each is served by itself, so that a slow
 * target holds nobody else up; of several processes one at a time serves a subscription.
 *
 * Where there is a bell, whoever hears it serves: any process. While it is away each serves what it finds;
 * what was rung for and is still there after some rounds is served here, so that a ring that is lost costs
 * seconds, no event.
 */
import type { ProcessSession } from '../database/process-session';
import { dueSubscriptions } from './deliveries';
import { newestSequence } from './reading';
import { serve, type Seen, type ServingParts } from './serving';
import { subscriptionsToServe } from './subscriptions';

const roundMs = 1_000;

/** So often every subscription is looked at, whether or not there is something for it. */
const wholeRoundEvery = 30;

/** The same where there is a bell, which may be lost. */
const wholeRoundBesideBellEvery = 5;

/** Behind a look, others have the database for so many times longer than it took. */
const restShare = 4;

/** Has some process serve a subscription. */
export interface DeliveryBell {
	/** Whether somebody can hear it. */
	isThere(): boolean;
	/** Returns at once. */
	ring(subscriptionId: string): void;
}

export interface DeliveringParts extends ServingParts {
	readonly session: ProcessSession;
	/** Without it this process serves. */
	readonly bell?: DeliveryBell;
	/** Whose events have come since it was asked last; any owner's where it cannot tell. */
	readonly newFor?: (owners: readonly string[]) => Promise<ReadonlySet<string> | 'ALL'>;
	readonly onFault: (fault: unknown) => void;
}

export class Delivering {
	/** By subscription; whether it is to be looked at again when it is through. */
	private readonly running = new Map<string, { isAwaited: boolean; done: Promise<void> }>();
	private readonly seen = new Map<string, Seen>();
	/** What each was rung for. */
	private readonly rung = new Map<string, Seen>();
	private rounds = 0;
	private nextWholeRound = 1;
	private looking: Promise<void> | undefined;
	private isLookAwaited = false;
	private timer: NodeJS.Timeout | undefined;
	private pause: NodeJS.Timeout | undefined;
	private closed = false;

	constructor(private readonly parts: DeliveringParts) {}

	start(): void {
		this.timer = setInterval(() => {
			this.rounds += 1;
			this.wake();
		}, roundMs);
		this.timer.unref();
		this.wake();
	}

	/** Has what may be sent sent soon; returns at once. */
	wake(): void {
		if (this.closed) return;
		if (this.looking !== undefined) {
			this.isLookAwaited = true;
			return;
		}
		const begun = performance.now();
		this.looking = this.look()
			.catch((fault: unknown) => this.parts.onFault(fault))
			.then(() => this.rest(restShare * (performance.now() - begun)));
	}

	/** What was done to the subscription by hand is heeded at once. */
	ringFor(subscriptionId: string): void {
		this.seen.delete(subscriptionId);
		this.rung.delete(subscriptionId);
		this.wake();
	}

	/** Serves a subscription here until nothing is left that may be sent now. */
	serveHere(id: string): Promise<void> {
		const running = this.running.get(id);
		if (running !== undefined) {
			running.isAwaited = true;
			return running.done;
		}
		const state = { isAwaited: false, done: Promise.resolve() };
		this.running.set(id, state);
		state.done = this.serveAll(id, state)
			.catch((fault: unknown) => {
				this.rung.delete(id);
				// What was under way when this ended is sent again.
				if (!this.closed) this.parts.onFault(fault);
			})
			.then(() => {
				this.running.delete(id);
			});
		return state.done;
	}

	/** Ends when the attempts under way have ended. */
	async close(): Promise<void> {
		this.closed = true;
		clearInterval(this.timer);
		clearTimeout(this.pause);
		await this.looking;
		await Promise.all([...this.running.values()].map(({ done }) => done));
	}

	/** The next look waits a little, for one that was asked for meanwhile. */
	private rest(pauseMs: number): void {
		if (this.closed) return;
		this.pause = setTimeout(() => {
			this.looking = undefined;
			if (!this.isLookAwaited) return;
			this.isLookAwaited = false;
			this.wake();
		}, pauseMs);
	}

	private async look(): Promise<void> {
		const { database, clock, newFor, bell } = this.parts;
		const now = clock.now();
		const newest = await newestSequence(database);
		const due = await dueSubscriptions(database, now);
		const found = await subscriptionsToServe(database, now);
		const owners = newFor && (await newFor([...new Set(found.map(({ owner }) => owner))]));
		const every = bell === undefined ? wholeRoundEvery : wholeRoundBesideBellEvery;
		const isWhole = this.rounds >= this.nextWholeRound;
		if (isWhole) {
			this.nextWholeRound = this.rounds + every;
			this.forgetAllBut(new Set(found.map(({ id }) => id)));
		}
		for (const { id, owner, generation } of found) {
			const rung = this.rung.get(id);
			const isKnown = rung?.generation === generation;
			const hasMore = owners === undefined || owners === 'ALL' || owners.has(owner);
			const isNew = !isKnown || (rung.upTo < newest && hasMore);
			this.rung.set(id, { generation, upTo: newest });
			if (isWhole) void this.serveHere(id);
			else if (isNew || due.has(id)) this.ring(id);
		}
	}

	/** Forgets subscriptions that ended or pause for long; many exist for one contract alone. */
	private forgetAllBut(ids: ReadonlySet<string>): void {
		for (const known of [this.rung, this.seen]) {
			for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
		}
	}

	private ring(id: string): void {
		const { bell } = this.parts;
		if (bell?.isThere() === true) bell.ring(id);
		else void this.serveHere(id);
	}

	private async serveAll(id: string, state: { isAwaited: boolean }): Promise<void> {
		const { session } = this.parts;
		do {
			state.isAwaited = false;
			const turn = await session.tryTurn(`events to ${id}`, async () => {
				for (let isMore = true; isMore && !this.closed;) {
					const served = await serve(this.parts, id, this.seen.get(id));
					({ isMore } = served);
					if (served.seen !== undefined) this.seen.set(id, served.seen);
					// Its owner's rights are asked for again with the next look.
					else this.rung.delete(id);
				}
				return 'SERVED';
			});
			// Another process is at it, and may have read before the newest came.
			if (turn === undefined) this.rung.delete(id);
		} while (state.isAwaited && !this.closed);
	}
}
