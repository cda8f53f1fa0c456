/**
 * Carries out the log of a market: reads the commands after the cursor, or takes those of the
 * transaction that appends them, advances the state, and commits the effects together with the new
 * cursor. Epoch and cursor fence the commit: an owner that was overtaken changes nothing and starts
 * again from what is committed. The workers decide when `drain` is called.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Clock } from '../../../server/clock';
import { isPostgres } from '../../../server/database/database';
import {
	checkedByPlans,
	commitWith,
	runAll,
	together,
} from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import type { Markets } from '../markets/markets';
import { readCommand } from './command-text';
import type { CommittedBatch } from './batch-text';
import { NewestCandles } from './candles';
import { advance, isOwned, write, writeIfFree, type Advanced } from './commit';
import type { LaneState, LoggedCommand } from './lane-state';
import { Snapshots } from './snapshots';
import { StateCopy } from './state-copy';

/** Most commands of one transaction. */
const batchCommandsMax = 2_000;

/** Most commands of a market that are kept in memory; those beyond are read from the log. */
const handedMax = 10_000;

/** Orders in a part of a snapshot; a part is copied and written in three milliseconds. */
const partOrdersMax = 500;

export interface LaneParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly clock: Clock;
	/** Called with the reason why a snapshot is not used. */
	readonly onUnusableSnapshot: (fault: unknown) => void;
	/** Called after every commit. */
	readonly onCommitted: (market: string, batch: CommittedBatch) => void;
	/** Most orders in a part of a snapshot. */
	readonly partOrdersMax?: number;
	/** Reads archived commands after a sequence; undefined: no archive is set. */
	readonly archived?: (market: string, after: number) => Promise<readonly LoggedCommand[]>;
}

export type DrainOutcome =
	/**
	 * `drain`: nothing is left to carry out. `drainOwn`: nothing is left of what was accepted before
	 * the last batch was read.
	 */
	| 'DRAINED'
	/** Another owner has taken over. */
	| 'FENCED';

/** Commands that a transaction appends to the logs. */
export interface Appended {
	/** By market. */
	readonly commands: ReadonlyMap<string, readonly LoggedCommand[]>;
	/** What appends them, not run yet. */
	readonly statements: readonly CompiledQuery[];
}

export type AppendedAndDone<Result extends Appended> = Result & {
	/** Markets whose appended commands are carried out. */
	readonly done: ReadonlySet<string>;
};

/**
 * Epoch of a state that was only preloaded, or whose owner was overtaken. No owner has this epoch, so
 * the next command takes ownership.
 */
const noEpoch = -1n;

interface LoadedMarket {
	readonly state: LaneState;
	readonly epoch: bigint;
	readonly candles: NewestCandles;
}

/** A batch that a transaction carried out, or tried to. */
interface Attempt {
	readonly market: string;
	readonly owned: LoadedMarket;
	/** Undefined if another owner was faster. */
	readonly committed: CommittedBatch | undefined;
}

/** A batch that could not be written in the transaction that appended its commands. */
interface Late {
	readonly market: string;
	readonly owned: LoadedMarket;
	readonly advanced: Advanced;
}

function fenceOf({ epoch, state }: LoadedMarket) {
	return { epoch, cursor: state.sequence };
}

/** Appends in a transaction of its own; the lane reads the commands from the log. */
export function appendAlone<Result extends Appended>(
	database: Database,
	append: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	return database.transaction().execute(async (transaction) => {
		const result = await append(transaction);
		await commitWith(transaction, result.statements);
		return result;
	});
}

/** The lanes of this process, one for each market. */
export class Lane {
	private readonly owned = new Map<string, LoadedMarket>();
	/** Committed commands of owned markets that are not carried out yet, in their order. */
	private readonly handed = new Map<string, LoggedCommand[]>();
	private readonly turns = new Map<string, Promise<unknown>>();
	private readonly snapshots: Snapshots;
	/** Markets whose snapshot is being taken. */
	private readonly beingCopied = new Set<string>();

	constructor(private readonly parts: LaneParts) {
		this.snapshots = new Snapshots(parts);
	}

	/** Carries out the whole log of the market, taking over from any other owner. */
	async drain(market: string): Promise<DrainOutcome> {
		for (;;) {
			const step = await this.step(market, () => this.ownOrTakeOver(market));
			if (step === 'FENCED') return step;
			if (step === 0) return 'DRAINED';
		}
	}

	/**
	 * Drains only while this process owns the market. Ownership is checked at commit; if another
	 * process has taken over, nothing is written. Ends after a batch that was not full: commands
	 * accepted during it get a doorbell of their own.
	 */
	async drainOwn(market: string): Promise<DrainOutcome> {
		for (;;) {
			const step = await this.step(market, () => Promise.resolve(this.owned.get(market)));
			if (step === 'FENCED') return step;
			if (step < batchCommandsMax) return 'DRAINED';
		}
	}

