/**
 * Slots keep calls apart: intents of one slot are called for one after the other. How many an
 * asset has depends on the resolvers, so intents that wait change slots when the settings change.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { Clock } from '../../../server/clock';
import { isOpen, isUnended } from '../../database/intent-states';
import { needsExclusiveSlot, type SettlementSettings } from '../setup/settings';

/** The slot of an intent; an asset has several where calls may be under way side by side. */
export function slotOf(settings: SettlementSettings, asset: string, number: number): string {
	return needsExclusiveSlot(settings) ? asset : `${asset}/${number % settings.parallelCalls}`;
}

/**
 * A call of the account is in doubt, and the slot waits: its other deposits stand behind whoever
 * waits by now, so that one trader's doubts, one after the other, are not all that happens there.
 */
export async function letOthersGoFirst(
	{ clock }: { readonly clock: Clock },
	transaction: Database,
	{ accountId, slot }: { readonly accountId: string; readonly slot: string },
): Promise<void> {
	const now = clock.now();
	await transaction
		.updateTable('intents')
		.set({ due_at: now })
		.where('slot', '=', slot)
		.where(isOpen)
		.where('due_at', '<', BigInt(now))
		.where('account_id', '=', accountId)
		.where('kind', '=', 'DEPOSIT')
		.where('state', '=', 'PLANNED')
		.execute();
}

/**
 * Moves intents planned under other settings to where these want them. One whose call may have
 * left was not kept apart from others: it closes its asset's slot until it is over, but does not
 * count as exclusive, and claims.ts heeds that.
 */
export async function fitSlots(settings: SettlementSettings, database: Database): Promise<void> {
	const unended = database.updateTable('intents').where(isUnended);
	if (needsExclusiveSlot(settings)) {
		const ifPlanned = sql<string | null>`case when state = 'PLANNED' then asset end`;
		await unended
			.set({ slot: sql.ref('asset'), exclusive_slot: ifPlanned })
			.where('exclusive_slot', 'is', null)
			.execute();
		return;
	}
	await unended.set({ exclusive_slot: null }).where('exclusive_slot', 'is not', null).execute();
}
