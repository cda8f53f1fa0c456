import {
	expireOrders,
	marketsBehind,
	marketsToSnapshot,
} from '../../../exchange/workers/schedules';
import { NO_RULES } from '../../../exchange/engine/rules';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';
import { openLane, startTime } from '../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(bothDatabaseKinds)('what is scheduled on %s', (kind) => {
	test('markets are rung for while commands are behind their cursor', async () => {
		const lane = await openLane(await databases.place(kind));
		expect([...(await marketsBehind(lane.database))]).toEqual([]);
		await lane.intake.submit(lane.market, { kind: 'CANCEL_ALL', accountId: lane.anna });
		expect([...(await marketsBehind(lane.database)).keys()]).toEqual(['CREDIT-EUR']);
		await lane.drain();
		expect([...(await marketsBehind(lane.database))]).toEqual([]);
		await lane.close();
	});

	test('a market is snapshotted when its log has grown by ten thousand commands', async () => {
		const lane = await openLane(await databases.place(kind));
		const cancel = { kind: 'CANCEL_ALL', accountId: lane.anna } as const;
		const submit = (count: number) =>
			Promise.all(Array.from({ length: count }, () => lane.intake.submit(lane.market, cancel)));
		await submit(9_999);
		await lane.drain();
		expect(await marketsToSnapshot(lane.database)).toEqual([]);
		await submit(1);
		await lane.drain();
		expect(await marketsToSnapshot(lane.database)).toEqual(['CREDIT-EUR']);
		await lane.lane.takeSnapshot('CREDIT-EUR');
		expect(await marketsToSnapshot(lane.database)).toEqual([]);
		await lane.close();
	});

	test('a market with a large book is snapshotted after a quarter as many commands', async () => {
		const lane = await openLane(await databases.place(kind));
		const market = 'CREDIT-EUR';
		const row = { market, fingerprint: '', body: '', taken_at: startTime };
		await lane.database
			.insertInto('snapshots')
			.values([
				{ ...row, sequence: 5, open_orders: 0 },
				{ ...row, sequence: 100, open_orders: 60_000 },
			])
			.execute();
		const at = async (cursor: number) => {
			await lane.database.updateTable('lanes').set({ cursor }).execute();
			return marketsToSnapshot(lane.database);
		};
		expect(await at(15_099)).toEqual([]);
		expect(await at(15_100)).toEqual([market]);
		await lane.close();
	});

	test('time is told to a market only when an open order ends by it', async () => {
		const lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '10');
		const expireTime = startTime + 1_000;
		const order = { side: 'SELL', type: 'LIMIT', price: '1', quantity: '10' } as const;
		await lane.place(lane.ben, { ...order, timeInForce: 'GTD', expireTime });
		await lane.drain();
		const expire = async () => {
			await expireOrders(lane);
			await lane.drain();
			return lane.database.selectFrom('commands').selectAll().execute();
		};
		expect(await expire()).toHaveLength(1);
		lane.clock.time = expireTime;
		expect(await expire()).toHaveLength(2);
		expect(await lane.status(1)).toBe('EXPIRED EXPIRE_TIME');
		expect(await expire()).toHaveLength(2);
		await lane.close();
	});

	test('time is told to a paused market once its pause is over, by which it goes on', async () => {
		const lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '10');
		await lane.fund(lane.anna, 'EUR', '100');
		const rules = { ...NO_RULES, staticBandBps: 400, pauseMs: 5_000 };
		await lane.intake.submit(lane.market, { kind: 'RULES', rules });
		const order = { type: 'LIMIT', price: '10', quantity: '1' } as const;
		await lane.place(lane.ben, { ...order, side: 'SELL', price: '11' });
		await lane.place(lane.ben, { ...order, side: 'SELL' });
		await lane.place(lane.anna, { ...order, side: 'BUY' });
		await lane.drain();
		await lane.place(lane.anna, { side: 'BUY', type: 'MARKET', quantity: '1' });
		await lane.drain();
		expect(await lane.status(5)).toBe('EXPIRED CIRCUIT_BREAKER');
		const tell = async () => {
			await expireOrders(lane);
			await lane.drain();
			const listed = await lane.markets.listed('CREDIT-EUR');
			return [listed?.status, listed?.pausedUntil];
		};
		const pausedUntil = startTime + 5_000;
		expect(await tell()).toEqual(['CANCEL_ONLY', pausedUntil]);
		lane.clock.time = pausedUntil - 1;
		expect(await tell()).toEqual(['CANCEL_ONLY', pausedUntil]);
		lane.clock.time = pausedUntil;
		expect(await tell()).toEqual(['TRADING', null]);
		const { length } = await lane.database.selectFrom('commands').selectAll().execute();
		expect(length).toBe(6);
		await lane.close();
	});
});
