/**
 * Tells whether a request presents a valid key of any kind; only such requests get upload and
 * stream places.
 */
import type { Clock } from '../server/clock';
import type { Accounts } from './accounts/accounts';
import { sealBehind } from './contracts/links/sealed-links';
import { authenticateSigner } from './contracts/links/sign-link';
import type { Database } from './database/database';
import { isFileLink } from './storage/file-links';

/** Keys of users, and tokens of signing links and of links to sealed and stored files. */
export async function isKnownKey(
	{
		database,
		clock,
		accounts,
	}: { readonly database: Database; readonly clock: Clock; readonly accounts: Accounts },
	key: string,
): Promise<boolean> {
	return (
		(await accounts.isInUse(key)) ||
		(await authenticateSigner({ database, clock }, key)) !== undefined ||
		(await sealBehind({ database, clock }, key)) !== undefined ||
		(await isFileLink({ database, clock }, key))
	);
}
