/**
 * Orders that pull what they lack, over the wire, at a tracker that a test can hold up; in
 * PostgreSQL, where requests meet each other. The simulation has the same in SQLite.
 */
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { withStatement } from '../../../../exchange/history/statements/statements';
import { Markets } from '../../../../exchange/trading/markets/markets';
import { Intake } from '../../../../exchange/trading/intake/intake';
import { NO_RULES } from '../../../../exchange/engine/rules';
import { TestDatabases } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { patientWaits } from '../../support/exchange';
import { Folded } from '../../support/folded-account';
import {
	escrow,
	granted,
	startScriptedSettling,
	type ScriptedSettling,
} from '../../support/scripted-settling';
import { refusal } from '../../support/scripted-tracker';
import { hasSettled } from '../../support/settling';

const databases = new TestDatabases();

/** So long that it only ends when the test has it pass. */
const fundingKeptMs = 3_600_000;

let settling: ScriptedSettling;
const folded = new Folded();

beforeAll(async () => {
	const times = { windowMs: 100, fundingKeptMs };
	settling = await startScriptedSettling(await databases.place('PostgreSQL'), times);
	folded.follow(settling.exchange.url, settling.buyer.key);
});
beforeEach(() => {
	settling.tracker.before = () => undefined;
	settling.tracker.after = () => undefined;
	Object.assign(settling.waits, patientWaits);
});
/** Whatever a test did, the books agree with themselves, and every statement and stream with them. */
afterEach(async () => {
	await until(async () => {
		const { balances } = (await call('GET', '/account')).body;
		return JSON.stringify(folded.allBalances) === JSON.stringify(balances) || undefined;
	});
	const { database } = settling.exchange.exchange;
	expect(await auditLedger(database)).toEqual([]);
	const request = { accountId: settling.buyer.accountId, period: { from: null, to: null } };
	await withStatement(database, request, async (items) => {
		for await (const item of items) expect(item).toBeDefined();
	});
});
afterAll(async () => {
	await folded.stop();
	await settling.close();
	await databases.close();
});

async function call(method: string, path: string, body?: object) {
	const { key } = settling.buyer;
	const answer = await settling.exchange.call(method, path, { key, ...(body && { body }) });
	return { status: answer.status, body: answer.body as Record<string, unknown> };
}

/** Needs 150.30, with the dearest commission. */
const purchase = (clientOrderId: string, change: object = {}) =>
	call('POST', '/orders', {
		...{ symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '10', quantity: '15' },
		...{ fund: true, clientOrderId, ...change },
	});

async function money(): Promise<string> {
	const { body } = await call('GET', '/account');
	const balances = body.balances as { asset: string; available: string; held: string }[];
	const own = balances.find(({ asset }) => asset === 'EUR');
	return `${own?.available}/${own?.held}`;
}

/** How often the stream has told that what was reserved is available again. */
const releases = () => folded.messages.filter(({ data }) => data['change'] === 'RELEASED').length;

/** All orders end, and all that comes of it is at the tracker again. */
async function backToTheStart(): Promise<void> {
	await call('DELETE', '/orders?symbol=CREDIT-EUR');
	const { tracker, buyer, exchange } = settling;
	await until(async () => {
		const isPaid = tracker.heldBy(buyer.email, 'EUR') === granted && (await money()) === '0/0';
		return isPaid && (await hasSettled(exchange.exchange.database)) ? true : undefined;
	});
}

const pulled = () => settling.tracker.heldBy(escrow.email, 'EUR');

test('three at once, where less is there than any of them needs, are all placed', async () => {
	await call('POST', '/deposits', { asset: 'EUR', amount: '100' });
	const orders = await Promise.all(['a', 'b', 'c'].map((id) => purchase(id)));
	expect(orders.map(({ status }) => status)).toEqual([201, 201, 201]);
	expect(pulled()).toBe(3 * 15_030);
	expect(await money()).toBe('0/450.9');
	const { body } = await call('GET', '/deposits?limit=3');
	const deposits = body as unknown as { clientOrderId: string; amount: string }[];
	expect(deposits.map(({ clientOrderId }) => clientOrderId).sort()).toEqual(['a', 'b', 'c']);
	expect(deposits.map(({ amount }) => amount).sort()).toEqual(['150.3', '150.3', '50.3']);
	await backToTheStart();
});

