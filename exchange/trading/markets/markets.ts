/**
 * Assets and markets in the database. A market's definition never changes, because a replay of its
 * log must give the same book. Its status and rules change by commands of its log. Its self-trade
 * prevention mode may change at any time, because every order carries its own.
 */
import type { Selectable } from 'kysely';
import { present } from '../../../server/at';
import type { Clock } from '../../../server/clock';
import { inTransaction } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { CommandFault, FieldFault } from '../../../server/commands/command-fault';
import type { SelfTradePreventionMode } from '../../../api/exchange/language/order-types';
import type { MarketRules, MarketStatus } from '../../engine/command';
import { NO_RULES } from '../../engine/rules';
import { createMarket, MarketFault, type Market, type MarketDescription } from './market';
import { readRules, rulesOf, rulesText, type RulesDescription } from './rules';

export interface ListedMarket {
	readonly market: Market;
	/** As of the lane's cursor. */
	readonly status: MarketStatus;
	/** The default for orders that name none. */
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	/** As of the lane's cursor, like the next two. */
	readonly rules: MarketRules;
	/** Reference of the static band. */
	readonly referencePriceTicks: number | null;
	/** When the pause of the circuit breaker ends. */
	readonly pausedUntil: number | null;
	/** From when on history is not archived; null: all of it is here. */
	readonly historyStartTime: number | null;
}

/**
 * Default of new markets: the resting order expires and the new one goes on, as on the largest
 * venues. So the trader's latest order counts, and no trade with oneself shows a price or a volume.
 */
export const safeSelfTradePreventionMode = 'EXPIRE_MAKER';

export class Markets {
	/** Definitions never change, so the cache stays valid. */
	private readonly known = new Map<string, Market>();

	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {}

