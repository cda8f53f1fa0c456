/**
 * Carries out a market's log: reads commands behind the cursor, or takes those of the transaction
 * that appends them, lets the state advance, and commits what that did together with the new cursor. The commit is fenced by (epoch, cursor): an
 * owner that was overtaken, however late it wakes, changes nothing and starts again from what is
 * committed. Who calls `drain`, and when, is left to the workers.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { Markets } from '../markets/markets';
import { readCommand } from './command-text';
import type { CommittedBatch } from './batch-text';
import { NewestCandles } from './candles';
import { carryOut } from './commit';
import type { LaneState, LoggedCommand } from './lane-state';
import { Snapshots } from './snapshots';
import { StateCopy } from './state-copy';

/** Commands carried out in one transaction at most. */
const batchCommandsMax = 2_000;

/** Orders in a part of a snapshot: copying and writing one takes some milliseconds. */
const partOrdersMax = 2_000;

export interface LaneParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly clock: Clock;
	/** Told what keeps a snapshot from being used. */
	readonly onFault: (fault: unknown) => void;
	/** Called after every commit. */
	readonly onCommitted: (market: string, batch: CommittedBatch) => void;
	/** Orders in a part of a snapshot at most. */
	readonly partOrdersMax?: number;
	/** Reads commands behind a place that have left for the archive; absent where none have. */
	readonly archived?: (market: string, after: number) => Promise<readonly LoggedCommand[]>;
}

export type DrainOutcome =
	/** Nothing is left to carry out. */
	| 'DRAINED'
	/** Another owner has taken over; it carries on. */
	| 'FENCED';

/** What a transaction has appended to the logs. */
export interface Appended {
	/** By market. */
	readonly commands: ReadonlyMap<string, readonly LoggedCommand[]>;
}

export type AppendedAndDone<Result extends Appended> = Result & {
	/** Markets in which what was appended is carried out. */
	readonly done: ReadonlySet<string>;
};

/** The epoch of a state that was only prepared: no owner has it, so the first command takes ownership. */
const noEpoch = -1n;

interface Owned {
	readonly state: LaneState;
	readonly epoch: bigint;
	readonly candles: NewestCandles;
}

/** A batch of a transaction. */
interface Tried {
	readonly market: string;
	readonly owned: Owned;
	/** Undefined where another owner was faster. */
	readonly committed: CommittedBatch | undefined;
}

export class Lane {
	private readonly owned = new Map<string, Owned>();
	private readonly turns = new Map<string, Promise<unknown>>();
	private readonly snapshots: Snapshots;
	/** Markets of which a snapshot is being taken. */
	private readonly copied = new Set<string>();

	constructor(private readonly parts: LaneParts) {
		this.snapshots = new Snapshots(parts);
	}

	/** Carries out all that the log of the market holds, taking over from any other owner. */
	async drain(market: string): Promise<DrainOutcome> {
		for (;;) {
			const step = await this.step(market, () => this.own(market));
			if (step === 'FENCED') return step;
			if (step === 0) return 'DRAINED';
		}
	}

	/**
	 * The same while this is the owner, which only the commit asks; another one that took over is left
	 * to it. What is accepted while the last batch is carried out is rung for again.
	 */
	async drainOwn(market: string): Promise<DrainOutcome> {
		for (;;) {
			const step = await this.step(market, () => Promise.resolve(this.owned.get(market)));
			if (step === 'FENCED') return step;
			if (step < batchCommandsMax) return 'DRAINED';
		}
	}