	/**
	 * Runs a transaction that appends to the logs of these markets, and carries the commands out in
	 * it, in markets of which this is the owner and which have no other work: one commit for both. On
	 * PostgreSQL for one market at a time; if another transaction has locked one of its balances, the
	 * lane's work gets a commit of its own behind it.
	 */
	async appendAndCarryOut<Result extends Appended>(
		markets: readonly string[],
		append: (transaction: Database) => Promise<Result>,
	): Promise<AppendedAndDone<Result>> {
		const { database } = this.parts;
		const isTooMuch = markets.length > 1 && isPostgres(database);
		// Do not let a busy lane delay the intake.
		if (isTooMuch || markets.some((market) => this.turns.has(market))) {
			return { ...(await appendAlone(database, append)), done: new Set() };
		}
		return this.inTurns(markets, async () => {
			const tried: Attempt[] = [];
			const late: Late[] = [];
			const appended = await database.transaction().execute(async (transaction) => {
				const [owners, result] = await together(
					this.checkOwned(transaction, markets),
					append(transaction),
				);
				// Before the states advance, because a client id may turn out to be taken.
				await runAll(transaction, checkedByPlans(transaction, result.statements));
				for (const [market, commands] of result.commands) {
					const owned = this.owned.get(market);
					if (owned === undefined || owned.state.sequence + 1 !== commands[0]?.sequence) continue;
					if (!owners.has(market)) {
						tried.push({ market, owned, committed: undefined });
						continue;
					}
					const advanced = await this.advance(transaction, owned, commands);
					const isWritten = await writeIfFree(transaction, this.parts.clock, advanced);
					if (isWritten) tried.push({ market, owned, committed: advanced.committed });
					else late.push({ market, owned, advanced });
				}
				return result;
			});
			for (const one of late) {
				if (await this.writeLate(one)) tried.push({ ...one, committed: one.advanced.committed });
			}
			for (const one of tried) this.finish(one);
			const done = tried.filter(({ committed }) => committed !== undefined);
			return { ...appended, done: new Set(done.map(({ market }) => market)) };
		});
	}

	/** Takes commands that this process has committed to the log, which saves reading them. */
	hand(market: string, commands: readonly LoggedCommand[]): void {
		if (!this.owns(market)) return;
		const handed = this.handed.get(market) ?? [];
		if (handed.length + commands.length <= handedMax) handed.push(...commands);
		this.handed.set(market, handed);
	}

	/**
	 * True if this process has taken the market over, and no commit since has found another owner.
	 * Only a commit shows whether it still owns it.
	 */
	owns(market: string): boolean {
		const owned = this.owned.get(market);
		return owned !== undefined && owned.epoch !== noEpoch;
	}

	/** Preloads the market, so that its first command need not wait. */
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
	 * Takes a snapshot, so that the next owner need not replay the whole log. The lane goes on
	 * meanwhile; the snapshot is of the moment when the copy was complete.
	 */
	async takeSnapshot(market: string): Promise<{ readonly sequence: number } | undefined> {
		if (this.beingCopied.has(market)) return undefined;
		this.beingCopied.add(market);
		try {
			return await this.writeSnapshot(market);
		} finally {
			this.beingCopied.delete(market);
		}
	}

	private inTurn<Result>(market: string, work: () => Promise<Result>): Promise<Result> {
		return this.inTurns([market], work);
	}

	/** One task at a time per market in this process; other processes are fenced. */
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

	/** Carries out one batch in turn; returns its number of commands. */
	private async step(
		market: string,
		loaded: () => Promise<LoadedMarket | undefined>,
	): Promise<number | 'FENCED'> {
		const step = await this.inTurn(market, () => this.drainBatch(market, loaded));
		// SQLite answers synchronously; let other work of this process run.
		if (step !== 'FENCED' && step > 0) await nextTurn();
		return step;
	}

	private async drainBatch(
		market: string,
		loaded: () => Promise<LoadedMarket | undefined>,
	): Promise<number | 'FENCED'> {
		const owned = await loaded();
		if (owned === undefined) return 'FENCED';
		const { sequence } = owned.state;
		const handed = this.takeHanded(market, sequence);
		const commands = handed.length > 0 ? handed : await this.read(market, sequence);
		if (commands.length === 0) return 0;
		const committed = await this.parts.database
			.transaction()
			.execute((transaction) => this.commitCommands(transaction, owned, commands));
		this.finish({ market, owned, committed });
		return committed === undefined ? 'FENCED' : commands.length;
	}

	private async commitCommands(
		transaction: Database,
		owned: LoadedMarket,
		commands: readonly LoggedCommand[],
	): Promise<CommittedBatch | undefined> {
		if (!(await isOwned(transaction, owned.state, fenceOf(owned)))) return undefined;
		const advanced = await this.advance(transaction, owned, commands);
		await write(transaction, this.parts.clock, advanced);
		return advanced.committed;
	}

	/** Locks the lanes of these markets; returns those that are still this process's. */
	private async checkOwned(
		transaction: Database,
		markets: readonly string[],
	): Promise<ReadonlySet<string>> {
		const loaded = markets.flatMap((market) => this.owned.get(market) ?? []);
		const checks = loaded.map((owned) => isOwned(transaction, owned.state, fenceOf(owned)));
		const areOwned = await together(...checks);
		const still = loaded.filter((_, index) => areOwned[index]);
		return new Set(still.map(({ state }) => state.market.description.symbol));
	}

