/** A trader's account: what it has, how it is paid out, what it traded. */
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { readBalances, readOwnAccount } from '../../reading/accounts';
import { readOwnReports, type ReportPlace } from '../../reading/own-reports';
import { readOwnTrades } from '../../reading/own-trades';
import { connected, marketOf, type HandlerParts, type Handlers } from '../../operations/handler';
import { limitsOf } from '../operator/limits';
import { foundOrder, orderNotFound } from '../../operations/own-orders';
import {
	balanceWire,
	ownTradeWire,
	readOrderId,
	readReportId,
	reportWire,
} from '../../operations/wire';

export function accountHandlers(
	parts: HandlerParts,
): Handlers<'account' | 'setPayouts' | 'accountTrades' | 'listReports' | 'createStreamToken'> {
	const { database, reader } = parts;
	return {
		account: async ({ accountId }) => {
			const { payouts, frozenAt, frozenReason } = await readOwnAccount(database, accountId);
			return {
				...{ accountId, payouts, status: frozenAt === null ? 'ACTIVE' : 'FROZEN' },
				...(frozenAt !== null && { frozenAt }),
				...(frozenReason !== null && { frozenReason }),
				balances: (await readBalances(database, accountId)).map(balanceWire),
				limits: await limitsOf(parts, accountId),
			};
		},
		setPayouts: async ({ accountId }, { payouts }) => {
			await connected(parts).accounts.setPayouts(accountId, payouts);
			return { accountId, payouts };
		},
		accountTrades: async ({ accountId }, { symbol, orderId: text, ...page }) => {
			const market = await marketOf(parts, symbol);
			const orderId = text === undefined ? undefined : await ownOrder(accountId, symbol, text);
			const trades = await readOwnTrades(reader, accountId, { symbol, orderId, ...page });
			return inParts(trades, (trade) => ownTradeWire(market, trade));
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

	/** The number of an order of the account in a market; refused where there is none. */
	async function ownOrder(accountId: string, symbol: string, text: string): Promise<number> {
		const key = readOrderId(text);
		if (key?.market !== symbol) throw orderNotFound(text);
		return (await foundOrder({ database }, accountId, text)).orderId;
	}
}
