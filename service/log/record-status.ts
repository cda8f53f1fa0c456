import type { BlockchainStatus } from './record-log';

/**
 * Status of a record with several entries: Corrupted if one is, else Unconfirmed while one is
 * pending, else Confirmed. `statuses` are those of the log table.
 */
export function recordStatus(statuses: readonly string[]): BlockchainStatus {
	if (statuses.includes('Corrupted')) return 'Corrupted';
	return statuses.includes('Unconfirmed') ? 'Unconfirmed' : 'Confirmed';
}
