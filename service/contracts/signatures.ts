/**
 * Signature files and what they sign. Files are kept per person and organisation, whichever way
 * they were given, so that the newest one is the last signature that person used.
 */
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { Upload } from '../operations/handler';
import { payloadHash, type RecordLog } from '../log/record-log';

export interface StoredSignature {
	readonly id: string;
	/** BLAKE2b-256 of the file, lower-case hex. */
	readonly hash: string;
	readonly createdAt: string;
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

/** The newest signature of a person, or nothing when there is none yet. */
export async function lastSignature(
	connection: Database | Transaction,
	{ organisationId, email }: Person,
): Promise<StoredSignature | undefined> {
	const row = await connection
		.selectFrom('signatures')
		.select(['id', 'file_hash', 'created_at'])
		.where('organisation_id', '=', organisationId)
		.where('email', '=', email)
		.orderBy('sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row === undefined
		? undefined
		: { id: row.id, hash: row.file_hash, createdAt: row.created_at };
}

/** Keeps a new signature file; its object must be durable already. */
export async function keepSignature(
	transaction: Transaction,
	clock: Clock,
	{ person, file }: { readonly person: Person; readonly file: Upload },
): Promise<StoredSignature> {
	const signature = { id: newId(clock), hash: file.object.hash, createdAt: isoTime(clock) };
	await file.object.attach(transaction);
	await transaction
		.insertInto('signatures')
		.values({
			id: signature.id,
			organisation_id: person.organisationId,
			email: person.email,
			object_id: file.object.id,
			file_name: file.fileName,
			file_hash: signature.hash,
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
	const signedAt = isoTime(clock);
	const { sequence } = await recordLog.append(transaction, {
		kind: 'contract-signature',
		subjectId: contractId,
		payloadHash: payloadHash({ contractId, email, signatureHash: signature.hash, signedAt }),
	});
	const result = await transaction
		.updateTable('contract_signers')
		.set({ signature_id: signature.id, log_sequence: sequence, signed_at: signedAt })
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.where('signed_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows === 1n;
}
