/**
 * Signature files and their use. A person's last signature is the newest that the person gave,
 * never one that somebody else supplied for them.
 */
import { isoTime, newId, type Clock } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import type { Database, Transaction } from '../../database/database';
import { refuse } from '../../../server/refusal';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { BlockchainStatus, RecordLog } from '../../log/record-log';
import {
	ownSignatureColumns,
	ownSignatureRecord,
	signatureRecord,
	signedColumns,
} from '../record/entries';
import { textsText, type FieldTexts } from '../record/placed-field';
import type { SignatureFile } from './signature-pictures';

export interface StoredSignature {
	readonly id: string;
	readonly organisationId: string;
	/** Normalised address of the signer. */
	readonly email: string;
	readonly objectId: string;
	readonly fileName: string;
	/** BLAKE2b-256 of the file, lower-case hex. */
	readonly hash: string;
	readonly createdAt: string;
	readonly suppliedBy: string;
}

export interface Person {
	readonly organisationId: string;
	/** Lower case. */
	readonly email: string;
}

interface SignatureParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** The newest signature a person gave and has not deleted, or undefined. */
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
		.where('deleted_at', 'is', null)
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

/** Like lastSignature, and locks it against deletion until the transaction ends. */
export async function holdLastSignature(
	transaction: Transaction,
	person: Person,
): Promise<StoredSignature | undefined> {
	for (;;) {
		const last = await lastSignature(transaction, person);
		if (last === undefined) return undefined;
		const row = transaction.selectFrom('signatures').select('deleted_at').where('id', '=', last.id);
		const { deleted_at } = await forUpdate(transaction, row).executeTakeFirstOrThrow();
		if (deleted_at === null) return last;
	}
}

/** Refuses a signature that differs from its log entry, made when it was added or first used. */
export async function requireAsKept(
	connection: Database | Transaction,
	{ id, email }: StoredSignature,
): Promise<void> {
	const added = await connection
		.selectFrom('signatures')
		.innerJoin('log_entries', 'log_entries.sequence', 'signatures.log_sequence')
		.select(ownSignatureColumns)
		.select(entryColumns)
		.where('signatures.id', '=', id)
		.executeTakeFirst();
	const status =
		added === undefined
			? (await firstUses(connection, [id])).get(id)
			: statusOf(ownSignatureRecord, added);
	if (status !== undefined && status !== 'Corrupted') return;
	throw refuse('Core_RecordCorrupted', `the last signature of ${email}`);
}

/** Log status of the first use of each signature, by signature id; unused ones are left out. */
export async function firstUses(
	connection: Database | Transaction,
	ids: readonly string[],
): Promise<ReadonlyMap<string, BlockchainStatus>> {
	if (ids.length === 0) return new Map();
	const rows = await connection
		.selectFrom('contract_signers')
		.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		.select(signedColumns)
		.select(entryColumns)
		.where('contract_signers.log_sequence', 'in', (from) =>
			from
				.selectFrom('contract_signers as use')
				.select(({ fn }) => fn.min('use.log_sequence').as('first'))
				.where('use.signature_id', 'in', ids)
				.groupBy('use.signature_id'),
		)
		.execute();
	return new Map(rows.map((row) => [row.signature_id, statusOf(signatureRecord, row)]));
}

interface NewSignature {
	readonly person: Person;
	/** Address of the person who gave the file. */
	readonly suppliedBy: string;
	readonly file: SignatureFile;
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
 * Records a signature in the contract and in the log. Returns false, and changes nothing, if the
 * signer had signed already.
 */
export async function recordSignature(
	transaction: Transaction,
	{ clock, recordLog }: SignatureParts,
	signed: {
		readonly contractId: string;
		readonly email: string;
		/** Undefined for an approval. */
		readonly signature: StoredSignature | undefined;
		/** Values of the signer's fields. */
		readonly fieldTexts: FieldTexts;
		/** The code that was entered before, as JSON. */
		readonly codeProof?: string | null;
	},
): Promise<boolean> {
	const { contractId, email, signature } = signed;
	const filled = {
		field_values: textsText(signed.fieldTexts),
		code_proof: signed.codeProof ?? null,
	};
	const signer = await transaction
		.selectFrom('contract_signers')
		.select('position')
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.executeTakeFirstOrThrow();
	const signedAt = isoTime(clock);
	const entry = newEntry(signatureRecord, {
		contract_id: contractId,
		position: signer.position,
		email,
		signed_at: signedAt,
		...signatureColumns(signature),
		...filled,
	});
	const { sequence } = await recordLog.append(transaction, entry);
	const result = await transaction
		.updateTable('contract_signers')
		.set({ signature_id: signature?.id ?? null, log_sequence: sequence, signed_at: signedAt })
		.set(filled)
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.where('signed_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows === 1n;
}

function signatureColumns(signature: StoredSignature | undefined) {
	return {
		signature_id: signature?.id ?? null,
		signature_organisation_id: signature?.organisationId ?? null,
		signature_email: signature?.email ?? null,
		signature_object_id: signature?.objectId ?? null,
		signature_file_name: signature?.fileName ?? null,
		signature_file_hash: signature?.hash ?? null,
		signature_created_at: signature?.createdAt ?? null,
		supplied_by_email: signature?.suppliedBy ?? null,
	};
}
