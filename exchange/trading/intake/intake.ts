/**
 * The way into the log. Callers wait together: whatever was submitted while one transaction was
 * under way goes into the next one, each with its sequence and its hold, so one commit to disk
 * serves many. Accepted means durable; matching comes with it where a lane of this process can take
 * part in the transaction, else after it, when the lane is drained.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
import { present } from '../../../server/at';
import { SharedCommits } from '../../../server/database/shared-commits';
import type { Database } from '../../database/database';
import type { Market } from '../markets/market';
import type { Lane } from '../lane/lane';
import { Refusal } from '../../../server/refusal';
import { append, type Accepted, type Outcome } from './append';
import type { Entry, Submission } from './submission';

/** Submissions taken into one transaction at most. */
const batchMax = 1_000;

/** So many need not wait for the lane: their transaction is worth its cost. */
const gatheredMax = 250;

/** A lane that is at work for longer keeps nobody from being accepted. */
const gatherMsMax = 20;

export interface IntakeParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Called after the commit that made commands of this market durable. */
	readonly onAccepted: (market: string) => void;
	/** Where given, a lane of this process carries out in the same transaction what it can. */
	readonly appendAndCarryOut?: Lane['appendAndCarryOut'];
	/** Settles when the lanes of this process have carried out what they were rung for. */
	readonly lanesIdle?: () => Promise<void>;
}

export class Intake {
	private readonly commits: SharedCommits<readonly Entry[], readonly Outcome[]>;

	constructor(private readonly parts: IntakeParts) {
		this.commits = new SharedCommits({
			carryOut: (requests) => this.carryOut(requests),
			sizeOf: (entries) => entries.length,
			sizeMax: batchMax,
			gather: (count) => this.gather(count),
		});
	}

	/** Appends to the market's log; resolves when that is durable, rejects with a Refusal. */
	async submit(market: Market, submission: Submission): Promise<Accepted> {
		const [outcome] = await this.commits.submit([{ market, submission }]);
		if (outcome instanceof Refusal) throw outcome;
		return present(outcome, 'the outcome of a submission');
	}

	/** Appends all of them in one transaction; each has an outcome of its own. */
	submitAll(entries: readonly Entry[]): Promise<readonly Outcome[]> {
		return entries.length === 0 ? Promise.resolve([]) : this.commits.submit(entries);
	}

	/** Settles when nothing is waiting. */
	idle(): Promise<void> {
		return this.commits.idle();
	}

	/**
	 * What is accepted while a lane is at work waits for that lane and for balances it has locked, and
	 * half-empty transactions cost both of them as much as full ones. So callers gather meanwhile, and
	 * as long as each turn of the event loop brings more of them.
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
		let seen: number;
		do {
			seen = count();
			await nextTurn();
		} while (count() > seen && count() < gatheredMax && performance.now() < endsAt);
	}

	private async carryOut(
		requests: readonly (readonly Entry[])[],
	): Promise<readonly (readonly Outcome[])[]> {
		const { outcomes, rung } = await this.append(requests.flat());
		for (const market of rung) this.parts.onAccepted(market);
		let at = 0;
		return requests.map((entries) => outcomes.slice(at, (at += entries.length)));
	}

	/** One transaction; again when another process took one of the same client ids meanwhile. */
	private async append(
		batch: readonly Entry[],
	): Promise<{ readonly outcomes: readonly Outcome[]; readonly rung: readonly string[] }> {
		const { database, clock, appendAndCarryOut } = this.parts;
		const work = (transaction: Database) => append(transaction, batch, clock.now());
		const markets = new Set(batch.map(({ market }) => market.description.symbol));
		for (;;) {
			try {
				const { outcomes, commands, done } =
					appendAndCarryOut === undefined
						? { ...(await database.transaction().execute(work)), done: new Set<string>() }
						: await appendAndCarryOut([...markets], work);
				const rung = [...commands.keys()].filter((market) => !done.has(market));
				return { outcomes, rung };
			} catch (fault) {
				if (!mayBeRepeated(fault)) throw fault;
			}
		}
	}
}

/** PostgreSQL's codes for what the same transaction, begun again, does not meet a second time. */
function mayBeRepeated(fault: unknown): boolean {
	const { code, constraint } = fault as { readonly code?: unknown; readonly constraint?: unknown };
	const taken = constraint === 'orders_client' || constraint === 'order_lists_client';
	const clientIdTaken = code === '23505' && taken;
	return clientIdTaken || code === '40P01' || code === '40001';
}
