/**
 * Judges a call in doubt by the tracker's records. Pure. Each resolver relies on assumptions, and is
 * wrong where they do not hold:
 *
 *   transaction-list   the list is complete after `quietMs`; names in it are e-mail addresses;
 *                      one call of the asset is in doubt at a time
 *   balance            only our own calls move the escrow account, one at a time; a call lands
 *                      within `quietMs` or never
 *   transit            none about time: a transit account serves one intent, and money that has not
 *                      reached it is never relied on
 */
import { isSameEmail } from '../../../server/email-address';
import { isAddress } from '../../tracker/addresses';
import type { ReadAnswer, TrackerTransaction } from '../../tracker/tracker';
import { landedBy, retryDelayMs, type Moment } from './call';
import type { Intent, Verdict } from './intent';

/** Records read for an intent in doubt; those of a resolver that is not configured are absent. */
export interface Evidence {
	readonly transactions?: ReadAnswer<readonly TrackerTransaction[]>;
	/** Ids in the list that settled other intents. */
	readonly claimedIds?: ReadonlySet<string>;
	/** True if a similar transfer settled another intent without a transaction id. */
	readonly hasUnnamed?: boolean;
	/** Current units of the escrow account, or of the transit account if there is one. */
	readonly balance?: ReadAnswer<bigint>;
}

/** The parties of the transfer, by their e-mail addresses at the tracker. */
export interface Parties {
	readonly sender: string | null;
	readonly recipient: string;
}

/** Tolerated difference between the clocks of tracker and exchange. */
export const clockSkewMs = 300_000;

/** The first resolver with a result decides; without one the intent waits or is held. */
export function verdictOf(
	intent: Intent,
	parties: Parties,
	evidence: Evidence,
	moment: Moment,
): Verdict {
	if (intent.transitEmail !== null) return byTransit(intent, evidence.balance, moment);
	const byList = listVerdict(intent, parties, evidence, moment);
	if (byList !== undefined && byList.kind !== 'DID_NOT_HAPPEN') return byList;
	const byBalance = balanceVerdict(intent, evidence.balance, moment);
	if (byList === undefined) return byBalance ?? unresolvable();
	// The list has no such transfer; if the balance is read too, both must agree.
	return byBalance === undefined || byBalance.kind !== 'HAPPENED'
		? (byBalance ?? byList)
		: { kind: 'UNEXPLAINED', reason: 'the balance moved, but the list has no such transfer' };
}

function listVerdict(
	intent: Intent,
	parties: Parties,
	{ transactions, claimedIds, hasUnnamed = false }: Evidence,
	moment: Moment,
): Verdict | undefined {
	if (transactions === undefined || transactions.kind === 'UNSUPPORTED') return undefined;
	if (transactions.kind !== 'READ') return unread(intent, transactions, moment);
	const since = (intent.firstDoubtAt ?? 0) - clockSkewMs;
	const fitting = transactions.value.filter(
		({ id, units, time }) =>
			units === BigInt(intent.units) && time >= since && claimedIds?.has(id) !== true,
	);
	// Without addresses transfers cannot be told apart, and a wrong "no" would send twice.
	if (fitting.some(({ sender, recipient }) => !isAddress(sender) || !isAddress(recipient))) {
		return undefined;
	}
	const onOurSide = fitting.filter((transfer) => isOurs(intent, parties, transfer));
	const found = onOurSide.filter((transfer) => isWithTrader(intent, parties, transfer));
	const [first, second] = found;
	if (second !== undefined) {
		return { kind: 'UNEXPLAINED', reason: `${found.length} transfers in the list fit this one` };
	}
	if (first !== undefined && hasUnnamed) {
		const reason = `transfer ${first.id} may be this one or another that settled without an id`;
		return { kind: 'UNEXPLAINED', reason };
	}
	if (first !== undefined) return { kind: 'HAPPENED', transactionId: first.id };
	const [odd] = onOurSide;
	if (odd !== undefined) {
		return { kind: 'UNEXPLAINED', reason: `transfer ${odd.id} fits, but is with somebody else` };
	}
	return absentSoFar(intent, moment, 'the transfer is not in the list yet');
}

