/**
 * Versions that somebody has seen and approved. The approved version of a file is the one approved
 * last; none is before somebody does, for being kept says nothing of being looked at. Approving the
 * approved one again changes nothing.
 */
import { isoTime, newId, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import { entryColumns, newEntry, statusOf } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import type { Caller } from '../operations/handler';
import { storeFor } from '../operations/storing';
import { approvalColumns, approvalRecord } from './document-entries';
import { findVersion, lockFile, type KeptVersion } from './kept-versions';

export interface ApprovalParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** Approves a version of a file that is known; refuses one that is not as the log has it. */
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
			...{ id: newId(clock), file_id: fileId, version_id: version.id },
			...{ approved_by_email: caller.email, created_at: isoTime(clock) },
		};
		const { sequence } = await recordLog.append(transaction, newEntry(approvalRecord, row));
		await transaction
			.insertInto('keeper_approvals')
			.values({ ...row, log_sequence: sequence })
			.execute();
	});
	recordLog.wake();
}

/** The approved version of a file, when there is one. */
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
		.orderBy('keeper_approvals.sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	if (statusOf(approvalRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `approval of version '${row.version_id}'`);
	}
	return findVersion(connection, fileId, row.version_id);
}
