/**
 * Refuses settings that count on an Idempotency-Key for longer than the tracker keeps it: a call that
 * is asked for again by then would happen twice. A tracker that says nothing of it is taken at the
 * settings' word; one that did not answer when the exchange started is asked again while it runs.
 */
import { dayMs } from '../../../server/clock';
import { clearAlarms, raiseAlarm } from '../../alarms/alarms';
import type { TrackerClient } from '../../tracker/client';
import type { TreasuryParts } from './parts';
import { SettingsFault, type SettlementSettings } from './settings';

interface KeptKeysParts {
	readonly settings: SettlementSettings;
	readonly tracker: Pick<TrackerClient, 'idempotencyKeyDays'>;
}

/** Refuses the start. */
export async function checkKeptKeys(parts: KeptKeysParts): Promise<void> {
	const fault = await faultOf(parts);
	if (fault instanceof SettingsFault) throw fault;
}

/** Asks again, since a tracker may have been away, or keep keys for a shorter time than it did. */
export async function watchKeptKeys(
	parts: KeptKeysParts & Pick<TreasuryParts, 'database' | 'clock' | 'newId' | 'onAlarm'>,
): Promise<void> {
	const fault = await faultOf(parts);
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

/** Nothing where the settings are in order. */
async function faultOf({
	settings,
	tracker,
}: KeptKeysParts): Promise<SettingsFault | 'unknown' | undefined> {
	const { resolvers, escrow, idempotencyKeptMs } = settings;
	if (!resolvers.includes('idempotency-key')) return undefined;
	const days = await tracker.idempotencyKeyDays(escrow.key);
	if (days === undefined) return 'unknown';
	if (idempotencyKeptMs < days * dayMs) return undefined;
	const kept = `${days * dayMs}, the ${days} days for which the tracker says it keeps a key`;
	return new SettingsFault('idempotencyKeptMs', `must be shorter than ${kept}`);
}
