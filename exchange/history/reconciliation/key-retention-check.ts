/**
 * Asks the tracker again for how long it keeps an Idempotency-Key, while the exchange runs: it may have
 * been away at the start, or keep keys for a shorter time than it did. What is wrong is an alarm.
 */
import { clearAlarms, raiseAlarm } from '../../operator/alarms';
import { keptKeysFault, type KeptKeysParts } from '../../settlement/setup/key-retention';
import type { TreasuryParts } from '../../settlement/setup/parts';

export async function watchKeptKeys(
	parts: KeptKeysParts & Pick<TreasuryParts, 'database' | 'clock' | 'newId' | 'onAlarm'>,
): Promise<void> {
	const fault = await keptKeysFault(parts);
	if (fault === 'unknown') return;
	await parts.database.transaction().execute(async (transaction) => {
		if (fault === undefined) {
			await clearAlarms(parts, transaction, 'SETTINGS');
			return;
		}
		const message = `${fault.message}; a transfer that is repeated later than that happens twice`;
		await raiseAlarm(parts, transaction, { kind: 'SETTINGS', message, intentId: null });
	});
}
