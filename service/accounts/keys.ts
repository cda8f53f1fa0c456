/** The keys of programs as their users and user administrators see and end them, one by one. */
import type { Model } from '../../api/types';
import { isoTime, type Clock } from '../../server/clock';
import { known } from '../../server/known';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { ListRange } from '../operations/list-range';
import { limitsOf } from './key-limits';
import { requireUser, type UserPlace } from './users';

/** The keys of an organisation, or of one of its users, that were not revoked, without the keys themselves. */
export async function listKeys(
	database: Database | Transaction,
	{ organisationId, userId }: Pick<UserPlace, 'organisationId'> & Partial<UserPlace>,
	range?: ListRange,
): Promise<readonly Model<'AnonymousApiKeyResponse'>[]> {
	let query = database
		.selectFrom('api_keys')
		.innerJoin('users', 'users.id', 'api_keys.user_id')
		.select(['api_keys.id', 'users.email', 'api_keys.user_id', 'api_keys.label'])
		.select(['api_keys.created_at', 'api_keys.expires_at', 'api_keys.used_at'])
		.select(['api_keys.limited_roles', 'api_keys.networks'])
		.where('users.organisation_id', '=', organisationId)
		.where('api_keys.kind', '=', 'KEY')
		.where('api_keys.revoked_at', 'is', null)
		.orderBy('api_keys.created_at')
		.orderBy('api_keys.id');
	if (userId !== undefined) query = query.where('users.id', '=', userId);
	if (range !== undefined) query = query.limit(range.limit).offset(range.offset);
	return (await query.execute()).map((row) =>
		known({
			id: row.id,
			userEmail: row.email,
			userId: row.user_id,
			label: row.label,
			...limitsOf(row),
			creationDate: row.created_at,
			expires: row.expires_at,
			lastUsedDate: row.used_at,
		}),
	);
}

/** Ends one key of a user; refuses one that is not there to be ended. */
export async function endKey(
	transaction: Transaction,
	clock: Clock,
	{ keyId, ...place }: UserPlace & { readonly keyId: string },
): Promise<void> {
	await requireUser(transaction, place);
	const { numUpdatedRows } = await transaction
		.updateTable('api_keys')
		.set({ revoked_at: isoTime(clock) })
		.where('id', '=', keyId)
		.where('kind', '=', 'KEY')
		.where('revoked_at', 'is', null)
		.where('user_id', '=', place.userId)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) throw refuse('Platform_KeyNotFound', keyId);
}
