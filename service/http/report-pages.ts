/** Serves a report and its further files while its link works, else a page that says why not. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentDisposition } from '../../server/http/files/content-disposition';
import { readReport, readReportFile, type ReportParts } from '../reports/diff-reports';
import { endedReportPage, unknownReportPage } from '../reports/report-ended';
import { asPrivateFile, reportPrefix, sendPage } from './pages';

/** The same policy as in the report: only embedded pictures, nothing external. */
export const reportPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function mountReportPages(app: FastifyInstance, parts: ReportParts): void {
	app.get<{ Params: { token: string } }>(`${reportPrefix}:token`, ({ params: { token } }, reply) =>
		showReport(parts, token, reply),
	);
	app.get<{ Params: { token: string; name: string } }>(
		`${reportPrefix}:token/:name`,
		({ params }, reply) => sendFile(parts, params, reply),
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

async function sendFile(
	parts: ReportParts,
	asked: { readonly token: string; readonly name: string },
	reply: FastifyReply,
) {
	const file = await readReportFile(parts, asked);
	if (file === undefined) return sendPage(reply, 404, unknownReportPage());
	if (file.state !== 'open') return sendPage(reply, 410, endedReportPage(file.state));
	return asPrivateFile(reply, `${reportPolicy}; sandbox`)
		.header('content-disposition', contentDisposition('attachment', file.fileName))
		.header('content-length', file.sizeBytes)
		.type(file.mediaType)
		.send(Readable.from(file.bytes, { objectMode: false }));
}
