/**
 * The state machine of an intent: a transfer at the tracker that must happen at most once. Pure.
 *
 *   state            event                              next state
 *   PENDING_APPROVAL an administrator decides           PLANNED or REFUSED; see approval.ts
 *   PLANNED          claimed by a worker                SENDING: durable before the call leaves
 *   SENDING          the tracker says it is done        SETTLED, or PLANNED with the next leg
 *                    it was never sent                  PLANNED; UNKNOWN where an earlier call is in doubt;
 *                                                       REFUSED for a deposit after many tries
 *                    the tracker refuses                see `afterRefusal`
 *                    the answer names another intent's  UNKNOWN; HELD_FOR_REVIEW once it must have
 *                    transfer; or none, and the tracker landed and the tracker repeats it
 *                    does not say that it keeps keys
 *                    the answer names no transfer, the  UNKNOWN; with an alarm once it has been in
 *                    outcome is unknown, or the worker  doubt for an hour
 *                    was gone for too long
 *   UNKNOWN          repeated with the same key, ever   SENDING
 *                    more slowly, for as long as the
 *                    tracker surely keeps it
 *                    evidence: it happened              SETTLED, or PLANNED with the next leg
 *                    evidence: it did not, nor will     PLANNED; REFUSED for a deposit by a transit
 *                                                       account, or one that has kept others waiting
 *                                                       for `pullDoubtMs`
 *                    the evidence is contradictory      HELD_FOR_REVIEW, once it must have landed
 *                    no evidence yet                    UNKNOWN, checked again later; a deposit that
 *                                                       has kept others waiting for `pullDoubtMs` is
 *                                                       HELD_FOR_REVIEW once it must have landed
 *   HELD_FOR_REVIEW  an administrator decides           PLANNED, SETTLED or REFUSED; see review-decision.ts
 *   REFUSED          a deposit arrives late             SETTLED
 *   SETTLED                                             final
 *
 * Without evidence, a payout waits for as long as the records of the tracker cannot be read, and so
 * does a deposit that keeps no others waiting.
 */
import type { Doubtful, Refused, TransferAnswer } from '../../tracker/tracker';
import { meaningOf } from './refusal-meaning';
import {
	canRepeat,
	doubtDelayMs,
	isLongInDoubt,
	landedBy,
	longestDelayMs,
	needsEvidence,
	retryDelayMs,
	stepsAsideAt,
	type Call,
	type IntentKind,
	type Moment,
} from './call';
import type { SettlementSettings } from '../setup/settings';

export const intentStates = [
	'PENDING_APPROVAL',
	'PLANNED',
	'SENDING',
	'UNKNOWN',
	'SETTLED',
	'REFUSED',
	'HELD_FOR_REVIEW',
] as const;
export type IntentState = (typeof intentStates)[number];

export interface Intent extends Call {
	readonly kind: IntentKind;
	/** Whole units of the tracker. */
	readonly units: number;
	readonly state: IntentState;
	/** Balance of the escrow account before the call; only with the resolver `balance`. */
	readonly unitsBefore: bigint | null;
	readonly transactionId: string | null;
	/** Why it was refused, is held, or waits. */
	readonly reason: string | null;
	/** Nothing is done before this time. */
	readonly dueAt: number;
}

/** The intent after an event, and what must be done with it. */
export interface Step {
	readonly intent: Intent;
	/** The tracker's transfer that proves it; one that belongs to another intent does not count. */
	readonly transferId?: string;
	/** A sentence for the administrator. */
	readonly alarm?: string;
	/** Stop payouts, because the tracker refuses the key of an own account. */
	readonly stopsPayouts?: true;
}

/** Result of the resolvers for a call in doubt. */
export type Verdict =
	| { readonly kind: 'HAPPENED'; readonly transactionId: string | null }
	| { readonly kind: 'DID_NOT_HAPPEN' }
	| { readonly kind: 'UNEXPLAINED'; readonly reason: string }
	| { readonly kind: 'WAIT'; readonly until: number; readonly reason: string };

/** True if nothing more is done for it. A REFUSED deposit becomes SETTLED if its money arrives late. */
export function isClosed({ state }: Pick<Intent, 'state'>): boolean {
	return closedStates[state];
}

