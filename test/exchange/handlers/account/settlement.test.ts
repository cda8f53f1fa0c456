import { Accounts } from '../../../../exchange/accounts/accounts';
import { verifyReserves } from '../../../../proof/reserves';
import { systemClock } from '../../../../server/clock';
import { TestDatabases } from '../../../support/servers/databases';
import { startExchange } from '../../support/exchange';
import { publishNow } from '../../support/publishing';
import { startSettling, type Settling } from '../../support/settling';

const databases = new TestDatabases();
let settling: Settling;
let dataFolder: string;

beforeAll(async () => {
	const place = await databases.place();
	dataFolder = place.dataFolder;
	settling = await startSettling(place, { windowMs: 60_000 });
});
afterAll(async () => {
	await settling.close();
	await databases.close();
});

/** Asks again while what became of the transfer is not known, as a client does. */
async function call(
	method: string,
	path: string,
	{
		body,
		key = settling.buyer.key,
		headers = {},
	}: {
		readonly body?: object;
		readonly key?: string;
		readonly headers?: Readonly<Record<string, string>>;
	} = {},
) {
	for (;;) {
		const answer = await settling.exchange.call(method, path, { key, body, headers });
		if (answer.status !== 202) return answer;
	}
}

const deposit = (body: object, options = {}) => call('POST', '/deposits', { body, ...options });
const payout = (body: object, options = {}) => call('POST', '/payouts', { body, ...options });

async function available(key = settling.buyer.key): Promise<Record<string, string>> {
	const { body } = await settling.exchange.call('GET', '/account', { key });
	const { balances } = body as { balances: { asset: string; available: string }[] };
	return Object.fromEntries(balances.map((balance) => [balance.asset, balance.available]));
}

test('a deposit is pulled once, however often it is asked for', async () => {
	const asked = { asset: 'EUR', amount: '125.50', clientDepositId: 'first' };
	const first = await deposit(asked);
	expect(first).toMatchObject({
		status: 201,
		body: { clientDepositId: 'first', asset: 'EUR', amount: '125.5', status: 'SETTLED' },
	});
	expect(first.body).toHaveProperty('trackerTransactionId');
	expect(await deposit(asked)).toMatchObject({ status: 200, body: first.body });
	expect(await settling.held(settling.escrow, 'EUR')).toBe(12_550);
	expect(await available()).toMatchObject({ EUR: '125.5' });
	const { depositId } = first.body as { depositId: string };
	expect((await call('GET', `/deposits/${depositId}`)).body).toEqual(first.body);
	expect((await call('GET', '/deposits')).body).toEqual([first.body]);
	const others = await call('GET', `/deposits/${depositId}`, { key: settling.seller.key });
	expect(others).toMatchObject({ status: 404, body: { errorCode: 'Exchange_IntentNotFound' } });
});

