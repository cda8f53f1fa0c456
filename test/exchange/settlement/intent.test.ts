import { errors } from '../../../api/errors';
import {
	canRepeat,
	callName,
	doubtDelayMs,
	landedBy,
	retryDelayMs,
	type Moment,
} from '../../../exchange/settlement/state/call';
import {
	answered,
	withEvidence,
	arrivedLate,
	claim,
	ownerLost,
	putOff,
	resolved,
	type Intent,
	type Verdict,
} from '../../../exchange/settlement/state/intent';
import { meaningOf } from '../../../exchange/settlement/state/refusal-meaning';
import { reviewed } from '../../../exchange/settlement/state/review-decision';
import type { Resolver } from '../../../exchange/settlement/setup/settings';
import type { TransferAnswer } from '../../../exchange/tracker/tracker';
import { deposit, fromTransit, funding, inDoubt, momentOf, now, planned, sending } from './intents';

const byKey = momentOf(['idempotency-key']);
const byBalance = momentOf(['balance']);
const byTransit = momentOf(['transit']);

const refused = (code: string, status = 422): TransferAnswer => ({
	kind: 'REFUSED',
	status,
	code,
	message: 'no',
});
const done: TransferAnswer = { kind: 'DONE', transactionId: 'transfer-1' };
const notSent: TransferAnswer = { kind: 'NOT_SENT', cause: 'refused' };
const unknown: TransferAnswer = { kind: 'UNKNOWN', cause: 'no answer' };
const short = refused('Factory_FactoryTransferInsufficientFund');
const wrongKey = refused('Auth_KeyInvalid', 401);
const notYet = refused('Factory_FactoryNotConfirmed', 409);
const stranger = refused('User_NotFound');
/** An earlier call may still land, or no longer. */
const doubted = { firstDoubtAt: now - 1_000, lastDoubtAt: now - 1_000 };
const overdue = { firstDoubtAt: now - 100_000, lastDoubtAt: now - 100_000 };

