/**
 * Own accounts that each carry one payment at a time, so that their balance shows its outcome.
 *
 *   FREE        taken by an intent                            IN_USE
 *   IN_USE      paid out, every call on it answered           FREE
 *               a deposit, every call on it refused           FREE
 *               anything else, and every other deposit        COLLECTING
 *   COLLECTING  holds nothing, and its rest is over           FREE
 *
 * While collecting, whatever the account holds goes to escrow. It rests because a call whose
 * outcome is not known may still land on it, and must not meet the money of another payment.
 */
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import { isClosed, type Intent } from '../state/intent';
import type { TreasuryParts } from '../setup/parts';

export interface CollectingAccount {
	readonly email: string;
	readonly intentId: string | null;
	/** Milliseconds since 1970. */
	readonly restUntil: number;
}

/** Adds the accounts of the settings; existing ones stay as they are. */
export async function registerTransitAccounts(
	{ settings }: Pick<TreasuryParts, 'settings'>,
	database: Database,
): Promise<void> {
	for (const { email } of settings.transit) {
		await database
			.insertInto('transit_accounts')
			.values({ email, state: 'FREE', intent_id: null, rest_until: 0 })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}
}

/** Takes a free account for the intent; undefined if there is none. */
export async function takeTransit(
	{ settings }: Pick<TreasuryParts, 'settings'>,
	transaction: Database,
	intentId: string,
): Promise<string | undefined> {
	const known = settings.transit.map(({ email }) => email);
	const query = transaction
		.selectFrom('transit_accounts')
		.select('email')
		.where('state', '=', 'FREE')
		.where('email', 'in', known)
		.orderBy('email')
		.limit(1);
	const free = await (
		isPostgres(transaction) ? query.forUpdate().skipLocked() : query
	).executeTakeFirst();
	if (free === undefined) return undefined;
	await transaction
		.updateTable('transit_accounts')
		.set({ state: 'IN_USE', intent_id: intentId })
		.where('email', '=', free.email)
		.execute();
	return free.email;
}

/** Releases the intent's account. `left` is the intent before, `intent` after. */
export async function leaveTransit(
	{ clock, settings }: Pick<TreasuryParts, 'clock' | 'settings'>,
	transaction: Database,
	{ left, intent }: { readonly left: Intent; readonly intent: Intent },
): Promise<void> {
	const isPaidOut = left.kind === 'PAYOUT' && left.leg === 'PAY' && intent.state === 'SETTLED';
	const isCertain = left.lastDoubtAt === null && isClosed(intent);
	const isUnused = left.leg === 'PULL' && intent.state === 'REFUSED';
	const state = (isPaidOut || isUnused) && isCertain ? 'FREE' : 'COLLECTING';
	await transaction
		.updateTable('transit_accounts')
		.set({ state, rest_until: isCertain ? 0 : clock.now() + settings.transitRestMs })
		.where('email', '=', left.transitEmail)
		.where('state', '=', 'IN_USE')
		// A held intent has released it before, and another may use it now.
		.where('intent_id', '=', left.id)
		.execute();
}

export async function collectingAccounts(
	database: Database,
): Promise<readonly CollectingAccount[]> {
	const rows = await database
		.selectFrom('transit_accounts')
		.select(['email', 'intent_id', 'rest_until'])
		.where('state', '=', 'COLLECTING')
		.orderBy('email')
		.execute();
	return rows.map((row) => ({
		email: row.email,
		intentId: row.intent_id,
		restUntil: Number(row.rest_until),
	}));
}

/**
 * Extends the rest of a collecting account before a call that may land late. Returns the new end,
 * for `restAgain`; undefined if another process has changed it meanwhile.
 */
export async function restForCall(
	{ clock, settings }: Pick<TreasuryParts, 'clock' | 'settings'>,
	database: Database,
	{ email, intentId, restUntil }: CollectingAccount,
): Promise<number | undefined> {
	// Later than any earlier rest, so that two processes can tell theirs apart.
	const until = Math.max(clock.now() + settings.transitRestMs, restUntil + 1);
	const { numUpdatedRows } = await database
		.updateTable('transit_accounts')
		.set({ rest_until: until })
		.where('email', '=', email)
		.where('state', '=', 'COLLECTING')
		.where('intent_id', '=', intentId)
		.where('rest_until', '=', BigInt(restUntil))
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n ? until : undefined;
}

/** The call that extended the rest has a certain outcome: restores the former end. */
export async function restAgain(
	database: Database,
	{ email, restUntil }: CollectingAccount,
	begun: number,
): Promise<void> {
	await database
		.updateTable('transit_accounts')
		.set({ rest_until: restUntil })
		.where('email', '=', email)
		.where('rest_until', '=', BigInt(begun))
		.execute();
}

/** The account is empty and its rest is over, so nothing can arrive any more. */
export async function freeTransit(
	database: Database,
	{ email, intentId, restUntil }: CollectingAccount,
): Promise<void> {
	await database
		.updateTable('transit_accounts')
		.set({ state: 'FREE', intent_id: null })
		.where('email', '=', email)
		.where('state', '=', 'COLLECTING')
		.where('intent_id', '=', intentId)
		.where('rest_until', '=', BigInt(restUntil))
		.execute();
}
