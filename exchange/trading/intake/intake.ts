/**
 * Accepts submissions into the logs. What is submitted while one transaction runs goes into the
 * next, so one commit to disk serves many callers. Accepted means durable. If a lane of this
 * process can take part in the transaction, matching happens in it, otherwise afterwards.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { Market } from '../markets/market';
import type { Lane } from '../lane/lane';
import { Refusal } from '../../../server/refusal';
import { append, type Accepted, type SubmissionOutcome } from './append';
import type { Entry, Submission } from './submission';

/** Most submissions of one transaction. */
const batchMax = 1_000;

/** With this many submissions, do not wait for the lane: the transaction is worth its cost. */
const gatheredMax = 250;

/** Longest wait for a busy lane. */
const gatherMsMax = 20;

export interface IntakeParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Called once commands of this market are durable. */
	readonly onAccepted: (market: string) => void;
	/** Lets a lane of this process carry out what it can in the same transaction. */
	readonly appendAndCarryOut?: Lane['appendAndCarryOut'];
	/** Resolves when the lanes of this process have no work left. */
	readonly lanesIdle?: () => Promise<void>;
}

interface PendingSubmission {
	/** All go into one transaction. */
	readonly entries: readonly Entry[];
	readonly resolve: (outcomes: readonly SubmissionOutcome[]) => void;
	readonly reject: (fault: unknown) => void;
}

export class Intake {
	private readonly waiting: PendingSubmission[] = [];
	private running: Promise<void> | undefined;

	constructor(private readonly parts: IntakeParts) {}

	/** Appends to the market's log; resolves once it is durable, rejects with a Refusal. */
	submit(market: Market, submission: Submission): Promise<Accepted> {
		return new Promise((resolve, reject) => {
			const answer = ([outcome]: readonly SubmissionOutcome[]) => {
				if (outcome instanceof Refusal) reject(outcome);
				else if (outcome === undefined) reject(new Error('a submission has no outcome'));
				else resolve(outcome);
			};
			this.wait({ entries: [{ market, submission }], resolve: answer, reject });
		});
	}

	/** Appends all entries in one transaction; each has its own outcome. */
	submitAll(entries: readonly Entry[]): Promise<readonly SubmissionOutcome[]> {
		if (entries.length === 0) return Promise.resolve([]);
		return new Promise((resolve, reject) => this.wait({ entries, resolve, reject }));
	}

	private wait(waiting: PendingSubmission): void {
		this.waiting.push(waiting);
		this.running ??= this.run();
	}

	/** Resolves when nothing is pending. */
	async idle(): Promise<void> {
		await this.running;
	}

	private async run(): Promise<void> {
		while (this.waiting.length > 0) {
			await this.gather();
			const batch = this.take();
			try {
				const { outcomes, marketsToNotify } = await this.append(
					batch.flatMap(({ entries }) => entries),
				);
				this.settle(batch, outcomes);
				for (const market of marketsToNotify) this.parts.onAccepted(market);
			} catch (fault) {
				for (const { reject } of batch) reject(fault);
			}
		}
		// In the same turn as the check above, so that no submission is left behind.
		this.running = undefined;
	}

	/**
	 * Waits a little to fill the transaction. A submission accepted while a lane works waits for that
	 * lane and its locked balances anyway, and half-empty transactions cost as much as full ones. So
	 * it gathers until the lane is idle, and while each turn of the event loop brings more.
	 */
	private async gather(): Promise<void> {
		const { lanesIdle } = this.parts;
		const endsAt = performance.now() + gatherMsMax;
		if (lanesIdle !== undefined && this.count < gatheredMax) {
			let timer: NodeJS.Timeout | undefined;
			const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, gatherMsMax)));
			await Promise.race([lanesIdle(), over]);
			clearTimeout(timer);
		}
		let seen: number;
		do {
			seen = this.count;
			await nextTurn();
		} while (this.count > seen && this.count < gatheredMax && performance.now() < endsAt);
	}

	/** Number of pending submissions. */
	private get count(): number {
		return this.waiting.reduce((sum, { entries }) => sum + entries.length, 0);
	}

	/** Takes the oldest submissions, as many as fit into one transaction. */
	private take(): PendingSubmission[] {
		let count = 0;
		const end = this.waiting.findIndex(({ entries }) => (count += entries.length) > batchMax);
		return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(end, 1));
	}

	private settle(
		batch: readonly PendingSubmission[],
		outcomes: readonly SubmissionOutcome[],
	): void {
		let at = 0;
		for (const { entries, resolve } of batch) {
			resolve(outcomes.slice(at, at + entries.length));
			at += entries.length;
		}
	}

	/** Runs the transaction; repeats it if another process took one of its client ids meanwhile. */
	private async append(batch: readonly Entry[]): Promise<{
		readonly outcomes: readonly SubmissionOutcome[];
		readonly marketsToNotify: readonly string[];
	}> {
		const { database, clock, appendAndCarryOut } = this.parts;
		const work = (transaction: Database) => append(transaction, batch, clock.now());
		const markets = new Set(batch.map(({ market }) => market.description.symbol));
		for (;;) {
			try {
				const { outcomes, commands, done } =
					appendAndCarryOut === undefined
						? { ...(await database.transaction().execute(work)), done: new Set<string>() }
						: await appendAndCarryOut([...markets], work);
				const marketsToNotify = [...commands.keys()].filter((market) => !done.has(market));
				return { outcomes, marketsToNotify };
			} catch (fault) {
				if (!isRetryable(fault)) throw fault;
			}
		}
	}
}

/** PostgreSQL's codes of faults that a repeated transaction does not meet again. */
function isRetryable(fault: unknown): boolean {
	const { code, constraint } = fault as { readonly code?: unknown; readonly constraint?: unknown };
	const taken = constraint === 'orders_client' || constraint === 'order_lists_client';
	const clientIdTaken = code === '23505' && taken;
	return clientIdTaken || code === '40P01' || code === '40001';
}
