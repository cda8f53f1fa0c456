/**
 * The seals of contracts as rows, one for each file: requested in the transaction of the last signature,
 * made by `sealing/`, and stored with the result. Also the seals' log entries.
 *
 *   a seal    entered by                    left by
 *   waiting   the last signature            a sealed file -> sealed; a fault -> failed
 *   failed    a fault, which is recorded    the next attempt, after an increasing pause
 *   sealed    a sealed file                 never
 */
import type { Model } from '../../../api/types';
import { isoTime, type Clock } from '../../../server/clock';
import type { Database, Transaction } from '../../database/database';
import { entryColumns, statusOf, type RecordKind } from '../../log/record-kind';
import { moreFilesOf } from './contract-files';

export interface SealRow {
	readonly contract_id: string;
	readonly file_number: number;
	readonly object_id: string | null;
	readonly file_name: string | null;
	readonly file_hash: string | null;
	readonly size_bytes: number | null;
	readonly level: string | null;
	readonly certificate_hash: string | null;
	readonly sealed_at: string | null;
}

export const sealColumns = [
	'contract_seals.contract_id',
	'contract_seals.file_number',
	'contract_seals.object_id',
	'contract_seals.file_name',
	'contract_seals.file_hash',
	'contract_seals.size_bytes',
	'contract_seals.level',
	'contract_seals.certificate_hash',
	'contract_seals.sealed_at',
] as const;

export const sealRecord: RecordKind<SealRow> = {
	kindOf: () => 'contract-seal',
	subjectOf: ({ contract_id }) => contract_id,
	forms: [
		(row) => ({
			contractId: row.contract_id,
			// Left out of the first file, as in entries from before there were several.
			...(row.file_number > 1 && { fileNumber: row.file_number }),
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			sizeBytes: row.size_bytes,
			level: row.level,
			certificateHash: row.certificate_hash,
			sealedAt: row.sealed_at,
		}),
	],
};

/** Queues the seals of all files, in the transaction that completes the contract. */
export async function askForSeal(
	transaction: Transaction,
	clock: Clock,
	contractId: string,
): Promise<void> {
	const now = isoTime(clock);
	const further = await moreFilesOf(transaction, [contractId]);
	const numbers = [1, ...(further.get(contractId) ?? []).map((file) => file.file_number)];
	await transaction
		.insertInto('contract_seals')
		.values(
			numbers.map((file_number) => {
				return { contract_id: contractId, file_number, asked_at: now, next_attempt_at: now };
			}),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** The seals of a contract by number of the file; none before everybody has signed. */
export function sealsOf(connection: Database | Transaction, contractId: string) {
	return sealRows(connection)
		.where('contract_seals.contract_id', '=', contractId)
		.orderBy('contract_seals.file_number')
		.execute();
}

export function findSeal(
	connection: Database | Transaction,
	contractId: string,
	fileNumber: number,
) {
	return sealRows(connection)
		.where('contract_seals.contract_id', '=', contractId)
		.where('contract_seals.file_number', '=', fileNumber)
		.executeTakeFirst();
}

function sealRows(connection: Database | Transaction) {
	return connection
		.selectFrom('contract_seals')
		.leftJoin('log_entries', 'log_entries.sequence', 'contract_seals.log_sequence')
		.select(sealColumns)
		.select(['contract_seals.attempts', 'contract_seals.last_error'])
		.select(['contract_seals.time_stamped_at', 'contract_seals.revocation_fault'])
		.select(['contract_seals.asked_at', 'contract_seals.next_attempt_at'])
		.select(entryColumns);
}

type FoundSeal = NonNullable<Awaited<ReturnType<typeof findSeal>>>;

export function wireSeal(row: FoundSeal): Model<'ContractSeal'> {
	// In a sealed row, last_error says why there is no time stamp although an authority is set.
	const { attempts, last_error: fault, next_attempt_at: nextAttemptDate } = row;
	if (isSealed(row)) {
		return {
			contractId: row.contract_id,
			fileNumber: row.file_number,
			status: 'Sealed',
			fileName: row.file_name,
			fileHash: row.file_hash,
			sizeBytes: row.size_bytes,
			level: row.level as Model<'ContractSeal'>['level'],
			sealedDate: row.sealed_at,
			...(row.time_stamped_at !== null && { timeStampDate: row.time_stamped_at }),
			...(fault !== null && { timeStampFault: fault }),
			...(row.revocation_fault !== null && { revocationFault: row.revocation_fault }),
			blockchainStatus: statusOf(sealRecord, row),
		};
	}
	return {
		contractId: row.contract_id,
		fileNumber: row.file_number,
		...(fault === null ? { status: 'Waiting' } : { status: 'Failed', fault, nextAttemptDate }),
		attempts,
	};
}

export type MadeSeal = {
	readonly [Column in keyof SealRow]: NonNullable<SealRow[Column]>;
};

export function isSealed<Row extends SealRow>(row: Row): row is Row & MadeSeal {
	return row.sealed_at !== null;
}
