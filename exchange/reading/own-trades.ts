/**
 * Reads an account's trades in a market, the newest first. A trade with oneself is listed twice, as
 * taker and as maker. Taker and maker have separate indexes, which are merged here.
 */
import { fillsMax } from '../../api/exchange/trading/models';
import type { Database } from '../database/database';
import type { Side } from '../engine/command';
import { readTrade, type ReadTrade } from '../market-data/market-data';
import { allNumbers, tradesIn, type NumberRange, type TimeRange } from '../market-data/moments';
import type { Page } from './order-lists';

export interface OwnTrade {
	readonly trade: ReadTrade;
	readonly orderId: number;
	readonly side: Side;
	readonly isMaker: boolean;
	readonly commission: bigint;
}

export interface TradeFilter extends Page, TimeRange {
	readonly symbol: string;
	/** Begins with this trade; newer ones are left out. */
	readonly fromId?: number | undefined;
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
	const { symbol, fromId, orderId, limit, offset } = filter;
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const { first, below } = await tradesIn(transaction, symbol, filter);
			const bound = fromId === undefined ? below : Math.min(below, fromId + 1);
			const wanted = { accountId, symbol, orderId, first, below: bound };
			const { newest, left } = await afterOffset(transaction, wanted, offset);
			if (newest === undefined) return [];
			const page = { wanted: { ...wanted, below: newest + 1 }, limit: limit + left };
			const trades: OwnTrade[] = [];
			for (const role of roles) trades.push(...(await tradesAs(transaction, role, page)));
			return trades.sort(byNewest).slice(left, left + limit);
		});
}

/** The taker's side first, as in the reports. */
function byNewest(one: OwnTrade, other: OwnTrade): number {
	return other.trade.tradeId - one.trade.tradeId || Number(one.isMaker) - Number(other.isMaker);
}

/**
 * Finds, from the indexes alone, the first trade after `offset` entries, and how many of its own
 * entries the offset skips.
 */
async function afterOffset(
	database: Database,
	wanted: TradeRange,
	offset: number,
): Promise<{ readonly newest: number | undefined; readonly left: number }> {
	if (offset === 0) return { newest: wanted.below - 1, left: 0 };
	const numbers: number[] = [];
	for (const role of roles) {
		const rows = await rowsAs(database, role, wanted)
			.select('trade_id')
			.orderBy('trade_id', 'desc')
			.limit(offset + 1)
			.execute();
		for (const row of rows) numbers.push(Number(row.trade_id));
	}
	numbers.sort((one, other) => other - one);
	const newest = numbers[offset];
	return { newest, left: newest === undefined ? 0 : offset - numbers.indexOf(newest) };
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
		.sort((one, other) => byNewest(other, one))
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
