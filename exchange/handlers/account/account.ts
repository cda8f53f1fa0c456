import type { Model } from '../../../api/types';
import { inTransaction } from '../../../server/database/transactions';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { readBalances, readOwnAccount } from '../../reading/accounts';
import { readOwnReports, type ReportPlace } from '../../reading/own-reports';
import { readOwnTrades, tradeTime, type TradePlace } from '../../reading/own-trades';
import {
	requireSettlement,
	marketOf,
	type HandlerParts,
	type Handlers,
} from '../../operations/handler';
import { Accounts } from '../../accounts/accounts';
import { tellAccount } from '../../telling/telling';
import { limitsOf } from '../operator/limits';
import { foundOrder, orderNotFound } from '../../operations/own-orders';
import {
	balanceWire,
	ownTradeWire,
	readOrderId,
	readReportId,
	reportWire,
} from '../../operations/wire';

async function allSymbols({ markets }: HandlerParts): Promise<readonly string[]> {
	return (await markets.list()).map(({ market }) => market.description.symbol);
}

export async function shownAccount(
	parts: HandlerParts,
	accountId: string,
): Promise<Model<'Account'>> {
	const { database } = parts;
	const { payouts, frozenAt, frozenReason } = await readOwnAccount(database, accountId);
	return {
		accountId,
		payouts,
		status: frozenAt === null ? 'ACTIVE' : 'FROZEN',
		...(frozenAt !== null && { frozenAt }),
		...(frozenReason !== null && { frozenReason }),
		balances: (await readBalances(database, accountId)).map(balanceWire),
		limits: await limitsOf(parts, accountId),
	};
}

export function accountHandlers(
	parts: HandlerParts,
): Handlers<'account' | 'setPayouts' | 'accountTrades' | 'listReports' | 'createStreamToken'> {
	const { database, reader, clock } = parts;
	return {
		account: ({ accountId }) => shownAccount(parts, accountId),
		setPayouts: async ({ accountId }, { payouts }) => {
			requireSettlement(parts);
			await inTransaction(database, async (transaction) => {
				await new Accounts(transaction, clock).setPayouts(accountId, payouts);
				await tellAccount(transaction, clock, { accountId, change: 'PAYOUTS' });
			});
			return { accountId, payouts };
		},
		accountTrades: async ({ accountId }, { symbol, orderId: text, fromId, ...page }) => {
			if (symbol !== undefined) await marketOf(parts, symbol);
			const order = text === undefined ? undefined : await ownOrder(accountId, symbol, text);
			const from = fromId === undefined ? undefined : await tradePlace(symbol, fromId);
			const market = symbol ?? order?.market;
			const symbols = market === undefined ? await allSymbols(parts) : [market];
			const filter = { symbols, orderId: order?.orderId, from, ...page };
			const trades = await readOwnTrades(reader, accountId, filter);
			return inParts(trades, async (own) => ownTradeWire(await marketOf(parts, own.market), own));
		},
		listReports: async ({ accountId }, { symbol, fromId, ...page }) => {
			const market = await marketOf(parts, symbol);
			const from = fromId === undefined ? undefined : reportOf(symbol, fromId);
			const reports = await readOwnReports(reader, accountId, { symbol, from, ...page });
			return inParts(reports, (report) => reportWire(market, report));
		},
		createStreamToken: ({ keyId }) => parts.streamTokens.create(keyId),
	};

	function reportOf(symbol: string, text: string): ReportPlace {
		const place = readReportId(symbol, text);
		if (place !== undefined) return place;
		throw refuse('Request_Invalid', 'fromId', `must be the id of a report of ${symbol}`);
	}

	/** The account's order, of this market if one is named; refused if there is none. */
	async function ownOrder(accountId: string, symbol: string | undefined, text: string) {
		const key = readOrderId(text);
		if (symbol !== undefined && key?.market !== symbol) throw orderNotFound(text);
		return foundOrder({ database }, accountId, text);
	}

	/** The trade that a page begins at; one in a list of all markets has to be there. */
	async function tradePlace(symbol: string | undefined, text: string): Promise<TradePlace> {
		const [, named, digits] = /^(?:(.+)\.)?(\d+)$/.exec(text) ?? [];
		const market = named ?? symbol;
		const tradeId = Number(digits);
		if (market === undefined || (symbol !== undefined && market !== symbol)) throw noTrade(symbol);
		if (symbol !== undefined) return { market, tradeId };
		const time = await tradeTime(reader, { market, tradeId });
		if (time === undefined) throw noTrade(symbol);
		return { market, tradeId, time };
	}

	function noTrade(symbol: string | undefined) {
		const where = symbol === undefined ? 'this list' : symbol;
		return refuse('Request_Invalid', 'fromId', `must be the accountTradeId of a trade of ${where}`);
	}
}
