/**
 * Refuses settings that rely on an Idempotency-Key for longer than the tracker keeps it: a call
 * repeated later than that would happen twice. A tracker without this information is trusted to
 * match the settings; one that does not answer is asked again later.
 */
import { dayMs } from '../../../server/clock';
import type { TrackerClient } from '../../tracker/client';
import { SettingsFault, type SettlementSettings } from './settings';

export interface KeyRetentionParts {
	readonly settings: SettlementSettings;
	readonly tracker: Pick<TrackerClient, 'idempotencyKeyDays'>;
}

/** Throws a SettingsFault at the start. */
export async function requireKeyRetention(parts: KeyRetentionParts): Promise<void> {
	const fault = await keyRetentionFault(parts);
	if (fault instanceof SettingsFault) throw fault;
}

/** Undefined if the settings are valid; 'unknown' if the tracker did not answer. */
export async function keyRetentionFault({
	settings,
	tracker,
}: KeyRetentionParts): Promise<SettingsFault | 'unknown' | undefined> {
	const { resolvers, escrow, idempotencyKeptMs } = settings;
	if (!resolvers.includes('idempotency-key')) return undefined;
	const days = await tracker.idempotencyKeyDays(escrow.key);
	if (days === undefined) return 'unknown';
	if (idempotencyKeptMs < days * dayMs) return undefined;
	const kept = `${days * dayMs}, the ${days} days for which the tracker says it keeps a key`;
	return new SettingsFault('idempotencyKeptMs', `must be shorter than ${kept}`);
}
