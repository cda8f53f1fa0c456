/** Deposits and payouts at a tracker, as ccxt's deposits and withdrawals. */
import { until } from '../../support/clients/requests';
import { TestDatabases } from '../../support/servers/databases';
import { startSettling, type Settling } from '../../exchange/support/settling';
import type { Sealkeeper } from '../../../clients/ccxt/sealkeeper.ts';
import { symbol, traderAt } from './venue';

const databases = new TestDatabases();
let settling: Settling;
let buyer: Sealkeeper;

beforeAll(async () => {
	settling = await startSettling(await databases.place('SQLite'));
	buyer = await traderAt(settling.exchange.url, settling.buyer.key);
});
afterAll(async () => {
	await buyer.close();
	await settling.close();
	await databases.close();
});

test('an order pulls what it lacks, and the deposit is listed', async () => {
	const params = { clientOrderId: 'purchase', fund: true };
	const order = await until(() =>
		buyer
			.createOrder(symbol, 'limit', 'buy', 10, 12.5, params)
			.catch((fault: Error) =>
				fault.name === 'OperationFailed' ? undefined : Promise.reject(fault),
			),
	);
	expect(order).toMatchObject({ status: 'open', amount: 10 });
	const [deposit, ...others] = await buyer.fetchDeposits('EUR');
	expect(others).toEqual([]);
	expect(deposit).toEqual({
		info: expect.objectContaining({ clientOrderId: 'purchase' }),
		id: expect.any(String),
		txid: expect.any(String),
		timestamp: expect.any(Number),
		datetime: new Date(deposit?.timestamp ?? 0).toISOString(),
		address: undefined,
		addressFrom: undefined,
		addressTo: undefined,
		tag: undefined,
		tagFrom: undefined,
		tagTo: undefined,
		type: 'deposit',
		amount: 126.25,
		currency: 'EUR',
		status: 'ok',
		updated: expect.any(Number),
		fee: undefined,
		network: undefined,
		comment: undefined,
		internal: false,
	});
	expect(await buyer.fetchDeposits('CREDIT')).toEqual([]);
});

test('what is pulled by hand is paid out again, and both are listed by time and limit', async () => {
	for (const amount of ['10', '20', '30']) {
		await buyer['privatePostDeposits']({ asset: 'EUR', amount });
	}
	const all = await until(async () => {
		const deposits = await buyer.fetchDeposits();
		return deposits.every(({ status }) => status === 'ok') ? deposits : undefined;
	});
	expect(all.map(({ amount }) => amount)).toEqual([126.25, 10, 20, 30]);
	const since = all[1]?.timestamp;
	expect((await buyer.fetchDeposits('EUR', since, 2)).map(({ amount }) => amount)).toEqual([
		10, 20,
	]);
	expect((await buyer.fetchDeposits('EUR', undefined, 1)).map(({ amount }) => amount)).toEqual([
		30,
	]);
	const held = await settling.held(settling.buyer.user, 'EUR');
	const payout = await buyer.withdraw('EUR', 60, '', undefined, { clientPayoutId: 'back' });
	expect(payout).toMatchObject({ type: 'withdrawal', amount: 60, currency: 'EUR' });
	const paid = await until(async () => {
		const [found] = await buyer.fetchWithdrawals('EUR');
		return found?.status === 'ok' ? found : undefined;
	});
	expect(paid).toMatchObject({ id: payout.id, info: { clientPayoutId: 'back' } });
	expect(await settling.held(settling.buyer.user, 'EUR')).toBe(held + 6_000);
	const more = buyer.withdraw('EUR', 1, '');
	await expect(more).rejects.toMatchObject({ name: 'InsufficientFunds' });
});