	async addAsset(code: string, decimals: number): Promise<void> {
		if (!/^[A-Z0-9]{1,16}$/.test(code)) {
			throw new FieldFault('asset', 'must be 1 to 16 capital letters and digits');
		}
		if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18) {
			throw new FieldFault('decimals', 'must be a whole number from 0 to 18');
		}
		await this.database
			.insertInto('assets')
			.values({ code, decimals })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		const found = await this.decimalsOf(code);
		if (found !== decimals) throw new CommandFault(`the asset ${code} has ${found} decimals`);
	}

	/** Decimal places of an asset; undefined for an unknown one. */
	async decimalsOf(asset: string): Promise<number | undefined> {
		const row = await this.database
			.selectFrom('assets')
			.select('decimals')
			.where('code', '=', asset)
			.executeTakeFirst();
		return row === undefined ? undefined : Number(row.decimals);
	}

	async add(
		description: MarketDescription,
		selfTradePreventionMode: SelfTradePreventionMode = safeSelfTradePreventionMode,
		rulesDescription?: RulesDescription,
	): Promise<Market> {
		const made = createMarket(description, {
			base: await this.knownDecimals('baseAsset', description.baseAsset),
			quote: await this.knownDecimals('quoteAsset', description.quoteAsset),
		});
		const firstRules = rulesDescription === undefined ? NO_RULES : rulesOf(made, rulesDescription);
		const market = { ...made, firstRules };
		const row = {
			symbol: description.symbol,
			base_asset: description.baseAsset,
			quote_asset: description.quoteAsset,
			tick_size: description.tickSize,
			step_size: description.stepSize,
			max_price: description.maxPrice,
			min_qty: description.minQty,
			max_qty: description.maxQty,
			min_notional: description.minNotional,
			maker_fee_bps: description.makerFeeBps,
			taker_fee_bps: description.takerFeeBps,
			status: 'TRADING',
			created_at: this.clock.now(),
			self_trade_prevention_mode: selfTradePreventionMode,
			first_rules: rulesText(firstRules),
			rules: rulesText(firstRules),
		};
		const start = { market: description.symbol };
		await inTransaction(this.database, async (transaction) => {
			const { numInsertedOrUpdatedRows } = await transaction
				.insertInto('markets')
				.values(row)
				.onConflict((conflict) => conflict.doNothing())
				.executeTakeFirstOrThrow();
			if (numInsertedOrUpdatedRows === 0n) {
				throw new CommandFault(`there is a market ${description.symbol} already`);
			}
			await transaction
				.insertInto('logs')
				.values({ ...start, last_sequence: 0, last_time: 0 })
				.execute();
			await transaction
				.insertInto('lanes')
				.values({ ...start, epoch: 0, cursor: 0 })
				.execute();
		});
		return market;
	}

	/** Sets the default for orders accepted from now on; returns false for an unknown market. */
	async setSelfTradePrevention(symbol: string, mode: SelfTradePreventionMode): Promise<boolean> {
		const { numUpdatedRows } = await this.database
			.updateTable('markets')
			.set({ self_trade_prevention_mode: mode })
			.where('symbol', '=', symbol)
			.executeTakeFirstOrThrow();
		return numUpdatedRows === 1n;
	}

	async find(symbol: string): Promise<Market | undefined> {
		const known = this.known.get(symbol);
		if (known !== undefined) return known;
		const found = (await this.read(symbol))[0];
		if (found !== undefined) this.known.set(symbol, found.market);
		return found?.market;
	}

	async list(): Promise<readonly ListedMarket[]> {
		return this.read(undefined);
	}

	async listed(symbol: string): Promise<ListedMarket | undefined> {
		return (await this.read(symbol))[0];
	}

	private async knownDecimals(field: 'baseAsset' | 'quoteAsset', asset: string): Promise<number> {
		const decimals = await this.decimalsOf(asset);
		if (decimals === undefined) throw new MarketFault(field, `names ${asset}, which is no asset`);
		return decimals;
	}

	private async read(symbol: string | undefined): Promise<ListedMarket[]> {
		const rows = await this.database
			.selectFrom('markets')
			.innerJoin('assets as base', 'base.code', 'markets.base_asset')
			.innerJoin('assets as quote', 'quote.code', 'markets.quote_asset')
			.leftJoin('archives', 'archives.market', 'markets.symbol')
			.selectAll('markets')
			.select('archives.last_time as archived_time')
			.select(['base.decimals as base_decimals', 'quote.decimals as quote_decimals'])
			.$if(symbol !== undefined, (query) =>
				query.where('symbol', '=', present(symbol, 'the symbol')),
			)
			.orderBy('symbol')
			.execute();
		return rows.map((row) => ({
			market: marketOf(row),
			status: row.status as MarketStatus,
			selfTradePreventionMode: row.self_trade_prevention_mode as SelfTradePreventionMode,
			rules: readRules(row.rules),
			referencePriceTicks: row.reference_ticks === null ? null : Number(row.reference_ticks),
			pausedUntil: row.paused_until === null ? null : Number(row.paused_until),
			historyStartTime: row.archived_time === null ? null : Number(row.archived_time) + 1,
		}));
	}
}

type MarketRow = Selectable<Schema['markets']> & {
	readonly base_decimals: bigint;
	readonly quote_decimals: bigint;
};

function marketOf(row: MarketRow): Market {
	const market = createMarket(
		{
			symbol: row.symbol,
			baseAsset: row.base_asset,
			quoteAsset: row.quote_asset,
			tickSize: row.tick_size,
			stepSize: row.step_size,
			maxPrice: row.max_price,
			minQty: row.min_qty,
			maxQty: row.max_qty,
			minNotional: row.min_notional,
			makerFeeBps: Number(row.maker_fee_bps),
			takerFeeBps: Number(row.taker_fee_bps),
		},
		{ base: Number(row.base_decimals), quote: Number(row.quote_decimals) },
	);
	return { ...market, firstRules: readRules(row.first_rules) };
}
