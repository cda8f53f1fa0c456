/**
 * Signing links in replies: if the product's setting says so, to the contract's creator, while
 * signers are pending. Only for such products the token is stored, encrypted under the master key;
 * of all others only its hash.
 */
import { isoTime, type Clock } from '../../../server/clock';
import { comparableEmail } from '../../../server/email-address';
import type { Model } from '../../../api/types';
import type { Database, Transaction } from '../../database/database';
import type { RewrapBatch } from '../../objects/keys/key-rotation';
import type { ObjectStore } from '../../objects/object-store';
import type { Caller } from '../../operations/handler';
import { endOf, pendingParties } from '../record/contract';
import type { KeptToken } from './sign-link';
import type { Standing } from '../record/standing';

export type LinkVault = Pick<ObjectStore, 'wrap' | 'unwrap'>;

export interface NamingParts {
	readonly clock: Clock;
	readonly objects: LinkVault;
}

const placeOf = (linkId: string) => `signing link ${linkId}`;

/** The token, encrypted under the master key. */
export function keptToken(
	objects: LinkVault,
	{ id, token }: { readonly id: string; readonly token: string },
): KeptToken {
	const { wrapped, masterKeyId } = objects.wrap(placeOf(id), Buffer.from(token, 'base64url'));
	return { wrapped_token: wrapped, master_key_id: masterKeyId };
}

/** Wraps stored tokens with a new master key; a token that no key opens is removed. */
export const rewrapLinks: RewrapBatch = async (transaction, { masterKeyId, limit, rewrap }) => {
	const rows = await transaction
		.selectFrom('sign_links')
		.select(['id', 'wrapped_token', 'master_key_id'])
		.where('master_key_id', '!=', masterKeyId)
		.limit(limit)
		.execute();
	for (const { id, wrapped_token: wrapped, master_key_id: oldId } of rows) {
		const old = wrapped !== null && oldId !== null ? { wrapped, masterKeyId: oldId } : undefined;
		const key = old && rewrap(placeOf(id), old);
		await transaction
			.updateTable('sign_links')
			.set({ wrapped_token: key?.wrapped ?? null, master_key_id: key?.masterKeyId ?? null })
			.where('id', '=', id)
			.execute();
	}
	return rows.length;
};

/** Only who looks after the contract gets the links, because a link is enough to sign. */
export function isOwner({ email, contractId }: Caller, { handlerEmail }: Standing): boolean {
	return contractId === undefined && comparableEmail(email) === comparableEmail(handlerEmail);
}

/** The record of a contract with the links of its signers, where links are named. */
export async function withLinks(
	connection: Database | Transaction,
	parts: NamingParts,
	by: Naming,
	{ standing, record }: { readonly standing: Standing; readonly record: Model<'Contract'> },
): Promise<Model<'Contract'>> {
	const links = await namedLinks(connection, parts, by, standing);
	const signers = record.signers?.map((signer) => {
		const link = links.get(comparableEmail(signer.signerEmail));
		return link === undefined ? signer : { ...signer, link };
	});
	return signers === undefined ? record : { ...record, signers };
}

interface Naming {
	readonly caller: Caller;
	readonly publicUrl: string;
}

/** The newest open link of each pending signer, by address; empty if links are not named. */
export async function namedLinks(
	connection: Database | Transaction,
	{ clock, objects }: NamingParts,
	by: Naming,
	standing: Standing,
): Promise<ReadonlyMap<string, string>> {
	const now = isoTime(clock);
	const isNamed = standing.namesLinks && isOwner(by.caller, standing);
	if (!isNamed || endOf(standing, now) !== undefined) return new Map();
	const asked = new Set(pendingParties(standing).map(({ email }) => email));
	const rows = await connection
		.selectFrom('sign_links')
		.select(['id', 'email', 'wrapped_token', 'master_key_id'])
		.where('contract_id', '=', standing.id)
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', now)
		.orderBy('created_at')
		.orderBy('id')
		.execute();
	const links = new Map<string, string>();
	for (const { id, email, wrapped_token: wrapped, master_key_id: masterKeyId } of rows) {
		if (!asked.has(email) || wrapped === null || masterKeyId === null) continue;
		const token = objects.unwrap(placeOf(id), { wrapped, masterKeyId });
		if (token !== undefined)
			links.set(email, `${by.publicUrl}/sign/${token.toString('base64url')}`);
	}
	return links;
}
