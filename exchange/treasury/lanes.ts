/**
 * Lanes keep calls apart: intents of one lane are called for one after the other. How many an
 * asset has depends on the resolvers, so intents that wait change lanes when the settings change.
 * Who works in a lane is left to claims.ts.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { isUnended } from '../database/intent-states';
import { needsExclusiveLane, type SettlementSettings } from '../settlement/settings';

/** The lane of an asset's intents; several where calls may be under way side by side. */
export function laneOf(settings: SettlementSettings, asset: string, number: number): string {
	return needsExclusiveLane(settings) ? asset : `${asset}/${number % settings.parallelCalls}`;
}

/**
 * Moves intents planned under other settings to where these want them. One whose call may have
 * left stays: it was not kept apart from others, and claims.ts heeds that.
 */
export async function fitLanes(settings: SettlementSettings, database: Database): Promise<void> {
	if (needsExclusiveLane(settings)) {
		await database
			.updateTable('intents')
			.set({ lane: sql.ref('asset'), exclusive_lane: sql.ref('asset') })
			.where(isUnended)
			.where('state', '=', 'PLANNED')
			.where('exclusive_lane', 'is', null)
			.execute();
		return;
	}
	await database
		.updateTable('intents')
		.set({ exclusive_lane: null })
		.where(isUnended)
		.where('exclusive_lane', 'is not', null)
		.execute();
}
