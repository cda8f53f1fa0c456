import type { NodeScreen } from '../wire/screen';
import { accountOperations } from './account-operations';
import { marketOperations } from './market-operations';
import { orderOperations } from './order-operations';

export const exchangeScreen: NodeScreen = {
	area: 'exchange',
	resources: { order: 'Order', market: 'Market', account: 'Account', reserves: 'Reserves Proof' },
	operations: [...orderOperations, ...marketOperations, ...accountOperations],
};
