/** A trader's account: what it has, how it is paid out, what it traded. */
import { readBalances, readOwnTrades, readPayoutMode } from '../reading/accounts';
import { connected, marketOf, type HandlerParts, type Handlers } from './handler';
import { balanceWire, ownTradeWire } from './wire';

export function accountHandlers(
	parts: HandlerParts,
): Handlers<'account' | 'setPayouts' | 'accountTrades'> {
	const { database } = parts;
	return {
		account: async ({ accountId }) => ({
			accountId,
			payouts: await readPayoutMode(database, accountId),
			balances: (await readBalances(database, accountId)).map(balanceWire),
		}),
		setPayouts: async ({ accountId }, { payouts }) => {
			await connected(parts).accounts.setPayouts(accountId, payouts);
			return { accountId, payouts };
		},
		accountTrades: async ({ accountId }, { symbol, ...page }) => {
			const market = await marketOf(parts, symbol);
			const trades = await readOwnTrades(database, accountId, {
				symbol,
				fromId: undefined,
				...page,
			});
			return trades.map((trade) => ownTradeWire(market, trade));
		},
	};
}
