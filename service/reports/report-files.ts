/**
 * The further files of a diff report: stored with it in one transaction, reached by its address
 * and their name, erased with it.
 */
import type { Model } from '../../api/types';
import { newId, type Clock } from '../../server/clock';
import { addressBeside, type ReportFile } from '../../comparison/core/report-file';
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
				kind: file.kind,
				name: file.fileName,
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
	// PostgreSQL refuses texts with NUL, and no name has one.
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

/** The further files of a report for a reply; `address` is an address of the report. */
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

/** The same for files that were just made. */
export function wireReportFiles(address: string, files: readonly ReportFile[]): WireFile[] {
	return files.map(({ kind, fileName, mediaType, bytes }) => ({
		kind,
		name: fileName,
		mediaType,
		sizeBytes: bytes.length,
		url: addressBeside(address, fileName),
	}));
}
