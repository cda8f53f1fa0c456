/**
 * The way into the log. Callers wait together: whatever was submitted while one transaction was
 * under way goes into the next one, each with its sequence and its hold, so one commit to disk
 * serves many. Accepted means durable; matching comes with it where a lane of this process can take
 * part in the transaction, else after it, when the lane is drained.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
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

interface Waiting {
	/** Appended in one transaction. */
	readonly entries: readonly Entry[];
	readonly resolve: (outcomes: readonly Outcome[]) => void;
	readonly reject: (fault: unknown) => void;
}

export class Intake {
	private readonly waiting: Waiting[] = [];
	private running: Promise<void> | undefined;

	constructor(private readonly parts: IntakeParts) {}

	/** Appends to the market's log; resolves when that is durable, rejects with a Refusal. */
	submit(market: Market, submission: Submission): Promise<Accepted> {
		return new Promise((resolve, reject) => {
			const answer = ([outcome]: readonly Outcome[]) => {
				if (outcome instanceof Refusal) reject(outcome);
				else if (outcome === undefined) reject(new Error('a submission has no outcome'));
				else resolve(outcome);
			};
			this.wait({ entries: [{ market, submission }], resolve: answer, reject });
		});
	}

	/** Appends all of them in one transaction; each has an outcome of its own. */
	submitAll(entries: readonly Entry[]): Promise<readonly Outcome[]> {
		if (entries.length === 0) return Promise.resolve([]);
		return new Promise((resolve, reject) => this.wait({ entries, resolve, reject }));
	}

	private wait(waiting: Waiting): void {
		this.waiting.push(waiting);
		this.running ??= this.run();
	}

	/** Settles when nothing is waiting. */
	async idle(): Promise<void> {
		await this.running;
	}

	private async run(): Promise<void> {
		while (this.waiting.length > 0) {
			await this.gather();
			const batch = this.take();
			try {
				const { outcomes, rung } = await this.append(batch.flatMap(({ entries }) => entries));
				this.answer(batch, outcomes);
				for (const market of rung) this.parts.onAccepted(market);
			} catch (fault) {
				for (const { reject } of batch) reject(fault);
			}
		}
		// In the same turn as the check above, so that no caller is left waiting in between.
		this.running = undefined;
	}

	/**
	 * What is accepted while a lane is at work waits for that lane and for balances it has locked, and
	 * half-empty transactions cost both of them as much as full ones. So callers gather meanwhile, and
	 * as long as each turn of the event loop brings more of them.
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

	/** Submissions that wait. */
	private get count(): number {
		return this.waiting.reduce((sum, { entries }) => sum + entries.length, 0);
	}

	/** The first ones, as many as one transaction takes. */
	private take(): Waiting[] {
		let count = 0;
		const end = this.waiting.findIndex(({ entries }) => (count += entries.length) > batchMax);
		return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(end, 1));
	}

	private answer(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
		let at = 0;
		for (const { entries, resolve } of batch) {
			resolve(outcomes.slice(at, at + entries.length));
			at += entries.length;
		}
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
