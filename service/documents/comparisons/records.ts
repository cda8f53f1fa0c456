import type { Model } from '../../../api/types';
import type { Clock } from '../../../server/clock';
import { isoTime } from '../../../server/clock';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import type { ObjectStore } from '../../objects/object-store';
import type { ListRange } from '../../operations/list-range';
import { hasEnded, type ComparisonState } from './states';
import { statusOfReport } from '../../reports/diff-reports';

interface RecordParts {
	readonly database: Database | Transaction;
	readonly clock: Clock;
}

type Comparison = Model<'Comparison'>;

export function listComparisons(
	{ database, clock }: RecordParts,
	fileId: string,
	range: ListRange,
): Promise<readonly Comparison[]> {
	const now = isoTime(clock);
	const query = comparisonRows(database).where('comparison.file_id', '=', fileId);
	return readList(query, { by: 'comparison.sequence' }, range, (rows) =>
		rows.map((row) => wireComparison(row, now)),
	);
}

/** Comparisons by id, unordered. */
export async function comparisonsOfIds(
	{ database, clock }: RecordParts,
	fileId: string,
	ids: readonly string[],
): Promise<readonly Comparison[]> {
	const query = comparisonRows(database).where('comparison.file_id', '=', fileId);
	const rows = await query.where('comparison.id', 'in', ids).execute();
	const now = isoTime(clock);
	return rows.map((row) => wireComparison(row, now));
}

/** The record of a comparison of the file; refuses an unknown one. */
export async function findComparison(
	parts: RecordParts,
	asked: { readonly fileId: string; readonly comparisonId: string },
): Promise<Comparison> {
	return wireComparison(await rowOf(parts.database, asked), isoTime(parts.clock));
}

/** Like findComparison, with the whole answer if nobody waited for it. */
export async function findComparisonWithResult(
	{ objects, ...parts }: RecordParts & { readonly objects: ObjectStore },
	asked: { readonly fileId: string; readonly comparisonId: string },
): Promise<Comparison> {
	const row = await rowOf(parts.database, asked);
	const record = wireComparison(row, isoTime(parts.clock));
	if (row.result_object_id === null || row.is_gone !== null) return record;
	const { bytes } = await objects.read(row.result_object_id);
	const chunks: Uint8Array[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	const text = Buffer.concat(chunks).toString('utf8');
	return { ...record, result: JSON.parse(text) as NonNullable<Comparison['result']> };
}

async function rowOf(
	database: Database | Transaction,
	{ fileId, comparisonId }: { readonly fileId: string; readonly comparisonId: string },
): Promise<ComparisonRow> {
	const row = await comparisonRows(database)
		.where('comparison.file_id', '=', fileId)
		.where('comparison.id', '=', comparisonId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_ComparisonNotFound', comparisonId);
	return row;
}

export function isOver({ status }: Comparison): boolean {
	return hasEnded(status);
}

function comparisonRows(database: Database | Transaction) {
	return database
		.selectFrom('keeper_comparisons as comparison')
		.innerJoin('keeper_files as file', 'file.id', 'comparison.file_id')
		.innerJoin('keeper_folders as folder', 'folder.id', 'file.folder_id')
		.innerJoin('keeper_versions as version', 'version.id', 'comparison.version_id')
		.leftJoin('keeper_versions as other', 'other.id', 'comparison.other_version_id')
		.leftJoin('keeper_versions as kept', 'kept.id', 'comparison.kept_version_id')
		.leftJoin('diff_reports as report', 'report.id', 'comparison.report_id')
		.select(['comparison.id', 'comparison.file_id', 'comparison.operation', 'comparison.state'])
		.select(['comparison.progress_percent', 'comparison.version_id', 'version.version'])
		.select(['comparison.other_version_id', 'other.version as other_version'])
		.select(['comparison.sent_file_name', 'comparison.sent_hash', 'comparison.figures'])
		.select(['comparison.kept_version_id', 'kept.version as kept_version'])
		.select(['comparison.report_id', 'report.expires_at', 'report.revoked_at'])
		.select(['comparison.created_by_email', 'comparison.created_at'])
		.select(['comparison.started_at', 'comparison.ended_at', 'comparison.error'])
		.select('comparison.result_object_id')
		.select((row) => row.fn.coalesce('file.deleted_at', 'folder.deleted_at').as('is_gone'));
}

type ComparisonRow = Awaited<
	ReturnType<ReturnType<typeof comparisonRows>['executeTakeFirstOrThrow']>
>;

function wireComparison(row: ComparisonRow, now: string): Comparison {
	return {
		id: row.id,
		fileId: row.file_id,
		operation: row.operation as Comparison['operation'],
		status: row.state as ComparisonState,
		progress: row.progress_percent / 100,
		version: row.version,
		versionId: row.version_id,
		...known({ otherVersion: row.other_version, otherVersionId: row.other_version_id }),
		...known({ fileName: row.sent_file_name, fileHash: row.sent_hash }),
		...(JSON.parse(row.figures ?? '{}') as Partial<Comparison>),
		...known({ keptVersion: row.kept_version, keptVersionId: row.kept_version_id }),
		...reportOf(row, now),
		...(JSON.parse(row.error ?? '{}') as Partial<Comparison>),
		createdByEmail: row.created_by_email,
		creationDate: row.created_at,
		...known({ startDate: row.started_at, endDate: row.ended_at }),
	};
}

function reportOf(
	{ report_id, expires_at, revoked_at, is_gone }: ComparisonRow,
	now: string,
): Pick<Comparison, 'reportId' | 'reportStatus'> {
	if (report_id === null) return {};
	const row = { expires_at, revoked_at: revoked_at ?? is_gone };
	return { reportId: report_id, reportStatus: statusOfReport(row, now) };
}
