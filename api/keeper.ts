/** Keeper: documents in folders, their versions, and what comparing with them found. */
import { keeperComparisons } from './keeper-comparisons';
import { keeperFiles } from './keeper-files';
import { keeperFolders } from './keeper-folders';
import { keeperVersions } from './keeper-versions';

export const keeper = {
	...keeperFiles,
	...keeperVersions,
	...keeperComparisons,
	...keeperFolders,
} as const;
