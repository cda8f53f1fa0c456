/**
 * Applies an administrator's decision to an intent that is held for review, because the outcome of its
 * call cannot be found otherwise. Pure.
 *
 *   decision     of          becomes
 *   SEND_AGAIN   a payout    PLANNED from the first leg: it did not happen, nor will it
 *   SETTLED      any intent  SETTLED: the tracker shows the transfer
 *   REFUSED      any intent  REFUSED: it did not happen, and must not
 */
import { firstLeg, type Moment } from './call';
import type { Intent } from './intent';

export const decisions = ['SEND_AGAIN', 'SETTLED', 'REFUSED'] as const;
export type Decision = (typeof decisions)[number];

/** Returns the intent after the decision; undefined if it does not apply. */
export function reviewed(
	intent: Intent,
	decision: Decision,
	{ now, settings }: Moment,
): Intent | undefined {
	if (intent.state !== 'HELD_FOR_REVIEW') return undefined;
	if (decision !== 'SEND_AGAIN') return { ...intent, state: decision, dueAt: now };
	// The trader's key is gone with the review, so a deposit cannot be sent again.
	if (intent.kind === 'DEPOSIT') return undefined;
	return {
		...intent,
		state: 'PLANNED',
		leg: firstLeg(intent.kind, settings),
		attempt: 0,
		// The tracker would repeat the answer stored with the last key.
		keyNumber: intent.keyNumber + 1,
		// A held intent has left its transit account, so sending begins again from escrow.
		transitEmail: null,
		firstDoubtAt: null,
		lastDoubtAt: null,
		reason: null,
		dueAt: now,
	};
}
