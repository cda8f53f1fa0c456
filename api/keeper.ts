/** Keeper: documents in folders, their versions, and what comparing with them found. */
import { keeperComparisons } from './keeper-comparisons';
import { keeperFiles } from './keeper-files';
import { keeperFolders } from './keeper-folders';
import { keeperTimeline } from './keeper-timeline';
import { keeperVersions } from './keeper-versions';

export const keeper = {
	...keeperFiles,
	...keeperVersions,
	...keeperTimeline,
	...keeperComparisons,
	...keeperFolders,
} as const;
