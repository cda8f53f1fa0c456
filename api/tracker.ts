/** Tracker: assets, who holds how much of them, and the transfers between holders. */
import { trackerAssets } from './tracker-assets';
import { trackerHistory } from './tracker-history';
import { trackerMovements } from './tracker-movements';

export const tracker = { ...trackerAssets, ...trackerMovements, ...trackerHistory } as const;
