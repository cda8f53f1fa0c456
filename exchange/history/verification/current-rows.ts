/**
 * Compares what stands of a market in the database beside its log: orders, lists, the public book,
 * the positions of reports, and the rows of the market itself.
 */
import { sql } from 'kysely';
import { numberList, textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { reportsText } from '../../trading/lane/batch-text';
import { rulesText } from '../../trading/markets/rules';
import { orderColumns } from '../archive/collecting';
import type { SegmentRow } from '../archive/segment';
import { asText, difference } from './differences';
import type { PlacedList, PlacedOrder } from './placed';
import type { ExpectedOrder, Replay, ReplayedBatch } from './replay';
import type { RowCounts } from './row-counts';

const idsAtOnce = 500;

export interface MarketRows {
	readonly snapshot: Database;
	readonly replay: Replay;
	readonly counts: RowCounts;
	readonly onFault: (fault: string) => void;
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
	for (let at = 0; at < items.length; at += idsAtOnce) yield items.slice(at, at + idsAtOnce);
}

export class CurrentRows {
	constructor(private readonly parts: MarketRows) {}

	/** Compares ended orders and lists, which must all be there that no segment had. */
	async proveEnded(): Promise<void> {
		const { replay } = this.parts;
		await this.proveOrders([...replay.ended.values()]);
		replay.ended.clear();
		await this.proveLists([...replay.lists.values()]);
		replay.lists.clear();
	}

	/** Compares orders with both of their rows; as long as they are there, so is their command. */
	async proveOrders(orders: readonly ExpectedOrder[]): Promise<void> {
		for (const expected of chunks(orders)) {
			const ids = expected.map((order) => BigInt(order.order_id));
			const rows = await this.orders(ids);
			const owned = expected.map((order) => {
				const { account_id: account, order_id: command } = order;
				return { ...order, state_account: account, command };
			});
			this.compare('orders', 'order_id', rows, owned.sort(byOrderId));
			this.parts.counts.add('order_states', rows.length);
		}
	}

	/** Compares orders that the lane has not reached. */
	async proveWaiting(orders: readonly PlacedOrder[]): Promise<void> {
		for (const expected of chunks(orders)) {
			const ids = expected.map((order) => BigInt(order.order_id));
			const rows = await this.parts.snapshot
				.selectFrom('orders')
				.selectAll()
				.where('market', '=', this.parts.replay.symbol)
				.where('order_id', 'in', numberList(this.parts.snapshot, ids))
				.orderBy('order_id')
				.execute();
			this.compare('orders', 'order_id', rows.map(asText), expected);
		}
	}

	async proveLists(lists: readonly PlacedList[]): Promise<void> {
		for (const expected of chunks(lists)) {
			const ids = expected.map((list) => BigInt(list.order_list_id));
			const rows = await this.parts.snapshot
				.selectFrom('order_lists')
				.selectAll()
				.where('market', '=', this.parts.replay.symbol)
				.where('order_list_id', 'in', numberList(this.parts.snapshot, ids))
				.orderBy('order_list_id')
				.execute();
			this.compare('order_lists', 'order_list_id', rows.map(asText), expected);
		}
	}

	/** Positions of reports may be gone for batches that are leaving the database. */
	async provePlaces(batches: readonly ReplayedBatch[], mayBeGone: boolean): Promise<void> {
		const { snapshot, replay } = this.parts;
		const expected = batches.flatMap(placesOf);
		const [first, last] = [batches.at(0), batches.at(-1)];
		if (first === undefined || last === undefined) return;
		const accounts = [...new Set(expected.map((place) => place.account_id))];
		const rows = await snapshot
			.selectFrom('report_places')
			.selectAll()
			.where('market', '=', replay.symbol)
			.where('account_id', 'in', textList(snapshot, accounts))
			.where('last_sequence', '>=', BigInt(first.row.last_sequence))
			.where('last_sequence', '<=', BigInt(last.row.last_sequence))
			.execute();
		const found = rows.map(asText).sort(byPlace);
		const there = new Set(found.map(placeName));
		const needed = expected.filter((place) => !mayBeGone || there.has(placeName(place)));
		this.compare('report_places', 'last_sequence', found, needed.sort(byPlace));
	}

	async proveOpen(): Promise<void> {
		const { replay } = this.parts;
		const ids = [...replay.state.openOrders].map(({ orderId }) => orderId);
		await this.proveOrders(ids.flatMap((id) => replay.openOrder(id) ?? []));
		await this.proveLevels();
		await this.proveMarket();
	}

	/** The newest trade never leaves, because it gives the last price. */
	async proveNewestTrade(): Promise<void> {
		const { snapshot, replay, onFault } = this.parts;
		const { newest } = await snapshot
			.selectFrom('trades')
			.select(({ fn }) => fn.max<bigint | null>('trade_id').as('newest'))
			.where('market', '=', replay.symbol)
			.executeTakeFirstOrThrow();
		if (Number(newest ?? 0n) === replay.lastTradeId) return;
		onFault(`trades ${replay.symbol}: the newest is ${newest}, by the log ${replay.lastTradeId}`);
	}

	private async proveLevels(): Promise<void> {
		const { snapshot, replay, onFault } = this.parts;
		const rows = await snapshot
			.selectFrom('levels')
			.select(['side', 'price_ticks', 'quantity_lots'])
			.where('market', '=', replay.symbol)
			.execute();
		this.parts.counts.add('levels', rows.length);
		const levels = new Map(replay.levels);
		for (const { side, price_ticks: ticks, quantity_lots: lots } of rows) {
			const expected = levels.get(`${side} ${ticks}`) ?? 0;
			levels.delete(`${side} ${ticks}`);
			if (BigInt(expected) === lots) continue;
			onFault(
				`levels ${replay.symbol} ${side} ${ticks}: quantity_lots is ${lots}, by the log ${expected}`,
			);
		}
		for (const price of levels.keys()) onFault(`levels ${replay.symbol} ${price} is not there`);
	}

	/** Status and rules as of the cursor; a market begins with its first rules. */
	private async proveMarket(): Promise<void> {
		const { snapshot, replay } = this.parts;
		const { state, isMarketChanged, symbol } = replay;
		const { status, protection } = state.book;
		const { referenceTicks, pausedUntil } = protection;
		const given = (value: number) => (isMarketChanged && value > 0 ? `${value}` : null);
		const expected = {
			symbol,
			status,
			rules: rulesText(isMarketChanged ? protection.rules : state.market.firstRules),
			reference_ticks: given(referenceTicks),
			paused_until: given(pausedUntil),
		};
		const rows = await snapshot
			.selectFrom('markets')
			.selectAll()
			.where('symbol', '=', symbol)
			.execute();
		this.tell('markets', ['symbol'], rows.map(asText), [expected]);
	}

	private compare<Row extends object>(
		table: 'orders' | 'order_lists' | 'report_places',
		key: keyof Row & string,
		found: readonly Row[],
		expected: readonly Row[],
	): void {
		this.parts.counts.add(table, found.length);
		this.tell(table, [key], found, expected, this.parts.replay.symbol);
	}

	private tell(
		table: string,
		key: readonly string[],
		found: readonly object[],
		expected: readonly object[],
		within = '',
	): void {
		const fault = difference({ table, within, key, by: 'the log' }, found, expected);
		if (fault !== undefined) this.parts.onFault(fault);
	}

	private async orders(ids: readonly bigint[]) {
		const { snapshot, replay } = this.parts;
		const { rows } = await sql<SegmentRow<'orders'> & { readonly state_account: string }>`
			select ${orderColumns()}, order_states.account_id as state_account,
				cast(commands.sequence as text) as command
			from orders join order_states on order_states.market = orders.market
				and order_states.order_id = orders.order_id
			left join commands on commands.market = orders.market
				and commands.sequence = orders.order_id
			where orders.market = ${replay.symbol}
			and orders.order_id in ${numberList(snapshot, ids)}
			order by orders.order_id`.execute(snapshot);
		return rows;
	}
}

interface Numbered {
	readonly order_id: string;
}

function byOrderId(one: Numbered, other: Numbered): number {
	return Number(one.order_id) - Number(other.order_id);
}

interface Place {
	readonly account_id: string;
	readonly last_sequence: string;
}

function placesOf({ row, effects }: ReplayedBatch) {
	return reportsText(effects.reports).parts.map(({ accountId, beginsAt, characters }) => ({
		account_id: accountId,
		last_sequence: row.last_sequence,
		begins_at: `${beginsAt}`,
		characters: `${characters}`,
	}));
}

function placeName({ account_id: account, last_sequence: sequence }: Place): string {
	return `${sequence} ${account}`;
}

function byPlace(one: Place, other: Place): number {
	const order = Number(one.last_sequence) - Number(other.last_sequence);
	if (order !== 0) return order;
	return one.account_id < other.account_id ? -1 : 1;
}
