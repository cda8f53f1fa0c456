/** The status of a record that stands in the log with several entries. */
import type { BlockchainStatus } from './record-log';

/**
 * Corrupted when one of the entries is, else Unconfirmed while one is pending, else Confirmed.
 * `statuses` are those of the entries, as the log table holds them.
 */
export function recordStatus(statuses: readonly string[]): BlockchainStatus {
	if (statuses.includes('Corrupted')) return 'Corrupted';
	return statuses.includes('Unconfirmed') ? 'Unconfirmed' : 'Confirmed';
}
