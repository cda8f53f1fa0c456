/** Timers that cancel a trader's orders, over real HTTP and over the end of every process. */
import type { DatabasePlace } from '../../../../exchange/database/database';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import { until } from '../../../support/clients/requests';
import {
	startBareExchange,
	startExchange,
	type BareExchange,
	type RunningExchange,
} from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** So long that it only ends when the test has it pass. */
const countdownTime = 3_600_000;

describe.each(databaseKinds)('cancel after, over HTTP on %s', (kind) => {
	let place: DatabasePlace;
	let first: RunningExchange;
	const clock = new AheadClock();
	beforeAll(async () => {
		place = await databases.place(kind);
		first = await startExchange(place, { clock });
	});

	const asSeller = (exchange: BareExchange, method: string, path: string, body?: unknown) =>
		exchange.call(method, path, { key: first.northwind.key, body });
	const sell = async () => {
		const order = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '9', quantity: '1' };
		const { body } = await asSeller(first, 'POST', '/orders', order);
		return `/orders/${(body as { orderId: string }).orderId}`;
	};

	test('a market that is not there, and a countdown that is too long, are refused', async () => {
		const set = (body: object) => asSeller(first, 'POST', '/orders/cancel-after', body);
		expect(await set({ symbol: 'GOLD-EUR', countdownTime: 5 })).toMatchObject({
			status: 404,
			body: { errorCode: 'Exchange_MarketNotFound' },
		});
		for (const countdownTime of [-1, 0.5, 86_400_001, '5', undefined]) {
			expect(await set({ countdownTime })).toMatchObject({
				status: 400,
				body: { arguments: ['countdownTime', expect.any(String)] },
			});
		}
	});

	test('a timer outlives every process, and what it did is seen by its list and its orders', async () => {
		const path = await sell();
		const set = await asSeller(first, 'POST', '/orders/cancel-after', { countdownTime });
		expect(set).toMatchObject({ status: 200, body: { status: 'RUNNING', countdownTime } });
		const { triggerTime } = set.body as { triggerTime: number };
		await first.close();
		clock.pass(countdownTime);
		const second = await startBareExchange(place, { clock });
		await until(async () => {
			const { body } = await asSeller(second, 'GET', path);
			return (body as { status: string }).status === 'CANCELED' ? true : undefined;
		});
		expect(await asSeller(second, 'GET', path)).toMatchObject({ body: { reason: 'CANCEL_AFTER' } });
		const { body } = await asSeller(second, 'GET', '/orders/cancel-after');
		expect(body).toMatchObject([{ status: 'TRIGGERED', triggerTime }]);
		const [{ triggeredAt }] = body as [{ triggeredAt: number }];
		expect(triggeredAt).toBeGreaterThanOrEqual(triggerTime);
		await asSeller(second, 'POST', '/orders/cancel-after', { countdownTime: 0 });
		expect(await asSeller(second, 'GET', '/orders/cancel-after')).toMatchObject({ body: [] });
		await second.close();
	});
});
