/**
 * The life of an intent: a transfer at the tracker that must happen at most once. Pure: what the
 * intent is and what happened go in, what it is then comes out.
 *
 *   state            happening                          next state
 *   PENDING_APPROVAL an administrator decides           PLANNED or REFUSED; see approval.ts
 *   PLANNED          claimed by a worker                SENDING: durable before the call leaves
 *   SENDING          the tracker says it is done        SETTLED, or PLANNED with the next leg
 *                    it was never sent                  PLANNED; UNKNOWN where an earlier call is in doubt;
 *                                                       REFUSED for a deposit after many tries
 *                    the tracker refuses                see `afterRefusal`
 *                    it says so of a transfer that      UNKNOWN; HELD_FOR_REVIEW once it must have
 *                    is another's, or names none        landed and is said again
 *                    outcome unknown, or the worker     UNKNOWN
 *                    was gone for too long
 *   UNKNOWN          asked again by the same key        SENDING
 *                    evidence: it happened              SETTLED, or PLANNED with the next leg
 *                    evidence: it did not, nor will     PLANNED; REFUSED for a deposit that has kept
 *                                                       others waiting for `pullDoubtMs`
 *                    evidence: neither explains it      HELD_FOR_REVIEW, once it must have landed
 *                    no evidence yet                    UNKNOWN, looked at again later; such a deposit
 *                                                       is HELD_FOR_REVIEW once it must have landed
 *   HELD_FOR_REVIEW  an administrator decides           PLANNED, SETTLED or REFUSED; see review-decision.ts
 *   REFUSED          a deposit turns up after all       SETTLED
 *   SETTLED                                             never left
 */
import type { Doubtful, Refused, TransferAnswer } from '../../tracker/tracker';
import { meaningOf } from './refusal-meaning';
import {
	canAskAgain,
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
	/** What the escrow account held before the call, where the balance is a resolver. */
	readonly unitsBefore: bigint | null;
	readonly transactionId: string | null;
	/** Why it was refused, is held, or waits. */
	readonly reason: string | null;
	/** Nothing is to be done before this time. */
	readonly dueAt: number;
}

/** Where an intent stands after something happened, and what else must be known of it. */
export interface Step {
	readonly intent: Intent;
	/** The tracker's transfer this rests on; one that another intent rests on counts for nothing. */
	readonly transferId?: string;
	/** A sentence for the administrator. */
	readonly alarm?: string;
	/** Payouts must stop, because the tracker refuses an own account's key. */
	readonly stopsPayouts?: true;
}

/** What the resolvers found out about a call in doubt. */
export type Verdict =
	| { readonly kind: 'HAPPENED'; readonly transactionId: string | null }
	| { readonly kind: 'DID_NOT_HAPPEN' }
	| { readonly kind: 'UNEXPLAINED'; readonly reason: string }
	| { readonly kind: 'WAIT'; readonly until: number; readonly reason: string };

/** True while nothing in the world can change what became of it. */
export function isEnded({ state }: Pick<Intent, 'state'>): boolean {
	return endOfState[state];
}

const endOfState: Readonly<Record<IntentState, boolean>> = {
	PENDING_APPROVAL: false,
	PLANNED: false,
	SENDING: false,
	UNKNOWN: false,
	SETTLED: true,
	REFUSED: true,
	HELD_FOR_REVIEW: false,
};

/** The call is about to be made. Its owner has until `dueAt` to say what became of it. */
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
		// Evidence is from before the first call in doubt: read again, it would hide what that call did.
		unitsBefore: again ? intent.unitsBefore : null,
		// What is said of the call may be what was said of the one before.
		reason: again ? intent.reason : null,
	};
}

/** The evidence is there, so the call may leave now. */
export function withEvidence(
	intent: Intent,
	unitsBefore: bigint,
	{ now, settings }: Moment,
): Intent {
	if (intent.sentAt !== null)
		throw new Error('the call may have left before its evidence was there');
	return { ...intent, unitsBefore, sentAt: now, dueAt: now + ownedMs(settings) };
}

/** An own call may begin up to a time-out after its claim and last as long again. */
function ownedMs({ timeoutMs }: SettlementSettings): number {
	return 3 * timeoutMs;
}

/** The owner of a call is gone. Without the evidence it had to gather first, it never sent. */
export function ownerLost(intent: Intent, moment: Moment): Step {
	if (intent.sentAt === null) {
		return planAgain(intent, moment, 'the worker ended before the call');
	}
	return inDoubt(intent, moment, { kind: 'UNKNOWN', cause: 'the worker ended during the call' });
}

