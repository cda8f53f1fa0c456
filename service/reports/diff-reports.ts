/**
 * Diff reports as stored files. The address of a report cannot be guessed; only the hash of its secret part
 * is stored.
 *
 *   a report   entered by         left by
 *   open       a comparison       revoke; deletion of its document; expiry
 *   revoked    either of those    never
 *   expired    expiry             never
 *
 * A report that is not open cannot be read, and is erased soon after (content-eraser.ts); one that
 * belongs to no record is removed then.
 */
import { Readable } from 'node:stream';
import type { Model } from '../../api/types';
import { secretHash } from '../../server/secret-hash';
import { inDays, isoTime, newId, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { ReportFile } from '../../comparison/core/report-file';
import type { Database } from '../database/database';
import type { ObjectStore, ReadObject, StagedObject } from '../objects/object-store';
import type { Caller } from '../operations/handler';
import type { ListRange } from '../operations/list-range';
import { storeFor } from '../operations/storing';
import { findReportFile, insertReportFiles, type StagedReportFile } from './report-files';

export interface ReportParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: ObjectStore;
}

export interface KeptReport {
	readonly id: string;
	readonly expiresAt: string;
}

/** The subject of a report; the report ends with it. */
export type ReportOwner =
	| { readonly fileId: string }
	| { readonly contractId: string }
	| { readonly templateId: string }
	| { readonly signatureId: string };

interface NewReport {
	readonly caller: Caller;
	/** Absent for files that are not kept. */
	readonly of?: ReportOwner;
	/** The secret part of its address; only its hash is stored. */
	readonly token: string;
	readonly fileName: string;
	readonly html: Uint8Array;
	/** Further files, each with its own name. */
	readonly files: readonly ReportFile[];
	readonly lifetimeDays: number;
}

/** Stores a report with its further files. */
export async function keepReport(
	{ database, clock, objects }: ReportParts,
	report: NewReport,
): Promise<KeptReport> {
	const id = newId(clock);
	const expiresAt = new Date(inDays(clock, report.lifetimeDays)).toISOString();
	const staged: StagedObject[] = [];
	const stage = async (bytes: Uint8Array) => {
		const object = await objects.stage(Readable.from([bytes]), report.caller.organisationId);
		staged.push(object);
		await object.makeDurable();
		return object;
	};
	try {
		const object = await stage(report.html);
		const files: StagedReportFile[] = [];
		for (const file of report.files) files.push({ file, object: await stage(file.bytes) });
		await storeFor(database, report.caller, async (transaction) => {
			await object.attach(transaction);
			await transaction
				.insertInto('diff_reports')
				.values({
					id,
					token_hash: secretHash(report.token),
					...ownerColumns(report.of ?? {}),
					object_id: object.id,
					file_name: report.fileName,
					expires_at: expiresAt,
					created_at: isoTime(clock),
				})
				.execute();
			await insertReportFiles(transaction, clock, { reportId: id, files });
		});
	} catch (fault) {
		for (const object of staged) await object.discard();
		throw fault;
	}
	return { id, expiresAt };
}

type OwnerId = 'fileId' | 'contractId' | 'templateId' | 'signatureId';

function ownerColumns(owner: Readonly<Partial<Record<OwnerId, string>>>) {
	const { fileId = null, contractId = null, templateId = null, signatureId = null } = owner;
	return {
		file_id: fileId,
		contract_id: contractId,
		template_id: templateId,
		signature_id: signatureId,
	};
}

export type ReportState = 'open' | 'expired' | 'revoked';

export type ReadReport =
	| (ReadObject & { readonly state: 'open'; readonly fileName: string })
	| { readonly state: 'expired' | 'revoked' };

/** The report of a token; undefined for an unknown token. */
export async function readReport(
	{ database, clock, objects }: ReportParts,
	token: string,
): Promise<ReadReport | undefined> {
	const row = await rowOfToken(database, token);
	if (row === undefined) return undefined;
	const state = stateOf(row, isoTime(clock));
	if (state !== 'open') return { state };
	return { state, fileName: row.file_name, ...(await objects.read(row.object_id)) };
}

export type ReadReportFile =
	| (ReadObject & { readonly state: 'open'; readonly fileName: string; readonly mediaType: string })
	| { readonly state: 'expired' | 'revoked' };

