/** The handlers of all resources together; a missing one does not compile. */
import { accountHandlers } from './account/account';
import { adminHandlers } from './operator/admin';
import { batchHandlers } from './trading/batches';
import { cancelAfterHandlers } from './trading/cancel-after';
import { commissionHandlers } from './operator/commissions';
import { depositHandlers } from './account/deposits';
import { eventHandlers } from './events';
import type { HandlerParts, Handlers } from '../operations/handler';
import { keyHandlers } from './account/keys';
import { limitHandlers } from './operator/limits';
import { managedAccountHandlers } from './operator/managed-accounts';
import { managedBookHandlers } from './operator/managed-books';
import { managedKeyHandlers } from './operator/managed-keys';
import { managedMarketHandlers } from './operator/managed-markets';
import { managedTransferHandlers } from './operator/managed-transfers';
import { marketHandlers } from './market-data/markets';
import { orderListHandlers } from './trading/order-lists';
import { orderHandlers } from './trading/orders';
import { payoutApprovalHandlers } from './operator/payout-approvals';
import { payoutHandlers } from './account/payouts';
import { reservesHandlers } from './account/reserves';
import { statementHandlers } from './account/statements';
import { streamHandlers } from './streams';
import { testCancelHandlers } from './trading/test-cancels';
import { testOrderHandlers } from './trading/test-orders';
import { trackerBalanceHandlers } from './account/tracker-balances';

export function createHandlers(parts: HandlerParts): Handlers {
	return {
		...marketHandlers(parts),
		...streamHandlers(parts),
		...orderHandlers(parts),
		...testOrderHandlers(parts),
		...testCancelHandlers(parts),
		...batchHandlers(parts),
		...orderListHandlers(parts),
		...cancelAfterHandlers(parts),
		...accountHandlers(parts),
		...trackerBalanceHandlers(parts),
		...statementHandlers(parts),
		...commissionHandlers(parts),
		...depositHandlers(parts),
		...payoutApprovalHandlers(parts),
		...payoutHandlers(parts),
		...reservesHandlers(parts),
		...adminHandlers(parts),
		...keyHandlers(parts),
		...limitHandlers(parts),
		...managedAccountHandlers(parts),
		...managedKeyHandlers(parts),
		...managedMarketHandlers(parts),
		...managedTransferHandlers(parts),
		...managedBookHandlers(parts),
		...eventHandlers(parts),
	};
}
