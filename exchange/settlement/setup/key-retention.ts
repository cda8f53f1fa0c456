/**
 * Refuses settings that count on an Idempotency-Key for longer than the tracker keeps it: a call that
 * is asked for again by then would happen twice. A tracker that says nothing of it is taken at the
 * settings' word; one that does not answer is left to whoever asks again.
 */
import { dayMs } from '../../../server/clock';
import type { TrackerClient } from '../../tracker/client';
import { SettingsFault, type SettlementSettings } from './settings';

export interface KeptKeysParts {
	readonly settings: SettlementSettings;
	readonly tracker: Pick<TrackerClient, 'idempotencyKeyDays'>;
}

/** Refuses the start. */
export async function checkKeptKeys(parts: KeptKeysParts): Promise<void> {
	const fault = await keptKeysFault(parts);
	if (fault instanceof SettingsFault) throw fault;
}

/** Nothing where the settings are in order. */
export async function keptKeysFault({
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
