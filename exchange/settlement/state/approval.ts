/** What an administrator's decision makes of a payout that waits for their approval. Pure. */
import type { Moment } from './call';
import type { Intent } from './intent';

/** A payout that waited for approval is made; undefined where it does not wait. */
export function approved(intent: Intent, { now }: Moment): Intent | undefined {
	return intent.state === 'PENDING_APPROVAL'
		? { ...intent, state: 'PLANNED', reason: null, dueAt: now }
		: undefined;
}

/** It is not made, and its money goes back; undefined where it does not wait. */
export function rejected(intent: Intent, { now }: Moment): Intent | undefined {
	const reason = 'it was not approved';
	return intent.state === 'PENDING_APPROVAL'
		? { ...intent, state: 'REFUSED', reason, dueAt: now }
		: undefined;
}
