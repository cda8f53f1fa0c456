/**
 * Which intents the partial indexes hold, word for word as the indexes say it: neither database
 * uses such an index for a condition with parameters in its place, and then reads every intent
 * there ever was. What the states mean stands in settlement/intent/intent.ts.
 */
import { sql } from 'kysely';

/** The worker has, or will have, something to do. */
export const isOpen = sql<boolean>`state in ('PLANNED', 'SENDING', 'UNKNOWN')`;

/** A call may be under way or may have landed. */
export const isInDoubt = sql<boolean>`state in ('SENDING', 'UNKNOWN')`;

/** Not over yet, be it that somebody has to review it. */
export const isUnended = sql<boolean>`state not in ('SETTLED', 'REFUSED')`;
