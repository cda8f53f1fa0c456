import { networksOf } from '../../server/key-networks';
import { signingOf, type SigningTerms } from '../accounts/signatures';
import type { Selectable } from 'kysely';
import type { Scope } from '../../api/language/scopes';
import type { PayoutMode } from '../accounts/accounts';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import type { Page } from '../database/page';

export const accountStatuses = ['ACTIVE', 'FROZEN', 'DISABLED'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export interface ManagedAccount {
	readonly id: string;
	readonly name: string;
	/** FROZEN: it may begin nothing new. DISABLED: it may have no key. */
	readonly status: AccountStatus;
	readonly email: string | null;
	readonly payouts: PayoutMode;
	/** Milliseconds since 1970, like the next ones. */
	readonly createdAt: number;
	readonly frozenAt: number | null;
	/** The reason its owner is shown. */
	readonly frozenReason: string | null;
	readonly disabledAt: number | null;
}

export interface AccountFilter {
	readonly status?: AccountStatus | undefined;
	readonly name?: string | undefined;
}

/** Accounts of traders, the newest first. */
export async function listAccounts(
	database: Database,
	{ status, name, fromId, limit, offset }: AccountFilter & Page,
): Promise<readonly ManagedAccount[]> {
	let query = tradersAccounts(database).orderBy('id', 'desc').limit(limit).offset(offset);
	if (name !== undefined) query = query.where('name', '=', name);
	if (fromId !== undefined) query = query.where('id', '<=', fromId);
	if (status === 'DISABLED') query = query.where('disabled_at', 'is not', null);
	if (status === 'FROZEN' || status === 'ACTIVE') {
		query = query
			.where('disabled_at', 'is', null)
			.where('frozen_at', status === 'FROZEN' ? 'is not' : 'is', null);
	}
	return (await query.execute()).map(readAccount);
}

/** Finds a trader's account; the exchange's own are not found. */
export async function findAccount(
	database: Database,
	id: string,
): Promise<ManagedAccount | undefined> {
	const row = await tradersAccounts(database).where('id', '=', id).executeTakeFirst();
	return row === undefined ? undefined : readAccount(row);
}

function tradersAccounts(database: Database) {
	return database.selectFrom('accounts').selectAll().where('name', '<>', '');
}

function readAccount(row: Selectable<Schema['accounts']>): ManagedAccount {
	const { id, name, email, payouts, frozen_reason: frozenReason } = row;
	const status =
		row.disabled_at !== null ? 'DISABLED' : row.frozen_at !== null ? 'FROZEN' : 'ACTIVE';
	return {
		id,
		name,
		status,
		email,
		frozenReason,
		payouts: payouts as PayoutMode,
		createdAt: Number(row.created_at),
		frozenAt: timeOf(row.frozen_at),
		disabledAt: timeOf(row.disabled_at),
	};
}

export interface ManagedKey {
	readonly id: string;
	/** Null: an administrator's key. */
	readonly accountId: string | null;
	readonly label: string;
	readonly scope: Scope;
	/** Milliseconds since 1970, like the next ones. */
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
	/** Id of the key that created it; null if the operator did. */
	readonly madeBy: string | null;
	readonly isAtTracker: boolean;
	/** Undefined: it may be used from anywhere. */
	readonly networks: readonly string[] | undefined;
	readonly signing: SigningTerms | undefined;
}

/** Lists the keys of one account, or all, the newest first. */
export async function listKeys(
	database: Database,
	{ accountId, fromId, limit, offset }: { readonly accountId?: string | undefined } & Page,
): Promise<readonly ManagedKey[]> {
	let query = keyRows(database).orderBy('id', 'desc').limit(limit).offset(offset);
	if (accountId !== undefined) query = query.where('account_id', '=', accountId);
	if (fromId !== undefined) query = query.where('id', '<=', fromId);
	return (await query.execute()).map(readKey);
}

export async function findKey(database: Database, id: string): Promise<ManagedKey | undefined> {
	const row = await keyRows(database).where('id', '=', id).executeTakeFirst();
	return row === undefined ? undefined : readKey(row);
}

function keyRows(database: Database) {
	return database
		.selectFrom('api_keys')
		.select(['id', 'account_id', 'label', 'scope', 'created_at', 'expires_at'])
		.select(['revoked_at', 'made_by', 'at_tracker', 'networks', 'public_key', 'key_hash']);
}

function readKey(row: Omit<Selectable<Schema['api_keys']>, 'signed_in'>): ManagedKey {
	return {
		id: row.id,
		accountId: row.account_id,
		label: row.label,
		scope: row.scope as Scope,
		createdAt: Number(row.created_at),
		expiresAt: timeOf(row.expires_at),
		revokedAt: timeOf(row.revoked_at),
		madeBy: row.made_by,
		isAtTracker: row.at_tracker === 1n,
		networks: networksOf(row),
		signing: signingOf(row),
	};
}

function timeOf(value: bigint | null): number | null {
	return value === null ? null : Number(value);
}
