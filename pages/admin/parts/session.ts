/** The operations of the administrator's page. */
import { accounts } from '../../../api/exchange/account/endpoints';
import { admin } from '../../../api/exchange/admin/endpoints';
import { managedAccounts } from '../../../api/exchange/admin/accounts';
import { managedBooks } from '../../../api/exchange/admin/books';
import { managedKeys } from '../../../api/exchange/admin/keys';
import { managedMarkets } from '../../../api/exchange/admin/markets';
import { managedTransfers } from '../../../api/exchange/admin/transfers';
import { limits } from '../../../api/exchange/admin/limits';
import { markets } from '../../../api/exchange/market-data/endpoints';
import { payoutApprovals } from '../../../api/exchange/admin/payout-approvals';
import { CallFault, clientOf, type Client } from '../../parts/client';
import { sessionFor } from '../../parts/session/session';

const { listMarkets, getMarket } = markets;
export const described = {
	...admin,
	...managedAccounts,
	...managedBooks,
	...managedKeys,
	...managedMarkets,
	...managedTransfers,
	...limits,
	...payoutApprovals,
	listMarkets,
	getMarket,
};
const { account } = accounts;

export type Described = typeof described;

type Exchange = Client<'exchange', keyof Described>;

interface Clients {
	readonly exchange: Exchange;
	readonly trader: Client<'exchange', 'account'>;
}

export const { SessionGate, useSession, useAsked } = sessionFor<Clients>({
	heading: 'Administration',
	purpose:
		'With an administrator’s key: the markets, accounts, transfers and books of this exchange, and what administrators did.',
	clients: (key) => ({
		exchange: clientOf<'exchange', keyof Described>(described, key),
		trader: clientOf<'exchange', 'account'>({ account }, key),
	}),
	signsInAs: 'ADMINISTRATOR',
	check,
});

/** A refused key may still be a valid key of a trader, who is told so. */
async function check({ exchange, trader }: Clients): Promise<void> {
	try {
		await exchange.list('listAdminActions', { limit: 1, offset: 0 });
	} catch (fault) {
		if (!(fault instanceof CallFault) || fault.code !== 'Auth_KeyInvalid') throw fault;
		const isOfTrader = await trader.call('account', {}).then(
			() => true,
			() => false,
		);
		if (!isOfTrader) throw fault;
		throw new CallFault(
			'not-administrator',
			'This is the key of a trader, and this page is for administrators.',
			'Use an administrator’s key; a trader’s own page is at /venue.',
		);
	}
}
