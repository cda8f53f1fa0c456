/**
 * Carries a market's commands out again and compares the results with the stored rows. It reports
 * one fault per batch or order.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { readLevels, readReports } from '../../trading/lane/batch-text';
import { newOrdersOf } from '../../trading/lane/command-text';
import type { BatchEffects, LaneState, LoggedCommand } from '../../trading/lane/lane-state';
import { isOpenStatus } from '../../trading/lane/report';
import { loggedCommand } from '../archive/commands';
import { hasLeft, type RemovedUpTo } from '../archive/archives';
import { orderColumns, Sums } from '../archive/collecting';
import {
	areLevels,
	areReports,
	difference,
	orderRow,
	postingRow,
	tradeRow,
	type EndedOrder,
} from './replay-rows';
import type { SegmentRow } from '../archive/segment';

/** Stored rows of consecutive batches. */
export interface History {
	readonly commands: readonly SegmentRow<'commands'>[];
	readonly batches: readonly SegmentRow<'batches'>[];
	readonly trades: readonly SegmentRow<'trades'>[];
	readonly postings: readonly SegmentRow<'postings'>[];
}

const idsAtOnce = 500;

export class Replay {
	/** Sums of all postings of the market so far. */
	readonly sums = new Sums();
	/** Sums of those postings that have left the database. */
	readonly removedSums = new Sums();
	private removed: RemovedUpTo = { sequence: 0n, position: 0n };
	/** Ended orders that were not compared yet. */
	private readonly ended = new Map<number, EndedOrder>();
	private readonly levels = new Map<string, number>();

	constructor(
		private readonly state: LaneState,
		private readonly onFault: (fault: string) => void,
	) {}

	get sequence(): number {
		return this.state.sequence;
	}

	/** Postings up to here count as removed. */
	sumUpTo(removed: RemovedUpTo): void {
		this.removed = removed;
	}

	async prove(place: string, history: History): Promise<void> {
		const commands = history.commands.map(loggedCommand);
		const effects: BatchEffects[] = [];
		let at = 0;
		for (const batch of history.batches) {
			const end = Number(batch.last_sequence);
			const own = commands.slice(at, (at += end - this.sequence));
			if (own.length === 0 || own.at(-1)?.sequence !== end) {
				throw new Error(`${place}: the commands of the batch up to ${end} are not there`);
			}
			const effect = this.state.advance(own);
			this.compareBatch(place, batch, effect);
			this.note(effect);
			effects.push(effect);
			await nextTurn();
		}
		if (at !== commands.length) this.onFault(`${place}: commands stand behind its last batch`);
		this.compareTrades(place, history.trades, effects);
		this.comparePostings(place, { ...history, effects, commands });
	}

	/** Compares the orders of a segment. */
	takeOrders(place: string, orders: Iterable<SegmentRow<'orders'>>): void {
		for (const order of orders) this.compareOrder(place, order);
	}

	/** Compares ended orders with the database, which must have all that no segment had. */
	async takeEnded(snapshot: Database, place: string): Promise<void> {
		const ids = [...this.ended.keys()];
		for (let at = 0; at < ids.length; at += idsAtOnce) {
			const rows = await this.orderRows(snapshot, ids.slice(at, at + idsAtOnce));
			for (const row of rows) this.compareOrder(place, row);
		}
		for (const id of this.ended.keys())
			this.onFault(`${place}: order ${id} ended and is not there`);
		this.ended.clear();
	}

	/** Compares open orders and the public book with the end of the replay. */
	async proveOpen(snapshot: Database): Promise<void> {
		const { symbol } = this.state.market.description;
		await this.takeEnded(snapshot, symbol);
		const ids = [...this.state.openOrders].map(({ orderId }) => orderId);
		const missing = new Set(ids);
		for (let at = 0; at < ids.length; at += idsAtOnce) {
			for (const row of await this.orderRows(snapshot, ids.slice(at, at + idsAtOnce))) {
				const order = this.state.openOrder(Number(row.order_id));
				missing.delete(Number(row.order_id));
				if (order === undefined) continue;
				this.tell(`${symbol}: an order`, difference<EndedOrder>([row], [orderRow(order)]));
			}
		}
		for (const id of missing) this.onFault(`${symbol}: order ${id} is open and is not there`);
		const open = await snapshot
			.selectFrom('order_states')
			.select(({ fn }) => fn.countAll<bigint>().as('count'))
			.where('market', '=', symbol)
			.where(sql<boolean>`status in ('NEW', 'PARTIALLY_FILLED')`)
			.executeTakeFirstOrThrow();
		if (Number(open.count) !== ids.length) {
			this.onFault(`${symbol}: ${open.count} orders are open, by the log ${ids.length}`);
		}
		await this.compareLevels(snapshot, symbol);
	}

