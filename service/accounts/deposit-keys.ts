/**
 * Keys by which a program of the operator, such as the exchange, moves a person's assets when they deposit there. One is
 * made only by that person's consent in the console. It stands among their keys, where they revoke it.
 *
 *   a deposit key   entered by                                   left by
 *   good            the program's call, after the consent        its owner's revoking it, a newer one, its end
 *   ended           any of these, and what ends a user's keys    never: a consent makes another
 */
import type { Role } from '../../api/language/roles';
import { isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { KeyLimits } from '../operations/handler';
import type { Accounts } from './accounts';
import { checkedLimits } from './key-limits';

/** Either may transfer; the first can do less. */
export const depositRoles: readonly Role[] = ['TrackerUser', 'TrackerAdmin'];

/** The one role that a deposit key of this person is limited to; undefined if they may hold no assets. */
export function depositRole(ofUser: readonly Role[]): Role | undefined {
	return depositRoles.find((role) => ofUser.includes(role));
}

interface Holder {
	readonly userId: string;
	/** A page of the program, whose host names the key. */
	readonly page: string;
}

const labelOf = (page: string) => `Deposits at ${new URL(page).host}`;

export async function hasDepositKey(
	database: Database,
	clock: Clock,
	{ userId, page }: Holder,
): Promise<boolean> {
	const row = await database
		.selectFrom('api_keys')
		.select('id')
		.where('user_id', '=', userId)
		.where('label', '=', labelOf(page))
		.where('kind', '=', 'KEY')
		.where('revoked_at', 'is', null)
		.where((at) => at.or([at('expires_at', 'is', null), at('expires_at', '>', isoTime(clock))]))
		.executeTakeFirst();
	return row !== undefined;
}

interface NewDepositKey extends Holder {
	readonly role: Role;
	readonly lifetimeDays: number | undefined;
	/** Limits of the key by which the program asks; its networks hold for the new key as well. */
	readonly ofProgram: KeyLimits | undefined;
}

/** Ends the key that the program had before. */
export async function replaceDepositKey(
	accounts: Accounts,
	transaction: Transaction,
	{ userId, page, role, lifetimeDays, ofProgram }: NewDepositKey,
): Promise<string> {
	const limits = checkedLimits({ roles: [role] }, { networks: ofProgram?.networks });
	const terms = { lifetimeDays, ...limits };
	return (await accounts.replaceKeys(userId, labelOf(page), terms, transaction)).key;
}