	/**
	 * Runs a transaction that appends to the logs of these markets, and carries out in the same one what
	 * it has appended where this is the owner and nothing else is to be done: one commit for both. For a
	 * database in which one transaction writes at a time; in another, two that each hold balances the
	 * other needs would wait for each other.
	 */
	async appendAndCarryOut<Result extends Appended>(
		markets: readonly string[],
		append: (transaction: Database) => Promise<Result>,
	): Promise<AppendedAndDone<Result>> {
		const { database } = this.parts;
		// A lane that is at work for longer keeps nobody from being accepted.
		if (markets.some((market) => this.turns.has(market))) {
			return { ...(await database.transaction().execute(append)), done: new Set() };
		}
		return this.inTurns(markets, async () => {
			const tried: Tried[] = [];
			const appended = await database.transaction().execute(async (transaction) => {
				const result = await append(transaction);
				for (const [market, commands] of result.commands) {
					const owned = this.owned.get(market);
					if (owned === undefined || owned.state.sequence + 1 !== commands[0]?.sequence) continue;
					const committed = await this.carryOutOwn(transaction, owned, commands);
					tried.push({ market, owned, committed });
				}
				return result;
			});
			for (const one of tried) this.settle(one);
			const done = tried.filter(({ committed }) => committed !== undefined);
			return { ...appended, done: new Set(done.map(({ market }) => market)) };
		});
	}

	/** Whether this was the owner of the market when it last looked. */
	owns(market: string): boolean {
		return this.owned.has(market);
	}

	/** Brings the market into memory, so that its first command need not wait for that. */
	prepare(market: string): Promise<void> {
		return this.inTurn(market, async () => {
			if (this.owned.has(market)) return;
			const { cursor } = await this.readLane(market);
			const state = await this.restored(market);
			await this.catchUp(state, Number(cursor));
			this.owned.set(market, { state, epoch: noEpoch, candles: new NewestCandles() });
		});
	}

	/**
	 * Keeps the state, so that the next owner need not replay the whole log. The lane goes on
	 * meanwhile: what is kept is the state of the moment when the copy was complete.
	 */
	async takeSnapshot(market: string): Promise<{ readonly sequence: number } | undefined> {
		if (this.copied.has(market)) return undefined;
		this.copied.add(market);
		try {
			return await this.keepState(market);
		} finally {
			this.copied.delete(market);
		}
	}

	private inTurn<Result>(market: string, work: () => Promise<Result>): Promise<Result> {
		return this.inTurns([market], work);
	}

	/** One thing at a time for each market of this process; other processes are fenced. */
	private inTurns<Result>(
		markets: readonly string[],
		work: () => Promise<Result>,
	): Promise<Result> {
		const before = Promise.allSettled(markets.flatMap((market) => this.turns.get(market) ?? []));
		const turn = before.then(work);
		for (const market of markets) this.turns.set(market, turn);
		const leave = () => {
			for (const market of markets) {
				if (this.turns.get(market) === turn) this.turns.delete(market);
			}
		};
		turn.then(leave, leave);
		return turn;
	}

	/** One batch, in turn; answers how many commands it had. */
	private async step(
		market: string,
		owner: () => Promise<Owned | undefined>,
	): Promise<number | 'FENCED'> {
		const step = await this.inTurn(market, () => this.drainBatch(market, owner));
		// An embedded database answers without waiting; others of this process are let in here.
		if (step !== 'FENCED' && step > 0) await nextTurn();
		return step;
	}

	private async drainBatch(
		market: string,
		owner: () => Promise<Owned | undefined>,
	): Promise<number | 'FENCED'> {
		const owned = await owner();
		if (owned === undefined) return 'FENCED';
		const commands = await this.read(market, owned.state.sequence);
		if (commands.length === 0) return 0;
		const committed = await this.parts.database
			.transaction()
			.execute((transaction) => this.carryOutOwn(transaction, owned, commands));
		this.settle({ market, owned, committed });
		return committed === undefined ? 'FENCED' : commands.length;
	}

	/** The owner is forgotten until the commit is certain: a state that ran ahead must not be used again. */
	private carryOutOwn(
		transaction: Database,
		{ state, epoch, candles }: Owned,
		commands: readonly LoggedCommand[],
	): Promise<CommittedBatch | undefined> {
		this.owned.delete(state.market.description.symbol);
		const fence = { epoch, cursor: state.sequence };
		return carryOut(transaction, this.parts.clock, { state, candles, commands, fence });
	}

	/** To be called once the transaction is committed. */
	private settle({ market, owned, committed }: Tried): void {
		this.owned.set(market, owned);
		if (committed !== undefined) this.parts.onCommitted(market, committed);
	}

