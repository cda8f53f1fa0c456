/** All handlers together; a missing one does not compile. */
import { accountHandlers } from './account/account';
import { batchHandlers } from './trading/batches';
import { cancelAfterHandlers } from './trading/cancel-after';
import { depositHandlers } from './account/deposits';
import { eventHandlers } from './events';
import { exchangeInfoHandlers } from './market-data/exchange-info';
import type { HandlerParts, Handlers } from '../operations/handler';
import { keyHandlers } from './account/keys';
import { operatorHandlers } from './operator/handlers';
import { orderListHandlers } from './trading/order-lists';
import { orderHandlers } from './trading/orders';
import { payoutHandlers } from './account/payouts';
import { reservesHandlers } from './account/reserves';
import { statementHandlers } from './account/statements';
import { streamHandlers } from './streams';
import { testCancelHandlers } from './trading/test-cancels';
import { testOrderHandlers } from './trading/test-orders';
import { trackerBalanceHandlers } from './account/tracker-balances';

export function createHandlers(parts: HandlerParts): Handlers {
	return {
		...operatorHandlers(parts),
		...exchangeInfoHandlers(parts),
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
		...depositHandlers(parts),
		...payoutHandlers(parts),
		...reservesHandlers(parts),
		...keyHandlers(parts),
		...eventHandlers(parts),
	};
}
