/**
 * Approvals of versions. The approved version of a file is the one approved last; keeping a
 * version does not approve it. Approving the approved one again changes nothing.
 */
import type { Model } from '../../../api/types';
import { isoTime, newId, type Clock } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { Caller } from '../../operations/handler';
import { storeFor } from '../../operations/storing';
import { approvalColumns, approvalRecord } from './document-entries';
import { findVersion, lockFile, type KeptVersion } from './kept-versions';

export interface ApprovalParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** Approves a version of an existing file; refuses a corrupted version. */
export async function approve(
	{ database, clock, recordLog }: ApprovalParts,
	caller: Caller,
	{ fileId, versionId }: { readonly fileId: string; readonly versionId: string },
): Promise<void> {
	await storeFor(database, caller, async (transaction) => {
		await lockFile(transaction, fileId);
		const version = await findVersion(transaction, fileId, versionId);
		if ((await approvedVersion(transaction, fileId))?.id === version.id) return;
		const row = {
			id: newId(clock),
			file_id: fileId,
			version_id: version.id,
			approved_by_email: caller.email,
			created_at: isoTime(clock),
		};
		const { sequence } = await recordLog.append(transaction, newEntry(approvalRecord, row));
		await transaction
			.insertInto('keeper_approvals')
			.values({ ...row, log_sequence: sequence })
			.execute();
	});
	recordLog.wake();
}

export interface Approval {
	readonly id: string;
	readonly versionId: string;
	readonly version: number;
	readonly createdByEmail: string;
	readonly creationDate: string;
	/** True for the newest approval. */
	readonly isApproved: boolean;
	readonly blockchainStatus: Model<'KeeperFileVersion'>['blockchainStatus'];
}

/** Approvals by id, unordered. */
export async function approvalsOfIds(
	database: Database,
	fileId: string,
	ids: readonly string[],
): Promise<readonly Approval[]> {
	const rows = await database
		.selectFrom('keeper_approvals')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_approvals.log_sequence')
		.innerJoin('keeper_versions', 'keeper_versions.id', 'keeper_approvals.version_id')
		.select(approvalColumns)
		.select(entryColumns)
		.select('keeper_versions.version')
		.select((column) =>
			column
				.selectFrom('keeper_approvals as last')
				.select((last) => last.fn.max('last.log_sequence').as('sequence'))
				.whereRef('last.file_id', '=', 'keeper_approvals.file_id')
				.as('last_sequence'),
		)
		.where('keeper_approvals.file_id', '=', fileId)
		.where('keeper_approvals.id', 'in', ids)
		.execute();
	return rows.map((row) => ({
		id: row.id,
		versionId: row.version_id,
		version: row.version,
		createdByEmail: row.approved_by_email,
		creationDate: row.created_at,
		isApproved: row.entry_sequence === row.last_sequence,
		blockchainStatus: statusOf(approvalRecord, row),
	}));
}

/** The approved version of a file, or undefined. */
export async function approvedVersion(
	connection: Database | Transaction,
	fileId: string,
): Promise<KeptVersion | undefined> {
	const row = await connection
		.selectFrom('keeper_approvals')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_approvals.log_sequence')
		.select(approvalColumns)
		.select(entryColumns)
		.where('keeper_approvals.file_id', '=', fileId)
		.orderBy('keeper_approvals.log_sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	if (statusOf(approvalRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `approval of version '${row.version_id}'`);
	}
	return findVersion(connection, fileId, row.version_id);
}
