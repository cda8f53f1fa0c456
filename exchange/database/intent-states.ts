/**
 * Which intents the partial indexes hold, word for word as the indexes say it: neither database
 * uses such an index for a condition with parameters in its place, and then reads every intent
 * there ever was. What the states mean stands in settlement/state/intent.ts.
 */
import { sql } from 'kysely';

/** The worker has, or will have, something to do. */
export const isOpen = sql<boolean>`state in ('PLANNED', 'SENDING', 'UNKNOWN')`;

/** A call may be under way or may have landed. */
export const isInDoubt = sql<boolean>`state in ('SENDING', 'UNKNOWN')`;

/** Of a payout: an administrator has to approve it. */
export const isWaiting = sql<boolean>`state = 'PENDING_APPROVAL'`;

/** Nothing but a person can tell what became of its call. */
export const isHeld = sql<boolean>`state = 'HELD_FOR_REVIEW'`;

export const isRefused = sql<boolean>`state = 'REFUSED'`;

/** Not over yet, be it that somebody has to review it. */
export const isUnended = sql<boolean>`state not in ('SETTLED', 'REFUSED')`;
