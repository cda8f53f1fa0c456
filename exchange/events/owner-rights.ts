/** Returns what the owner of a subscription may hear, as long as they have a working key. */
import type { Clock } from '../../server/clock';
import type { CheckedRights } from '../../server/events/webhook/serving';
import type { Database } from '../database/database';
import { administrators } from '../telling/telling';
import { administratorRights, traderRights } from './read-rights';

export async function ownerRights(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	{ owner }: { readonly owner: string },
): Promise<CheckedRights> {
	const isTrader = owner !== administrators;
	const key = await database
		.selectFrom('api_keys')
		.select('id')
		.where('account_id', isTrader ? '=' : 'is', isTrader ? owner : null)
		.where('revoked_at', 'is', null)
		.where(({ or, eb }) =>
			or([eb('expires_at', 'is', null), eb('expires_at', '>', BigInt(clock.now()))]),
		)
		.limit(1)
		.executeTakeFirst();
	if (key === undefined) return { lost: 'its owner has no valid key' };
	return { rights: isTrader ? traderRights(owner) : administratorRights };
}
