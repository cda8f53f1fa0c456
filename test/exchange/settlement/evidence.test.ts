import { verdictOf, type Evidence } from '../../../exchange/settlement/state/evidence';
import type { Intent } from '../../../exchange/settlement/state/intent';
import type { Resolver } from '../../../exchange/settlement/setup/settings';
import type { TrackerTransaction } from '../../../exchange/tracker/tracker';
import { deposit, fromTransit, funding, inDoubt, momentOf, now } from './intents';

const escrow = 'escrow@house.test';
const trader = 'trader@test';
const row: TrackerTransaction = {
	id: 'transfer-1',
	units: 5n,
	sender: escrow,
	recipient: trader,
	time: now,
};

const list = (...value: readonly TrackerTransaction[]): Evidence => ({
	transactions: { kind: 'READ', value },
	claimedIds: new Set(),
});
const holds = (value: bigint): Evidence => ({ balance: { kind: 'READ', value } });

function verdict(
	resolvers: readonly Resolver[],
	evidence: Evidence,
	{ change = {}, at = now }: { readonly change?: Partial<Intent>; readonly at?: number } = {},
) {
	const intent = { ...inDoubt, unitsBefore: 100n, ...change };
	const pulled = intent.leg === 'PULL';
	const parties = { sender: pulled ? trader : escrow, recipient: pulled ? escrow : trader };
	return verdictOf(intent, parties, evidence, momentOf(resolvers, at));
}

const landed = now + 70_000;

describe('by the transaction list', () => {
	test.each<readonly [string, Evidence, string]>([
		['the transfer is in it', list(row), 'HAPPENED'],
		['it is in other capitals', list({ ...row, recipient: 'Trader@Test' }), 'HAPPENED'],
		['it is in it twice', list(row, { ...row, id: 'transfer-2' }), 'UNEXPLAINED'],
		['it went to somebody else', list({ ...row, recipient: 'other@test' }), 'UNEXPLAINED'],
		['only other amounts are in it', list({ ...row, units: 6n }), 'WAIT'],
		['only transfers of others are in it', list({ ...row, sender: 'other@test' }), 'WAIT'],
		['only one from long ago is in it', list({ ...row, time: now - 300_001 }), 'WAIT'],
		['it is another intent’s', { ...list(row), claimedIds: new Set(['transfer-1']) }, 'WAIT'],
		['nothing is in it', list(), 'WAIT'],
		['its names are no addresses', list({ ...row, recipient: 'Trader Ltd' }), 'UNEXPLAINED'],
		['it does not exist', { transactions: { kind: 'UNSUPPORTED' } }, 'UNEXPLAINED'],
		['it cannot be read', { transactions: { kind: 'UNAVAILABLE', cause: 'status 503' } }, 'WAIT'],
	])('when %s', (_what, evidence, kind) => {
		expect(verdict(['transaction-list'], evidence).kind).toBe(kind);
	});

	test('a deposit is told by who gave it', () => {
		const given = { ...row, sender: trader, recipient: escrow };
		const other = { ...given, sender: 'other@test' };
		expect(verdict(['transaction-list'], list(given), { change: deposit })).toEqual({
			kind: 'HAPPENED',
			transactionId: 'transfer-1',
		});
		const kind = verdict(['transaction-list'], list(other), { change: deposit }).kind;
		expect(kind).toBe('UNEXPLAINED');
	});

	test('nothing in it means that nothing happened only when nothing can land any more', () => {
		expect(verdict(['transaction-list'], list(), { at: landed - 1 }).kind).toBe('WAIT');
		expect(verdict(['transaction-list'], list(), { at: landed }).kind).toBe('DID_NOT_HAPPEN');
	});
});

describe('by the balance', () => {
	test.each<readonly [string, Partial<Intent>, bigint, number, string]>([
		['a payout has left', {}, 95n, now, 'HAPPENED'],
		['a deposit has come', deposit, 105n, now, 'HAPPENED'],
		['nothing has moved yet', {}, 100n, landed - 1, 'WAIT'],
		['nothing has moved and nothing will', {}, 100n, landed, 'DID_NOT_HAPPEN'],
		['something else has moved, so far', {}, 98n, landed - 1, 'WAIT'],
		['something else has moved', {}, 98n, landed, 'UNEXPLAINED'],
		['a payout has left twice', {}, 90n, landed, 'UNEXPLAINED'],
		['a deposit went the wrong way', deposit, 95n, landed, 'UNEXPLAINED'],
	])('%s', (_what, change, balance, at, kind) => {
		expect(verdict(['balance'], holds(balance), { change, at }).kind).toBe(kind);
	});

	test('without the balance before the call nothing is told', () => {
		const change = { unitsBefore: null };
		expect(verdict(['balance'], holds(1n), { change }).kind).toBe('UNEXPLAINED');
	});
});

describe('by both', () => {
	test.each<readonly [string, Evidence, bigint, number, string]>([
		['both have it', list(row), 95n, now, 'HAPPENED'],
		['both have nothing', list(), 100n, landed, 'DID_NOT_HAPPEN'],
		['only the balance has it', list(), 95n, landed, 'UNEXPLAINED'],
		['there is no list', { transactions: { kind: 'UNSUPPORTED' } }, 95n, now, 'HAPPENED'],
		['the list is still silent', list(), 95n, now, 'WAIT'],
	])('when %s', (_what, evidence, balance, at, kind) => {
		const both = { ...evidence, ...holds(balance) };
		expect(verdict(['transaction-list', 'balance'], both, { at }).kind).toBe(kind);
	});
});

describe('by a transit account', () => {
	test.each<readonly [string, Partial<Intent>, bigint, number, string]>([
		['a funding that has arrived', funding, 5n, now, 'HAPPENED'],
		['a funding that has not', funding, 0n, now, 'DID_NOT_HAPPEN'],
		[
			'a deposit that has arrived',
			{ ...deposit, transitEmail: 't@house.test' },
			5n,
			now,
			'HAPPENED',
		],
		['a deposit that may still', { ...deposit, transitEmail: 't@house.test' }, 0n, now, 'WAIT'],
		[
			'one that will not',
			{ ...deposit, transitEmail: 't@house.test' },
			4n,
			landed,
			'DID_NOT_HAPPEN',
		],
	])('%s', (_what, change, balance, at, kind) => {
		expect(verdict(['transit'], holds(balance), { change, at }).kind).toBe(kind);
	});

	test('an account that was not read is no evidence', () => {
		expect(() => verdict(['transit'], {}, { change: fromTransit })).toThrow(/was not read/);
	});
});
