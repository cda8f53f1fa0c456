/** Reads what the owner of an order can know of the book it would meet; see shown-book.ts. */
import { isTriggered } from '../../../api/exchange/language/order-types';
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { NewOrder, Side } from '../../engine/command';
import { quoteAmount } from '../../engine/market';
import type { PriceLevel } from '../intake/price-protection';
import { readRequest } from '../intake/request-text';
import { lastTraded, readLevels } from '../intake/shown-prices';
import type { Market } from '../markets/market';
import { readRules } from '../markets/rules';
import type { OwnResting, VisibleBook } from './shown-book';

/** Most levels an order is followed through, as many as the depth shows. */
const levelsMax = 5_000;
const levelsOfPage = 500;

/** Most own orders considered, the newest. */
const restingMax = 1_000;

/** Reads one snapshot; `replaced` is the order that this one would replace. */
export function readShown(
	database: Database,
	market: Market,
	{ order, replaced }: { readonly order: NewOrder; readonly replaced: number | undefined },
): Promise<VisibleBook> {
	const { symbol } = market.description;
	const { accountId, side } = order;
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const row = await transaction
				.selectFrom('markets')
				.select(['rules', 'reference_ticks'])
				.where('symbol', '=', symbol)
				.executeTakeFirstOrThrow();
			const resting = await readResting(transaction, symbol, order);
			const [ownBest] = await readLevels(transaction, symbol, { side, limit: 1 });
			const referencePriceTicks = Number(row.reference_ticks ?? 0n);
			return {
				lastTicks: (await lastTraded(transaction, symbol)) ?? 0,
				ownBestTicks: ownBest?.priceTicks ?? 0,
				levels: await readReached(transaction, market, { order, resting }),
				resting,
				rules: { ...readRules(row.rules), referencePriceTicks },
				ownOrders: await countOpen(transaction, { symbol, accountId, replaced }),
			};
		});
}

const otherSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

/** Levels the order can trade with, limited by its price, quantity and amount. */
async function readReached(
	database: Database,
	market: Market,
	{ order, resting }: { readonly order: NewOrder; readonly resting: readonly OwnResting[] },
): Promise<readonly PriceLevel[]> {
	if (isTriggered(order.type)) return [];
	const { symbol } = market.description;
	const levels: PriceLevel[] = [];
	for (;;) {
		const page = await readLevels(database, symbol, {
			side: otherSide(order.side),
			after: levels.at(-1)?.priceTicks,
			upTo: order.priceTicks,
			limit: levelsOfPage,
		});
		levels.push(...page);
		const ended = page.length < levelsOfPage || levels.length >= levelsMax;
		if (ended || isCovered(market, order, { levels, resting })) return levels;
	}
}

/** Own orders do not count, so their lots must be available in addition. */
function isCovered(
	{ engine }: Market,
	{ quantityLots, quoteOrderQty }: NewOrder,
	{ levels, resting }: Pick<VisibleBook, 'levels' | 'resting'>,
): boolean {
	const worst = levels.at(-1)?.priceTicks ?? 0;
	const own = resting.reduce((sum, { leavesLots }) => sum + leavesLots, 0);
	const lots = levels.reduce((sum, level) => sum + level.quantityLots, 0);
	if (quantityLots !== undefined && lots - own >= quantityLots) return true;
	const quote = levels.reduce(
		(sum, level) => sum + quoteAmount(engine, level.priceTicks, level.quantityLots),
		0n,
	);
	const ownQuote = quoteAmount(engine, worst, own);
	return quoteOrderQty !== undefined && quote - ownQuote >= quoteOrderQty;
}

/** Stop orders are left out, because the database does not say which were triggered. */
async function readResting(
	database: Database,
	market: string,
	{ accountId, side, selfTradePreventionMode = 'NONE' }: NewOrder,
): Promise<readonly OwnResting[]> {
	if (selfTradePreventionMode === 'NONE') return [];
	const rows = await openOrders(database, market, accountId)
		.innerJoin('orders', (join) =>
			join
				.onRef('orders.market', '=', 'order_states.market')
				.onRef('orders.order_id', '=', 'order_states.order_id'),
		)
		.select(['order_states.order_id', 'order_states.leaves_lots', 'orders.request'])
		.orderBy('order_states.order_id', 'desc')
		.limit(restingMax)
		.execute();
	return rows.reverse().flatMap((row) => {
		const { type, side: on, priceTicks, icebergQtyLots = 0 } = readRequest(row.request);
		if (type !== 'LIMIT' || on === side || priceTicks === undefined) return [];
		const leavesLots = Number(row.leaves_lots);
		return [{ orderId: Number(row.order_id), priceTicks, leavesLots, icebergQtyLots }];
	});
}

async function countOpen(
	database: Database,
	own: {
		readonly symbol: string;
		readonly accountId: string;
		readonly replaced: number | undefined;
	},
): Promise<number> {
	const { open } = await openOrders(database, own.symbol, own.accountId)
		.select(({ fn }) => fn.countAll<bigint>().as('open'))
		.where('order_states.order_id', '!=', BigInt(own.replaced ?? 0))
		.executeTakeFirstOrThrow();
	return Number(open);
}

/** Literals, not parameters, or the partial index of open orders is not used. */
function openOrders(database: Database, market: string, accountId: string) {
	return database
		.selectFrom('order_states')
		.where('order_states.market', '=', market)
		.where('order_states.account_id', '=', accountId)
		.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`);
}
