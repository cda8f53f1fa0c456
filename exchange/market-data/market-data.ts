/**
 * What is read of a market: depth, trades, and what the lane committed. Everything is as of the
 * lane's cursor, because the lane writes it in the same transaction as the cursor.
 */
import type { Database } from '../database/database';
import type { Side } from '../engine/command';
import { readLevels, readReports, type CommittedBatch } from '../trading/lane/batch-text';
import { tradesIn, type TimeRange } from './moments';

/** A price and what is shown at it. */
export interface Level {
	readonly priceTicks: bigint;
	readonly quantityLots: bigint;
}

export interface Depth {
	/** The place in the log it is as of. */
	readonly sequence: number;
	readonly bids: readonly Level[];
	readonly asks: readonly Level[];
}

/** The best prices of both sides, all of one moment. */
export async function readDepth(database: Database, symbol: string, limit: number): Promise<Depth> {
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const sequence = await readCursor(transaction, symbol);
			const side = (name: Side) => readSide(transaction, symbol, { side: name, limit });
			return { sequence, bids: await side('BUY'), asks: await side('SELL') };
		});
}

async function readSide(
	transaction: Database,
	symbol: string,
	{ side, limit }: { readonly side: Side; readonly limit: number },
): Promise<Level[]> {
	const rows = await transaction
		.selectFrom('levels')
		.select(['price_ticks', 'quantity_lots'])
		.where('market', '=', symbol)
		.where('side', '=', side)
		.orderBy('price_ticks', side === 'BUY' ? 'desc' : 'asc')
		.limit(limit)
		.execute();
	return rows.map((row) => ({ priceTicks: row.price_ticks, quantityLots: row.quantity_lots }));
}

export interface ReadTrade {
	readonly tradeId: number;
	readonly priceTicks: bigint;
	readonly quantityLots: bigint;
	readonly quoteAmount: bigint;
	readonly takerSide: Side;
	readonly time: number;
}

export interface PublicTrades extends TimeRange {
	readonly limit: number;
	/** The trade to begin with. */
	readonly fromId?: number | undefined;
}

/** Trades from one or from a time on, else the newest; the oldest first. */
export async function readTrades(
	database: Database,
	symbol: string,
	{ limit, fromId, startTime, endTime }: PublicTrades,
): Promise<ReadTrade[]> {
	const { first, below } = await tradesIn(database, symbol, { startTime, endTime });
	const query = database
		.selectFrom('trades')
		.selectAll()
		.where('market', '=', symbol)
		.where('trade_id', '>=', BigInt(Math.max(first, fromId ?? 0)))
		.where('trade_id', '<', BigInt(below))
		.limit(limit);
	const isNewest = fromId === undefined && startTime === undefined;
	const rows = await query.orderBy('trade_id', isNewest ? 'desc' : 'asc').execute();
	return (isNewest ? rows.reverse() : rows).map(readTrade);
}

/** The trade behind which stand as many as asked for, the newest; 0 where there are no more. */
export async function idBehindNewest(
	database: Database,
	symbol: string,
	count: number,
): Promise<number> {
	const row = await database
		.selectFrom('trades')
		.select('trade_id')
		.where('market', '=', symbol)
		.orderBy('trade_id', 'desc')
		.limit(1)
		.offset(count)
		.executeTakeFirst();
	return Number(row?.trade_id ?? 0n);
}

export function readTrade(row: {
	readonly trade_id: bigint;
	readonly price_ticks: bigint;
	readonly quantity_lots: bigint;
	readonly quote_amount: bigint;
	readonly taker_side: string;
	readonly traded_at: bigint;
}): ReadTrade {
	return {
		tradeId: Number(row.trade_id),
		priceTicks: row.price_ticks,
		quantityLots: row.quantity_lots,
		quoteAmount: row.quote_amount,
		takerSide: row.taker_side as Side,
		time: Number(row.traded_at),
	};
}

/** How far the lane of the market has come. */
export async function readCursor(database: Database, symbol: string): Promise<number> {
	const row = await database
		.selectFrom('lanes')
		.select('cursor')
		.where('market', '=', symbol)
		.executeTakeFirst();
	return Number(row?.cursor ?? 0n);
}

/** What the lane committed behind a place in the log. */
export async function readBatchesAfter(
	database: Database,
	symbol: string,
	sequence: number,
): Promise<CommittedBatch[]> {
	const rows = await database
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
