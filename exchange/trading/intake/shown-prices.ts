/**
 * The prices the public sees while a transaction accepts market orders: as many of the best levels
 * as its orders would walk through, or the price of the last trade where nothing is shown. Only
 * markets with such an order are read; what the prices are used for is in price-protection.ts.
 */
import { present } from '../../../server/at';
import type { Database } from '../../database/database';
import type { Side } from '../../engine/command';
import type { Market } from '../markets/market';
import type { OrderTerms } from './order-terms';
import { protectedLots, type ExpectedPrices, type PriceLevel } from './price-protection';

/** Levels read at a time, and at most; the price of the last counts for all behind it. */
const levelsOfPage = 100;
const levelsMax = 1_000;

/** An order that leaves open what it needs, see isUnbound, or what it is worth. */
export interface UnboundOrder {
	readonly market: Market;
	readonly terms: OrderTerms;
}

/** What one transaction sees of the markets its unbound orders go to. */
export class ShownPrices {
	private readonly bySide = new Map<string, ExpectedPrices | undefined>();

	private constructor(private readonly transaction: Database) {}

	/** Reads the prices for every order of `unbound`. */
	static async load(transaction: Database, unbound: readonly UnboundOrder[]): Promise<ShownPrices> {
		const shown = new ShownPrices(transaction);
		const groups = new Map<string, UnboundOrder[]>();
		for (const order of unbound) {
			const group = groups.get(keyOf(order)) ?? [];
			group.push(order);
			groups.set(keyOf(order), group);
		}
		for (const [key, orders] of groups) shown.bySide.set(key, await shown.read(orders));
		return shown;
	}

	/** What the order can expect; undefined where nothing is shown and nothing was traded. */
	expectedBy(order: UnboundOrder): ExpectedPrices | undefined {
		return this.bySide.get(keyOf(order));
	}

	private async read(orders: readonly UnboundOrder[]): Promise<ExpectedPrices | undefined> {
		const [first] = orders;
		if (first === undefined) return undefined;
		const { symbol } = first.market.description;
		const side = first.terms.side === 'BUY' ? 'SELL' : 'BUY';
		const levels: PriceLevel[] = [];
		for (;;) {
			const page = await readLevels(this.transaction, symbol, {
				side,
				after: levels.at(-1)?.priceTicks,
				limit: levelsOfPage,
			});
			levels.push(...page);
			const ended = page.length < levelsOfPage || levels.length >= levelsMax;
			if (ended || orders.every((order) => isCovered(order, levels))) break;
		}
		const restTicks = levels.at(-1)?.priceTicks ?? (await lastTraded(this.transaction, symbol));
		return restTicks === undefined ? undefined : { levels, restTicks };
	}
}

/** Which levels of one side are asked for. */
export interface LevelPage {
	readonly side: Side;
	/** The price behind which the page begins. */
	readonly after?: number | undefined;
	/** The worst price of use. */
	readonly upTo?: number | undefined;
	readonly limit: number;
}

/** What a side of a market shows, the best first. */
export async function readLevels(
	database: Database,
	market: string,
	{ side, after, upTo, limit }: LevelPage,
): Promise<PriceLevel[]> {
	const [behind, within] = side === 'SELL' ? (['>', '<='] as const) : (['<', '>='] as const);
	const rows = await database
		.selectFrom('levels')
		.select(['price_ticks', 'quantity_lots'])
		.where('market', '=', market)
		.where('side', '=', side)
		.$if(after !== undefined, (query) =>
			query.where('price_ticks', behind, BigInt(present(after, 'the price before'))),
		)
		.$if(upTo !== undefined, (query) =>
			query.where('price_ticks', within, BigInt(present(upTo, 'the last price'))),
		)
		.orderBy('price_ticks', side === 'SELL' ? 'asc' : 'desc')
		.limit(limit)
		.execute();
	return rows.map((row) => ({
		priceTicks: Number(row.price_ticks),
		quantityLots: Number(row.quantity_lots),
	}));
}

/** The price of the last trade; undefined before the first. */
export async function lastTraded(database: Database, market: string): Promise<number | undefined> {
	const row = await database
		.selectFrom('trades')
		.select('price_ticks')
		.where('market', '=', market)
		.orderBy('trade_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row === undefined ? undefined : Number(row.price_ticks);
}

function keyOf({ market, terms }: UnboundOrder): string {
	return `${market.description.symbol} ${terms.side}`;
}

/** True when the order needs nothing behind these levels. */
function isCovered({ market, terms }: UnboundOrder, levels: readonly PriceLevel[]): boolean {
	const worst = levels.at(-1);
	if (worst === undefined) return false;
	const prices = { levels, restTicks: worst.priceTicks };
	const needed =
		terms.quantityLots ??
		protectedLots(market.engine, present(terms.quoteOrderQty, 'the amount of an order'), prices);
	return needed <= levels.reduce((sum, { quantityLots }) => sum + quantityLots, 0);
}
