/**
 * Carries a market's commands out again and compares the results with the stored rows. It reports
 * one fault per batch, table or order.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { levelsText, readReports, reportsText } from '../../trading/lane/batch-text';
import type { BatchEffects, LaneState, LoggedCommand } from '../../trading/lane/lane-state';
import { isOpenStatus } from '../../trading/lane/report';
import { hasLeft, type RemovedUpTo } from '../archive/archives';
import { Sums } from '../archive/collecting';
import { loggedCommand } from '../archive/commands';
import type { SegmentRow, SegmentTable } from '../archive/segment';
import { difference } from './differences';
import { holdOf, placedList, placedOrders, type PlacedList, type PlacedOrder } from './placed';
import { orderRow, postingRow, tradeRow } from './replay-rows';

/** Stored rows of consecutive batches. */
export interface History {
	readonly commands: readonly SegmentRow<'commands'>[];
	readonly batches: readonly SegmentRow<'batches'>[];
	readonly trades: readonly SegmentRow<'trades'>[];
	readonly postings: readonly SegmentRow<'postings'>[];
}

export type ExpectedOrder = SegmentRow<'orders'>;

/** A batch that was carried out again. */
export interface ReplayedBatch {
	readonly row: SegmentRow<'batches'>;
	readonly effects: BatchEffects;
}

/** Columns that identify a row of a market. */
export const rowKeys: Readonly<Record<SegmentTable, readonly string[]>> = {
	commands: ['sequence'],
	batches: ['last_sequence'],
	trades: ['trade_id'],
	postings: ['sequence', 'position'],
	orders: ['order_id'],
	order_lists: ['order_list_id'],
	balances: ['account_id', 'asset'],
};

export class Replay {
	/** Sums of all postings of the market so far. */
	readonly sums = new Sums();
	/** Sums of those postings that have left the database. */
	readonly removedSums = new Sums();
	/** Ended orders, and lists, that were not compared yet. */
	readonly ended = new Map<number, ExpectedOrder>();
	readonly lists = new Map<number, PlacedList>();
	/** The public book, by side and price. */
	readonly levels = new Map<string, number>();
	/** When the last command was accepted. */
	lastTime = 0;
	/** 0 before the first trade. */
	lastTradeId = 0;
	/** True once a command has changed the market's status or rules. */
	isMarketChanged = false;
	private removed: RemovedUpTo = { sequence: 0n, position: 0n };
	/** Requests of orders that have not ended. */
	private readonly placed = new Map<number, PlacedOrder>();

	constructor(
		readonly state: LaneState,
		private readonly onFault: (fault: string) => void,
	) {}

	get sequence(): number {
		return this.state.sequence;
	}

	get symbol(): string {
		return this.state.market.description.symbol;
	}

	/** Postings up to here count as removed. */
	sumUpTo(removed: RemovedUpTo): void {
		this.removed = removed;
	}

	async prove(place: string, history: History): Promise<readonly ReplayedBatch[]> {
		const commands = history.commands.map(loggedCommand);
		const replayed: ReplayedBatch[] = [];
		let at = 0;
		for (const row of history.batches) {
			const end = Number(row.last_sequence);
			const own = commands.slice(at, (at += end - this.sequence));
			if (own.length === 0 || own.at(-1)?.sequence !== end) {
				throw new Error(`${place}: the commands of the batch up to ${end} are not there`);
			}
			const effects = this.advance(own);
			this.compareBatch(row, effects, end - own.length + 1);
			replayed.push({ row, effects });
			await nextTurn();
		}
		if (at !== commands.length) this.onFault(`${place}: commands stand behind its last batch`);
		const effects = replayed.map((each) => each.effects);
		this.compare('trades', history.trades, effects.flatMap((each) => each.trades).map(tradeRow));
		this.comparePostings(history.postings, effects, commands);
		return replayed;
	}

	/** Compares the orders and lists of a segment. */
	takeArchived(
		place: string,
		orders: Iterable<SegmentRow<'orders'>>,
		lists: Iterable<SegmentRow<'order_lists'>>,
	): void {
		for (const order of orders) this.takeOrder(place, order);
		for (const list of lists) {
			const id = Number(list.order_list_id);
			const expected = this.lists.get(id);
			this.lists.delete(id);
			this.compare('order_lists', [list], expected === undefined ? [] : [expected]);
		}
	}

