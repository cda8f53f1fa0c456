/** Tracker: assets, balances and transfers. */
import { trackerAssets } from './assets';
import { trackerBatches } from './batches';
import { trackerEntities } from './entities';
import { trackerHolders } from './holders';
import { trackerHistory } from './history';
import { trackerMovements } from './movements';
import { trackerMultiAssets } from './multi-assets';

export const tracker = {
	...trackerAssets,
	...trackerMovements,
	...trackerHistory,
	...trackerBatches,
	...trackerEntities,
	...trackerMultiAssets,
	...trackerHolders,
} as const;
