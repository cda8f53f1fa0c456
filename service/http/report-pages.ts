/**
 * The page of a report of differences, as long as its link works. The report is what a comparison
 * wrote; what is said in its place is said in the form of the other pages.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readReport, type ReportParts } from '../documents/diff-reports';
import { endedReportPage, unknownReportPage } from '../documents/report-ended';
import { contentDisposition } from './content-disposition';
import { reportPrefix, sendPage } from './pages';

/** As the report itself has it: pictures that it carries, and nothing from elsewhere. */
export const reportPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function mountReportPages(app: FastifyInstance, parts: ReportParts): void {
	app.get<{ Params: { token: string } }>(`${reportPrefix}:token`, ({ params: { token } }, reply) =>
		showReport(parts, token, reply),
	);
}

async function showReport(parts: ReportParts, token: string, reply: FastifyReply) {
	const report = await readReport(parts, token);
	if (report === undefined) return sendPage(reply, 404, unknownReportPage());
	if (report.state !== 'open') return sendPage(reply, 410, endedReportPage(report.state));
	return reply
		.header('content-security-policy', reportPolicy)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'private, no-store')
		.header('content-disposition', contentDisposition('inline', report.fileName))
		.header('content-length', report.sizeBytes)
		.type('text/html; charset=utf-8')
		.send(Readable.from(report.bytes, { objectMode: false }));
}
