/**
 * What is read of one account: its balances, how it is paid out and its trades. How they look on
 * the wire is left to http.
 */
import type { PayoutMode } from '../accounts/accounts';
import type { Database } from '../database/database';
import type { Side } from '../engine/command';
import { readTrade, type ReadTrade } from './market-data';
import type { Page } from './orders';

export async function readPayoutMode(database: Database, accountId: string): Promise<PayoutMode> {
	const { payouts } = await database
		.selectFrom('accounts')
		.select('payouts')
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow();
	return payouts as PayoutMode;
}

export interface ReadBalance {
	readonly asset: string;
	readonly decimals: number;
	readonly available: bigint;
	readonly held: bigint;
}

/** What the account has, by asset. */
export async function readBalances(database: Database, accountId: string): Promise<ReadBalance[]> {
	const rows = await database
		.selectFrom('balances')
		.innerJoin('assets', 'assets.code', 'balances.asset')
		.select(['asset', 'available', 'held', 'decimals'])
		.where('account_id', '=', accountId)
		.orderBy('asset')
		.execute();
	return rows.map((row) => ({ ...row, decimals: Number(row.decimals) }));
}

/** A trade with the part the account had in it. */
export interface OwnTrade {
	readonly trade: ReadTrade;
	readonly orderId: number;
	readonly side: Side;
	readonly isMaker: boolean;
	readonly commission: bigint;
}

export interface TradeFilter extends Page {
	readonly symbol: string;
	/** The trade to begin with; newer ones are left out. */
	readonly fromId: number | undefined;
}

/** Trades of the account in one market, the newest first. */
export async function readOwnTrades(
	database: Database,
	accountId: string,
	{ symbol, fromId, limit, offset }: TradeFilter,
): Promise<OwnTrade[]> {
	const rows = await database
		.selectFrom('trades')
		.selectAll()
		.where('market', '=', symbol)
		.where((columns) =>
			columns.or([
				columns('taker_account_id', '=', accountId),
				columns('maker_account_id', '=', accountId),
			]),
		)
		.$if(fromId !== undefined, (query) => query.where('trade_id', '<=', BigInt(fromId ?? 0)))
		.orderBy('trade_id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map((row) => {
		const isMaker = row.maker_account_id === accountId;
		const takerBuys = row.taker_side === 'BUY';
		return {
			trade: readTrade(row),
			orderId: Number(isMaker ? row.maker_order_id : row.taker_order_id),
			side: takerBuys === isMaker ? 'SELL' : 'BUY',
			isMaker,
			commission: isMaker ? row.maker_commission : row.taker_commission,
		};
	});
}
