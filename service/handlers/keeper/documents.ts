import type { AreaAdmissions, AreaHandlers } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import { comparisonAdmissions, comparisonHandlers, type ComparisonParts } from './comparisons';
import { comparisonHistoryHandlers } from './comparison-history';
import type { ComparisonWaits } from '../../documents/comparisons/waits';
import { documentProofHandlers } from './proofs';
import { fileAdmissions, fileHandlers } from './files';
import { folderHandlers } from './folders';

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