describe('the answer to a call', () => {
	test.each<readonly [string, Partial<Intent>, TransferAnswer, Intent['state']]>([
		['a payout that is done', {}, done, 'SETTLED'],
		['a deposit that is done', deposit, done, 'SETTLED'],
		['the funding of a transit account', funding, done, 'PLANNED'],
		['a payout that was not sent', {}, notSent, 'PLANNED'],
		['a repeated call that was not sent', doubted, notSent, 'UNKNOWN'],
		['a deposit that was not sent', deposit, notSent, 'PLANNED'],
		['one that cannot be sent', { ...deposit, attempt: 20 }, notSent, 'REFUSED'],
		['a call without an answer', {}, unknown, 'UNKNOWN'],
		['a deposit of more than there is', deposit, short, 'REFUSED'],
		['a deposit by a wrong key', deposit, wrongKey, 'REFUSED'],
		[
			'a deposit of an asset that is gone',
			deposit,
			refused('Factory_FactoryNotFound', 404),
			'REFUSED',
		],
		['a deposit of an asset not confirmed', deposit, notYet, 'PLANNED'],
		['one put off for the last time', { ...deposit, attempt: 20 }, notYet, 'REFUSED'],
		['a deposit refused while a call may land', { ...deposit, ...doubted }, short, 'UNKNOWN'],
		['a deposit refused when none can', { ...deposit, ...overdue }, short, 'REFUSED'],
		['a payout to nobody', {}, stranger, 'HELD_FOR_REVIEW'],
		['a payout to nobody while a call may land', doubted, stranger, 'UNKNOWN'],
		['a payout to nobody when none can', overdue, stranger, 'HELD_FOR_REVIEW'],
		['a payout of more than escrow has', {}, short, 'HELD_FOR_REVIEW'],
		['a payout of an asset not confirmed', {}, notYet, 'PLANNED'],
		['a repeated payout put off', overdue, notYet, 'UNKNOWN'],
		['a payout by a revoked key', {}, wrongKey, 'PLANNED'],
		['a repeated payout by a revoked key', overdue, wrongKey, 'UNKNOWN'],
		['a funding of more than escrow has', funding, short, 'PLANNED'],
		['a funding by a revoked key', funding, wrongKey, 'PLANNED'],
		['a payout from transit that had none', fromTransit, short, 'HELD_FOR_REVIEW'],
		['a payout from transit that has none left', { ...fromTransit, ...doubted }, short, 'SETTLED'],
		['a payout by a transit account’s wrong key', fromTransit, wrongKey, 'HELD_FOR_REVIEW'],
	])('%s', (_what, change, answer, state) => {
		const { intent } = answered({ ...sending, ...change }, answer, byKey);
		expect(intent.state).toBe(state);
		if (state === 'PLANNED' || state === 'UNKNOWN') {
			expect(intent.dueAt).toBeGreaterThanOrEqual(now);
		} else if (state !== 'SETTLED') expect(intent.reason).toMatch(/: no$|refused/);
	});

	test.each<readonly [string, Partial<Intent>]>([
		['payout', {}],
		['repeated payout', doubted],
		['funding', funding],
	])('an own key that is refused stops payouts, at a %s', (_what, change) => {
		const step = answered({ ...sending, ...change }, wrongKey, byKey);
		expect(step).toMatchObject({ stopsPayouts: true, alarm: expect.stringContaining('Auth_') });
	});

	test.each([
		['a deposit', deposit, notYet],
		['a payout', {}, notYet],
		['a funding', funding, short],
	] as const)(
		'%s the tracker has refused is asked for under another key',
		(_what, kind, answer) => {
			const call = { ...sending, ...kind };
			const { intent } = answered(call, answer, byKey);
			expect(callName(claim(intent, byKey))).not.toBe(callName(call));
		},
	);

	test('a trader’s key that is refused stops nobody else', () => {
		expect(answered({ ...sending, ...deposit }, wrongKey, byKey).stopsPayouts).toBeUndefined();
	});

	const nothing: TransferAnswer = { kind: 'DOUBTFUL', cause: 'status 204 without a transfer' };

	test.each<readonly [string, Moment, number]>([
		['at once where records can tell', byBalance, now + 100],
		['when it must have landed where only asking again can', byKey, now + 70_000],
	])('a call that is done, but names no transfer, is looked at %s', (_what, moment, dueAt) => {
		const { intent } = answered(sending, nothing, moment);
		expect(intent).toMatchObject({ state: 'UNKNOWN', firstDoubtAt: now, lastDoubtAt: now, dueAt });
	});

	test('a person looks where that is said twice of a call that must have landed', () => {
		expect(answered({ ...sending, ...doubted }, nothing, byKey).intent.state).toBe('UNKNOWN');
		const once = answered({ ...sending, ...overdue }, nothing, byKey).intent;
		expect(once).toMatchObject({ state: 'UNKNOWN', lastDoubtAt: overdue.lastDoubtAt });
		const step = answered(claim(once, byKey), nothing, byKey);
		expect(step.intent.state).toBe('HELD_FOR_REVIEW');
		expect(step.alarm).toContain('status 204 without a transfer');
	});

	test('the tracker’s wish to be left alone is heeded', () => {
		const answer = { ...unknown, retryAfterMs: 5_000 };
		expect(answered(sending, answer, byKey).intent.dueAt).toBe(now + 5_000);
	});

	test('what is funded pays next, and the first doubt of that call is its own', () => {
		const { intent } = answered({ ...sending, ...funding, ...doubted }, done, byTransit);
		expect(intent).toMatchObject({ ...funding, leg: 'PAY', attempt: 0, lastDoubtAt: null });
	});

	test.each(['PLANNED', 'UNKNOWN', 'SETTLED'] as const)('nobody answers a %s intent', (state) => {
		expect(() => answered({ ...sending, state }, done, byKey)).toThrow(/got an answer/);
	});
});

test.each(Object.entries(errors).map(([code, { status }]) => [code, status] as const))(
	'%s has one of four meanings',
	(code, status) => {
		expect(['LATER', 'KEY', 'SPENT', 'NEVER']).toContain(meaningOf({ code, status }));
	},
);

