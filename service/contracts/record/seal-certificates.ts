/**
 * The certificates that contracts are sealed with. Each is entered into the log before its first
 * seal, and every sealed file brings the proof of that entry: by it a verifier tells a seal of this
 * installation from one that anybody else made, also after the certificate was changed.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { isoTime, type Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import { entryColumns, newEntry, type RecordKind } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';

export interface SealCertificateRow {
	/** SHA-256 of the certificate, lower-case hex. */
	readonly hash: string;
	readonly subject: string;
	readonly created_at: string;
}

export const sealCertificateRecord: RecordKind<SealCertificateRow> = {
	kindOf: () => 'seal-certificate',
	subjectOf: ({ hash }) => hash,
	forms: [
		(row) => ({ certificateHash: row.hash, subject: row.subject, createdAt: row.created_at }),
	],
};

export function certificateHashOf(certificate: Uint8Array): string {
	return createHash('sha256').update(certificate).digest('hex');
}

/** All entered certificates, or those that a query limits further, with their entries. */
export function sealCertificates(database: Database) {
	return database
		.selectFrom('seal_certificates')
		.leftJoin('log_entries', 'log_entries.sequence', 'seal_certificates.log_sequence')
		.select(['seal_certificates.hash', 'seal_certificates.subject', 'seal_certificates.created_at'])
		.select(entryColumns);
}

interface EnteringParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** The row of a certificate (DER) with its entry, made when the certificate is new. */
export async function enteredCertificate(parts: EnteringParts, certificate: Uint8Array) {
	const { database } = parts;
	const hash = certificateHashOf(certificate);
	const query = sealCertificates(database).where('seal_certificates.hash', '=', hash);
	const known = await query.executeTakeFirst();
	if (known !== undefined) return known;
	const subject = new X509Certificate(certificate).subject.replaceAll('\n', ', ');
	await enter(parts, { hash, subject });
	return query.executeTakeFirstOrThrow();
}

async function enter(
	{ database, clock, recordLog }: EnteringParts,
	certificate: Pick<SealCertificateRow, 'hash' | 'subject'>,
): Promise<void> {
	const row = { ...certificate, created_at: isoTime(clock) };
	await database.transaction().execute(async (transaction) => {
		const entry = newEntry(sealCertificateRecord, row);
		const { sequence } = await recordLog.append(transaction, entry);
		const values = { ...row, log_sequence: sequence };
		await transaction.insertInto('seal_certificates').values(values).execute();
	});
	recordLog.wake();
}
