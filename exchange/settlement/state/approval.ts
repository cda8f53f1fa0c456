/** Applies an administrator's decision to a payout that waits for approval. Pure. */
import type { Moment } from './call';
import type { Intent } from './intent';

/** Plans the payout; undefined if it does not wait. */
export function approved(intent: Intent, { now }: Moment): Intent | undefined {
	return intent.state === 'PENDING_APPROVAL'
		? { ...intent, state: 'PLANNED', reason: null, dueAt: now }
		: undefined;
}

/** Refuses the payout, and its money is returned; undefined if it does not wait. */
export function rejected(intent: Intent, { now }: Moment): Intent | undefined {
	const reason = 'it was not approved';
	return intent.state === 'PENDING_APPROVAL'
		? { ...intent, state: 'REFUSED', reason, dueAt: now }
		: undefined;
}
