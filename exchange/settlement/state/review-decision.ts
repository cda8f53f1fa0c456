/**
 * What an administrator's decision makes of an intent that is held, because nothing else can tell what
 * became of its call. Pure.
 *
 *   decision     of          becomes
 *   SEND_AGAIN   a payout    PLANNED from the beginning: it did not happen, nor will it
 *   SETTLED      any intent  SETTLED: the tracker shows the transfer
 *   REFUSED      any intent  REFUSED: it did not happen, and is not to
 */
import { firstLeg, type Moment } from './call';
import type { Intent } from './intent';

export const decisions = ['SEND_AGAIN', 'SETTLED', 'REFUSED'] as const;
export type Decision = (typeof decisions)[number];

/** The intent after the decision; undefined when it cannot be taken for this one. */
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
		// What the tracker keeps under the last key is what it was held for.
		keyNumber: intent.keyNumber + 1,
		// A transit account is left when its intent is held, so sending begins again from escrow.
		transitEmail: null,
		firstDoubtAt: null,
		lastDoubtAt: null,
		reason: null,
		dueAt: now,
	};
}
