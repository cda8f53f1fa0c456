/** The handlers of operators, and those for everybody that their acts refer to. */
import { marketHandlers } from '../market-data/markets';
import type { OperatorParts } from '../../operations/handler';
import { adminHandlers } from './admin';
import { commissionHandlers } from './commissions';
import { freezingHandlers } from './freezing';
import { limitHandlers } from './limits';
import { managedAccountHandlers } from './managed-accounts';
import { managedBookHandlers } from './managed-books';
import { managedKeyHandlers } from './managed-keys';
import { managedAssetHandlers, managedMarketHandlers } from './managed-markets';
import { managedTransferHandlers } from './managed-transfers';
import { payoutApprovalHandlers } from './payout-approvals';

export function operatorHandlers(parts: OperatorParts) {
	return {
		...marketHandlers(parts),
		...adminHandlers(parts),
		...commissionHandlers(parts),
		...freezingHandlers(parts),
		...limitHandlers(parts),
		...managedAccountHandlers(parts),
		...managedAssetHandlers(parts),
		...managedBookHandlers(parts),
		...managedKeyHandlers(parts),
		...managedMarketHandlers(parts),
		...managedTransferHandlers(parts),
		...payoutApprovalHandlers(parts),
	};
}