test('for one that comes after its validUntil nothing is pulled, and what came meanwhile is free', async () => {
	const { clock, tracker } = settling;
	const late = { status: 422, body: { errorCode: 'Exchange_OrderTooLate' } };
	const deposits = await call('GET', '/deposits');
	expect(await purchase('late', { validUntil: clock.now() - 1 })).toMatchObject(late);
	expect([pulled(), await call('GET', '/deposits')]).toEqual([0, deposits]);

	tracker.before = () => {
		clock.pass(2_000);
		return undefined;
	};
	expect(await purchase('late', { validUntil: clock.now() + 1_000 })).toMatchObject(late);
	tracker.before = () => undefined;
	expect([pulled(), await money()]).toEqual([15_030, '150.3/0']);
	const inTime = await purchase('late', { validUntil: clock.now() + 60_000 });
	expect([inTime.status, pulled(), await money()]).toEqual([201, 15_030, '0/150.3']);
	await backToTheStart();
});

test('a test of one says what would be pulled and what it costs, and pulls nothing', async () => {
	const { seller, exchange } = settling;
	const sale = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '10', quantity: '5' };
	const body = { ...sale, fund: true, clientOrderId: 'offered' };
	const offered = await exchange.call('POST', '/orders', { key: seller.key, body });
	expect(offered.status).toBe(201);
	await call('POST', '/deposits', { asset: 'EUR', amount: '100' });
	const wanted = { ...sale, side: 'BUY', quantity: '15' };
	const tried = (change: object) => call('POST', '/orders/test', { ...wanted, ...change });
	const code = async (change: object) => (await tried(change)).body.errorCode;

	expect(await code({})).toBe('Exchange_InsufficientBalance');
	const told = await tried({ fund: true });
	expect(told).toMatchObject({
		status: 200,
		body: {
			...{ hold: '150.3', available: '100', pulled: '50.3' },
			outcome: { status: 'PARTIALLY_FILLED', commission: '0.1', totalQuoteQty: '50.1' },
		},
	});
	const covered = await tried({ fund: true, quantity: '9' });
	expect(covered).toMatchObject({ status: 200, body: { available: '100' } });
	expect(covered.body).not.toHaveProperty('pulled');

	// What a pull cannot mend.
	expect(await code({ fund: true, postOnly: true })).toBe('Exchange_OrderWouldBeRefused');
	const market = { type: 'MARKET', price: undefined };
	const refused = await tried({ fund: true, ...market });
	expect(refused.body).toMatchObject({
		errorCode: 'Request_Invalid',
		arguments: ['fund', expect.anything()],
	});
	const { orderId: origOrderId } = (
		await call('POST', '/orders', { ...wanted, price: '9', quantity: '1' })
	).body;
	expect(await code({ fund: true, origOrderId })).toBe('Request_Invalid');
	const ownKey = { ...wanted, fund: true };
	const strange = await exchange.call('POST', '/orders/test', {
		...{ key: settling.buyer.key, body: ownKey, headers: { 'x-tracker-key': escrow.key } },
	});
	expect(strange.body).toMatchObject({ arguments: ['x-tracker-key', expect.anything()] });

	expect(pulled()).toBe(10_000);
	expect(await money()).toBe('90.982/9.018');
	const all = '/orders?symbol=CREDIT-EUR';
	expect((await exchange.call('DELETE', all, { key: seller.key })).status).toBe(200);
	await call('DELETE', all);
	expect((await call('POST', '/payouts', { asset: 'EUR' })).status).toBe(201);
	await backToTheStart();
});

test('a window of payouts does not take what an order waits with', async () => {
	const { database } = settling.exchange.exchange;
	const { accountId } = settling.buyer;
	await call('POST', '/deposits', { asset: 'EUR', amount: '100' });
	settling.tracker.before = ({ kind }) =>
		kind === 'TRANSFER' ? { status: 502, body: 'later' } : undefined;
	const placed = purchase('beside-a-window');
	await until(async () => ((await money()) === '0/100' ? true : undefined));
	// What trading had brought before, as a window finds it.
	await database
		.insertInto('dues')
		.values({ account_id: accountId, asset: 'EUR', amount: 1_000_000n })
		.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet({ amount: 1n }))
		.execute();
	const due = () => database.selectFrom('dues').select('amount').where('amount', '>', 0n).execute();
	await until(async () => ((await due()).length === 0 ? true : undefined));
	expect(await money()).toBe('0/100');
	settling.tracker.before = () => undefined;
	expect(await placed).toMatchObject({ status: 201, body: { status: 'NEW' } });
	expect(pulled()).toBe(15_030);
	await backToTheStart();
});

