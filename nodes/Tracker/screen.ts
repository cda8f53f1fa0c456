import type { NodeScreen } from '../wire/screen';
import { assetOperations } from './asset-operations';
import { bulkOperations } from './bulk-operations';
import { entityOperations } from './entity-operations';
import { historyOperations } from './history-operations';
import { multiAssetOperations } from './multi-asset-operations';
import { proofOperations } from './proof-operations';

export const trackerScreen: NodeScreen = {
	area: 'tracker',
	resources: {
		asset: 'Asset',
		balance: 'Balance',
		batch: 'Batch',
		entity: 'Entity',
		multiAsset: 'Multi-Asset',
		transaction: 'Transaction',
	},
	operations: [
		...assetOperations,
		...bulkOperations,
		...historyOperations,
		...proofOperations,
		...entityOperations,
		...multiAssetOperations,
	],
};