function balanceVerdict(
	intent: Intent,
	balance: Evidence['balance'],
	moment: Moment,
): Verdict | undefined {
	if (balance === undefined) return undefined;
	if (balance.kind === 'UNSUPPORTED') return unresolvable();
	if (balance.kind !== 'READ') return unread(intent, balance, moment);
	if (intent.unitsBefore === null) {
		// It was sent under other settings, which did not need it.
		return { kind: 'UNEXPLAINED', reason: 'the balance before the call is not known' };
	}
	const moved = balance.value - intent.unitsBefore;
	const expected = BigInt(intent.kind === 'DEPOSIT' ? intent.units : -intent.units);
	if (moved === expected) return { kind: 'HAPPENED', transactionId: null };
	const waited = absentSoFar(intent, moment, 'the balance does not show the transfer yet');
	if (waited.kind === 'WAIT' || moved === 0n) return waited;
	const reason = `the balance moved by ${moved}, which this transfer of ${intent.units} does not explain`;
	return { kind: 'UNEXPLAINED', reason };
}

/** Money on the transit account has arrived; other money may still come at any time. */
function byTransit(intent: Intent, balance: Evidence['balance'], moment: Moment): Verdict {
	if (balance === undefined) throw new Error(`the transit account of ${intent.id} was not read`);
	if (balance.kind === 'UNSUPPORTED') return unresolvable();
	if (balance.kind !== 'READ') return unread(intent, balance, moment);
	if (balance.value >= BigInt(intent.units)) return { kind: 'HAPPENED', transactionId: null };
	if (intent.leg === 'FUND') return { kind: 'DID_NOT_HAPPEN' };
	return absentSoFar(intent, moment, 'nothing has arrived yet');
}

/** Absent: final once the quiet time is over. */
function absentSoFar(intent: Intent, moment: Moment, reason: string): Verdict {
	const landsBy = landedBy(intent, moment);
	if (moment.now >= landsBy) return { kind: 'DID_NOT_HAPPEN' };
	return { kind: 'WAIT', until: Math.min(landsBy, moment.now + recheckMs), reason };
}

/** Interval of checks during the quiet time. */
const recheckMs = 5_000;

function unread(
	intent: Intent,
	answer: Exclude<ReadAnswer<unknown>, { kind: 'READ' | 'UNSUPPORTED' }>,
	{ now }: Moment,
): Verdict {
	const asked = answer.kind === 'UNAVAILABLE' ? (answer.retryAfterMs ?? 0) : 0;
	const reason = answer.kind === 'REFUSED' ? answer.code : answer.cause;
	return {
		kind: 'WAIT',
		until: now + Math.max(asked, retryDelayMs(intent.attempt + 5)),
		reason: `the tracker's records could not be read: ${reason}`,
	};
}

function unresolvable(): Verdict {
	return { kind: 'UNEXPLAINED', reason: 'no resolver that is configured can tell what happened' };
}

/** True if our side of the transfer matches. */
function isOurs(intent: Intent, parties: Parties, transfer: TrackerTransaction): boolean {
	if (intent.kind === 'DEPOSIT') return isSameEmail(transfer.recipient, parties.recipient);
	return parties.sender !== null && isSameEmail(transfer.sender, parties.sender);
}

/** True if the trader's side matches; an unknown address matches any. */
function isWithTrader(intent: Intent, parties: Parties, transfer: TrackerTransaction): boolean {
	if (intent.kind === 'PAYOUT') return isSameEmail(transfer.recipient, parties.recipient);
	return parties.sender === null || isSameEmail(transfer.sender, parties.sender);
}
