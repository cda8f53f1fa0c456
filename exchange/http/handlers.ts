/** The handlers of all resources together; a missing one does not compile. */
import { accountHandlers } from './account';
import { adminHandlers } from './admin';
import { batchHandlers } from './batches';
import { cancelAfterHandlers } from './cancel-after';
import { commissionHandlers } from './commissions';
import { depositHandlers } from './deposits';
import { eventHandlers } from './events';
import type { HandlerParts, Handlers } from './handler';
import { keyHandlers } from './keys';
import { limitHandlers } from './limits';
import { managedAccountHandlers } from './managed-accounts';
import { managedBookHandlers } from './managed-books';
import { managedKeyHandlers } from './managed-keys';
import { managedMarketHandlers } from './managed-markets';
import { managedTransferHandlers } from './managed-transfers';
import { marketHandlers } from './markets';
import { orderListHandlers } from './order-lists';
import { orderHandlers } from './orders';
import { payoutApprovalHandlers } from './payout-approvals';
import { payoutHandlers } from './payouts';
import { reservesHandlers } from './reserves';
import { statementHandlers } from './statements';
import { streamHandlers } from './streams';
import { testCancelHandlers } from './test-cancels';
import { testOrderHandlers } from './test-orders';
import { trackerBalanceHandlers } from './tracker-balances';

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