/** What the tracker's answer to the call makes of the intent. */
export function answered(intent: Intent, answer: TransferAnswer, moment: Moment): Step {
	if (intent.state !== 'SENDING') throw new Error(`a ${intent.state} intent got an answer`);
	switch (answer.kind) {
		case 'DONE':
			return happened(intent, answer.transactionId, moment);
		case 'DOUBTFUL':
			return doubted(intent, answer, moment);
		case 'REFUSED':
			return afterRefusal(intent, answer, moment);
		case 'NOT_SENT':
			return notSent(intent, answer.cause, moment);
		case 'UNKNOWN':
			return inDoubt(intent, moment, answer);
	}
}

/** Nothing left this time; an earlier call may still be in doubt. */
export function notSent(intent: Intent, cause: string, moment: Moment): Step {
	const dueAt = moment.now + retryDelayMs(intent.attempt);
	if (intent.lastDoubtAt !== null) {
		return { intent: { ...intent, state: 'UNKNOWN', dueAt, reason: cause } };
	}
	const givenUp = intent.leg === 'PULL' && intent.attempt >= pullAttemptsMax;
	return { intent: { ...intent, state: givenUp ? 'REFUSED' : 'PLANNED', dueAt, reason: cause } };
}

/** A claimed call is put off. That is no attempt: a deposit is given up after too many of those. */
export function putOff(intent: Intent, cause: string, moment: Moment): Step {
	const isClaimed = intent.state === 'SENDING';
	return notSent({ ...intent, attempt: intent.attempt - (isClaimed ? 1 : 0) }, cause, moment);
}

/** What the resolvers' verdict makes of an intent in doubt. */
export function resolved(intent: Intent, verdict: Verdict, moment: Moment): Step {
	if (intent.state !== 'UNKNOWN') throw new Error(`a ${intent.state} intent was resolved`);
	switch (verdict.kind) {
		case 'HAPPENED':
			return happened(intent, verdict.transactionId, moment);
		case 'DID_NOT_HAPPEN':
			// What still reaches a transit account is credited then; asking twice could take twice.
			if (intent.leg === 'PULL' && intent.transitEmail !== null) {
				return { intent: { ...intent, state: 'REFUSED', reason: 'the transfer did not arrive' } };
			}
			if (moment.now >= stepsAsideAt(intent, moment.settings)) {
				const reason = 'the transfer did not happen, and has kept others waiting for too long';
				return { intent: { ...intent, state: 'REFUSED', reason } };
			}
			return planAgain({ ...intent, firstDoubtAt: null, lastDoubtAt: null }, moment, null);
		case 'UNEXPLAINED': {
			// Until it has landed no other call may begin, or this one would be seen in its evidence.
			const landed = landedBy(intent, moment);
			if (moment.now >= landed) return hold(intent, verdict.reason);
			return { intent: { ...intent, dueAt: landed, reason: verdict.reason } };
		}
		case 'WAIT': {
			const { until, reason } = verdict;
			const end = Math.max(stepsAsideAt(intent, moment.settings), landedBy(intent, moment));
			if (moment.now >= end) return hold(intent, reason);
			return { intent: { ...intent, dueAt: Math.min(until, end), reason } };
		}
	}
}

/** A deposit that was given up has reached its transit account after all. */
export function arrivedLate(intent: Intent, { now }: Moment): Step {
	if (intent.kind !== 'DEPOSIT' || intent.state !== 'REFUSED') {
		throw new Error(`a ${intent.state} ${intent.kind} cannot arrive late`);
	}
	return { intent: { ...intent, state: 'SETTLED', reason: 'it arrived late', dueAt: now } };
}

/** What the transfer of the step settled before is another intent's: it is in doubt as before. */
export function restsOnAnothers(intent: Intent, transferId: string, moment: Moment): Step {
	const cause = `the tracker names transfer ${transferId}, which is another one's`;
	return doubted(intent, { kind: 'DOUBTFUL', cause }, moment);
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
	// A transit account whose funding is not seen may still get it, so another one is taken.
	const transitEmail = intent.leg === 'FUND' ? null : intent.transitEmail;
	const state = intent.lastDoubtAt === null ? 'PLANNED' : 'UNKNOWN';
	return { intent: { ...intent, state, transitEmail, dueAt: now, reason } };
}

