/** How the Tracker node shows the tracker endpoints: its resources, and their operations by file. */
import type { NodeScreen } from '../wire/screen';
import { assetOperations } from './asset-operations';
import { historyOperations } from './history-operations';

export const trackerScreen: NodeScreen = {
	area: 'tracker',
	resources: { asset: 'Asset', balance: 'Balance', transaction: 'Transaction' },
	operations: [...assetOperations, ...historyOperations],
};