/** A further file of a report; undefined if there is no such report or file. */
export async function readReportFile(
	{ database, clock, objects }: ReportParts,
	{ token, name }: { readonly token: string; readonly name: string },
): Promise<ReadReportFile | undefined> {
	const row = await rowOfToken(database, token);
	if (row === undefined) return undefined;
	const state = stateOf(row, isoTime(clock));
	if (state !== 'open') return { state };
	const file = await findReportFile(database, row.id, name);
	if (file === undefined) return undefined;
	const { mediaType } = file;
	return { state, fileName: file.name, mediaType, ...(await objects.read(file.objectId)) };
}

/** Finds a report by its first token, or by a further link (report-links.ts). */
async function rowOfToken(database: Database, token: string) {
	const hash = secretHash(token);
	const first = reportRows(database).where('diff_reports.token_hash', '=', hash);
	return (await first.executeTakeFirst()) ?? reportOfLink(database, hash);
}

function stateOf(
	row: { readonly expires_at: string | null; readonly revoked_at: string | null },
	now: string,
): ReportState {
	if (row.revoked_at !== null) return 'revoked';
	return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'open';
}

const statusWords = { open: 'Open', expired: 'Expired', revoked: 'Revoked' } as const;

/** The state as replies show it. */
export function statusOfReport(
	...asked: Parameters<typeof stateOf>
): Model<'DiffReport'>['status'] {
	return statusWords[stateOf(...asked)];
}

export async function listReports(
	{ database, clock }: Pick<ReportParts, 'database' | 'clock'>,
	fileId: string,
	range: ListRange,
): Promise<readonly Model<'DiffReport'>[]> {
	const rows = await reportRows(database)
		.where('diff_reports.file_id', '=', fileId)
		.orderBy('diff_reports.created_at')
		.orderBy('diff_reports.id')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	const now = isoTime(clock);
	return rows.map((row) => wireReport(row, now));
}

/** Revokes a report; returns the state of one that has ended already. */
export async function revokeReport(
	{ database, clock }: Pick<ReportParts, 'database' | 'clock'>,
	{ fileId, reportId }: { readonly fileId: string; readonly reportId: string },
): Promise<Model<'DiffReport'>> {
	const now = isoTime(clock);
	await database
		.updateTable('diff_reports')
		.set({ revoked_at: now })
		.where('id', '=', reportId)
		.where('file_id', '=', fileId)
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', now)
		.execute();
	return findReport({ database, clock }, { fileId, reportId });
}

/** A report of the file in any state. */
export async function findReport(
	{ database, clock }: Pick<ReportParts, 'database' | 'clock'>,
	{ fileId, reportId }: { readonly fileId: string; readonly reportId: string },
): Promise<Model<'DiffReport'>> {
	const row = await reportRows(database)
		.where('diff_reports.id', '=', reportId)
		.where('diff_reports.file_id', '=', fileId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_ReportNotFound', reportId);
	return wireReport(row, isoTime(clock));
}

function reportOfLink(database: Database, tokenHash: string) {
	return reportRows(database)
		.innerJoin('diff_report_links as link', 'link.report_id', 'diff_reports.id')
		.where('link.token_hash', '=', tokenHash)
		.executeTakeFirst();
}

function reportRows(database: Database) {
	return database
		.selectFrom('diff_reports')
		.leftJoin('keeper_files', 'keeper_files.id', 'diff_reports.file_id')
		.leftJoin('keeper_folders', 'keeper_folders.id', 'keeper_files.folder_id')
		.leftJoin('contracts', 'contracts.id', 'diff_reports.contract_id')
		.leftJoin('templates', 'templates.id', 'diff_reports.template_id')
		.leftJoin('signatures', 'signatures.id', 'diff_reports.signature_id')
		.select(['diff_reports.id', 'diff_reports.object_id', 'diff_reports.file_name'])
		.select(['diff_reports.created_at', 'diff_reports.expires_at'])
		.select(({ fn }) =>
			fn
				.coalesce(
					'diff_reports.revoked_at',
					fn.coalesce('keeper_files.deleted_at', 'keeper_folders.deleted_at'),
					fn.coalesce('contracts.deleted_at', 'templates.deleted_at', 'signatures.deleted_at'),
				)
				.as('revoked_at'),
		);
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['executeTakeFirstOrThrow']>>;

function wireReport(row: ReportRow, now: string): Model<'DiffReport'> {
	return {
		id: row.id,
		fileName: row.file_name,
		status: statusOfReport(row, now),
		creationDate: row.created_at,
		expires: row.expires_at,
	};
}
