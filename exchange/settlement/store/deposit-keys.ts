/**
 * Keys at the tracker that traders allowed in the console when they signed in, one of an account, encrypted as the keys
 * of deposits are. One is used only for who signed in there: a program's key here pulls nothing by it. It counts for the
 * address that allowed it, so an account that is given another address has none.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { KeyVault } from '../setup/key-vault';

interface DepositKey {
	readonly accountId: string;
	/** In the form that accounts have it in. */
	readonly email: string;
	readonly key: string;
}

/** A text moved to another account does not open. */
const sealName = (accountId: string) => `deposits of ${accountId}`;

export async function keepDepositKey(
	database: Database,
	vault: KeyVault,
	{ accountId, email, key }: DepositKey,
): Promise<void> {
	const kept = { email, sealed: vault.seal(sealName(accountId), key) };
	await database
		.insertInto('deposit_keys')
		.values({ account_id: accountId, ...kept })
		.onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
		.execute();
}

/** The deposit key of whom this key here signed in; undefined for any other key. */
export async function depositKeyOf(
	database: Database,
	vault: KeyVault,
	keyId: string,
): Promise<string | undefined> {
	const row = await keptFor(database, keyId).executeTakeFirst();
	if (row === undefined) return undefined;
	try {
		return vault.open(sealName(row.account_id), row.sealed);
	} catch {
		// Sealed under another secret: the trader is asked again, as if there were none.
		return undefined;
	}
}

/** After the tracker refused it. Returns false if there was none. */
export async function forgetDepositKey(database: Database, keyId: string): Promise<boolean> {
	const row = await keptFor(database, keyId).executeTakeFirst();
	if (row === undefined) return false;
	await database
		.deleteFrom('deposit_keys')
		.where('account_id', '=', row.account_id)
		// One that was allowed meanwhile stays.
		.where('sealed', '=', row.sealed)
		.execute();
	return true;
}

function keptFor(database: Database, keyId: string) {
	return database
		.selectFrom('api_keys')
		.innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
		.innerJoin('deposit_keys', 'deposit_keys.account_id', 'accounts.id')
		.select(['deposit_keys.account_id', 'deposit_keys.sealed'])
		.where('api_keys.id', '=', keyId)
		.where('api_keys.signed_in', '=', 1n)
		.where(sql<boolean>`deposit_keys.email = accounts.email`);
}
