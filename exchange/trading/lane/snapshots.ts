/**
 * Stores snapshots: the parts first, each in its own write, then the row that completes them.
 * Without that row the parts are ignored, and the next snapshot deletes them. A damaged snapshot is
 * reported and not used; the one before it is used, or the log alone.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { present } from '../../../server/at';
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { Market } from '../markets/market';
import { LaneState } from './lane-state';
import {
	closingText,
	partText,
	readClosing,
	type ClosingState,
	type StateHead,
	type StatePart,
} from './snapshot-text';
import { StateRestore } from './state-restore';

/** Snapshots kept per market; the older one is used if the newest is damaged. */
const snapshotsKept = 2;

export interface SnapshotParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Called with the reason why a snapshot is not used. */
	readonly onUnusableSnapshot: (fault: unknown) => void;
}

/** A snapshot being written. */
export interface Draft {
	readonly market: string;
	/** The lane's cursor when writing began; identifies the parts. */
	readonly begunAt: number;
	readonly partHashes: string[];
}

export class Snapshots {
	constructor(private readonly parts: SnapshotParts) {}

	/** Sequence of the newest snapshot; 0n if there is none. */
	async newest(market: string): Promise<bigint> {
		const [sequence] = await this.sequences(market);
		return sequence ?? 0n;
	}

	/** Deletes unfinished parts of this market; a draft of another process ends with them. */
	async begin(market: string, begunAt: number): Promise<Draft> {
		const draft = { market, begunAt, partHashes: [] };
		await this.dropParts(market);
		return draft;
	}

	async add({ market, begunAt, partHashes }: Draft, part: StatePart): Promise<void> {
		const body = partText(part);
		await this.parts.database
			.insertInto('snapshot_parts')
			.values({ market, begun_at: begunAt, part: partHashes.length, body })
			.execute();
		partHashes.push(textHash(body));
	}

	/** Completes the snapshot; returns false if another process has deleted its parts. */
	async close({ market, begunAt, partHashes }: Draft, head: StateHead): Promise<boolean> {
		const { database, clock } = this.parts;
		const body = closingText({ ...head, partHashes });
		const closed = await database.transaction().execute(async (transaction) => {
			const { count } = await transaction
				.selectFrom('snapshot_parts')
				.select(({ fn }) => fn.countAll<bigint>().as('count'))
				.where('market', '=', market)
				.where('begun_at', '=', BigInt(begunAt))
				.executeTakeFirstOrThrow();
			if (Number(count) !== partHashes.length) return false;
			const { numInsertedOrUpdatedRows } = await transaction
				.insertInto('snapshots')
				.values({
					market,
					sequence: head.sequence,
					body,
					fingerprint: textHash(body),
					taken_at: clock.now(),
					begun_at: begunAt,
					open_orders: head.openOrders,
				})
				.onConflict((conflict) => conflict.doNothing())
				.executeTakeFirstOrThrow();
			return numInsertedOrUpdatedRows === 1n;
		});
		if (closed) await this.dropOld(market);
		return closed;
	}

	/** Restores the newest sound snapshot, or the empty market. */
	async restore(market: Market): Promise<LaneState> {
		const { symbol } = market.description;
		const damaged = new Set<bigint>();
		for (;;) {
			const sequence = (await this.sequences(symbol)).find((each) => !damaged.has(each));
			if (sequence === undefined) return LaneState.empty(market);
			try {
				const state = await this.restoreFrom(market, sequence);
				if (state !== undefined) return state;
			} catch (fault) {
				if (!(fault instanceof DamagedSnapshot)) throw fault;
				damaged.add(sequence);
				const message = `snapshot ${sequence} of ${symbol} is not used: ${fault.message}`;
				this.parts.onUnusableSnapshot(new Error(message, { cause: fault }));
			}
		}
	}

	/** Throws if it is damaged; returns undefined if newer ones have replaced it meanwhile. */
	async restoreFrom(market: Market, sequence: bigint): Promise<LaneState | undefined> {
		const row = await this.parts.database
			.selectFrom('snapshots')
			.select(['fingerprint', 'body', 'begun_at'])
			.where('market', '=', market.description.symbol)
			.where('sequence', '=', sequence)
			.executeTakeFirst();
		if (row === undefined) return undefined;
		const closing = sound(() => readClosing(row.body));
		sound(() => assertHash(row.body, row.fingerprint));
		const begunAt = sound(() => present(row.begun_at, 'the time its parts were begun'));
		return this.restoreParts(market, closing, begunAt);
	}

	private async restoreParts(
		market: Market,
		closing: ClosingState,
		begunAt: bigint,
	): Promise<LaneState> {
		const restore = sound(() => new StateRestore(market, closing));
		for (let part = closing.partHashes.length - 1; part >= 0; part -= 1) {
			const body = await this.partBody(market, begunAt, part);
			sound(() => {
				assertHash(body, closing.partHashes[part]);
				restore.add(body);
			});
			await nextTurn();
		}
		const building = restore.build();
		for (;;) {
			const step = sound(() => building.next());
			if (step.done === true) return step.value;
			await nextTurn();
		}
	}

	private async partBody(market: Market, begunAt: bigint, part: number): Promise<string> {
		const row = await this.parts.database
			.selectFrom('snapshot_parts')
			.select('body')
			.where('market', '=', market.description.symbol)
			.where('begun_at', '=', begunAt)
			.where('part', '=', BigInt(part))
			.executeTakeFirst();
		if (row === undefined) throw new DamagedSnapshot(`its part ${part} is not there`);
		return row.body;
	}

	/** Sequences of complete snapshots, the newest first. */
	private async sequences(market: string): Promise<bigint[]> {
		const rows = await this.parts.database
			.selectFrom('snapshots')
			.select('sequence')
			.where('market', '=', market)
			.orderBy('sequence', 'desc')
			.execute();
		return rows.map(({ sequence }) => sequence);
	}

	private async dropOld(market: string): Promise<void> {
		const [, oldestKept] = (await this.sequences(market)).slice(0, snapshotsKept);
		if (oldestKept === undefined) return;
		await this.parts.database
			.deleteFrom('snapshots')
			.where('market', '=', market)
			.where('sequence', '<', oldestKept)
			.execute();
		await this.dropParts(market);
	}

	/** Deletes parts of no snapshot; one at a time, because deleting many takes long. */
	private async dropParts(market: string): Promise<void> {
		const { database } = this.parts;
		const parts = await database
			.selectFrom('snapshot_parts')
			.select(['begun_at', 'part'])
			.where('market', '=', market)
			.where('begun_at', 'not in', (query) =>
				query
					.selectFrom('snapshots')
					.select('begun_at')
					.where('market', '=', market)
					.where('begun_at', 'is not', null)
					.$castTo<{ begun_at: bigint }>(),
			)
			.execute();
		for (const { begun_at: begunAt, part } of parts) {
			await database
				.deleteFrom('snapshot_parts')
				.where('market', '=', market)
				.where('begun_at', '=', begunAt)
				.where('part', '=', part)
				.execute();
			await nextTurn();
		}
	}
}

/** The stored text is not what was written. */
class DamagedSnapshot extends Error {}

function sound<Result>(read: () => Result): Result {
	try {
		return read();
	} catch (fault) {
		throw new DamagedSnapshot(String(fault), { cause: fault });
	}
}

/** SHA-256 in hex. */
function textHash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

function assertHash(text: string, hash: string | undefined): void {
	const found = textHash(text);
	if (found !== hash) throw new Error(`a text has the hash ${found}, not ${hash}`);
}