	/** The row that an open order must have. */
	openOrder(orderId: number): ExpectedOrder | undefined {
		const order = this.state.openOrder(orderId);
		return order && { ...this.placedOrder(orderId), ...orderRow(order) };
	}

	compare<Table extends SegmentTable>(
		table: Table,
		found: readonly SegmentRow<Table>[],
		expected: readonly SegmentRow<Table>[],
	): void {
		const compared = { table, within: this.symbol, key: rowKeys[table], by: 'the log' };
		const fault = difference(compared, found, expected);
		if (fault !== undefined) this.onFault(fault);
	}

	private advance(commands: readonly LoggedCommand[]): BatchEffects {
		for (const logged of commands) {
			for (const order of placedOrders(logged)) this.placed.set(Number(order.order_id), order);
			const list = placedList(logged);
			if (list !== undefined) this.lists.set(Number(list.order_list_id), list);
			this.lastTime = logged.acceptedAt;
		}
		const effects = this.state.advance(commands);
		for (const order of effects.orders.values()) {
			if (isOpenStatus(order.status)) continue;
			this.ended.set(order.orderId, { ...this.placedOrder(order.orderId), ...orderRow(order) });
			this.placed.delete(order.orderId);
		}
		for (const [side, ticks, lots] of effects.levels) {
			if (lots === 0) this.levels.delete(`${side} ${ticks}`);
			else this.levels.set(`${side} ${ticks}`, lots);
		}
		this.lastTradeId = effects.trades.at(-1)?.event.tradeId ?? this.lastTradeId;
		this.isMarketChanged ||= effects.isMarketChanged;
		return effects;
	}

	private placedOrder(orderId: number): PlacedOrder {
		const placed = this.placed.get(orderId);
		if (placed === undefined) throw new Error(`${this.symbol}: order ${orderId} was never placed`);
		return placed;
	}

	private compareBatch(
		row: SegmentRow<'batches'>,
		{ reports, levels }: BatchEffects,
		first: number,
	): void {
		const name = `batches ${this.symbol} ${row.last_sequence}`;
		if (row.first_sequence !== `${first}`) {
			this.onFault(`${name}: first_sequence is ${row.first_sequence}, by the log ${first}`);
		}
		if (row.reports !== reportsText(reports).text) {
			this.onFault(reportFault(name, row.reports, reports));
		}
		if (row.levels !== levelsText(levels)) {
			this.onFault(`${name}: levels shows other quantities than its commands bring`);
		}
	}

	/** Compares the lane's postings and the holds that were made when orders were accepted. */
	private comparePostings(
		postings: readonly SegmentRow<'postings'>[],
		effects: readonly BatchEffects[],
		commands: readonly LoggedCommand[],
	): void {
		const { description } = this.state.market;
		const holds = commands.flatMap((logged) => holdOf(description, logged) ?? []);
		const own = effects.flatMap((each) => each.postings).map(postingRow);
		const expected = [...holds, ...own].sort(
			(one, other) =>
				Number(one.sequence) - Number(other.sequence) ||
				Number(one.position) - Number(other.position),
		);
		this.compare('postings', postings, expected);
		for (const row of postings) {
			this.sums.add(row);
			const place = { sequence: BigInt(row.sequence), position: BigInt(row.position) };
			if (hasLeft(this.removed, place)) this.removedSums.add(row);
		}
	}

	private takeOrder(place: string, row: SegmentRow<'orders'>): void {
		const orderId = Number(row.order_id);
		const expected = this.ended.get(orderId);
		this.ended.delete(orderId);
		if (expected === undefined) this.onFault(`${place}: order ${orderId} has not ended by then`);
		else this.compare('orders', [row], [expected]);
	}
}

/** Names the first report that differs. */
function reportFault(name: string, text: string, expected: BatchEffects['reports']): string {
	const compared = { table: `${name}: report`, within: '', key: reportKey, by: 'the log' };
	const found = readReports(text).map(flat);
	const told = difference(compared, found, readReports(reportsText(expected).text).map(flat));
	return told ?? `${name}: reports has another form than its commands bring`;
}

const reportKey = ['sequence', 'index'];

/** Every cell as text, so that those of a trade are compared, too. */
function flat(report: object): object {
	const cells = Object.entries(report).map(([name, cell]) => [name, JSON.stringify(cell)] as const);
	return Object.fromEntries(cells);
}
