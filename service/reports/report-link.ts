/** Keeps the report of an outcome, if it has one, and tells its link. */
import { fileNameFrom } from '../../api/file-names';
import type { Model } from '../../api/types';
import type { Outcome } from '../../comparison/core/outcome';
import type { RequestContext } from '../operations/handler';
import { keepReport, type ReportOwner, type ReportParts } from './diff-reports';
import { wireReportFiles } from './report-files';

export function reportAddress(publicUrl: string, token: string): string {
	return `${publicUrl}/reports/${token}`;
}

export type ReportLink = Pick<
	Model<'CompareResponse'>,
	'fileUrl' | 'reportId' | 'expires' | 'files'
>;

export async function reportLink(
	parts: ReportParts,
	{ caller, publicUrl }: Pick<RequestContext, 'caller' | 'publicUrl'>,
	made: {
		readonly of?: ReportOwner;
		/** Names the report as a file. */
		readonly displayName: string;
		readonly token: string;
		readonly report: Outcome['report'];
		readonly lifetimeDays: number;
	},
): Promise<ReportLink> {
	const { displayName, report, ...kept } = made;
	if (report === undefined) return {};
	const fileName = fileNameFrom(displayName, ' - differences.html');
	const { id, expiresAt } = await keepReport(parts, { ...kept, ...report, caller, fileName });
	const fileUrl = reportAddress(publicUrl, made.token);
	const files = wireReportFiles(fileUrl, report.files);
	return { fileUrl, reportId: id, expires: expiresAt, files };
}
