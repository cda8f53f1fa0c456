/**
 * A frozen account and an exchange in maintenance as a trader's program meets them over HTTP, while
 * the operator acts by endpoint or by command: nothing new begins, what is there can be ended, read
 * and settled, and nothing slips in beside an answer that says so.
 */
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../../../exchange/database/database';
import { lockPlanning } from '../../../../exchange/settlement/store/planning';
import { systemClock } from '../../../../server/clock';
import { ExchangeStage, stageExchange, type StagedExchange } from '../../../api/exchange-stage';
import { databaseKinds, TestDatabases, type TestPlace } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { startExchange, type CallOptions, type RunningExchange } from '../../support/exchange';
import { byCommand, operatorOn } from '../../support/operator';

const databases = new TestDatabases();
afterAll(() => databases.close());

type Operator = ReturnType<typeof operatorOn>;

const reason = 'by command';

const sale = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '90', quantity: '1' };

describe.each(databaseKinds)('on %s', (kind) => {
	let place: TestPlace;
	let running: RunningExchange;
	let outside: Database;
	beforeAll(async () => {
		place = await databases.place(kind);
		running = await startExchange(place);
		outside = await openDatabase(place);
	});
	afterAll(async () => {
		await outside.destroy();
		await running.close();
	});

	const trader = (method: string, path: string, body?: unknown) =>
		running.call(method, path, { key: running.northwind.key, body });
	const operator = (method: string, path: string, body?: unknown) =>
		running.call(method, path, { key: running.administratorKey, body });
	const order = async (more: object = {}) => trader('POST', '/orders', { ...sale, ...more });
	const account = () => `/admin/accounts/${running.northwind.accountId}`;
	const commanding = () => operatorOn({ database: outside, clock: systemClock });

	async function openOrders(): Promise<readonly { readonly orderId: string }[]> {
		const { status, body } = await trader('GET', '/orders?limit=1000');
		expect(status).toBe(200);
		return body as readonly { readonly orderId: string }[];
	}

	const emptied = () => until(async () => ((await openOrders()).length === 0 ? true : undefined));

	test('a frozen account begins nothing, ends and reads what it has, and goes on when let', async () => {
		const { body } = await order({ clientOrderId: 'before' });
		const { orderId } = body as { readonly orderId: string };
		const asked = { reason: 'looked into', publicReason: 'ask the help desk' };
		const frozen = await operator('POST', `${account()}/freeze`, asked);
		expect(frozen).toMatchObject({ status: 200, body: { status: 'FROZEN', cancellations: [] } });
		const refusal = { status: 403, body: { errorCode: 'Exchange_AccountFrozen' } };
		expect(await order()).toMatchObject(refusal);
		expect(await order({ newOrderRespType: 'ACK' })).toMatchObject(refusal);
		const { symbol: _, ...terms } = sale;
		const replaced = await trader('POST', `/orders/${orderId}/replace`, terms);
		expect(replaced).toMatchObject(refusal);
		expect(await order({ clientOrderId: 'before' })).toMatchObject({ status: 200 });
		// Their order is in the book still, for anybody to meet.
		const bought = await running.call('POST', '/orders', {
			key: running.harbour.key,
			body: { ...sale, side: 'BUY' },
		});
		expect(bought).toMatchObject({ status: 201, body: { status: 'FILLED' } });
		expect(await trader('GET', `/orders/${orderId}`)).toMatchObject({ body: { status: 'FILLED' } });
		const told = { status: 'FROZEN', frozenAt: expect.any(Number) as number };
		expect(await trader('GET', '/account')).toMatchObject({
			body: { ...told, frozenReason: 'ask the help desk' },
		});
		const { body: metrics } = await running.call('GET', '/metrics');
		expect(metrics).toContain('sealkeeper_exchange_accounts_frozen 1');
		const free = await operator('POST', `${account()}/unfreeze`, { reason: 'all is well' });
		expect(free).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
		const { body: after } = await trader('GET', '/account');
		expect(after).toMatchObject({ status: 'ACTIVE' });
		expect(after).not.toHaveProperty('frozenReason');
		expect(await order()).toMatchObject({ status: 201 });
		const cancelled = await operator('POST', `${account()}/cancel-orders`, { reason: 'the end' });
		expect(cancelled).toMatchObject({
			body: { status: 'ACTIVE', cancellations: [{ symbol: 'CREDIT-EUR' }] },
		});
		await emptied();
		const log = await operator('GET', `/admin/actions?subject=${running.northwind.accountId}`);
		expect(log.body).toMatchObject([
			{ action: 'ORDERS_CANCEL', actor: { kind: 'KEY', name: 'test' }, reason: 'the end' },
			{ action: 'ACCOUNT_UNFREEZE', reason: 'all is well' },
			{
				action: 'ACCOUNT_FREEZE',
				details: [
					{ name: 'cancelOrders', value: 'false' },
					{ name: 'publicReason', value: 'ask the help desk' },
				],
			},
		]);
	});

	test('frozen with its orders cancelled it has none, whatever arrives at that moment', async () => {
		const { accountId } = running.northwind;
		for (let round = 0; round < 3; round += 1) {
			const orders = Array.from({ length: 20 }, () => order({ newOrderRespType: 'ACK' }));
			await orders[0];
			const freezing = { accountId, cancelOrders: true, reason };
			const frozen = commanding().freezeAccount(byCommand, freezing);
			const [{ cancellations }] = await Promise.all([frozen, orders[1]]);
			expect(cancellations).toMatchObject([{ symbol: 'CREDIT-EUR' }]);
			const statuses = (await Promise.all(orders)).map(({ status }) => status);
			expect(statuses.every((status) => status === 201 || status === 403)).toBe(true);
			await emptied();
			expect(await order()).toMatchObject({ status: 403 });
			await operator('POST', `${account()}/unfreeze`, { reason: 'once more' });
		}
	});

	test('a market that takes nothing keeps the orders, and says so', async () => {
		await order();
		const become = async (status: string) => {
			const path = '/admin/markets/CREDIT-EUR/status';
			const set = await operator('POST', path, { status, reason: 'a fault' });
			expect(set).toMatchObject({ status: 200, body: { status } });
			await until(async () => {
				const { body } = await running.call('GET', '/markets/CREDIT-EUR');
				return (body as { readonly status: string }).status === status ? true : undefined;
			});
		};
		await become('HALT');
		const { accountId } = running.northwind;
		const cancelling = { accountId, symbol: 'CREDIT-EUR', reason };
		const kept = await commanding().cancelAccountOrders(byCommand, cancelling);
		expect(kept.cancellations).toEqual([
			{ symbol: 'CREDIT-EUR', refusal: expect.stringMatching('HALT') },
		]);
		expect(await openOrders()).toHaveLength(1);
		await become('TRADING');
		await commanding().cancelAccountOrders(byCommand, { accountId, reason });
		await emptied();
	});

	test('in maintenance nothing begins, orders are cancelled and all is read, in every process', async () => {
		const { body } = await order();
		const { orderId } = body as { readonly orderId: string };
		const endsAt = systemClock.now() + 600_000;
		await commanding().beginMaintenance(byCommand, { endsAt, reason });
		const refused = await order();
		expect(refused).toMatchObject({
			status: 503,
			body: { errorCode: 'Exchange_InMaintenance', arguments: ['by command', expect.any(Number)] },
		});
		const wait = Number(refused.headers.get('retry-after'));
		expect(wait).toBeGreaterThan(500);
		expect(wait).toBeLessThanOrEqual(600);
		const announced = { status: 'MAINTENANCE', reason: 'by command', endsAt };
		expect((await running.call('GET', '/status')).body).toMatchObject(announced);
		expect(await running.call('GET', '/health/ready')).toMatchObject({ status: 200 });
		const cancelled = await trader('DELETE', `/orders/${orderId}`);
		expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
		expect(await trader('GET', '/orders?status=all')).toMatchObject({ status: 200 });
		// Another process finds it as it is.
		const second = await startExchange(place);
		try {
			const key = second.northwind.key;
			expect(await second.call('POST', '/orders', { key, body: sale })).toMatchObject({
				status: 503,
			});
			expect((await second.call('GET', '/status')).body).toMatchObject(announced);
			const end: CallOptions = { key: second.administratorKey, body: { reason: 'done' } };
			const ended = await second.call('POST', '/admin/maintenance/end', end);
			expect(ended).toMatchObject({ status: 200, body: { status: 'NORMAL' } });
			expect(await running.call('POST', '/orders', { key, body: sale })).toMatchObject({
				status: 201,
			});
		} finally {
			await second.close();
		}
		await expect(commanding().endMaintenance(byCommand, { reason })).rejects.toMatchObject({
			code: 'Exchange_NotInMaintenance',
		});
	});
});

