/**
 * Conditions of the partial indexes on intents, in exactly the words of the indexes. Neither
 * database uses such an index for a condition with parameters; it would then read every intent.
 * settlement/state/intent.ts explains the states.
 */
import { sql } from 'kysely';

/** The worker has something to do, now or later. */
export const isOpen = sql<boolean>`state in ('PLANNED', 'SENDING', 'UNKNOWN')`;

/** A call is in flight, or its outcome is unknown. */
export const isInDoubt = sql<boolean>`state in ('SENDING', 'UNKNOWN')`;

/** A payout that an administrator has to approve. */
export const isWaiting = sql<boolean>`state = 'PENDING_APPROVAL'`;

/** Only a person can decide the outcome. */
export const isHeld = sql<boolean>`state = 'HELD_FOR_REVIEW'`;

export const isRefused = sql<boolean>`state = 'REFUSED'`;

/** Not ended; somebody may have to review it. */
export const isUnended = sql<boolean>`state not in ('SETTLED', 'REFUSED')`;