test.each<readonly [string, object, object, number, string, RegExp]>([
	[
		'another amount under the same id',
		{ asset: 'EUR', amount: '1', clientDepositId: 'first' },
		{},
		422,
		'Exchange_ReferenceReused',
		/The id 'first'/,
	],
	[
		'less than a unit of the tracker',
		{ asset: 'EUR', amount: '0.001' },
		{},
		400,
		'Request_Invalid',
		/'amount' must be a multiple of 0.01/,
	],
	[
		'nothing',
		{ asset: 'EUR', amount: '0' },
		{},
		400,
		'Request_Invalid',
		/'amount' must be a multiple/,
	],
	[
		'less than nothing',
		{ asset: 'EUR', amount: '-1' },
		{},
		400,
		'Request_Invalid',
		/'amount' must be a decimal/,
	],
	[
		'an exponent',
		{ asset: 'EUR', amount: '1e3' },
		{},
		400,
		'Request_Invalid',
		/'amount' must be a decimal/,
	],
	[
		'a number',
		{ asset: 'EUR', amount: 5 },
		{},
		400,
		'Request_Invalid',
		/'amount' must be a string/,
	],
	[
		'thirty digits',
		{ asset: 'EUR', amount: '9'.repeat(30) },
		{},
		400,
		'Request_Invalid',
		/'amount' is more than one transfer can move/,
	],
	[
		'an asset there is none of',
		{ asset: '__proto__', amount: '1' },
		{},
		422,
		'Exchange_AssetNotLinked',
		/__proto__/,
	],
	[
		'more than the trader has',
		{ asset: 'EUR', amount: '20000' },
		{},
		422,
		'Exchange_TransferRefused',
		/InsufficientFund/,
	],
	[
		'a wrong key at the tracker',
		{ asset: 'EUR', amount: '1' },
		{ headers: { 'x-tracker-key': 'x'.repeat(43) } },
		422,
		'Exchange_TransferRefused',
		/Auth_KeyInvalid/,
	],
	[
		'a key that cannot be one',
		{ asset: 'EUR', amount: '1' },
		{ headers: { 'x-tracker-key': 'é' } },
		400,
		'Request_Invalid',
		/x-tracker-key/,
	],
])(
	'a deposit of %s is refused and changes nothing',
	async (_what, body, options, status, errorCode, message) => {
		const before = await available();
		const answer = await deposit(body, options);
		expect(answer).toMatchObject({ status, body: { errorCode } });
		expect((answer.body as { message: string }).message).toMatch(message);
		expect(await available()).toEqual(before);
		expect(await settling.held(settling.escrow, 'EUR')).toBe(12_550);
	},
);

test('a key of the exchange itself pulls nothing in', async () => {
	const before = await available();
	const headers = { 'x-tracker-key': settling.escrow.key };
	const answer = await deposit({ asset: 'EUR', amount: '1' }, { headers });
	expect(answer).toMatchObject({
		status: 400,
		body: { errorCode: 'Request_Invalid', arguments: ['x-tracker-key', expect.any(String)] },
	});
	expect(JSON.stringify(answer.body)).not.toContain(settling.escrow.key);
	expect(await available()).toEqual(before);
});

test('a payout takes what is available, all of it when no amount is given', async () => {
	const some = await payout({ asset: 'EUR', amount: '25.5', clientPayoutId: 'some' });
	expect(some).toMatchObject({ status: 201, body: { amount: '25.5', status: 'SETTLED' } });
	expect(await payout({ asset: 'EUR', clientPayoutId: 'some' })).toMatchObject({ status: 200 });
	const tooMuch = await payout({ asset: 'EUR', amount: '100.01' });
	expect(tooMuch).toMatchObject({
		status: 422,
		body: {
			errorCode: 'Exchange_InsufficientBalance',
			message: expect.stringMatching(/^This needs 100.01 EUR and the account has 100 EUR/),
		},
	});
	expect(await payout({ asset: 'EUR' })).toMatchObject({ status: 201, body: { amount: '100' } });
	expect(await payout({ asset: 'EUR' })).toMatchObject({ status: 422 });
	expect(await settling.held(settling.buyer.user, 'EUR')).toBe(1_000_000);
	expect(await settling.held(settling.escrow, 'EUR')).toBe(0);
	expect((await call('GET', '/payouts')).body).toHaveLength(2);
});

test.each<readonly [object, RegExp]>([
	[
		{ side: 'SELL', type: 'LIMIT', price: '10', quantity: '5', fund: true },
		/'clientOrderId' is needed/,
	],
	[
		{ side: 'SELL', type: 'MARKET', quoteOrderQty: '5', fund: true, clientOrderId: 'm' },
		/'fund' needs an order/,
	],
])('an order that cannot fund itself says why: %j', async (order, message) => {
	const answer = await call('POST', '/orders', { body: { symbol: 'CREDIT-EUR', ...order } });
	expect(answer).toMatchObject({ status: 400, body: { errorCode: 'Request_Invalid' } });
	expect((answer.body as { message: string }).message).toMatch(message);
});

