/**
 * The files beside a diff report, stored as it is: kept with it in one transaction, reached by its address
 * and their name, and gone with it. Which state a report is in is told by `diff-reports.ts`.
 */
import type { Model } from '../../api/types';
import { newId, type Clock } from '../../server/clock';
import { addressBeside, type ReportFile } from '../comparison/report-file';
import type { Database, Transaction } from '../database/database';
import type { ObjectStore, StagedObject } from '../objects/object-store';

export interface StagedReportFile {
	readonly file: ReportFile;
	/** Durable. */
	readonly object: StagedObject;
}

export async function insertReportFiles(
	transaction: Transaction,
	clock: Clock,
	{ reportId, files }: { readonly reportId: string; readonly files: readonly StagedReportFile[] },
): Promise<void> {
	for (const { file, object } of files) {
		await object.attach(transaction);
		await transaction
			.insertInto('diff_report_files')
			.values({
				id: newId(clock),
				report_id: reportId,
				...{ kind: file.kind, name: file.fileName },
				media_type: file.mediaType,
				object_id: object.id,
			})
			.execute();
	}
}

export interface KeptReportFile {
	readonly name: string;
	readonly mediaType: string;
	readonly objectId: string;
}

export async function findReportFile(
	database: Database,
	reportId: string,
	name: string,
): Promise<KeptReportFile | undefined> {
	// No name has one, and PostgreSQL refuses to look for it.
	if (name.includes('\0')) return undefined;
	const row = await database
		.selectFrom('diff_report_files')
		.select(['name', 'media_type', 'object_id'])
		.where('report_id', '=', reportId)
		.where('name', '=', name)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	return { name: row.name, mediaType: row.media_type, objectId: row.object_id };
}

type WireFile = NonNullable<Model<'CompareResponse'>['files']>[number];

/** Those beside a report, as an answer names them; `address` is one of the report. */
export async function listReportFiles(
	{ database, objects }: { readonly database: Database; readonly objects: ObjectStore },
	{ reportId, address }: { readonly reportId: string; readonly address: string },
): Promise<readonly WireFile[]> {
	const rows = await database
		.selectFrom('diff_report_files')
		.select(['kind', 'name', 'media_type', 'object_id'])
		.where('report_id', '=', reportId)
		.orderBy('id')
		.execute();
	return Promise.all(
		rows.map(async ({ kind, name, media_type: mediaType, object_id }) => {
			const { sizeBytes } = await objects.describe(object_id);
			const url = addressBeside(address, name);
			return { kind: kind as WireFile['kind'], name, mediaType, sizeBytes, url };
		}),
	);
}

/** As an answer names them; `address` is that of the report. */
export function wireReportFiles(address: string, files: readonly ReportFile[]): WireFile[] {
	return files.map(({ kind, fileName, mediaType, bytes }) => ({
		...{ kind, name: fileName, mediaType, sizeBytes: bytes.length },
		url: addressBeside(address, fileName),
	}));
}
