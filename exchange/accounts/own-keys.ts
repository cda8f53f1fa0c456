/**
 * Keys that a trader creates and revokes for their own account. The trader chooses scope and
 * lifetime, within the maximum lifetime that the operator has set.
 */
import type { Scope } from '../../api/language/scopes';
import { isPostgres } from '../../server/database/database';
import type { Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { checkMayBegin } from '../guard/restrictions';
import { Accounts, type NewKey, type NewSignedKey } from './accounts';
import { checkedNetworks, networksOf } from '../../server/key-networks';
import { covers } from './key-scope';
import { signingOf, signingTerms, type AskedSigning, type SigningTerms } from './signatures';

/** Most keys in use of one account; another is refused. */
export const ownKeysMax = 30;

export interface OwnKeyParts {
	readonly database: Database;
	readonly clock: Clock;
	/** The maximum, set by the operator; undefined: keys need not expire. */
	readonly keyLifetimeDays: number | undefined;
}

export interface OwnKeyTerms extends AskedSigning {
	readonly accountId: string;
	/** Id and scope of the key that makes the request. */
	readonly madeBy: string;
	readonly makerScope: Scope;
	readonly label: string;
	readonly scope: Scope;
	readonly lifetimeDays?: number | undefined;
	readonly networks?: readonly string[] | undefined;
}

export async function makeOwnKey(
	{ database, clock, keyLifetimeDays }: OwnKeyParts,
	terms: OwnKeyTerms,
): Promise<NewKey | NewSignedKey> {
	const { accountId, label, scope, madeBy, makerScope } = terms;
	const signing = signingTerms(terms);
	if (!covers(makerScope, scope)) throw refuse('Auth_ScopeMissing', makerScope, scope);
	const { lifetimeDays = keyLifetimeDays } = terms;
	if (lifetimeDays !== undefined && lifetimeDays > (keyLifetimeDays ?? Infinity)) {
		const fault = `must be at most ${keyLifetimeDays}, as long as keys live here`;
		throw refuse('Request_Invalid', 'lifetimeDays', fault);
	}
	return database.transaction().execute(async (transaction) => {
		await lockAccount(transaction, accountId);
		await checkMayBegin(transaction, { accountId, now: clock.now() });
		const accounts = new Accounts(transaction, clock);
		if ((await keysInUse(transaction, { accountId, now: clock.now() })).length >= ownKeysMax) {
			throw refuse('Exchange_KeysTooMany', ownKeysMax);
		}
		const maker = await transaction
			.selectFrom('api_keys')
			.select('networks')
			.where('id', '=', madeBy)
			.executeTakeFirstOrThrow();
		const networks = checkedNetworks(terms.networks, networksOf(maker));
		const use = { scope, madeBy, networks, signing };
		return accounts.addTraderKey(accountId, label, lifetimeDays, use);
	});
}

/**
 * Serialises two requests that create a key at once, so that the second counts the first one's key.
 */
async function lockAccount(transaction: Database, accountId: string): Promise<void> {
	if (!isPostgres(transaction)) return;
	const account = transaction.selectFrom('accounts').select('id').where('id', '=', accountId);
	await account.forUpdate().execute();
}

/** A key as its owner sees it. */
export interface OwnKey {
	readonly id: string;
	readonly label: string;
	readonly scope: Scope;
	/** Milliseconds since 1970, like `expiresAt`. */
	readonly createdAt: number;
	readonly expiresAt: number | null;
	/** Id of the key that created it; null if the operator did. */
	readonly madeBy: string | null;
	readonly networks: readonly string[] | undefined;
	readonly signing: SigningTerms | undefined;
}

/** Returns the account's working keys, the oldest first. */
export async function keysInUse(
	database: Database,
	{ accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<readonly OwnKey[]> {
	const rows = await database
		.selectFrom('api_keys')
		.select(['id', 'label', 'scope', 'created_at', 'expires_at', 'made_by', 'networks'])
		.select(['public_key', 'key_hash'])
		.where('account_id', '=', accountId)
		.where('revoked_at', 'is', null)
		.where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', BigInt(now))]))
		.orderBy('created_at')
		.orderBy('id')
		.execute();
	return rows.map((row) => ({
		id: row.id,
		label: row.label,
		scope: row.scope as Scope,
		createdAt: Number(row.created_at),
		expiresAt: row.expires_at === null ? null : Number(row.expires_at),
		madeBy: row.made_by,
		networks: networksOf(row),
		signing: signingOf(row),
	}));
}
