/**
 * Accepts submissions into the logs. What is submitted while one transaction runs goes into the
 * next, so one commit to disk serves many callers. Accepted means durable. If a lane of this
 * process can take part in the transaction, matching happens in it, otherwise afterwards.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
import { present } from '../../../server/at';
import { SharedCommits } from '../../../server/database/shared-commits';
import type { Database } from '../../database/database';
import type { Market } from '../markets/market';
import { appendAlone, type AppendedAndDone, type Lane } from '../lane/lane';
import type { LoggedCommand } from '../lane/lane-state';
import { Refusal } from '../../../server/refusal';
import { appending, type Accepted, type AppendedBatch, type SubmissionOutcome } from './append';
import type { Entry, Submission } from './submission';
import { inTrace } from '../../../server/traces/spans';

/** Most submissions of one transaction. */
const transactionMax = 1_000;

/** With this many submissions, do not wait for the lane: the transaction is worth its cost. */
const gatheredMax = 250;

/** Longest wait for a busy lane. */
const gatherMsMax = 20;

export interface IntakeParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Called once these commands of the market are durable. */
	readonly onAccepted: (market: string, commands: readonly LoggedCommand[]) => void;
	/** Lets a lane of this process carry out what it can in the same transaction. */
	readonly appendAndCarryOut?: Lane['appendAndCarryOut'];
	/** Resolves when the lanes of this process have no work left. */
	readonly lanesIdle?: () => Promise<void>;
}

export class Intake {
	private readonly commits: SharedCommits<readonly Entry[], readonly SubmissionOutcome[]>;
	/** The last transaction: how many submissions it answered, and how long it took. */
	private last = { answered: 0, tookMs: 0 };

	constructor(private readonly parts: IntakeParts) {
		this.commits = new SharedCommits({
			carryOut: (requests) => this.carryOut(requests),
			sizeOf: (entries) => entries.length,
			sizeMax: transactionMax,
			gather: (count) => this.gather(count),
			// A lane tells of its commit, and doorbells are rung, once the transaction is over.
			mayThrowAfterCommit: true,
		});
	}

	/** Appends to the market's log; resolves when that is durable, rejects with a Refusal. */
	async submit(market: Market, submission: Submission): Promise<Accepted> {
		const [outcome] = await this.submitAll([{ market, submission }]);
		if (outcome instanceof Refusal) throw outcome;
		return present(outcome, 'the outcome of a submission');
	}

	/** Appends all of them in one transaction; each has an outcome of its own. */
	submitAll(entries: readonly Entry[]): Promise<readonly SubmissionOutcome[]> {
		if (entries.length === 0) return Promise.resolve([]);
		return inTrace(intakeOf(entries), () => this.commits.submit(entries));
	}

	/** Settles when nothing is waiting. */
	idle(): Promise<void> {
		return this.commits.idle();
	}

	/**
	 * Waits a little to fill the transaction, because half-empty ones cost as much as full ones: until
	 * the lane is idle, whose locked balances it would wait for anyway, for those who come back, and
	 * while each turn of the event loop brings more.
	 */
	private async gather(count: () => number): Promise<void> {
		const { lanesIdle } = this.parts;
		const endsAt = performance.now() + gatherMsMax;
		if (lanesIdle !== undefined && count() < gatheredMax) {
			let timer: NodeJS.Timeout | undefined;
			const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, gatherMsMax)));
			await Promise.race([lanesIdle(), over]);
			clearTimeout(timer);
		}
		await this.gatherReturning(count);
		let seen: number;
		do {
			seen = count();
			await nextTurn();
		} while (count() > seen && count() < gatheredMax && performance.now() < endsAt);
	}

	/**
	 * Those who were just answered may submit again at once: waits for as many, at most an eighth of
	 * what the last transaction took. A lone submission waits for nobody.
	 */
	private async gatherReturning(count: () => number): Promise<void> {
		const { answered, tookMs } = this.last;
		const endsAt = performance.now() + Math.min(tookMs / 8, gatherMsMax);
		const wanted = Math.min(count() + answered, gatheredMax);
		while (answered > 1 && count() < wanted && performance.now() < endsAt) await delay(1);
	}

	private async carryOut(
		requests: readonly (readonly Entry[])[],
	): Promise<readonly (readonly SubmissionOutcome[])[]> {
		const entries = requests.flat();
		const beganAt = performance.now();
		const { outcomes, commands, done } = await this.append(entries);
		this.last = { answered: entries.length, tookMs: performance.now() - beganAt };
		for (const [market, appended] of commands) {
			if (!done.has(market)) this.parts.onAccepted(market, appended);
		}
		let at = 0;
		return requests.map(({ length }) => outcomes.slice(at, (at += length)));
	}

	/** Runs the transaction; repeats it if another process took one of its client ids meanwhile. */
	private async append(batch: readonly Entry[]): Promise<AppendedAndDone<AppendedBatch>> {
		const { database, clock, appendAndCarryOut } = this.parts;
		const work = (transaction: Database) => appending(transaction, batch, clock);
		const markets = new Set(batch.map(({ market }) => market.description.symbol));
		for (;;) {
			try {
				return appendAndCarryOut === undefined
					? { ...(await appendAlone(database, work)), done: new Set<string>() }
					: await appendAndCarryOut([...markets], work);
			} catch (fault) {
				if (!isRetryable(fault)) throw fault;
			}
		}
	}
}

function intakeOf(entries: readonly Entry[]) {
	const markets = () => [...new Set(entries.map(({ market }) => market.description.symbol))];
	return { name: 'intake', attributes: () => ({ 'sealkeeper.markets': markets() }) };
}

/** PostgreSQL's codes of faults that a repeated transaction does not meet again. */
function isRetryable(fault: unknown): boolean {
	const { code, constraint } = fault as { readonly code?: unknown; readonly constraint?: unknown };
	const taken = constraint === 'orders_client' || constraint === 'order_lists_client';
	const clientIdTaken = code === '23505' && taken;
	return clientIdTaken || code === '40P01' || code === '40001';
}