const closedStates: Readonly<Record<IntentState, boolean>> = {
	PENDING_APPROVAL: false,
	PLANNED: false,
	SENDING: false,
	UNKNOWN: false,
	SETTLED: true,
	REFUSED: true,
	HELD_FOR_REVIEW: false,
};

/** Claims the intent for a call. Its owner has until `dueAt` to record the outcome. */
export function claim(intent: Intent, { now, settings }: Moment): Intent {
	const again = intent.state === 'UNKNOWN';
	if (intent.state !== 'PLANNED' && !again) throw new Error(`a ${intent.state} intent was claimed`);
	return {
		...intent,
		state: 'SENDING',
		attempt: intent.attempt + 1,
		triedSince: intent.triedSince ?? now,
		sentAt: needsEvidence(settings, intent) ? null : now,
		dueAt: now + ownedMs(settings),
		// Keep the balance from before the first doubtful call; a new reading could already include
		// that call.
		unitsBefore: again ? intent.unitsBefore : null,
		// Kept, so that `doneWithoutProof` can see whether the tracker gives the same reason again.
		reason: again ? intent.reason : null,
	};
}

/** Stores the evidence, so that the call may be sent. */
export function withEvidence(
	intent: Intent,
	unitsBefore: bigint,
	{ now, settings }: Moment,
): Intent {
	if (intent.sentAt !== null)
		throw new Error('the call may have left before its evidence was there');
	return { ...intent, unitsBefore, sentAt: now, dueAt: now + ownedMs(settings) };
}

/** A call may begin up to one timeout after its claim and last another one. */
function ownedMs({ timeoutMs }: SettlementSettings): number {
	return 3 * timeoutMs;
}

/** The worker of a call is gone. Without the evidence it had to store first, it sent nothing. */
export function ownerLost(intent: Intent, moment: Moment): Step {
	if (intent.sentAt === null) {
		return planAgain(intent, moment, 'the worker ended before the call');
	}
	return outcomeUnknown(intent, moment, {
		kind: 'UNKNOWN',
		cause: 'the worker ended during the call',
	});
}

/** Applies the tracker's answer to the call. */
export function answered(intent: Intent, answer: TransferAnswer, moment: Moment): Step {
	if (intent.state !== 'SENDING') throw new Error(`a ${intent.state} intent got an answer`);
	switch (answer.kind) {
		case 'DONE':
			return happened(intent, answer.transactionId, moment);
		case 'DOUBTFUL':
			return doneWithoutProof(intent, answer, moment);
		case 'REFUSED':
			return afterRefusal(intent, answer, moment);
		case 'NOT_SENT':
			return notSent(intent, answer.cause, moment);
		case 'UNKNOWN':
			return outcomeUnknown(intent, moment, answer);
	}
}

/** The call was not sent; an earlier call may still be in doubt. */
export function notSent(intent: Intent, cause: string, moment: Moment): Step {
	const dueAt = moment.now + retryDelayMs(intent.attempt);
	if (intent.lastDoubtAt !== null) {
		return { intent: { ...intent, state: 'UNKNOWN', dueAt, reason: cause } };
	}
	const givenUp = intent.leg === 'PULL' && intent.attempt >= pullAttemptsMax;
	return { intent: { ...intent, state: givenUp ? 'REFUSED' : 'PLANNED', dueAt, reason: cause } };
}

/**
 * Postpones a claimed call without counting an attempt, because too many attempts end a deposit.
 */
export function putOff(intent: Intent, cause: string, moment: Moment): Step {
	const isClaimed = intent.state === 'SENDING';
	return notSent({ ...intent, attempt: intent.attempt - (isClaimed ? 1 : 0) }, cause, moment);
}

