/**
 * Signature files and what they sign. Files are kept per person and organisation, with who gave
 * them: the last signature of a person is the newest that person gave, never one that somebody else
 * supplied for them.
 */
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { Upload } from '../operations/handler';
import { refuse } from '../../server/refusal';
import { entryColumns, newEntry, statusOf } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import { signatureRecord, signedColumns } from './contract-entries';

export interface StoredSignature {
	readonly id: string;
	readonly organisationId: string;
	/** The signer, in the form they are compared in. */
	readonly email: string;
	readonly objectId: string;
	readonly fileName: string;
	/** BLAKE2b-256 of the file, lower-case hex. */
	readonly hash: string;
	readonly createdAt: string;
	/** Null when an older version kept it and nothing tells. */
	readonly suppliedBy: string | null;
}

/** Whose signature it is. */
export interface Person {
	readonly organisationId: string;
	/** Lower case. */
	readonly email: string;
}

interface SignatureParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** The newest signature a person gave, or nothing when there is none yet. */
export async function lastSignature(
	connection: Database | Transaction,
	{ organisationId, email }: Person,
): Promise<StoredSignature | undefined> {
	const row = await connection
		.selectFrom('signatures')
		.selectAll()
		.where('organisation_id', '=', organisationId)
		.where('email', '=', email)
		.where('supplied_by_email', '=', email)
		.orderBy('sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row === undefined
		? undefined
		: {
				id: row.id,
				organisationId: row.organisation_id,
				email: row.email,
				objectId: row.object_id,
				fileName: row.file_name,
				hash: row.file_hash,
				createdAt: row.created_at,
				suppliedBy: row.supplied_by_email,
			};
}

/** Refuses a signature that is not as it was when it was used first. */
export async function requireAsUsed(
	connection: Database | Transaction,
	{ id, email }: StoredSignature,
): Promise<void> {
	const used = await connection
		.selectFrom('contract_signers')
		.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		.select(signedColumns)
		.select(entryColumns)
		.where('contract_signers.signature_id', '=', id)
		.orderBy('contract_signers.log_sequence')
		.limit(1)
		.executeTakeFirst();
	if (used !== undefined && statusOf(signatureRecord, used) !== 'Corrupted') return;
	throw refuse('Core_RecordCorrupted', `the last signature of ${email}`);
}

interface NewSignature {
	readonly person: Person;
	/** The address of who gave the file. */
	readonly suppliedBy: string;
	readonly file: Upload;
}

/** Keeps a new signature file; its object must be durable already. */
export async function keepSignature(
	transaction: Transaction,
	clock: Clock,
	{ person, suppliedBy, file }: NewSignature,
): Promise<StoredSignature> {
	const { id: objectId, hash } = file.object;
	const { fileName } = file;
	const kept = { id: newId(clock), ...person, objectId, fileName, hash, suppliedBy };
	const signature = { ...kept, createdAt: isoTime(clock) };
	await file.object.attach(transaction);
	await transaction
		.insertInto('signatures')
		.values({
			id: signature.id,
			organisation_id: signature.organisationId,
			email: signature.email,
			object_id: objectId,
			file_name: fileName,
			file_hash: hash,
			supplied_by_email: suppliedBy,
			created_at: signature.createdAt,
		})
		.execute();
	return signature;
}

/**
 * Records that a signer signed, in the contract and in the log. Whether it was recorded: a signer
 * who has signed already is left as is.
 */
export async function recordSignature(
	transaction: Transaction,
	{ clock, recordLog }: SignatureParts,
	signed: {
		readonly contractId: string;
		readonly email: string;
		readonly signature: StoredSignature;
	},
): Promise<boolean> {
	const { contractId, email, signature } = signed;
	const signer = await transaction
		.selectFrom('contract_signers')
		.select('position')
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.executeTakeFirstOrThrow();
	const signedAt = isoTime(clock);
	const entry = newEntry(signatureRecord, {
		...{ contract_id: contractId, position: signer.position, email, signed_at: signedAt },
		...signatureColumns(signature),
	});
	const { sequence } = await recordLog.append(transaction, entry);
	const result = await transaction
		.updateTable('contract_signers')
		.set({ signature_id: signature.id, log_sequence: sequence, signed_at: signedAt })
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.where('signed_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows === 1n;
}

function signatureColumns(signature: StoredSignature) {
	return {
		signature_id: signature.id,
		signature_organisation_id: signature.organisationId,
		signature_email: signature.email,
		signature_object_id: signature.objectId,
		signature_file_name: signature.fileName,
		signature_file_hash: signature.hash,
		signature_created_at: signature.createdAt,
		supplied_by_email: signature.suppliedBy,
	};
}
