/**
 * Reads depth, trades and committed batches of a market. Everything is as of the lane's cursor,
 * because the lane writes it in the same transaction.
 */
import { textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import type { Side } from '../engine/command';
import { readLevels, readReports, type CommittedBatch } from '../trading/lane/batch-text';
import { tradesIn, type TimeRange } from './moments';

/** A price and the quantity shown at it. */
export interface Level {
	readonly priceTicks: bigint;
	readonly quantityLots: bigint;
}

export interface Depth {
	/** The sequence it is as of. */
	readonly sequence: number;
	readonly bids: readonly Level[];
	readonly asks: readonly Level[];
}

/** Reads the best prices of both sides in one snapshot. */
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
	/** Id of the first trade. */
	readonly fromId?: number | undefined;
}

/** Reads trades from an id or a time on, else the newest; the oldest first. */
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

/** Returns the id after which exactly `count` trades follow; 0 if there are fewer. */
export async function idBeforeNewest(
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

/** Returns the cursor of the market's lane. */
export async function readCursor(database: Database, symbol: string): Promise<number> {
	const row = await database
		.selectFrom('lanes')
		.select('cursor')
		.where('market', '=', symbol)
		.executeTakeFirst();
	return Number(row?.cursor ?? 0n);
}

/** The cursors of several markets; the order is that of the symbols. */
export async function readCursors(
	database: Database,
	symbols: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
	const rows = await database
		.selectFrom('lanes')
		.select(['market', 'cursor'])
		.where('market', 'in', textList(database, symbols))
		.execute();
	const cursors = new Map(rows.map(({ market, cursor }) => [market, cursor]));
	return new Map(symbols.map((symbol) => [symbol, cursors.get(symbol) ?? 0n]));
}

/** Reads at most 100 batches committed after a sequence. */
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
