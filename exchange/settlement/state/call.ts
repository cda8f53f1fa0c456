/**
 * The call an intent stands before: what it is called, when it has landed, and whether it may be
 * made again. Pure; what follows from that for the intent stands in intent.ts.
 */
import { needsExclusiveSlot, usesTransit, type SettlementSettings } from '../setup/settings';

export type IntentKind = 'DEPOSIT' | 'PAYOUT';

/** The call an intent stands before: trader to us, escrow to a transit account, us to trader. */
export type Leg = 'PULL' | 'FUND' | 'PAY';

/** What tells an intent's calls apart, and those that may still land. */
export interface Call {
	/** The intent's. */
	readonly id: string;
	readonly leg: Leg;
	/** Calls begun so far. */
	readonly attempt: number;
	/**
	 * Which of its idempotency keys a call has, from 1: another one once the tracker has refused the
	 * last, for it may keep what it said.
	 */
	readonly keyNumber: number;
	/** The own account used once for this intent, by its e-mail address. */
	readonly transitEmail: string | null;
	/**
	 * From when on the latest call may have left; it leaves within `timeoutMs` of that or never.
	 * Null while the evidence that must be there before the call is not.
	 */
	readonly sentAt: number | null;
	/** Claims of the first and the last call of this leg whose outcome is not known. */
	readonly firstDoubtAt: number | null;
	readonly lastDoubtAt: number | null;
	/** The first claim of all, also of rounds that surely did not happen. */
	readonly triedSince: number | null;
}

export interface Moment {
	readonly settings: SettlementSettings;
	/** Milliseconds since 1970. */
	readonly now: number;
}

const firstDelayMs = 100;
export const longestDelayMs = 30_000;

/** How long to wait before the next try: doubling from 0.1 s to 30 s. */
export function retryDelayMs(attempt: number): number {
	return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(Math.max(attempt - 1, 0), 10));
}

/**
 * The name of a call, which its idempotency key is made from: the same for every call of a leg, so
 * that it happens once. One of a funding is of that use of its account alone: sent again after a
 * review, the same account has to be funded again.
 */
export function callName({ id, leg, keyNumber, transitEmail, ...call }: Call): string {
	const use = `-fund-${call.firstDoubtAt ?? call.sentAt}-${transitEmail}`;
	const name = leg === 'FUND' ? `${id}${use}` : id;
	return `${name} ${leg} ${keyNumber}`;
}

/**
 * True where a call in doubt may simply be made again, because it cannot happen twice: the tracker
 * still knows the key when a call that begins now lands at the latest.
 */
export function canAskAgain(call: Call, { settings, now }: Moment): boolean {
	if (call.leg === 'PAY' && call.transitEmail !== null) return true;
	if (!settings.resolvers.includes('idempotency-key')) return false;
	if (now >= stepsAsideAt(call, settings)) return false;
	const { firstDoubtAt } = call;
	return (
		firstDoubtAt === null || now + landingMs(settings) < firstDoubtAt + settings.idempotencyKeptMs
	);
}

/**
 * From this time on a deposit no longer keeps the other transfers of its asset waiting, where calls
 * are made one by one: it is the trader's own key that may be what leaves it in doubt.
 */
export function stepsAsideAt({ leg, triedSince }: Call, settings: SettlementSettings): number {
	if (leg !== 'PULL' || triedSince === null || !needsExclusiveSlot(settings)) return Infinity;
	return triedSince + settings.pullDoubtMs;
}

/** From this time on, no call in doubt can land any more. */
export function landedBy({ lastDoubtAt }: Call, { now, settings }: Moment): number {
	return (lastDoubtAt ?? now) + landingMs(settings);
}

/** From the claim of a call until it has landed or never will. */
function landingMs({ timeoutMs, quietMs }: SettlementSettings): number {
	return timeoutMs + quietMs;
}

/** True where the balance must be read and kept before the call, unless one is in doubt already. */
export function needsEvidence(
	{ resolvers }: SettlementSettings,
	{ leg, lastDoubtAt }: Call,
): boolean {
	return lastDoubtAt === null && resolvers.includes('balance') && leg !== 'FUND';
}

/** The leg an intent begins with. */
export function firstLeg(kind: IntentKind, settings: SettlementSettings): Leg {
	if (kind === 'DEPOSIT') return 'PULL';
	return usesTransit(settings) ? 'FUND' : 'PAY';
}
