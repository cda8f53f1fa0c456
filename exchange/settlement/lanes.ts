/**
 * Lanes keep calls apart: intents of one lane are called for one after the other. How many an
 * asset has depends on the resolvers, so intents that wait change lanes when the settings change.
 * Who works in a lane is left to claims.ts.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { isUnended } from '../database/intent-states';
import { needsExclusiveLane, type SettlementSettings } from './settings';

/** The lane of an intent; an asset has several where calls may be under way side by side. */
export function laneOf(settings: SettlementSettings, asset: string, number: number): string {
	return needsExclusiveLane(settings) ? asset : `${asset}/${number % settings.parallelCalls}`;
}

/**
 * Moves intents planned under other settings to where these want them. One whose call may have
 * left was not kept apart from others: it closes its asset's lane until it is over, but does not
 * count as exclusive, and claims.ts heeds that.
 */
export async function fitLanes(settings: SettlementSettings, database: Database): Promise<void> {
	const unended = database.updateTable('intents').where(isUnended);
	if (needsExclusiveLane(settings)) {
		const ifPlanned = sql<string | null>`case when state = 'PLANNED' then asset end`;
		await unended
			.set({ lane: sql.ref('asset'), exclusive_lane: ifPlanned })
			.where('exclusive_lane', 'is', null)
			.execute();
		return;
	}
	await unended.set({ exclusive_lane: null }).where('exclusive_lane', 'is not', null).execute();
}
