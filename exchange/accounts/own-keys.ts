/**
 * Keys a trader makes and ends for their own account. A key is shown once, when it is made; what it
 * is good for and how long is the maker's choice, within what the operator lets keys live.
 */
import type { Scope } from '../../api/language/scopes';
import { isPostgres } from '../../server/database/database';
import type { Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { checkMayBegin } from '../operator/restrictions';
import { Accounts, type NewKey } from './accounts';
import { covers } from './key-scope';

/** Keys of an account that may be in use at once when it makes another. */
export const ownKeysMax = 30;

export interface OwnKeyParts {
	readonly database: Database;
	readonly clock: Clock;
	/** As the operator has set it; absent where keys may live without end. */
	readonly keyLifetimeDays: number | undefined;
}

export interface OwnKeyTerms {
	readonly accountId: string;
	/** The key it is made with, and what that one is good for. */
	readonly madeBy: string;
	readonly makerScope: Scope;
	readonly label: string;
	readonly scope: Scope;
	readonly lifetimeDays: number | undefined;
}

export async function makeOwnKey(
	{ database, clock, keyLifetimeDays }: OwnKeyParts,
	terms: OwnKeyTerms,
): Promise<NewKey> {
	const { accountId, label, scope, madeBy, makerScope } = terms;
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
		return accounts.addKey(accountId, label, lifetimeDays, { scope, madeBy });
	});
}

/** Serialises two callers that make a key at once: the second sees the first one's key. */
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
	/** Milliseconds since 1970, as the end. */
	readonly createdAt: number;
	readonly expiresAt: number | null;
	/** The key it was made with; null for one the operator made. */
	readonly madeBy: string | null;
}

/** The keys of an account that work now, the oldest first. */
export async function keysInUse(
	database: Database,
	{ accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<readonly OwnKey[]> {
	const rows = await database
		.selectFrom('api_keys')
		.select(['id', 'label', 'scope', 'created_at', 'expires_at', 'made_by'])
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
	}));
}
