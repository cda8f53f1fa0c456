/**
 * Marks the traders' keys that an administrator accepted as keys of the tracker too. Any other key
 * belongs to the exchange alone and is never sent to the tracker.
 */
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';

export async function noteTrackerKey(
	database: Database,
	{ accountId, key }: { readonly accountId: string; readonly key: string },
): Promise<void> {
	await database
		.updateTable('api_keys')
		.set({ at_tracker: 1 })
		.where('key_hash', '=', secretHash(key))
		.where('account_id', '=', accountId)
		.where('revoked_at', 'is', null)
		.execute();
}

export async function isTrackerKey(database: Database, key: string): Promise<boolean> {
	const row = await database
		.selectFrom('api_keys')
		.select('id')
		.where('key_hash', '=', secretHash(key))
		.where('at_tracker', '=', 1n)
		.executeTakeFirst();
	return row !== undefined;
}