test('what nobody asks for any more is paid back, and pulled again when the order is', async () => {
	await call('POST', '/deposits', { asset: 'EUR', amount: '100' });
	settling.tracker.before = ({ kind, recipient }) =>
		kind === 'TRANSFER' && recipient === escrow.email ? { status: 502, body: 'later' } : undefined;
	settling.waits.transferMs = 0;
	expect(await purchase('forgotten')).toMatchObject({
		status: 202,
		body: { status: 'PENDING_FUNDING', deposit: { clientOrderId: 'forgotten', amount: '50.3' } },
	});
	const before = releases();
	settling.clock.pass(fundingKeptMs);
	// The part that was here, while nobody knows yet what becomes of the deposit.
	await until(async () => (pulled() === 0 ? true : undefined));
	await until(() => Promise.resolve(releases() === before + 1 || undefined));
	settling.tracker.before = () => undefined;
	await backToTheStart();
	Object.assign(settling.waits, patientWaits);
	expect(await purchase('forgotten')).toMatchObject({ status: 201 });
	expect(await purchase('forgotten')).toMatchObject({ status: 200 });
	expect(pulled()).toBe(15_030);
	await backToTheStart();
});

test('an order whose deposit is refused gives back what was reserved, and may be sent again', async () => {
	await call('POST', '/deposits', { asset: 'EUR', amount: '100' });
	settling.tracker.before = ({ kind, recipient }) =>
		kind === 'TRANSFER' && recipient === escrow.email
			? refusal(422, 'Factory_FactoryTransferInsufficientFund')
			: undefined;
	const refused = { status: 422, body: { errorCode: 'Exchange_TransferRefused' } };
	expect(await purchase('too-poor')).toMatchObject(refused);
	await until(async () => (pulled() === 0 ? true : undefined));
	settling.tracker.before = () => undefined;
	expect(await purchase('too-poor')).toMatchObject({ status: 201 });
	await backToTheStart();
});

test('another order under the id of one that waits is refused, and takes nothing from it', async () => {
	settling.tracker.before = ({ kind }) =>
		kind === 'TRANSFER' ? { status: 502, body: 'later' } : undefined;
	const placed = purchase('same-id');
	await until(async () => {
		const { body } = await call('GET', '/deposits?limit=1');
		const [first] = body as unknown as { clientOrderId?: string }[];
		return first?.clientOrderId === 'same-id' ? true : undefined;
	});
	const other = await call('POST', '/orders', {
		...{ symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '11', quantity: '1' },
		...{ fund: true, clientOrderId: 'same-id' },
	});
	expect(other).toMatchObject({
		status: 422,
		body: { errorCode: 'Exchange_ClientOrderIdReused' },
	});
	settling.tracker.before = () => undefined;
	expect(await placed).toMatchObject({ status: 201, body: { price: '10' } });
	await backToTheStart();
});

test('an order that is refused when its money has come gets it paid back', async () => {
	const { database } = settling.exchange.exchange;
	const markets = new Markets(database, settling.clock);
	const market = await markets.find('CREDIT-EUR');
	if (market === undefined) throw new Error('the market is gone');
	const intake = new Intake({ database, clock: settling.clock, onAccepted: () => undefined });
	const setStatus = async (status: 'CANCEL_ONLY' | 'TRADING') => {
		await intake.submit(market, { kind: 'STATUS', status });
		const isSo = async () => (await markets.listed('CREDIT-EUR'))?.status === status;
		await until(async () => ((await isSo()) ? true : undefined));
	};
	settling.tracker.before = ({ kind }) =>
		kind === 'TRANSFER' ? { status: 502, body: 'later' } : undefined;
	const before = releases();
	const placed = purchase('too-late');
	await until(async () => (settling.tracker.calls.at(-1)?.kind === 'TRANSFER' ? true : undefined));
	await setStatus('CANCEL_ONLY');
	settling.tracker.before = () => undefined;
	expect(await placed).toMatchObject({
		status: 409,
		body: { errorCode: 'Exchange_MarketNotTrading' },
	});
	await backToTheStart();
	await until(() => Promise.resolve(releases() === before + 1 || undefined));
	await setStatus('TRADING');
});

test('an order that the book refuses when its money has come is kept, and gets it paid back', async () => {
	const { database } = settling.exchange.exchange;
	const market = await new Markets(database, settling.clock).find('CREDIT-EUR');
	if (market === undefined) throw new Error('the market is gone');
	const intake = new Intake({ database, clock: settling.clock, onAccepted: () => undefined });
	// Ten lies far beyond a tenth around twenty.
	const bound = { ...NO_RULES, staticBandBps: 1_000, referencePriceTicks: 2_000 };
	await intake.submit(market, { kind: 'RULES', rules: bound });
	const refused = await purchase('beyond');
	expect([refused.status, JSON.stringify(refused.body)]).toEqual([
		422,
		expect.stringContaining('PRICE_OUTSIDE_BAND'),
	]);
	expect(await call('GET', '/client-orders/beyond')).toMatchObject({
		body: { status: 'REJECTED', reason: 'PRICE_OUTSIDE_BAND' },
	});
	await backToTheStart();
	await intake.submit(market, { kind: 'RULES', rules: NO_RULES });
	expect(await purchase('within')).toMatchObject({ status: 201 });
	await backToTheStart();
});
