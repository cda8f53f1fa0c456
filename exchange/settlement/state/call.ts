/**
 * The next call of an intent: its name, when it has landed, and whether it may be repeated. Pure;
 * intent.ts decides what follows for the intent.
 */
import { needsExclusiveSlot, usesTransit, type SettlementSettings } from '../setup/settings';

export type IntentKind = 'DEPOSIT' | 'PAYOUT';

/** PULL: from trader to us. FUND: from escrow to a transit account. PAY: from us to the trader. */
export type Leg = 'PULL' | 'FUND' | 'PAY';

/** Fields that identify an intent's call, and those of calls that may still land. */
export interface Call {
	/** Id of the intent. */
	readonly id: string;
	readonly leg: Leg;
	/** Number of calls begun. */
	readonly attempt: number;
	/**
	 * Number of the call's idempotency key, from 1. A refused call gets a new key, because the
	 * tracker may have stored the refusal with the old one.
	 */
	readonly keyNumber: number;
	/** E-mail address of the transit account of this intent. */
	readonly transitEmail: string | null;
	/**
	 * From this time on the latest call may have been sent; it is sent within `timeoutMs` of it or
	 * never. Null until the evidence needed before the call is stored.
	 */
	readonly sentAt: number | null;
	/** Claim times of the first and the last call of this leg with an unknown outcome. */
	readonly firstDoubtAt: number | null;
	readonly lastDoubtAt: number | null;
	/** The first claim of all, including calls that certainly did not happen. */
	readonly triedSince: number | null;
}

export interface Moment {
	readonly settings: SettlementSettings;
	/** Milliseconds since 1970. */
	readonly now: number;
}

const firstDelayMs = 100;
export const longestDelayMs = 30_000;

/** A call in doubt for this long is an alarm; it goes on being asked for. */
const longDoubtMs = 3_600_000;
const longestDoubtDelayMs = 300_000;
const firstSlowerAttempt = 10;

/** Delay before the next attempt: doubles from 0.1 s to 30 s. */
export function retryDelayMs(attempt: number): number {
	return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(Math.max(attempt - 1, 0), 10));
}

/** The same for a call in doubt, which goes on to grow with each attempt, to 5 minutes. */
export function doubtDelayMs(attempt: number): number {
	const grownMs = (attempt - firstSlowerAttempt) * 15_000;
	return Math.max(retryDelayMs(attempt), Math.min(longestDoubtDelayMs, grownMs));
}

/** True if calls have been in doubt for so long that an alarm says so. */
export function isLongInDoubt({ firstDoubtAt, lastDoubtAt }: Call): boolean {
	return (lastDoubtAt ?? 0) - (firstDoubtAt ?? 0) >= longDoubtMs;
}

/**
 * Name of a call, from which its idempotency key is derived: equal for every call of a leg, so that
 * it happens once. A FUND call is named by the use of its account, because after a review the
 * account has to be funded again.
 */
export function callName({ id, leg, keyNumber, transitEmail, ...call }: Call): string {
	const use = `-fund-${call.firstDoubtAt ?? call.sentAt}-${transitEmail}`;
	const name = leg === 'FUND' ? `${id}${use}` : id;
	return `${name} ${leg} ${keyNumber}`;
}

/**
 * True if a call in doubt may simply be repeated because it cannot happen twice: the tracker still
 * knows the key when a call that begins now lands at the latest.
 */
export function canRepeat(call: Call, { settings, now }: Moment): boolean {
	if (call.leg === 'PAY' && call.transitEmail !== null) return true;
	if (!settings.resolvers.includes('idempotency-key')) return false;
	if (now >= stepsAsideAt(call, settings)) return false;
	const { firstDoubtAt } = call;
	return (
		firstDoubtAt === null || now + landingMs(settings) < firstDoubtAt + settings.idempotencyKeptMs
	);
}

/**
 * From this time on a deposit in doubt no longer blocks the other transfers of its asset, if calls
 * are made one by one: the trader's own key may be the reason for the doubt.
 */
export function stepsAsideAt({ leg, triedSince }: Call, settings: SettlementSettings): number {
	if (leg !== 'PULL' || triedSince === null || !needsExclusiveSlot(settings)) return Infinity;
	return triedSince + settings.pullDoubtMs;
}

/** From this time on, no call in doubt can land. */
export function landedBy({ lastDoubtAt }: Call, { now, settings }: Moment): number {
	return (lastDoubtAt ?? now) + landingMs(settings);
}

/** Time from the claim of a call until it has landed or never will. */
function landingMs({ timeoutMs, quietMs }: SettlementSettings): number {
	return timeoutMs + quietMs;
}

/** True if the balance must be stored before the call, unless a call is in doubt already. */
export function needsEvidence(
	{ resolvers }: SettlementSettings,
	{ leg, lastDoubtAt }: Call,
): boolean {
	return lastDoubtAt === null && resolvers.includes('balance') && leg !== 'FUND';
}

/** The first leg of an intent. */
export function firstLeg(kind: IntentKind, settings: SettlementSettings): Leg {
	if (kind === 'DEPOSIT') return 'PULL';
	return usesTransit(settings) ? 'FUND' : 'PAY';
}
