/**
 * Reads an account's trades in a market or in all, the newest first. A trade with oneself is listed
 * twice, as taker and as maker. Taker and maker have separate indexes, by market and number, which
 * are merged here.
 */
import { fillsMax } from '../../api/exchange/trading/models';
import { present } from '../../server/at';
import type { Database } from '../database/database';
import type { Side } from '../engine/command';
import { readTrade, type ReadTrade } from '../market-data/market-data';
import { allNumbers, tradesIn, type NumberRange, type TimeRange } from '../market-data/moments';
import { MergeSource, newestOf, timesBehind, type Numbered } from './newest-first';
import type { Page } from './order-lists';

export interface OwnTrade {
	readonly market: string;
	readonly trade: ReadTrade;
	readonly orderId: number;
	readonly side: Side;
	readonly isMaker: boolean;
	readonly commission: bigint;
}

/** A trade among those of all markets. */
export interface TradePlace {
	readonly market: string;
	readonly tradeId: number;
	/** Its time, where trades of other markets are listed as well. */
	readonly time?: number | undefined;
}

export interface TradeFilter extends Page, TimeRange {
	readonly symbols: readonly string[];
	/** Begins with this trade; newer ones are left out. */
	readonly from?: TradePlace | undefined;
	/** Only trades of this order, which must be the account's. */
	readonly orderId?: number | undefined;
}

const roles = ['taker', 'maker'] as const;
type Role = (typeof roles)[number];

/** The account, and the range of trade ids. */
interface TradeRange extends NumberRange {
	readonly accountId: string;
	readonly symbol: string;
	readonly orderId: number | undefined;
}

/** Reads in one snapshot, the newest first. */
export function readOwnTrades(
	database: Database,
	accountId: string,
	filter: TradeFilter,
): Promise<readonly OwnTrade[]> {
	const { symbols, orderId, limit, offset } = filter;
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const parts: MergeSource<MergedTrade>[] = [];
			for (const market of symbols) {
				const { first, below } = await rangeIn(transaction, market, filter);
				const wanted = { accountId, symbol: market, orderId, first };
				// The taker's side first, as in the reports.
				for (const role of roles) {
					const source = (under: number, most: number) =>
						mergedTrades(transaction, role, { wanted: { ...wanted, below: under }, limit: most });
					parts.push(new MergeSource(source, below));
				}
			}
			const newest = await newestOf(parts, offset + limit);
			return newest.slice(offset).map(({ own }) => own);
		});
}

/** Ids of a market's trades that belong to the list. */
async function rangeIn(
	database: Database,
	market: string,
	{ from, ...times }: TradeFilter,
): Promise<NumberRange> {
	const { first, below } = await tradesIn(database, market, times);
	if (from === undefined) return { first, below };
	if (from.market === market) return { first, below: Math.min(below, from.tradeId + 1) };
	const begin = { market: from.market, time: present(from.time, 'the time of a trade') };
	const behind = await tradesIn(database, market, timesBehind(market, begin));
	return { first, below: Math.min(below, behind.below) };
}

/** When a trade was made; undefined if there is none, or none any more. */
export async function tradeTime(
	database: Database,
	{ market, tradeId }: TradePlace,
): Promise<number | undefined> {
	const row = await database
		.selectFrom('trades')
		.select('traded_at')
		.where('market', '=', market)
		.where('trade_id', '=', BigInt(tradeId))
		.executeTakeFirst();
	return row && Number(row.traded_at);
}

interface MergedTrade extends Numbered {
	readonly own: OwnTrade;
}

async function mergedTrades(
	database: Database,
	role: Role,
	part: TradesPart,
): Promise<readonly MergedTrade[]> {
	const trades = await tradesAs(database, role, part);
	return trades.map((own) => {
		const { tradeId: number, time } = own.trade;
		return { market: own.market, number, time, own };
	});
}

interface FilledOrder {
	readonly symbol: string;
	readonly orderId: number;
	/** As it was read. */
	readonly executedLots: bigint;
}

/**
 * Reads the trades that made an order what it is as it was read, the oldest first; what traded
 * since is left out.
 */
export async function readFills(
	database: Database,
	accountId: string,
	{ symbol, orderId, executedLots }: FilledOrder,
): Promise<readonly OwnTrade[]> {
	let left = executedLots;
	if (left === 0n) return [];
	const wanted = { accountId, symbol, orderId, ...allNumbers };
	const trades: OwnTrade[] = [];
	for (const role of roles) {
		trades.push(...(await tradesAs(database, role, { wanted, limit: fillsMax, order: 'asc' })));
	}
	return trades
		.sort((one, other) => one.trade.tradeId - other.trade.tradeId)
		.slice(0, fillsMax)
		.filter(({ trade }) => (left -= trade.quantityLots) >= 0n);
}

interface TradesPart {
	readonly wanted: TradeRange;
	readonly limit: number;
	readonly order?: 'asc' | 'desc';
}

async function tradesAs(
	database: Database,
	role: Role,
	{ wanted, limit, order = 'desc' }: TradesPart,
): Promise<readonly OwnTrade[]> {
	const rows = await rowsAs(database, role, wanted)
		.selectAll()
		.orderBy('trade_id', order)
		.limit(limit)
		.execute();
	const isMaker = role === 'maker';
	return rows.map((row) => ({
		market: row.market,
		trade: readTrade(row),
		orderId: Number(row[`${role}_order_id`]),
		side: (row.taker_side === 'BUY') === isMaker ? 'SELL' : 'BUY',
		isMaker,
		commission: row[`${role}_commission`],
	}));
}

/** Trades of an order need no account: the order belongs to it. */
function rowsAs(database: Database, role: Role, { accountId, symbol, ...wanted }: TradeRange) {
	const { orderId, first, below } = wanted;
	const trades = database
		.selectFrom('trades')
		.where('market', '=', symbol)
		.where('trade_id', '>=', BigInt(first))
		.where('trade_id', '<', BigInt(below));
	return orderId === undefined
		? trades.where(`${role}_account_id`, '=', accountId)
		: trades.where(`${role}_order_id`, '=', BigInt(orderId));
}
