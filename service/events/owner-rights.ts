/**
 * The current rights of a subscription's owner: by their roles, or those of the key that made it, as long as they can act.
 */
import type { Role } from '../../api/language/roles';
import { isoTime, type Clock } from '../../server/clock';
import type { CheckedRights } from '../../server/events/webhook/serving';
import type { SubscriptionOwner } from '../../server/events/webhook/subscriptions';
import { usableRoles } from '../accounts/key-limits';
import { actingUsers } from '../accounts/users';
import type { Database } from '../database/database';
import { readRightsOf } from './read-rights';

export async function ownerRights(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	{ owner, userId, limitedRoles }: SubscriptionOwner,
): Promise<CheckedRights> {
	const user = await database
		.selectFrom('users')
		.select(['id', 'email', 'roles'])
		.where('id', '=', userId)
		.where('organisation_id', '=', owner)
		.where('deleted_at', 'is', null)
		.where('disabled_at', 'is', null)
		.executeTakeFirst();
	if (user === undefined) return { lost: 'its owner is disabled or deleted' };
	const acting = await actingUsers(database, isoTime(clock))
		.select('users.id')
		.where('users.id', '=', userId)
		.limit(1)
		.executeTakeFirst();
	if (acting === undefined) return { lost: 'its owner has no key that is good' };
	const limit = { roles: limitedRoles as readonly Role[] | undefined };
	const roles = usableRoles(JSON.parse(user.roles) as readonly Role[], limit);
	const rights = readRightsOf({ organisationId: owner, userId, email: user.email, roles });
	if (rights.typesReadable.length + rights.typesIfAddressed.length > 0) return { rights };
	return { lost: 'its owner has no role that hears of anything' };
}