test.each([
	['Unheard_Of', 422, 'NEVER'],
	['Unheard_Of', 403, 'KEY'],
	['constructor', 400, 'NEVER'],
	['__proto__', 400, 'NEVER'],
])('the unknown code %s with status %i means %s', (code, status, meaning) => {
	expect(meaningOf({ code, status })).toBe(meaning);
});

describe('an owner who is gone', () => {
	test('may have called', () => {
		const { intent } = ownerLost(sending, byKey);
		expect(intent).toMatchObject({ state: 'UNKNOWN', firstDoubtAt: now, lastDoubtAt: now });
	});

	test('did not call before the balance was known', () => {
		const claimed = claim(planned, byBalance);
		expect(claimed.sentAt).toBeNull();
		expect(ownerLost(claimed, byBalance).intent.state).toBe('PLANNED');
		const later = { ...byBalance, now: now + 500 };
		const ready = withEvidence(claimed, 9n, later);
		expect(ready).toMatchObject({ unitsBefore: 9n, sentAt: now + 500, dueAt: now + 30_500 });
		expect(ownerLost(ready, byBalance).intent.state).toBe('UNKNOWN');
		expect(() => withEvidence(ready, 9n, later)).toThrow(/before its evidence/);
	});

	test('may have called where the settings have asked for the balance only since', () => {
		expect(ownerLost(claim(planned, byKey), byBalance).intent.state).toBe('UNKNOWN');
	});
});

test('a call that is put off is no attempt, and neither is a look that was none', () => {
	const lastTry = { ...sending, ...deposit, attempt: 20 };
	expect(putOff(lastTry, 'a pause', byKey).intent).toMatchObject({ state: 'PLANNED', attempt: 19 });
	expect(putOff(inDoubt, 'a pause', byKey).intent).toMatchObject({ state: 'UNKNOWN', attempt: 1 });
});

describe('a claim', () => {
	test('gives its owner time for the call and no more', () => {
		const intent = claim({ ...planned, unitsBefore: 7n, reason: 'before' }, byKey);
		expect(intent).toMatchObject({ state: 'SENDING', attempt: 1, sentAt: now });
		expect(intent).toMatchObject({ unitsBefore: null, reason: null, dueAt: now + 30_000 });
	});

	test('of a call in doubt keeps the balance from before the first one', () => {
		const both = momentOf(['idempotency-key', 'balance']);
		const again = claim({ ...inDoubt, unitsBefore: 9n }, both);
		expect(again.unitsBefore).toBe(9n);
		expect(again.sentAt).toBe(now);
		expect(ownerLost(again, both).intent.state).toBe('UNKNOWN');
	});

	test.each(['SENDING', 'SETTLED', 'REFUSED', 'HELD_FOR_REVIEW'] as const)(
		'is not made of a %s intent',
		(state) => {
			expect(() => claim({ ...planned, state }, byKey)).toThrow(/was claimed/);
		},
	);
});

describe('a verdict', () => {
	const happened: Verdict = { kind: 'HAPPENED', transactionId: 'transfer-9' };
	const nothing: Verdict = { kind: 'DID_NOT_HAPPEN' };

	test.each<readonly [string, Partial<Intent>, Verdict, Partial<Intent>]>([
		['settles what happened', {}, happened, { state: 'SETTLED', transactionId: 'transfer-9' }],
		['plans again what did not', {}, nothing, { state: 'PLANNED', lastDoubtAt: null }],
		['takes another transit account', funding, nothing, { state: 'PLANNED', transitEmail: null }],
		[
			'gives a deposit up that did not reach transit',
			{ ...deposit, transitEmail: 'transit-1@house.test' },
			nothing,
			{ state: 'REFUSED' },
		],
		[
			'holds what cannot be explained',
			{ lastDoubtAt: now - 70_000 },
			{ kind: 'UNEXPLAINED', reason: 'odd' },
			{ state: 'HELD_FOR_REVIEW', reason: 'odd' },
		],
		[
			'holds it only when it must have landed',
			{},
			{ kind: 'UNEXPLAINED', reason: 'odd' },
			{ state: 'UNKNOWN', reason: 'odd', dueAt: now + 70_000 },
		],
		[
			'waits',
			{},
			{ kind: 'WAIT', until: now + 7, reason: 'yet' },
			{ state: 'UNKNOWN', dueAt: now + 7 },
		],
	])('%s', (_what, change, verdict, expected) => {
		expect(resolved({ ...inDoubt, ...change }, verdict, byTransit).intent).toMatchObject(expected);
	});

	test('raises an alarm when it holds', () => {
		const landed = { ...inDoubt, lastDoubtAt: now - 70_000 };
		const step = resolved(landed, { kind: 'UNEXPLAINED', reason: 'odd' }, byBalance);
		expect(step.alarm).toBe('PAYOUT intent-1 is held for review: odd');
	});
});

