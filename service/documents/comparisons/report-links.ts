/**
 * Further links to an open report, for a caller who lost the first. They lead to the same report
 * and end with it; only the hash of the token is stored.
 */
import type { Model } from '../../../api/types';
import { isoTime, newSecret } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import { secretHash } from '../../../server/secret-hash';
import type { RequestContext } from '../../operations/handler';
import { storeFor } from '../../operations/storing';
import { findReport, type ReportParts } from '../../reports/diff-reports';
import { listReportFiles } from '../../reports/report-files';

export async function linkReport(
	{ database, clock, objects }: ReportParts,
	{ caller, publicUrl }: Pick<RequestContext, 'caller' | 'publicUrl'>,
	asked: { readonly fileId: string; readonly reportId: string },
): Promise<Model<'DiffReportLink'>> {
	const { id, status, expires } = await findReport({ database, clock }, asked);
	if (status !== 'Open') throw refuse('Keeper_ReportEnded', id);
	const token = newSecret();
	await storeFor(database, caller, (transaction) =>
		transaction
			.insertInto('diff_report_links')
			.values({
				token_hash: secretHash(token),
				report_id: id,
				created_by_email: caller.email,
				created_at: isoTime(clock),
			})
			.execute(),
	);
	const fileUrl = `${publicUrl}/reports/${token}`;
	const files = await listReportFiles({ database, objects }, { reportId: id, address: fileUrl });
	return { reportId: id, fileUrl, expires, files };
}