	/**
	 * The state is removed from `owned` until the commit is certain: a state that ran ahead must not
	 * be used again.
	 */
	private advance(
		transaction: Database,
		owned: LoadedMarket,
		commands: readonly LoggedCommand[],
	): Promise<Advanced> {
		const { state, candles } = owned;
		this.owned.delete(state.market.description.symbol);
		return advance(transaction, { state, candles, commands, fence: fenceOf(owned) });
	}

	/** False if another owner came between the two commits; then the state is given up. */
	private writeLate({ advanced }: Late): Promise<boolean> {
		const { database, clock } = this.parts;
		const { state, fence } = advanced.batch;
		return database.transaction().execute(async (transaction) => {
			if (!(await isOwned(transaction, state, fence))) return false;
			await write(transaction, clock, advanced);
			return true;
		});
	}

	/**
	 * Call once the transaction is committed. An overtaken owner keeps its state, which is unchanged,
	 * but not its epoch.
	 */
	private finish({ market, owned, committed }: Attempt): void {
		if (committed === undefined) {
			this.owned.set(market, { ...owned, epoch: noEpoch });
			return;
		}
		this.owned.set(market, owned);
		this.parts.onCommitted(market, committed);
	}

	private async writeSnapshot(market: string): Promise<{ readonly sequence: number } | undefined> {
		const { state } = await this.inTurn(market, () => this.ownOrTakeOver(market));
		if ((await this.snapshots.newest(market)) === BigInt(state.sequence)) return undefined;
		const draft = await this.snapshots.begin(market, state.sequence);
		const copy = new StateCopy(state, this.parts.partOrdersMax ?? partOrdersMax);
		try {
			for (;;) {
				// In turn, so that no part shows uncommitted changes; the copy ends if the state was given
				// up.
				const copied = await this.inTurn(market, () =>
					Promise.resolve(this.owned.get(market)?.state === state ? copy.step() : undefined),
				);
				if (copied === undefined) return undefined;
				await this.snapshots.add(draft, copied.part);
				if (copied.head !== undefined) {
					const closed = await this.snapshots.close(draft, copied.head);
					return closed ? { sequence: copied.head.sequence } : undefined;
				}
				await nextTurn();
			}
		} finally {
			copy.end();
		}
	}

	/** Returns the state at the cursor, of an owner that was not overtaken. */
	private async ownOrTakeOver(market: string): Promise<LoadedMarket> {
		const row = await this.readLane(market);
		const kept = this.owned.get(market);
		const current = kept?.epoch === row.epoch && BigInt(kept.state.sequence) === row.cursor;
		return kept !== undefined && current ? kept : this.takeOver(market);
	}

	/** Makes this the owner: from here on, commits of an earlier owner fail. */
	private async takeOver(market: string): Promise<LoadedMarket> {
		const { epoch, cursor } = await this.parts.database
			.updateTable('lanes')
			.set((columns) => ({ epoch: columns('epoch', '+', 1n) }))
			.where('market', '=', market)
			.returning(['epoch', 'cursor'])
			.executeTakeFirstOrThrow();
		// A kept state was committed by this process, so it is before the cursor, unless the database
		// was restored from an older backup.
		const kept = this.owned.get(market)?.state;
		const isUsable = kept !== undefined && BigInt(kept.sequence) <= cursor;
		const state = isUsable ? kept : await this.restored(market);
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

	/** Carries out again what was committed before; the effects are stored already. */
	private async catchUp(state: LaneState, cursor: number): Promise<void> {
		const { symbol } = state.market.description;
		while (state.sequence < cursor) {
			state.advance(await this.readHistory(symbol, state.sequence, cursor));
			await nextTurn();
		}
	}

	/** Without a sound snapshot, the log begins in the archive. */
	private async readHistory(market: string, after: number, upTo: number) {
		const live = await this.read(market, after, upTo);
		// Commands of open orders stay when others are archived, so a gap means archived commands.
		if (live.length > 0 && live.at(-1)?.sequence === after + live.length) return live;
		const archived = await this.parts.archived?.(market, after);
		if (archived !== undefined && archived.length > 0) return archived;
		throw new Error(`the log of ${market} after ${after} is in an archive, and none is set`);
	}

	/** Commands that follow this sequence without a gap. Another process fills the gaps in the log. */
	private takeHanded(market: string, after: number): readonly LoggedCommand[] {
		const later = this.handed.get(market)?.filter(({ sequence }) => sequence > after) ?? [];
		const isNext = ({ sequence }: LoggedCommand, index: number) => sequence === after + 1 + index;
		const gap = later.findIndex((command, index) => !isNext(command, index));
		const count = Math.min(gap === -1 ? later.length : gap, batchCommandsMax);
		this.handed.set(market, later.slice(count));
		return later.slice(0, count);
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