test('an order pulls only what it lacks, and once', async () => {
	await deposit({ asset: 'EUR', amount: '30' });
	const order = {
		...{ symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '10', quantity: '5' },
		...{ fund: true, clientOrderId: 'lacking' },
	};
	const first = await call('POST', '/orders', { body: order });
	expect(first).toMatchObject({ status: 201, body: { status: 'NEW' } });
	// 50 and at most 1 % of it in commission.
	expect(await settling.held(settling.escrow, 'EUR')).toBe(5_050);
	expect(await available()).toMatchObject({ EUR: '0' });
	expect(await call('POST', '/orders', { body: order })).toMatchObject({ status: 200 });
	expect(await settling.held(settling.escrow, 'EUR')).toBe(5_050);
});

test('what is owed and held is published, with a proof for each trader', async () => {
	const { exchange } = settling;
	expect(
		await exchange.call('GET', '/account/reserves', { key: settling.seller.key }),
	).toMatchObject({
		status: 404,
		body: { errorCode: 'Exchange_ReservesNotFound' },
	});
	await publishNow(exchange.exchange.database, dataFolder);
	const published = (await exchange.call('GET', '/reserves')).body;
	const proof = (await exchange.call('GET', '/account/reserves', { key: settling.buyer.key })).body;
	expect(proof).toMatchObject({ published });
	expect(await verifyReserves(proof)).toMatchObject({ valid: true });
});

test('payouts by themselves can be turned off', async () => {
	const off = await call('PATCH', '/account', { body: { payouts: 'ON_DEMAND' } });
	expect(off).toMatchObject({ status: 200, body: { payouts: 'ON_DEMAND' } });
	expect((await call('GET', '/account')).body).toMatchObject({ payouts: 'ON_DEMAND' });
	expect(await call('PATCH', '/account', { body: { payouts: 'NEVER' } })).toMatchObject({
		status: 400,
	});
});

test('without a tracker there are no deposits, and the answer says so', async () => {
	const bare = await startExchange(await databases.place());
	const { key } = bare.harbour;
	for (const [method, path, body] of [
		['POST', '/deposits', { asset: 'EUR', amount: '1' }],
		['POST', '/payouts', { asset: 'EUR' }],
		['GET', '/deposits', undefined],
		['GET', '/reserves', undefined],
	] as const) {
		const answer = await bare.call(method, path, { key, ...(body && { body }) });
		expect(answer).toMatchObject({ status: 404, body: { errorCode: 'Exchange_SettlementOff' } });
	}
	await bare.close();
});

test('a key made for the exchange alone is not sent to the tracker', async () => {
	const { database } = settling.exchange.exchange;
	const accounts = new Accounts(database, systemClock);
	const { key } = await accounts.addKey(settling.buyer.accountId, 'here alone');
	const transfers = () => settling.service.log().match(/\/transfer/g)?.length;
	const before = transfers();
	const needed = { status: 400, body: { arguments: ['x-tracker-key', expect.any(String)] } };
	expect(await deposit({ asset: 'EUR', amount: '1' }, { key })).toMatchObject(needed);
	const order = { symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '900', quantity: '9' };
	const funded = { ...order, clientOrderId: 'here-alone', fund: true };
	expect(await call('POST', '/orders', { body: funded, key })).toMatchObject(needed);
	// What is there is told without any key of the tracker.
	const first = { asset: 'EUR', amount: '125.50', clientDepositId: 'first' };
	expect((await deposit(first, { key })).status).toBe(200);
	expect(transfers()).toBe(before);
	const headers = { 'x-tracker-key': settling.buyer.key };
	const sent = await deposit(
		{ asset: 'EUR', amount: '1', clientDepositId: 'by-two-keys' },
		{ key, headers },
	);
	expect(sent).toMatchObject({ status: 201, body: { status: 'SETTLED' } });
	expect((await payout({ asset: 'EUR', amount: '1' })).status).toBe(201);
});