function inDoubt(
	intent: Intent,
	moment: Moment,
	{ cause, retryAfterMs = 0 }: Extract<TransferAnswer, { kind: 'UNKNOWN' }>,
): Step {
	const { now } = moment;
	const sentAt = intent.sentAt ?? now;
	// What a trader's key may not do for a while says nothing of reading our own records.
	const isAskedAgain = intent.leg !== 'PULL' || canAskAgain(intent, moment);
	const pauseMs = isAskedAgain
		? Math.min(retryAfterMs, stepsAsideAt(intent, moment.settings) - now)
		: 0;
	return {
		intent: {
			...intent,
			state: 'UNKNOWN',
			firstDoubtAt: intent.firstDoubtAt ?? sentAt,
			lastDoubtAt: sentAt,
			dueAt: now + Math.max(pauseMs, retryDelayMs(intent.attempt)),
			reason: cause,
		},
	};
}

/**
 * The tracker says that it is done, and not what it did. What it says twice of a call that must
 * have landed it will go on saying, so then a person has to look; once may be a network's answer.
 */
function doubted(intent: Intent, { cause }: Doubtful, moment: Moment): Step {
	const { now } = moment;
	const sentAt = intent.lastDoubtAt ?? intent.sentAt ?? now;
	const times = { firstDoubtAt: intent.firstDoubtAt ?? sentAt, lastDoubtAt: sentAt };
	const unknown = { ...intent, ...times, state: 'UNKNOWN', reason: cause } as const;
	const landed = landedBy(unknown, moment);
	if (!canAskAgain(unknown, moment)) {
		return { intent: { ...unknown, dueAt: now + retryDelayMs(intent.attempt) } };
	}
	if (now < landed) return { intent: { ...unknown, dueAt: landed } };
	const isSaidAgain = intent.reason === cause || intent.attempt >= doubtAttemptsMax;
	if (isSaidAgain) return hold(unknown, cause);
	return { intent: { ...unknown, dueAt: now + retryDelayMs(intent.attempt) } };
}

/** Asked so often, a tracker that says something else each time is not asked any more. */
const doubtAttemptsMax = 20;

function hold(intent: Intent, reason: string): Step {
	const alarm = `${intent.kind} ${intent.id} is held for review: ${reason}`;
	return { intent: { ...intent, state: 'HELD_FOR_REVIEW', reason }, alarm };
}

/**
 * A refusal is final only when no earlier call of the same leg can still land: it may have been
 * refused for what that call, on its way, has already taken.
 */
function afterRefusal(intent: Intent, refusal: Refused, moment: Moment): Step {
	const meaning = meaningOf(refusal);
	const fromTransit = intent.leg === 'PAY' && intent.transitEmail !== null;
	const ownKey = meaning === 'KEY' && intent.leg !== 'PULL' && !fromTransit;
	const said = `${refusal.code}: ${refusal.message}`;
	// Also a trader reads this, whose own key is well.
	const reason = ownKey ? `the tracker refuses the key of the exchange: ${said}` : said;
	if (meaning === 'SPENT' && fromTransit && intent.lastDoubtAt !== null) {
		// The account held the amount once. What it no longer has, an earlier call has paid.
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
	// The tracker may keep its answer to this key, and would give it for ever.
	const planned: Intent = {
		...{ ...intent, ...nextKey(intent), reason },
		...{ state: 'PLANNED', dueAt: later },
	};
	if (intent.lastDoubtAt !== null) {
		const landed = landedBy(intent, moment);
		if (now < landed) return wait(landed);
		// Under another key it could happen twice: that it is put off does not say that it never was.
		if (meaning === 'LATER' || ownKey) return wait(later);
	}
	if (meaning === 'LATER' && (intent.leg !== 'PULL' || intent.attempt < pullAttemptsMax)) {
		return { intent: planned };
	}
	if (intent.leg === 'PULL') {
		// A key is looked at before what it asks for: that it is refused now, or that the request is
		// another by now, does not say that the call in doubt has brought nothing.
		const saysAll = intent.lastDoubtAt === null || meaning === 'SPENT';
		return saysAll ? { intent: { ...intent, state: 'REFUSED', reason } } : hold(intent, reason);
	}
	if (ownKey) return { intent: planned, ...stop };
	// What escrow lacks now is on its way back from transit accounts.
	if (meaning === 'SPENT' && intent.leg === 'FUND') return { intent: planned };
	return hold(intent, reason);
}

/** A deposit that could not be made this often is given up, and the trader's key with it. */
const pullAttemptsMax = 20;