describe('a review', () => {
	const held: Intent = { ...inDoubt, state: 'HELD_FOR_REVIEW', attempt: 4 };

	test.each(['SETTLED', 'REFUSED'] as const)('can end an intent as %s', (decision) => {
		expect(reviewed(held, decision, byKey)?.state).toBe(decision);
		expect(reviewed({ ...held, ...deposit }, decision, byKey)?.state).toBe(decision);
	});

	test('can send a payout again and no deposit, whose key is gone', () => {
		const again = { state: 'PLANNED', attempt: 0, lastDoubtAt: null, dueAt: now };
		expect(reviewed(held, 'SEND_AGAIN', byKey)).toMatchObject(again);
		expect(reviewed({ ...held, ...deposit }, 'SEND_AGAIN', byKey)).toBeUndefined();
	});

	test.each(['PLANNED', 'SENDING', 'UNKNOWN', 'SETTLED', 'REFUSED'] as const)(
		'is not for a %s intent',
		(state) => {
			expect(reviewed({ ...held, state }, 'SETTLED', byKey)).toBeUndefined();
		},
	);
});

test('a deposit that arrives after it was given up is settled, and nothing else is', () => {
	const givenUp: Intent = { ...inDoubt, ...deposit, state: 'REFUSED' };
	expect(arrivedLate(givenUp, byTransit).intent.state).toBe('SETTLED');
	expect(() => arrivedLate({ ...givenUp, state: 'SETTLED' }, byTransit)).toThrow();
	expect(() => arrivedLate({ ...inDoubt, state: 'REFUSED' }, byTransit)).toThrow();
});

describe('asking again', () => {
	test.each<readonly [readonly Resolver[], Partial<Intent>, boolean]>([
		[['idempotency-key'], {}, true],
		// Kept for a day; what is asked now lands within 10 s and a quiet minute.
		[['idempotency-key'], { firstDoubtAt: now - 86_400_000 + 70_001 }, true],
		[['idempotency-key'], { firstDoubtAt: now - 86_400_000 + 70_000 }, false],
		[['transaction-list'], {}, false],
		[['balance'], {}, false],
		[['transit'], fromTransit, true],
		[['transit'], funding, false],
		[['transit'], deposit, false],
	])('with %j and %j: %s', (resolvers, change, can) => {
		expect(canRepeat({ ...inDoubt, ...change }, momentOf(resolvers))).toBe(can);
	});

	test('has the name of the first call, and one of its own for each funding', () => {
		expect(callName(planned)).toBe('intent-1 PAY 1');
		const first = { ...sending, ...funding };
		expect(callName(first)).toBe(`intent-1-fund-${now}-transit-1@house.test FUND 1`);
		const again = { ...first, firstDoubtAt: now, sentAt: now + 500 };
		expect(callName(again)).toBe(callName(first));
		const anew = { ...first, sentAt: now + 500 };
		expect(callName(anew)).not.toBe(callName(first));
	});
});

test('waits double from a tenth of a second to half a minute', () => {
	expect([1, 2, 3, 9, 10, 99].map(retryDelayMs)).toEqual([100, 200, 400, 25_600, 30_000, 30_000]);
});

test('what is in doubt is asked for ever more slowly, to once in five minutes', () => {
	expect([1, 2, 10, 12, 14, 20, 30, 999].map(doubtDelayMs)).toEqual([
		...[100, 200, 30_000, 30_000, 60_000, 150_000, 300_000, 300_000],
	]);
});

test('a call has landed a quiet time after the latest it can have left', () => {
	expect(landedBy(inDoubt, byBalance)).toBe(now + 70_000);
});
