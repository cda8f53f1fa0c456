/** Clients of the venue page: market data without a key, and the account with one. */
import { accounts } from '../../../api/exchange/account/endpoints';
import { admin } from '../../../api/exchange/admin/endpoints';
import { markets } from '../../../api/exchange/market-data/endpoints';
import { orderLists } from '../../../api/exchange/trading/order-lists';
import { orders } from '../../../api/exchange/trading/orders';
import { clientOf } from '../../parts/client';
import { sessionFor } from '../../parts/session/session';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

const { exchangeStatus } = admin;
const open = { ...markets, exchangeStatus };
const own = { ...accounts, ...orders, ...orderLists };

export const publicClient = clientOf<'exchange', keyof typeof open>(open);

function Purpose() {
	const say = useTexts(texts);
	return <>{say('With your key: your balances and orders, and what becomes of them.')}</>;
}

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Trade here',
	purpose: <Purpose />,
	clients: (key = '') => ({ key, trader: clientOf<'exchange', keyof typeof own>(own, key) }),
	signsInAs: 'TRADER',
	check: ({ trader }) => trader.call('account', {}),
});

export type Session = ReturnType<typeof useSession>;