describe('at one moment on PostgreSQL', () => {
	const restrictions = [
		[
			'freezing',
			(operator: Operator, accountId: string) =>
				operator.freezeAccount(byCommand, { accountId, reason }),
		],
		['maintenance', (operator: Operator) => operator.beginMaintenance(byCommand, { reason })],
	] as const;

	test.each(restrictions)(
		'%s waits for a payout that was checked before it and is not committed yet',
		async (_name, restrict) => {
			const place = await databases.place('PostgreSQL');
			const running = await startExchange(place);
			const outside = await openDatabase(place);
			const operator = operatorOn({ database: outside, clock: systemClock });
			const { accountId } = running.northwind;
			let restricted: Promise<unknown> | undefined;
			const first = await running.exchange.database.transaction().execute(async (payout) => {
				await lockPlanning(payout);
				restricted = restrict(operator, accountId);
				return Promise.race([
					restricted.then(() => 'restricted'),
					until(() => isWaitedFor(payout)),
				]);
			});
			expect(first).toBe('waited for');
			await restricted;
			await outside.destroy();
			await running.close();
		},
	);
});

/** Says so once a session of PostgreSQL waits for a lock. */
async function isWaitedFor(transaction: Database): Promise<string | undefined> {
	const { rows } = await sql<{ readonly count: string }>`
		select count(*) as count from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
	return Number(rows[0]?.count) > 0 ? 'waited for' : undefined;
}

describe('at the tracker', () => {
	let staged: StagedExchange;
	let stage: ExchangeStage;
	beforeAll(async () => {
		staged = await stageExchange(await databases.place('SQLite'));
		stage = await ExchangeStage.open(staged);
		await stage.meansAtTracker();
		await stage.deposit();
	});
	afterAll(() => staged.close());

	const call = (path: string, body: object) =>
		staged.exchange.call('POST', path, { key: stage.value('buyerKey'), body });
	const operator = (path: string, body: object) =>
		staged.exchange.call('POST', path, { key: staged.exchange.administratorKey, body });
	const intents = async () =>
		(await staged.exchange.exchange.database.selectFrom('intents').select('id').execute()).length;

	async function expectRefused(status: number): Promise<void> {
		const asset = stage.value('quote');
		const terms = { type: 'LIMIT', side: 'BUY', price: '5', quantity: '40' };
		const funded = { ...terms, symbol: stage.value('symbol'), fund: true, clientOrderId: 'x' };
		const before = await intents();
		for (const [path, body] of [
			['/deposits', { asset, amount: '1' }],
			['/payouts', { asset, amount: '1' }],
			['/orders', funded],
		] as const) {
			expect({ path, ...(await call(path, body)) }).toMatchObject({ path, status });
		}
		expect(await intents()).toBe(before);
		const again = { asset, amount: '125.5', clientDepositId: 'first' };
		expect(await call('/deposits', again)).toMatchObject({ status: 200 });
	}

	test('a frozen account pulls nothing in and pays nothing out, nor funds an order', async () => {
		const account = `/admin/accounts/${stage.value('buyerAccount')}`;
		await operator(`${account}/freeze`, { reason: 'looked into' });
		await expectRefused(403);
		await operator(`${account}/unfreeze`, { reason: 'all is well' });
		expect(await call('/payouts', { asset: stage.value('quote'), amount: '1' })).toMatchObject({
			status: 201,
		});
	});

	test('in maintenance nobody does', async () => {
		await operator('/admin/maintenance/begin', { reason: 'new disks' });
		await expectRefused(503);
		await operator('/admin/maintenance/end', { reason: 'they run' });
	});
});
