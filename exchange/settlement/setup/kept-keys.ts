/**
 * Refuses settings that count on an Idempotency-Key for longer than the tracker keeps it: a call that
 * is asked for again by then would happen twice. A tracker that says nothing of it, or does not answer
 * when the exchange starts, is taken at the settings' word.
 */
import { dayMs } from '../../../server/clock';
import type { TrackerClient } from '../../tracker/client';
import { SettingsFault, type SettlementSettings } from './settings';

export async function checkKeptKeys({
	settings,
	tracker,
}: {
	readonly settings: SettlementSettings;
	readonly tracker: Pick<TrackerClient, 'idempotencyKeyDays'>;
}): Promise<void> {
	const { resolvers, escrow, idempotencyKeptMs } = settings;
	if (!resolvers.includes('idempotency-key')) return;
	const days = await tracker.idempotencyKeyDays(escrow.key);
	if (days === undefined || idempotencyKeptMs < days * dayMs) return;
	const kept = `${days * dayMs}, the ${days} days for which the tracker says it keeps a key`;
	throw new SettingsFault('idempotencyKeptMs', `must be shorter than ${kept}`);
}
