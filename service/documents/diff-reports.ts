/**
 * Diff reports as stored files. A report is reached by an address that cannot be guessed; only the hash
 * of its secret part is stored.
 *
 *   a report   entered by         left by
 *   open       a comparison       revoke; deletion of its file; the end of its time
 *   revoked    either of those    never
 *   expired    its time is over   never
 *
 * One that is not open is shown to nobody, and erased soon after (content-eraser.ts).
 */
import type { Model } from '../../api/types';
import { secretHash } from '../../server/secret-hash';
import { inDays, isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { ObjectStore, ReadObject } from '../objects/object-store';
import type { Caller } from '../operations/handler';
import type { ListRange } from '../operations/list-range';
import { storeFor } from '../operations/storing';

export interface ReportParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: ObjectStore;
}

export interface KeptReport {
	readonly id: string;
	/** The secret part of its address, kept nowhere. */
	readonly token: string;
	readonly expiresAt: string;
}

/** Keeps a report of a comparison with a file for some days. */
export async function keepReport(
	{ database, clock, objects }: ReportParts,
	report: {
		readonly caller: Caller;
		readonly fileId: string;
		readonly fileName: string;
		readonly html: string;
		readonly lifetimeDays: number;
	},
): Promise<KeptReport> {
	const id = newId(clock);
	const token = newSecret();
	const expiresAt = new Date(inDays(clock, report.lifetimeDays)).toISOString();
	const object = await objects.stage(asBytes(report.html), report.caller.organisationId);
	try {
		await object.makeDurable();
		await storeFor(database, report.caller, async (transaction) => {
			await object.attach(transaction);
			await transaction
				.insertInto('diff_reports')
				.values({
					id,
					token_hash: secretHash(token),
					file_id: report.fileId,
					object_id: object.id,
					file_name: report.fileName,
					expires_at: expiresAt,
					created_at: isoTime(clock),
				})
				.execute();
		});
	} catch (fault) {
		await object.discard();
		throw fault;
	}
	return { id, token, expiresAt };
}

async function* asBytes(text: string): AsyncIterable<Uint8Array> {
	yield await Promise.resolve(Buffer.from(text, 'utf8'));
}

export type ReportState = 'open' | 'expired' | 'revoked';

export type ReadReport =
	| (ReadObject & { readonly state: 'open'; readonly fileName: string })
	| { readonly state: 'expired' | 'revoked' };

/** The report a token leads to, or nothing when there is none. */
export async function readReport(
	{ database, clock, objects }: ReportParts,
	token: string,
): Promise<ReadReport | undefined> {
	const row = await reportRows(database)
		.where('diff_reports.token_hash', '=', secretHash(token))
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const state = stateOf(row, isoTime(clock));
	if (state !== 'open') return { state };
	return { state, fileName: row.file_name, ...(await objects.read(row.object_id)) };
}

function stateOf(
	row: { readonly expires_at: string | null; readonly revoked_at: string | null },
	now: string,
): ReportState {
	if (row.revoked_at !== null) return 'revoked';
	return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'open';
}

const statusWords = { open: 'Open', expired: 'Expired', revoked: 'Revoked' } as const;

/** The reports of a file, the oldest first. */
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

/** Ends the link of a report of the file; of one that has ended, says so again. */
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
		.where((columns) =>
			columns.or([columns('expires_at', 'is', null), columns('expires_at', '>', now)]),
		)
		.execute();
	const row = await reportRows(database)
		.where('diff_reports.id', '=', reportId)
		.where('diff_reports.file_id', '=', fileId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_ReportNotFound', reportId);
	return wireReport(row, now);
}

function reportRows(database: Database) {
	return database
		.selectFrom('diff_reports')
		.innerJoin('keeper_files', 'keeper_files.id', 'diff_reports.file_id')
		.innerJoin('keeper_folders', 'keeper_folders.id', 'keeper_files.folder_id')
		.select(['diff_reports.id', 'diff_reports.object_id', 'diff_reports.file_name'])
		.select(['diff_reports.created_at', 'diff_reports.expires_at'])
		.select((column) =>
			column.fn
				.coalesce('diff_reports.revoked_at', 'keeper_files.deleted_at', 'keeper_folders.deleted_at')
				.as('revoked_at'),
		);
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['executeTakeFirstOrThrow']>>;

function wireReport(row: ReportRow, now: string): Model<'DiffReport'> {
	return {
		id: row.id,
		fileName: row.file_name,
		status: statusWords[stateOf(row, now)],
		creationDate: row.created_at,
		expires: row.expires_at ?? row.created_at,
	};
}
