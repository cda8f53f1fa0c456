import type { AreaHandlers } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import type { ComparisonQueue } from '../../documents/comparisons/queue';
import {
	findComparison,
	findComparisonWithResult,
	isOver,
	listComparisons,
} from '../../documents/comparisons/records';
import type { ComparisonWaits } from '../../documents/comparisons/waits';
import { listReports, revokeReport, type ReportParts } from '../../reports/diff-reports';
import { findFile, unlessDeleted } from '../../documents/files/kept-files';
import { linkReport } from '../../documents/comparisons/report-links';

interface Parts extends ReportParts {
	readonly onContentEnded: () => void;
	readonly queue: ComparisonQueue;
	readonly waits: ComparisonWaits;
}

type OnComparisons = 'listComparisons' | 'getComparison' | 'cancelComparison';
type OnReports = 'listReports' | 'linkReport' | 'revokeReport';

export function comparisonHistoryHandlers(
	parts: Parts,
): Pick<AreaHandlers<'keeper'>, OnComparisons | OnReports> {
	const { database } = parts;
	return {
		async listComparisons(_context, input) {
			const { id } = await findFile(database, input.productId, input.fileId);
			return listComparisons(parts, id, listRange(input));
		},
		async getComparison({ leaving }, { productId, fileId, comparisonId, waitMs = 0 }) {
			const { id } = await findFile(database, productId, fileId);
			const asked = { fileId: id, comparisonId };
			const wait = { id: comparisonId, waitMs, signal: leaving() };
			await parts.waits.untilEnd(wait, () => findComparison(parts, asked), isOver);
			return unlessDeleted(database, id, () => findComparisonWithResult(parts, asked));
		},
		async cancelComparison(_context, { productId, fileId, comparisonId }) {
			const { id } = await findFile(database, productId, fileId);
			await parts.queue.cancel({ fileId: id, comparisonId });
			return findComparison(parts, { fileId: id, comparisonId });
		},
		async listReports(_context, input) {
			const { id } = await findFile(database, input.productId, input.fileId);
			return listReports(parts, id, listRange(input));
		},
		async linkReport(context, { productId, fileId, reportId }) {
			const { id } = await findFile(database, productId, fileId);
			return linkReport(parts, context, { fileId: id, reportId });
		},
		async revokeReport(_context, { productId, fileId, reportId }) {
			const { id } = await findFile(database, productId, fileId);
			const report = await revokeReport(parts, { fileId: id, reportId });
			parts.onContentEnded();
			return report;
		},
	};
}
