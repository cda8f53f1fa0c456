/** The keeper's operations by subject: files, versions, comparisons, folders, proofs. */
import type { AreaAdmissions, AreaHandlers } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import type { RecordProofs } from '../proofs/record-proofs';
import { comparisonAdmissions, comparisonHandlers } from './comparison-handlers';
import type { ReportParts } from './diff-reports';
import { documentProofHandlers } from './document-proofs';
import { fileAdmissions, fileHandlers } from './file-handlers';
import { folderHandlers } from './folder-handlers';

export interface DocumentParts extends ReportParts {
	readonly recordLog: RecordLog;
	readonly proofs: RecordProofs;
	readonly reportLifetimeDays: number;
	/** Called after something was ended whose contents are to be erased. */
	readonly onContentEnded: () => void;
	/** Under way and waiting, of each organisation. */
	readonly comparisonsMax: number;
	/** Heap of one comparison of texts. */
	readonly comparisonMebibytesMax: number;
}

export function documentHandlers(parts: DocumentParts): AreaHandlers<'keeper'> {
	return {
		...fileHandlers(parts),
		...comparisonHandlers(parts),
		...folderHandlers(parts),
		...documentProofHandlers(parts),
	};
}

export function documentAdmissions(parts: DocumentParts): AreaAdmissions<'keeper'> {
	return { ...fileAdmissions(parts), ...comparisonAdmissions(parts) };
}
