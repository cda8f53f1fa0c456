import { accounts } from './account/endpoints';
import { admin } from './admin/endpoints';
import { managedAccounts } from './admin/accounts';
import { managedKeys } from './admin/keys';
import { managedMarkets } from './admin/markets';
import { managedBooks } from './admin/books';
import { managedTransfers } from './admin/transfers';
import { payoutApprovals } from './admin/payout-approvals';
import { cancelAfter } from './trading/cancel-after';
import { exchangeEvents } from './events';
import { keys } from './account/keys';
import { limits } from './admin/limits';
import { markets } from './market-data/endpoints';
import { orderBatches } from './trading/batches';
import { orderLists } from './trading/order-lists';
import { orders } from './trading/orders';

export const exchange = {
	...markets,
	...orders,
	...orderBatches,
	...cancelAfter,
	...orderLists,
	...accounts,
	...admin,
	...managedAccounts,
	...managedKeys,
	...managedMarkets,
	...managedTransfers,
	...managedBooks,
	...keys,
	...limits,
	...payoutApprovals,
	...exchangeEvents,
} as const;