	private note({ orders, levels }: BatchEffects): void {
		for (const order of orders.values()) {
			if (!isOpenStatus(order.status)) this.ended.set(order.orderId, orderRow(order));
		}
		for (const [side, ticks, lots] of levels) {
			if (lots === 0) this.levels.delete(`${side} ${ticks}`);
			else this.levels.set(`${side} ${ticks}`, lots);
		}
	}

	private compareBatch(place: string, batch: SegmentRow<'batches'>, effect: BatchEffects): void {
		const name = `${place}: the batch up to ${batch.last_sequence}`;
		if (!areReports(readReports(batch.reports), effect.reports)) {
			this.onFault(`${name} has other reports than its commands bring`);
		}
		if (!areLevels(readLevels(batch.levels), effect.levels)) {
			this.onFault(`${name} shows other quantities than its commands bring`);
		}
	}

	private compareTrades(
		place: string,
		rows: readonly SegmentRow<'trades'>[],
		effects: readonly BatchEffects[],
	): void {
		const trades = effects.flatMap((each) => each.trades).map(tradeRow);
		this.tell(`${place}: a trade`, difference(rows, trades));
	}

	/** Compares the lane's postings and the holds that were made when orders were accepted. */
	private comparePostings(
		place: string,
		{
			postings,
			effects,
			commands,
		}: Pick<History, 'postings'> & {
			readonly effects: readonly BatchEffects[];
			readonly commands: readonly LoggedCommand[];
		},
	): void {
		const holds = commands.flatMap((logged) => this.holdOf(logged) ?? []);
		const own = effects.flatMap((each) => each.postings).map(postingRow);
		const expected = [...holds, ...own].sort(
			(one, other) =>
				Number(one.sequence) - Number(other.sequence) ||
				Number(one.position) - Number(other.position),
		);
		this.tell(`${place}: a posting`, difference(postings, expected));
		for (const row of postings) {
			this.sums.add(row);
			const place = { sequence: BigInt(row.sequence), position: BigInt(row.position) };
			if (hasLeft(this.removed, place)) this.removedSums.add(row);
		}
	}

	private holdOf({ sequence, command }: LoggedCommand): SegmentRow<'postings'> | undefined {
		const [first] = newOrdersOf(command);
		if (first === undefined) return undefined;
		const amount = newOrdersOf(command).reduce((sum, { hold }) => sum + hold, 0n);
		if (amount === 0n) return undefined;
		const { baseAsset, quoteAsset } = this.state.market.description;
		const asset = first.side === 'BUY' ? quoteAsset : baseAsset;
		const { accountId } = first;
		const own = { from: accountId, to: accountId, orderId: sequence };
		return postingRow({ sequence, position: 0, kind: 'HOLD', asset, amount, ...own });
	}

	private compareOrder(place: string, row: SegmentRow<'orders'>): void {
		const orderId = Number(row.order_id);
		const expected = this.ended.get(orderId);
		this.ended.delete(orderId);
		if (expected === undefined) this.onFault(`${place}: order ${orderId} has not ended by then`);
		else this.tell(`${place}: an order`, difference<EndedOrder>([row], [expected]));
	}

	private tell(what: string, found: string | undefined): void {
		if (found !== undefined) this.onFault(`${what} ${found}`);
	}

	private async orderRows(snapshot: Database, ids: readonly number[]) {
		const { rows } = await sql<SegmentRow<'orders'>>`select ${orderColumns()}
			from orders join order_states on order_states.market = orders.market
			and order_states.order_id = orders.order_id
			where orders.market = ${this.state.market.description.symbol}
			and orders.order_id in ${numberList(snapshot, ids)}`.execute(snapshot);
		return rows;
	}

	private async compareLevels(snapshot: Database, symbol: string): Promise<void> {
		const rows = await snapshot
			.selectFrom('levels')
			.select(['side', 'price_ticks', 'quantity_lots'])
			.where('market', '=', symbol)
			.execute();
		const found = rows.map((row) => `${row.side} ${row.price_ticks} ${row.quantity_lots}`);
		const expected = [...this.levels].map(([price, lots]) => `${price} ${lots}`);
		if (found.sort().join() === expected.sort().join()) return;
		this.onFault(`${symbol}: the book shows other quantities than its log brings`);
	}
}
