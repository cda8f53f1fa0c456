/**
 * Links to sealed files that are too large for a mail. A link works for a month without a key;
 * only the hash of its token is stored.
 */
import { inDays, isoTime, newSecret, type Clock } from '../../../server/clock';
import { secretHash } from '../../../server/secret-hash';
import type { Database, Transaction } from '../../database/database';
import { findSeal, isSealed, type MadeSeal } from '../record/seals';

const lifetimeDays = 30;

export interface SealedLink {
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

export async function issueSealedLink(
	transaction: Transaction,
	clock: Clock,
	{ contractId, fileNumber }: { readonly contractId: string; readonly fileNumber: number },
): Promise<SealedLink> {
	const token = newSecret();
	const expiresAt = new Date(inDays(clock, lifetimeDays)).toISOString();
	await transaction
		.insertInto('sealed_links')
		.values({
			token_hash: secretHash(token),
			contract_id: contractId,
			file_number: fileNumber,
			expires_at: expiresAt,
			created_at: isoTime(clock),
		})
		.execute();
	return { token, expiresAt };
}

/** The seal of a token, 'ended' for an expired one, undefined for an unknown one. */
export async function sealBehind(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	token: string,
): Promise<MadeSeal | 'ended' | undefined> {
	const link = await database
		.selectFrom('sealed_links')
		.select(['contract_id', 'file_number', 'expires_at'])
		.where('token_hash', '=', secretHash(token))
		.executeTakeFirst();
	if (link === undefined) return undefined;
	if (link.expires_at <= isoTime(clock)) return 'ended';
	const row = await findSeal(database, link.contract_id, link.file_number);
	return row !== undefined && isSealed(row) ? row : undefined;
}
