/**
 * Delivers events to subscriptions: woken by new events, and by a timer for events of other
 * processes and for pauses that are over. Subscriptions are served independently, so a slow target
 * delays no other; one process at a time serves a subscription.
 * With a bell (a shared queue), any process that hears it serves. While the bell is away each
 * process serves what it finds; what was announced and is still there after some rounds is served
 * here, so that a lost job costs seconds, but no event.
 */
import type { ProcessSession } from '../../database/process-session';
import { dueSubscriptions } from './deliveries';
import { newestSequence } from '../record/reading';
import { serve, type Seen, type ServingParts } from './serving';
import { subscriptionsToServe } from './subscriptions';

const roundMs = 1_000;

/**
 * Every so many rounds all subscriptions are served, whether or not something is known to be due.
 */
const wholeRoundEvery = 30;

/** The same with a bell, whose jobs may be lost. */
const wholeRoundBesideBellEvery = 5;

/** Pause after a look, as a multiple of its duration, so that others can use the database. */
const restShare = 4;

/** Announces to all processes that a subscription has something to deliver. */
export interface DeliveryBell {
	/** True if it is connected. */
	isThere(): boolean;
	/** Announces in the background. */
	ring(subscriptionId: string): void;
}

export interface DeliveringParts extends ServingParts {
	readonly session: ProcessSession;
	/** Without it only this process serves. */
	readonly bell?: DeliveryBell;
	/** Which of these owners have new events since the last call; ALL if unknown. */
	readonly ownersWithNewEvents?: (
		owners: readonly string[],
	) => Promise<ReadonlySet<string> | 'ALL'>;
	readonly onFault: (fault: unknown) => void;
}

export class Delivering {
	/** By subscription; `isAwaited` means that it must be served again afterwards. */
	private readonly running = new Map<string, { isAwaited: boolean; done: Promise<void> }>();
	private readonly seen = new Map<string, Seen>();
	/** Up to which event each subscription was announced. */
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

	/** Starts a look in the background. */
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

	/** Serves a subscription at once, after it was changed. */
	ringFor(subscriptionId: string): void {
		this.seen.delete(subscriptionId);
		this.rung.delete(subscriptionId);
		this.wake();
	}

	/** Serves a subscription in this process until nothing is left to send now. */
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
				// At shutdown, unfinished deliveries are repeated by another process.
				if (!this.closed) this.parts.onFault(fault);
			})
			.then(() => {
				this.running.delete(id);
			});
		return state.done;
	}

	/** Waits for attempts under way. */
	async close(): Promise<void> {
		this.closed = true;
		clearInterval(this.timer);
		clearTimeout(this.pause);
		await this.looking;
		await Promise.all([...this.running.values()].map(({ done }) => done));
	}

	/** Delays the next look. */
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
		const { database, clock, ownersWithNewEvents, bell } = this.parts;
		const now = clock.now();
		const newest = await newestSequence(database);
		const due = await dueSubscriptions(database, now);
		const found = await subscriptionsToServe(database, now);
		const owners =
			ownersWithNewEvents &&
			(await ownersWithNewEvents([...new Set(found.map(({ owner }) => owner))]));
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

	/** Forgets subscriptions that ended or pause for long; many exist for a single contract. */
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
					// Serve again at the next look, which checks its owner's rights again.
					else this.rung.delete(id);
				}
				return 'SERVED';
			});
			// Another process is serving it, and may have read before the newest event.
			if (turn === undefined) this.rung.delete(id);
		} while (state.isAwaited && !this.closed);
	}
}
