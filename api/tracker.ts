/** Tracker: assets, who holds how much of them, and the transfers between holders. */
import { trackerAssets } from './tracker-assets';
import { trackerBatches } from './tracker-batches';
import { trackerEntities } from './tracker-entities';
import { trackerHolders } from './tracker-holders';
import { trackerHistory } from './tracker-history';
import { trackerMovements } from './tracker-movements';
import { trackerMultiAssets } from './tracker-multi-assets';

export const tracker = {
	...trackerAssets,
	...trackerMovements,
	...trackerHistory,
	...trackerBatches,
	...trackerEntities,
	...trackerMultiAssets,
	...trackerHolders,
} as const;
