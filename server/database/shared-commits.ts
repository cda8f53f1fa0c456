/**
 * Lets concurrent requests share a transaction and its commit, which costs more than most of them:
 * requests that arrive during one transaction go into the next. Each request has its own outcome.
 * If the transaction fails, each is retried alone, so that none spoils another, except if the
 * database is away or full.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { context, ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import { DatabaseUnavailable } from './unavailable';

/** Limits how long new requests may join, so that the first ones are not delayed for ever. */
const gatheringTurnsMax = 8;

interface Waiting<Request, Outcome> {
	readonly request: Request;
	readonly resolve: (outcome: Outcome) => void;
	readonly reject: (fault: unknown) => void;
	/** Of its trace. A transaction belongs to that of its first request. */
	readonly from: Context;
}

export interface SharedCommitsParts<Request, Outcome> {
	/** Carries out the requests in one transaction; outcomes in the order of the requests. */
	readonly carryOut: (requests: readonly Request[]) => Promise<readonly Outcome[]>;
	/** Size of a request, counted against `sizeMax`. */
	readonly sizeOf: (request: Request) => number;
	readonly sizeMax: number;
	/**
	 * Resolves when no more requests are to join; `size` is that of all that wait. By default they join as
	 * long as each turn of the event loop brings more, for a few turns.
	 */
	readonly gather?: (size: () => number) => Promise<void>;
	/**
	 * True if `carryOut` may have committed when it throws. Its requests then all fail with it: tried
	 * again, one of them could be carried out twice.
	 */
	readonly mayThrowAfterCommit?: boolean;
}

export class SharedCommits<Request, Outcome> {
	private readonly waiting: Waiting<Request, Outcome>[] = [];
	private running: Promise<void> | undefined;

	constructor(private readonly parts: SharedCommitsParts<Request, Outcome>) {}

	/** Resolves after the commit. */
	submit(request: Request): Promise<Outcome> {
		return new Promise((resolve, reject) => {
			this.waiting.push({ request, resolve, reject, from: context.active() });
			this.running ??= this.run();
		});
	}

	/** Settles when nothing is waiting. */
	async idle(): Promise<void> {
		await this.running;
	}

	private async run(): Promise<void> {
		const { gather = () => this.gather() } = this.parts;
		while (this.waiting.length > 0) {
			await gather(() => this.size());
			await this.carryOut(this.take());
		}
		// Synchronously after the check above, so that no caller is missed.
		this.running = undefined;
	}

	/**
	 * Waits while each turn of the event loop brings more requests, for a few turns, until the batch
	 * is full.
	 */
	private async gather(): Promise<void> {
		for (let turn = 0; turn < gatheringTurnsMax; turn += 1) {
			const seen = this.waiting.length;
			await nextTurn();
			if (this.waiting.length === seen || this.fitting() < this.waiting.length) return;
		}
	}

	private take(): Waiting<Request, Outcome>[] {
		return this.waiting.splice(0, Math.max(this.fitting(), 1));
	}

	private size(): number {
		return this.waiting.reduce((sum, { request }) => sum + this.parts.sizeOf(request), 0);
	}

	/** Number of waiting requests that fit into one transaction. */
	private fitting(): number {
		let size = 0;
		const end = this.waiting.findIndex(
			({ request }) => (size += this.parts.sizeOf(request)) > this.parts.sizeMax,
		);
		return end < 0 ? this.waiting.length : end;
	}

	private async carryOut(batch: readonly Waiting<Request, Outcome>[]): Promise<void> {
		let outcomes: readonly Outcome[];
		try {
			const requests = batch.map(({ request }) => request);
			const from = batch[0]?.from ?? ROOT_CONTEXT;
			outcomes = await context.with(from, () => this.parts.carryOut(requests));
		} catch (fault) {
			const isFinal =
				this.parts.mayThrowAfterCommit === true || fault instanceof DatabaseUnavailable;
			if (isFinal || batch.length === 1) for (const { reject } of batch) reject(fault);
			else for (const each of batch) await this.carryOut([each]);
			return;
		}
		// Committed: a fault found from here on must not repeat the requests.
		for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
		for (const { reject } of batch.slice(outcomes.length)) {
			reject(new Error('a request has no outcome'));
		}
	}
}
