/**
 * Checks again, while the exchange runs, how long the tracker keeps an Idempotency-Key: the tracker
 * may have been unreachable at the start, or may have shortened the time. A fault is an alarm.
 */
import { clearAlarms, raiseAlarm } from '../../guard/alarms';
import { keyRetentionFault, type KeyRetentionParts } from '../../settlement/setup/key-retention';
import type { TreasuryParts } from '../../settlement/setup/parts';

export async function checkKeyRetention(
	parts: KeyRetentionParts & Pick<TreasuryParts, 'database' | 'clock' | 'newId' | 'onAlarm'>,
): Promise<void> {
	const fault = await keyRetentionFault(parts);
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
