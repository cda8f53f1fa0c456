/**
 * What requests read from the database: depth, trades, candles, orders, accounts. Everything is
 * as of the lane's cursor, because the lane writes it in the same transaction as the cursor.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { readCandles, rollUp } from '../lane/candles';
import { readLevels, readReports, type ShownLevel } from '../lane/batch-text';
import type { Report } from '../lane/report';
import { formatDecimal } from '../markets/decimal';
import type { Market } from '../markets/market';
import type { Markets } from '../markets/markets';
import { candleWire, levelWire, orderWire, tradeWire, type OrderRow } from './wire';

export interface Page {
	readonly limit: number;
	readonly offset: number;
}

export class Reading {
	constructor(
		private readonly database: Database,
		private readonly markets: Markets,
	) {}

	/** The best prices of both sides, and the place in the log they are as of. */
	async depth(market: Market, limit: number) {
		const { symbol } = market.description;
		return this.database
			.transaction()
			.setIsolationLevel('repeatable read')
			.execute(async (transaction) => {
				const lastUpdateId = await cursorOf(transaction, symbol);
				const side = async (name: 'BUY' | 'SELL') => {
					const rows = await transaction
						.selectFrom('levels')
						.select(['price_ticks', 'quantity_lots'])
						.where('market', '=', symbol)
						.where('side', '=', name)
						.orderBy('price_ticks', name === 'BUY' ? 'desc' : 'asc')
						.limit(limit)
						.execute();
					return rows.map((row) => levelWire(market, row.price_ticks, row.quantity_lots));
				};
				return { lastUpdateId, bids: await side('BUY'), asks: await side('SELL') };
			});
	}

	/** The newest trades, or those from a trade on; the oldest first. */
	async trades(
		market: Market,
		{ limit, fromId }: { readonly limit: number; readonly fromId: number | undefined },
	) {
		const query = this.database
			.selectFrom('trades')
			.selectAll()
			.where('market', '=', market.description.symbol)
			.limit(limit);
		const rows =
			fromId === undefined
				? (await query.orderBy('trade_id', 'desc').execute()).reverse()
				: await query.where('trade_id', '>=', BigInt(fromId)).orderBy('trade_id').execute();
		return rows.map((row) => tradeWire(market, row));
	}

	async candles(
		market: Market,
		span: {
			readonly spanMs: number;
			readonly since: number;
			readonly until: number;
			readonly limit: number;
		},
	) {
		const minutes = await readCandles(this.database, market.description.symbol, span);
		return rollUp(minutes, span.spanMs)
			.slice(0, span.limit)
			.map((candle) => candleWire(market, candle));
	}

	/** One order of the account, by its id or the client's. */
	async order(
		accountId: string,
		key: { readonly market: string; readonly orderId: number } | { readonly clientOrderId: string },
	) {
		const query = this.orderRows(accountId);
		const row = await (
			'clientOrderId' in key
				? query.where('orders.client_order_id', '=', key.clientOrderId)
				: query
						.where('orders.market', '=', key.market)
						.where('orders.order_id', '=', BigInt(key.orderId))
		).executeTakeFirst();
		return row === undefined ? undefined : orderWire(await this.marketOf(row.market), row);
	}

	/** All orders of the account, the newest first. */
	async orders(accountId: string, filter: Page & { readonly symbol: string | undefined }) {
		const { symbol, limit, offset } = filter;
		const rows = await this.orderRows(accountId)
			.$if(symbol !== undefined, (query) => query.where('orders.market', '=', symbol ?? ''))
			.orderBy('orders.created_at', 'desc')
			.orderBy('orders.market')
			.orderBy('orders.order_id', 'desc')
			.limit(limit)
			.offset(offset)
			.execute();
		return this.ordersWire(rows);
	}

	/** Orders of the account that can still trade, the newest first. */
	async openOrders(accountId: string, filter: Page & { readonly symbol: string | undefined }) {
		const { symbol, limit, offset } = filter;
		const rows = (query: ReturnType<Reading['orderRows']>) =>
			query
				.$if(symbol !== undefined, (narrowed) => narrowed.where('orders.market', '=', symbol ?? ''))
				.orderBy('orders.created_at', 'desc')
				.orderBy('orders.order_id', 'desc')
				.limit(limit + offset)
				.execute();
		// First those the lane has not reached: one it reaches in between is found twice, not never.
		const pending = await rows(
			this.orderRows(accountId)
				.innerJoin('lanes', 'lanes.market', 'orders.market')
				.whereRef('orders.order_id', '>', 'lanes.cursor'),
		);
		// The statuses stand in the text of the statement, or the index of open orders is not used.
		const open = await rows(
			this.orderRows(accountId)
				.where('order_states.account_id', '=', accountId)
				.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`),
		);
		const found = new Map(
			[...pending, ...open].map((row) => [`${row.market}.${row.order_id}`, row]),
		);
		const newestFirst = [...found.values()].sort(
			(one, other) =>
				Number(other.created_at - one.created_at) || Number(other.order_id - one.order_id),
		);
		return this.ordersWire(newestFirst.slice(offset, offset + limit));
	}

	/** Trades of the account in one market, the newest first. */
	async ownTrades(accountId: string, market: Market, { limit, offset }: Page) {
		const { symbol, quoteAsset } = market.description;
		const rows = await this.database
			.selectFrom('trades')
			.selectAll()
			.where('market', '=', symbol)
			.where((columns) =>
				columns.or([
					columns('taker_account_id', '=', accountId),
					columns('maker_account_id', '=', accountId),
				]),
			)
			.orderBy('trade_id', 'desc')
			.limit(limit)
			.offset(offset)
			.execute();
		return rows.map((row) => {
			const isMaker = row.maker_account_id === accountId;
			const commission = isMaker ? row.maker_commission : row.taker_commission;
			const takerBuys = row.taker_side === 'BUY';
			return {
				symbol,
				...tradeWire(market, row),
				orderId: `${symbol}.${isMaker ? row.maker_order_id : row.taker_order_id}`,
				side: takerBuys === isMaker ? 'SELL' : 'BUY',
				isMaker,
				commission: formatDecimal(commission, market.quoteDecimals),
				commissionAsset: quoteAsset,
			};
		});
	}

	async payoutMode(accountId: string): Promise<string> {
		const { payouts } = await this.database
			.selectFrom('accounts')
			.select('payouts')
			.where('id', '=', accountId)
			.executeTakeFirstOrThrow();
		return payouts;
	}

	/** What the account has, by asset. */
	async balances(accountId: string) {
		const rows = await this.database
			.selectFrom('balances')
			.innerJoin('assets', 'assets.code', 'balances.asset')
			.select(['asset', 'available', 'held', 'decimals'])
			.where('account_id', '=', accountId)
			.orderBy('asset')
			.execute();
		return rows.map(({ asset, available, held, decimals }) => ({
			asset,
			available: formatDecimal(available, Number(decimals)),
			held: formatDecimal(held, Number(decimals)),
		}));
	}

	/** How far the lane of the market has come. */
	cursor(symbol: string): Promise<number> {
		return cursorOf(this.database, symbol);
	}

	/** What the lane committed behind a place in the log. */
	async batchesAfter(symbol: string, sequence: number): Promise<CommittedBatch[]> {
		const rows = await this.database
			.selectFrom('batches')
			.select(['first_sequence', 'last_sequence', 'reports', 'levels'])
			.where('market', '=', symbol)
			.where('last_sequence', '>', BigInt(sequence))
			.orderBy('last_sequence')
			.limit(100)
			.execute();
		return rows.map((row) => ({
			firstSequence: Number(row.first_sequence),
			lastSequence: Number(row.last_sequence),
			reports: readReports(row.reports),
			levels: readLevels(row.levels),
		}));
	}

	private async marketOf(symbol: string): Promise<Market> {
		const market = await this.markets.find(symbol);
		if (market === undefined) throw new Error(`an order names the market ${symbol}`);
		return market;
	}

	private ordersWire(rows: readonly (OrderRow & { readonly market: string })[]) {
		return Promise.all(rows.map(async (row) => orderWire(await this.marketOf(row.market), row)));
	}

	private orderRows(accountId: string) {
		return this.database
			.selectFrom('orders')
			.leftJoin('order_states', (join) =>
				join
					.onRef('order_states.market', '=', 'orders.market')
					.onRef('order_states.order_id', '=', 'orders.order_id'),
			)
			.select([
				'orders.market',
				'orders.order_id',
				'orders.client_order_id',
				'orders.request',
				'orders.created_at',
				'order_states.status',
				'order_states.reason',
				'order_states.quantity_lots',
				'order_states.executed_lots',
				'order_states.leaves_lots',
				'order_states.executed_quote',
				'order_states.commission',
				'order_states.updated_at',
			])
			.where('orders.account_id', '=', accountId);
	}
}

export interface CommittedBatch {
	readonly firstSequence: number;
	readonly lastSequence: number;
	readonly reports: readonly Report[];
	readonly levels: readonly ShownLevel[];
}

async function cursorOf(database: Database, symbol: string): Promise<number> {
	const row = await database
		.selectFrom('lanes')
		.select('cursor')
		.where('market', '=', symbol)
		.executeTakeFirst();
	return Number(row?.cursor ?? 0n);
}