/** Applies the resolvers' verdict to an intent in doubt. */
export function resolved(intent: Intent, verdict: Verdict, moment: Moment): Step {
	if (intent.state !== 'UNKNOWN') throw new Error(`a ${intent.state} intent was resolved`);
	switch (verdict.kind) {
		case 'HAPPENED':
			return happened(intent, verdict.transactionId, moment);
		case 'DID_NOT_HAPPEN':
			// Money that reaches the transit account later is credited then; a repeated pull could take
			// it twice.
			if (intent.leg === 'PULL' && intent.transitEmail !== null) {
				return { intent: { ...intent, state: 'REFUSED', reason: 'the transfer did not arrive' } };
			}
			if (moment.now >= stepsAsideAt(intent, moment.settings)) {
				const reason = 'the transfer did not happen, and has kept others waiting for too long';
				return { intent: { ...intent, state: 'REFUSED', reason } };
			}
			return planAgain({ ...intent, firstDoubtAt: null, lastDoubtAt: null }, moment, null);
		case 'UNEXPLAINED': {
			// Until it has landed no other call may begin, or its effect would count as evidence of that
			// call.
			const landsBy = landedBy(intent, moment);
			if (moment.now >= landsBy) return hold(intent, verdict.reason);
			return { intent: { ...intent, dueAt: landsBy, reason: verdict.reason } };
		}
		case 'WAIT': {
			const { until, reason } = verdict;
			const end = Math.max(stepsAsideAt(intent, moment.settings), landedBy(intent, moment));
			if (moment.now >= end) return hold(intent, reason);
			return { intent: { ...intent, dueAt: Math.min(until, end), reason } };
		}
	}
}

/** A deposit that was given up has arrived at its transit account. */
export function arrivedLate(intent: Intent, { now }: Moment): Step {
	if (intent.kind !== 'DEPOSIT' || intent.state !== 'REFUSED') {
		throw new Error(`a ${intent.state} ${intent.kind} cannot arrive late`);
	}
	return { intent: { ...intent, state: 'SETTLED', reason: 'it arrived late', dueAt: now } };
}

/** The transfer belongs to another intent, so this one is in doubt as before. */
export function belongsToAnother(intent: Intent, transferId: string, moment: Moment): Step {
	const cause = `the tracker names transfer ${transferId}, which is another one's`;
	return doneWithoutProof(intent, { kind: 'DOUBTFUL', cause }, moment);
}

function happened(intent: Intent, transactionId: string | null, { now }: Moment): Step {
	const transfer = transactionId === null ? {} : { transferId: transactionId };
	if (intent.leg !== 'FUND') {
		const settled = { state: 'SETTLED', transactionId, reason: null, dueAt: now } as const;
		return { intent: { ...intent, ...settled }, ...transfer };
	}
	const fresh = { attempt: 0, firstDoubtAt: null, lastDoubtAt: null, reason: null };
	const next = { state: 'PLANNED', leg: 'PAY', ...nextKey(intent), dueAt: now } as const;
	return { intent: { ...intent, ...fresh, ...next }, ...transfer };
}

function nextKey({ keyNumber }: Intent): Pick<Intent, 'keyNumber'> {
	return { keyNumber: keyNumber + 1 };
}

function planAgain(intent: Intent, { now }: Moment, reason: string | null): Step {
	// A transit account whose funding is not visible may still receive it, so another one is used.
	const transitEmail = intent.leg === 'FUND' ? null : intent.transitEmail;
	const state = intent.lastDoubtAt === null ? 'PLANNED' : 'UNKNOWN';
	return { intent: { ...intent, state, transitEmail, dueAt: now, reason } };
}

function outcomeUnknown(
	intent: Intent,
	moment: Moment,
	{ cause, retryAfterMs = 0 }: Extract<TransferAnswer, { kind: 'UNKNOWN' }>,
): Step {
	const { now } = moment;
	const doubtAt = intent.sentAt ?? now;
	// A rate limit of the trader's key does not affect reading our own records.
	const isRepeatable = intent.leg !== 'PULL' || canRepeat(intent, moment);
	const pauseMs = isRepeatable
		? Math.min(retryAfterMs, stepsAsideAt(intent, moment.settings) - now)
		: 0;
	const unknown = {
		...intent,
		state: 'UNKNOWN',
		firstDoubtAt: intent.firstDoubtAt ?? doubtAt,
		lastDoubtAt: doubtAt,
		dueAt: now + Math.max(pauseMs, doubtDelayMs(intent.attempt)),
		reason: cause,
	} as const;
	if (!isLongInDoubt(unknown) || isLongInDoubt(intent)) return { intent: unknown };
	const alarm = `${intent.kind} ${intent.id} has been in doubt for an hour, and is asked for again: ${cause}`;
	return { intent: unknown, alarm };
}