	private async keepState(market: string): Promise<{ readonly sequence: number } | undefined> {
		const { state } = await this.inTurn(market, () => this.own(market));
		if ((await this.snapshots.newest(market)) === BigInt(state.sequence)) return undefined;
		const draft = await this.snapshots.begin(market, state.sequence);
		const copy = new StateCopy(state, this.parts.partOrdersMax ?? partOrdersMax);
		try {
			for (;;) {
				// In turn, so that no part shows what is not committed; a state given up ends its copy.
				const step = await this.inTurn(market, () =>
					Promise.resolve(this.owned.get(market)?.state === state ? copy.step() : undefined),
				);
				if (step === undefined) return undefined;
				await this.snapshots.add(draft, step.part);
				if (step.head !== undefined) {
					const closed = await this.snapshots.close(draft, step.head);
					return closed ? { sequence: step.head.sequence } : undefined;
				}
				await nextTurn();
			}
		} finally {
			copy.end();
		}
	}

	/** The state as of the cursor, by an owner that was not overtaken so far. */
	private async own(market: string): Promise<Owned> {
		const row = await this.readLane(market);
		const kept = this.owned.get(market);
		const current = kept?.epoch === row.epoch && BigInt(kept.state.sequence) === row.cursor;
		return kept !== undefined && current ? kept : this.takeOver(market);
	}

	/** Makes this the owner: from here on, the commit of any earlier one is refused. */
	private async takeOver(market: string): Promise<Owned> {
		const { epoch, cursor } = await this.parts.database
			.updateTable('lanes')
			.set((columns) => ({ epoch: columns('epoch', '+', 1n) }))
			.where('market', '=', market)
			.returning(['epoch', 'cursor'])
			.executeTakeFirstOrThrow();
		// A kept state was committed by this process, so it lies on the way to the cursor; unless the
		// database was put back to an earlier moment.
		const kept = this.owned.get(market)?.state;
		const isOnTheWay = kept !== undefined && BigInt(kept.sequence) <= cursor;
		const state = isOnTheWay ? kept : await this.restored(market);
		await this.catchUp(state, Number(cursor));
		const owned = { state, epoch, candles: new NewestCandles() };
		this.owned.set(market, owned);
		return owned;
	}

	private async readLane(market: string) {
		const row = await this.parts.database
			.selectFrom('lanes')
			.select(['epoch', 'cursor'])
			.where('market', '=', market)
			.executeTakeFirst();
		if (row === undefined) throw new Error(`there is no market ${market} to carry out`);
		return row;
	}

	private async restored(market: string): Promise<LaneState> {
		const rules = await this.parts.markets.find(market);
		if (rules === undefined) throw new Error(`there is no market ${market}`);
		return this.snapshots.restore(rules);
	}

	/** Carries out again what was committed before; what it did is written already. */
	private async catchUp(state: LaneState, cursor: number): Promise<void> {
		const { symbol } = state.market.description;
		while (state.sequence < cursor) {
			state.advance(await this.readHistory(symbol, state.sequence, cursor));
			await nextTurn();
		}
	}

	/** Without a snapshot that is whole, the log begins in the archive. */
	private async readHistory(market: string, after: number, upTo: number) {
		const here = await this.read(market, after, upTo);
		// Of what has left, the commands of open orders are still here.
		if (here.length > 0 && here.at(-1)?.sequence === after + here.length) return here;
		const archived = await this.parts.archived?.(market, after);
		if (archived !== undefined && archived.length > 0) return archived;
		throw new Error(`the log of ${market} goes on behind ${after} in an archive that is not set`);
	}

	private async read(market: string, after: number, upTo?: number): Promise<LoggedCommand[]> {
		const rows = await this.parts.database
			.selectFrom('commands')
			.select(['sequence', 'body', 'accepted_at'])
			.where('market', '=', market)
			.where('sequence', '>', BigInt(after))
			.where('sequence', '<=', BigInt(upTo ?? Number.MAX_SAFE_INTEGER))
			.orderBy('sequence')
			.limit(batchCommandsMax)
			.execute();
		return rows.map(({ sequence, body, accepted_at: acceptedAt }) => ({
			sequence: Number(sequence),
			acceptedAt: Number(acceptedAt),
			command: readCommand(body),
		}));
	}
}
