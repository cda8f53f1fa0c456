/** Keeper: documents in folders, their versions and comparisons. */
import { keeperComparisons } from './comparisons';
import { keeperFiles } from './files';
import { keeperFolders } from './folders';
import { keeperTimeline } from './timeline';
import { twoFiles } from './two-files';
import { keeperVersions } from './versions';

export const keeper = {
	...keeperFiles,
	...keeperVersions,
	...keeperTimeline,
	...keeperComparisons,
	...twoFiles,
	...keeperFolders,
} as const;
