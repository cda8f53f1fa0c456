/** What an account may have paid out without the operator, and what waits for them. */
import { listActs } from '../../../../exchange/guard/audit';
import { deposit } from '../../../../exchange/trading/ledger/deposits';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { systemClock } from '../../../../server/clock';
import { TestDatabases } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { EventClient } from '../../events/event-client';
import { startScriptedSettling, type ScriptedSettling } from '../../support/scripted-settling';

const databases = new TestDatabases();
let settling: ScriptedSettling;

beforeAll(async () => {
	settling = await startScriptedSettling(await databases.place('PostgreSQL'), { windowMs: 100 });
});
afterEach(async () => {
	expect(await auditLedger(settling.exchange.exchange.database)).toEqual([]);
});
afterAll(async () => {
	await settling.close();
	await databases.close();
});

async function call(method: string, path: string, key: string, body?: object) {
	const answer = await settling.exchange.call(method, path, { key, ...(body && { body }) });
	return { status: answer.status, body: answer.body as Record<string, string> };
}

const admin = (method: string, path: string, body?: object) =>
	call(method, `/admin${path}`, settling.exchange.administratorKey, body);

const payout = (amount: string) =>
	call('POST', '/payouts', settling.buyer.key, { asset: 'EUR', amount });

const limit = (limits: object) =>
	admin('POST', `/accounts/${settling.buyer.accountId}/payout-limits`, {
		...{ asset: 'EUR', reason: 'a new trader', ...limits },
	});

const decide = (id: string | undefined, decision: 'approve' | 'reject') =>
	admin('POST', `/payouts/${id}/${decision}`, { reason: 'asked by telephone' });

test('a payout above the amount waits, and leaves or comes back by a decision that is written down', async () => {
	const { buyer, exchange } = settling;
	await call('POST', '/deposits', buyer.key, { asset: 'EUR', amount: '500' });
	expect((await limit({ approvalAbove: '100' })).status).toBe(200);
	expect((await payout('100')).status).toBe(201);
	const first = await payout('100.01');
	expect(first).toMatchObject({ status: 202, body: { status: 'PENDING_APPROVAL' } });
	const second = await payout('150');
	const waiting = (await admin('GET', '/payouts/waiting')).body as unknown as object[];
	expect(waiting).toMatchObject([{ amount: '100.01', email: buyer.email }, { amount: '150' }]);
	expect((await decide(first.body.payoutId, 'approve')).status).toBe(200);
	expect((await decide(second.body.payoutId, 'reject')).status).toBe(200);
	expect((await decide(second.body.payoutId, 'approve')).status).toBe(409);
	const stateOf = async (id: string | undefined) =>
		(await call('GET', `/payouts/${id}`, buyer.key)).body;
	await until(async () =>
		(await stateOf(first.body.payoutId)).status === 'SETTLED' ? true : undefined,
	);
	expect(await stateOf(second.body.payoutId)).toMatchObject({
		...{ status: 'REFUSED', reason: 'it was not approved' },
	});
	const { body } = await call('GET', '/account', buyer.key);
	expect(body.balances).toMatchObject([{ asset: 'EUR', available: '299.99', held: '0' }]);
	const acts = await listActs(exchange.exchange.database, { limit: 3, offset: 0 });
	expect(acts.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
		'PAYOUT_REJECT asked by telephone',
		'PAYOUT_APPROVE asked by telephone',
		'ACCOUNT_SET_PAYOUT_LIMITS a new trader',
	]);
});

test('what is beyond the limit of a day is refused, and stays due where a window pays', async () => {
	const { buyer, exchange } = settling;
	// 200.01 have left by now; what was rejected does not count.
	expect((await limit({ perDayMax: '210' })).status).toBe(200);
	expect(await payout('10')).toMatchObject({
		...{ status: 422, body: { errorCode: 'Exchange_PayoutLimit', arguments: ['9.99', 'EUR'] } },
	});
	const { database } = exchange.exchange;
	await database
		.insertInto('dues')
		.values({ account_id: buyer.accountId, asset: 'EUR', amount: 500_000n })
		.execute();
	const due = async () =>
		(await database.selectFrom('dues').select('amount').executeTakeFirstOrThrow()).amount;
	await until(async () => ((await due()) === 400_100n ? true : undefined));
	expect((await payout('0.01')).status).toBe(422);
	expect((await limit({ approvalAbove: '5' })).status).toBe(200);
	// The rest of what is due leaves with the next window, once somebody agrees.
	await until(async () => ((await due()) === 0n ? true : undefined));
	const [waiting] = (await admin('GET', '/payouts/waiting')).body as unknown as {
		payoutId: string;
		amount: string;
	}[];
	expect(waiting?.amount).toBe('40.01');
	expect((await decide(waiting?.payoutId, 'approve')).status).toBe(200);
});

test('what becomes of transfers is told their trader, and what needs a person administrators', async () => {
	const { buyer, seller, exchange } = settling;
	const trader = new EventClient(exchange, buyer.key);
	const administrator = new EventClient(exchange, exchange.administratorKey);
	const held = await trader.events(0, 3, 'types=payout.held');
	expect(held).toMatchObject([
		{ data: { amount: '100.01', asset: 'EUR', status: 'PENDING_APPROVAL' } },
		{ data: { amount: '150' } },
		{ data: { amount: '40.01' } },
	]);
	const lifeOf = async (subject = '') =>
		(await trader.events(0, 2, `subject=${subject}`)).map(({ data }) => data['status']);
	expect(await lifeOf(held[0]?.subject)).toEqual([
		...['PENDING_APPROVAL', 'PLANNED', 'SENDING', 'SETTLED'],
	]);
	expect(await lifeOf(held[1]?.subject)).toEqual(['PENDING_APPROVAL', 'REFUSED']);
	expect(await trader.events(0, 1, 'types=deposit.settled')).toMatchObject([
		{ data: { amount: '500', asset: 'EUR', status: 'SETTLED' } },
	]);
	expect(await administrator.events(0, held.length)).toEqual(held);
	const { events: ofOther } = await new EventClient(exchange, seller.key).page('limit=1000');
	expect(ofOther.filter(({ type }) => type.startsWith('payout.'))).toEqual([]);

	// Credited here, and nothing came to the exchange at the tracker.
	const { database } = exchange.exchange;
	const credit = { accountId: seller.accountId, asset: 'EUR', amount: 10_000n, reference: 'paper' };
	await deposit({ database, clock: systemClock }, credit);
	for (let runs = 0; runs < 2; runs += 1) {
		expect((await admin('POST', '/reconciliations', { reason: 'a test' })).status).toBe(200);
	}
	const broken = await administrator.events(0, 1, 'types=reconciliation.broken');
	expect(broken).toMatchObject([{ data: { verdict: 'DIFFERS', assets: ['EUR'] } }]);
	expect(await trader.call('GET', '/events?types=reconciliation.broken')).toMatchObject({
		...{ status: 200, body: { events: [] } },
	});
});
