import type { AreaAdmissions, AreaHandlers } from '../operations/handler';
import type { RecordProofs } from '../proofs/record-proofs';
import {
	comparisonAdmissions,
	comparisonHandlers,
	type ComparisonParts,
} from './comparison-handlers';
import { comparisonHistoryHandlers } from './comparison-history';
import type { ComparisonWaits } from './comparisons/waits';
import { documentProofHandlers } from './document-proofs';
import { fileAdmissions, fileHandlers } from './file-handlers';
import { folderHandlers } from './folder-handlers';

export interface DocumentParts extends ComparisonParts {
	readonly proofs: RecordProofs;
	/** Called after a deletion or revocation, so that contents are erased soon. */
	readonly onContentEnded: () => void;
	readonly waits: ComparisonWaits;
}

export function documentHandlers(parts: DocumentParts): AreaHandlers<'keeper'> {
	return {
		...fileHandlers(parts),
		...comparisonHandlers(parts),
		...comparisonHistoryHandlers(parts),
		...folderHandlers(parts),
		...documentProofHandlers(parts),
	};
}

export function documentAdmissions(parts: DocumentParts): AreaAdmissions<'keeper'> {
	return { ...fileAdmissions(parts), ...comparisonAdmissions(parts) };
}
