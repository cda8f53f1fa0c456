/**
 * Carries out a market's log: reads commands behind the cursor, lets the state advance, and
 * commits what that did together with the new cursor. The commit is fenced by (epoch, cursor): an
 * owner that was overtaken, however late it wakes, changes nothing and starts again from what is
 * committed. Who calls `drain`, and when, is left to the workers.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fingerprint } from '../engine/snapshot';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { Markets } from '../markets/markets';
import { readCommand } from './command-text';
import { commitEffects } from './commit';
import { LaneState, type LoggedCommand } from './lane-state';

/** Commands carried out in one transaction at most. */
const batchCommandsMax = 2_000;

/** Snapshots kept of each market; the older one serves should the newest be damaged. */
const snapshotsKept = 2;

export interface LaneParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly clock: Clock;
	/** Called after every commit. */
	readonly onCommitted: (market: string, lastSequence: number) => void;
}

export type DrainOutcome =
	/** Nothing is left to carry out. */
	| 'DRAINED'
	/** Another owner has taken over; it carries on. */
	| 'FENCED';

interface Owned {
	readonly state: LaneState;
	readonly epoch: bigint;
}

export class Lane {
	private readonly owned = new Map<string, Owned>();
	private readonly turns = new Map<string, Promise<unknown>>();

	constructor(private readonly parts: LaneParts) {}

	/** Carries out all that the log of the market holds. */
	drain(market: string): Promise<DrainOutcome> {
		return this.inTurn(market, () => this.drainAll(market));
	}

	/** Keeps the state as of the cursor, so that the next owner need not replay the whole log. */
	takeSnapshot(market: string): Promise<{ readonly sequence: number } | undefined> {
		return this.inTurn(market, () => this.keepState(market));
	}

	/** One thing at a time for each market of this process; other processes are fenced. */
	private inTurn<Result>(market: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.turns.get(market) ?? Promise.resolve();
		const turn = before.then(work, work);
		this.turns.set(market, turn);
		return turn;
	}

	private async drainAll(market: string): Promise<DrainOutcome> {
		for (;;) {
			const { state, epoch } = await this.own(market);
			const commands = await this.read(market, state.sequence);
			if (commands.length === 0) return 'DRAINED';
			// Forgotten until the commit is certain: a state that ran ahead must not be used again.
			this.owned.delete(market);
			const fence = { epoch, cursor: state.sequence };
			const effects = state.advance(commands);
			const committed = await commitEffects(this.parts, { state, effects, commands, fence });
			if (!committed) return 'FENCED';
			this.owned.set(market, { state, epoch });
			this.parts.onCommitted(market, state.sequence);
			// An embedded database answers without waiting; others of this process are let in here.
			await nextTurn();
		}
	}

	private async keepState(market: string): Promise<{ readonly sequence: number } | undefined> {
		const { state } = await this.own(market);
		const { database, clock } = this.parts;
		const { sequence } = state;
		const newest = await this.newestSnapshot(market);
		if (newest?.sequence === BigInt(sequence)) return undefined;
		const row = {
			market,
			sequence,
			fingerprint: fingerprint(state.book),
			body: state.snapshot(),
			taken_at: clock.now(),
		};
		await database
			.insertInto('snapshots')
			.values(row)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		await this.dropOldSnapshots(market);
		return { sequence };
	}

	/** The state as of the cursor, by an owner that was not overtaken so far. */
	private async own(market: string): Promise<Owned> {
		const row = await this.parts.database
			.selectFrom('lanes')
			.select(['epoch', 'cursor'])
			.where('market', '=', market)
			.executeTakeFirst();
		if (row === undefined) throw new Error(`there is no market ${market} to carry out`);
		const kept = this.owned.get(market);
		const current = kept?.epoch === row.epoch && BigInt(kept.state.sequence) === row.cursor;
		return kept !== undefined && current ? kept : this.takeOver(market, kept?.state);
	}

	/** Makes this the owner: from here on, the commit of any earlier one is refused. */
	private async takeOver(market: string, kept: LaneState | undefined): Promise<Owned> {
		const { epoch, cursor } = await this.parts.database
			.updateTable('lanes')
			.set((columns) => ({ epoch: columns('epoch', '+', 1n) }))
			.where('market', '=', market)
			.returning(['epoch', 'cursor'])
			.executeTakeFirstOrThrow();
		// A kept state was committed by this process, so it lies on the way to the cursor.
		const state = kept ?? (await this.restored(market));
		while (state.sequence < Number(cursor)) {
			state.advance(await this.read(market, state.sequence, Number(cursor)));
		}
		const owned = { state, epoch };
		this.owned.set(market, owned);
		return owned;
	}

	private async restored(market: string): Promise<LaneState> {
		const rules = await this.parts.markets.find(market);
		if (rules === undefined) throw new Error(`there is no market ${market}`);
		const newest = await this.newestSnapshot(market);
		if (newest === undefined) return LaneState.empty(rules);
		const { body } = await this.parts.database
			.selectFrom('snapshots')
			.select('body')
			.where('market', '=', market)
			.where('sequence', '=', newest.sequence)
			.executeTakeFirstOrThrow();
		const state = LaneState.restore(rules, body);
		const found = fingerprint(state.book);
		if (found !== newest.fingerprint) {
			throw new Error(
				`snapshot ${newest.sequence} of ${market} has the fingerprint ${found}, not ${newest.fingerprint}`,
			);
		}
		return state;
	}

	private newestSnapshot(market: string) {
		return this.parts.database
			.selectFrom('snapshots')
			.select(['sequence', 'fingerprint'])
			.where('market', '=', market)
			.orderBy('sequence', 'desc')
			.limit(1)
			.executeTakeFirst();
	}

	private async dropOldSnapshots(market: string): Promise<void> {
		const { database } = this.parts;
		await database
			.deleteFrom('snapshots')
			.where('market', '=', market)
			.where(
				'sequence',
				'not in',
				database
					.selectFrom('snapshots')
					.select('sequence')
					.where('market', '=', market)
					.orderBy('sequence', 'desc')
					.limit(snapshotsKept),
			)
			.execute();
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
