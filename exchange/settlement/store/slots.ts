/**
 * Slots: the intents of one slot are called for one after the other. The number of slots per asset
 * depends on the resolvers, so waiting intents change slots when the settings change.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { Clock } from '../../../server/clock';
import { isOpen, isUnended } from '../../database/intent-states';
import { needsExclusiveSlot, type SettlementSettings } from '../setup/settings';

/** The slot of an intent; an asset has several if calls may be in flight at once. */
export function slotOf(settings: SettlementSettings, asset: string, number: number): string {
	return needsExclusiveSlot(settings) ? asset : `${asset}/${number % settings.parallelCalls}`;
}

/**
 * A call of the account is in doubt and blocks the slot. Its other deposits go to the end of the
 * queue, so that one trader's doubts do not block the slot again and again.
 */
export async function moveDepositsToEnd(
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
 * Moves intents planned under other settings to their new slots. An intent whose call may have been
 * sent beside others blocks its asset's slot until it ends, but is not marked exclusive; claims.ts
 * relies on that.
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