/**
 * The tracker says it is done, but not by which transfer, or by another intent's. A single such
 * answer may have been made by a proxy on the way. A tracker that has not said that it keeps keys is
 * not asked for ever: if the answer is repeated after the call must have landed, a person decides.
 */
function doneWithoutProof(intent: Intent, { cause }: Doubtful, moment: Moment): Step {
	const { now } = moment;
	const doubtAt = intent.lastDoubtAt ?? intent.sentAt ?? now;
	const times = { firstDoubtAt: intent.firstDoubtAt ?? doubtAt, lastDoubtAt: doubtAt };
	const unknown = { ...intent, ...times, state: 'UNKNOWN', reason: cause } as const;
	const landsBy = landedBy(unknown, moment);
	if (!canRepeat(unknown, moment)) {
		return { intent: { ...unknown, dueAt: now + retryDelayMs(intent.attempt) } };
	}
	if (now < landsBy) return { intent: { ...unknown, dueAt: landsBy } };
	const isRepeated = intent.reason === cause || intent.attempt >= doubtAttemptsMax;
	if (isRepeated) return hold(unknown, cause);
	return { intent: { ...unknown, dueAt: now + retryDelayMs(intent.attempt) } };
}

/** Limit for a tracker that gives another reason each time. */
const doubtAttemptsMax = 20;

function hold(intent: Intent, reason: string): Step {
	const alarm = `${intent.kind} ${intent.id} is held for review: ${reason}`;
	return { intent: { ...intent, state: 'HELD_FOR_REVIEW', reason }, alarm };
}

/**
 * A refusal is final only if no earlier call of the same leg can still land: the tracker may refuse
 * because the earlier call has already taken the money.
 */
function afterRefusal(intent: Intent, refusal: Refused, moment: Moment): Step {
	const meaning = meaningOf(refusal);
	const fromTransit = intent.leg === 'PAY' && intent.transitEmail !== null;
	const ownKey = meaning === 'KEY' && intent.leg !== 'PULL' && !fromTransit;
	const said = `${refusal.code}: ${refusal.message}`;
	// A trader reads this too, and their own key is fine.
	const reason = ownKey ? `the tracker refuses the key of the exchange: ${said}` : said;
	if (meaning === 'SPENT' && fromTransit && intent.lastDoubtAt !== null) {
		// The account held the amount, and the earlier call has already paid it.
		return happened(intent, null, moment);
	}
	const { now, settings } = moment;
	const alarm = `payouts are stopped, for the tracker refuses the key of ${settings.escrow.email}: ${said}`;
	const stop = ownKey ? { alarm, stopsPayouts: true as const } : {};
	const wait = (dueAt: number): Step => ({
		intent: { ...intent, state: 'UNKNOWN', dueAt, reason },
		...stop,
	});
	const later = now + longestDelayMs;
	// The tracker may store its answer to this key and repeat it for ever.
	const planned: Intent = {
		...intent,
		...nextKey(intent),
		reason,
		state: 'PLANNED',
		dueAt: later,
	};
	if (intent.lastDoubtAt !== null) {
		const landsBy = landedBy(intent, moment);
		if (now < landsBy) return wait(landsBy);
		// With another key it could happen twice: LATER does not say that the earlier call never
		// happened.
		if (meaning === 'LATER' || ownKey) return wait(later);
	}
	if (meaning === 'LATER' && (intent.leg !== 'PULL' || intent.attempt < pullAttemptsMax)) {
		return { intent: planned };
	}
	if (intent.leg === 'PULL') {
		// A tracker checks the key before the request, so a refused key, or a request that is invalid
		// now, does not prove that the call in doubt failed.
		const isConclusive = intent.lastDoubtAt === null || meaning === 'SPENT';
		return isConclusive
			? { intent: { ...intent, state: 'REFUSED', reason } }
			: hold(intent, reason);
	}
	if (ownKey) return { intent: planned, ...stop };
	// Escrow will be refilled from transit accounts, so try later.
	if (meaning === 'SPENT' && intent.leg === 'FUND') return { intent: planned };
	return hold(intent, reason);
}

/** Attempts before a deposit is given up, and the trader's key with it. */
const pullAttemptsMax = 20;
