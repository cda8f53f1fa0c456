/** Timers that cancel a trader's orders, by a clock that stands still until it is moved. */
import {
	carryOutTimers,
	listTimers,
	removeTimer,
	setTimer,
} from '../../../../exchange/trading/intake/cancel-timers';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { demoMarket, openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const sale = { side: 'SELL', type: 'LIMIT', price: '9', quantity: '1' } as const;

describe.each(bothDatabaseKinds)('a timer that cancels orders on %s', (kind) => {
	let lane: TestLane;
	let rung: string[];
	beforeEach(async () => {
		lane = await openLane(await databases.place(kind));
		rung = [];
		await lane.fund(lane.ben, 'CREDIT', '1000');
		await lane.fund(lane.anna, 'CREDIT', '1000');
	});
	afterEach(async () => {
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.close();
	});

	const carryOut = () =>
		carryOutTimers({ ...lane, onAccepted: (market: string) => void rung.push(market) });
	const ofBen = (market?: string) => ({ accountId: lane.ben, market });
	const settle = async () => {
		await carryOut();
		await lane.drain();
	};
	const setStatus = async (status: 'HALT' | 'TRADING') => {
		await lane.intake.submit(lane.market, { kind: 'STATUS', status });
		await lane.drain();
	};

	test('cancels when its time is over, once, and the orders say why', async () => {
		const { sequence: own } = await lane.place(lane.ben, sale);
		const { sequence: strange } = await lane.place(lane.anna, sale);
		await lane.drain();
		await setTimer(lane, ofBen('CREDIT-EUR'), 60_000);
		lane.clock.time += 59_999;
		await settle();
		expect(await lane.status(own)).toBe('NEW');
		lane.clock.time += 1;
		await settle();
		expect(await lane.status(own)).toBe('CANCELED CANCEL_AFTER');
		expect(await lane.status(strange)).toBe('NEW');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('1000/0');
		const { sequence: later } = await lane.place(lane.ben, sale);
		lane.clock.time += 3_600_000;
		await settle();
		expect(await lane.status(later)).toBe('NEW');
		expect(rung).toEqual(['CREDIT-EUR']);
		expect(await listTimers(lane.database, lane.ben)).toMatchObject([
			{ market: 'CREDIT-EUR', triggeredAt: expect.any(Number) as number },
		]);
	});

	test('does nothing when it was set again or turned off in time', async () => {
		const { sequence } = await lane.place(lane.ben, sale);
		await lane.drain();
		await setTimer(lane, ofBen(), 60_000);
		lane.clock.time += 50_000;
		await setTimer(lane, ofBen(), 60_000);
		lane.clock.time += 50_000;
		await settle();
		expect(await lane.status(sequence)).toBe('NEW');
		await removeTimer(lane.database, ofBen());
		lane.clock.time += 50_000;
		await settle();
		expect(await lane.status(sequence)).toBe('NEW');
		expect(await listTimers(lane.database, lane.ben)).toEqual([]);
	});

	test('of all markets cancels in each, orders the lane has not reached among them', async () => {
		const second = await lane.markets.add({ ...demoMarket, symbol: 'CREDIT-TWO' });
		const { sequence } = await lane.place(lane.ben, sale);
		await lane.drain();
		const order = { accountId: lane.ben, clientOrderId: undefined, origOrderId: undefined };
		const terms = { side: 'SELL', type: 'LIMIT', priceTicks: 900, quantityLots: 1 } as const;
		await lane.intake.submit(second, { kind: 'ORDER', ...order, terms });
		await setTimer(lane, ofBen(), 1_000);
		lane.clock.time += 1_000;
		await settle();
		await lane.lane.drain('CREDIT-TWO');
		expect(rung).toEqual(['CREDIT-EUR', 'CREDIT-TWO']);
		expect(await lane.status(sequence)).toBe('CANCELED CANCEL_AFTER');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('1000/0');
	});

	test('acts once where two processes carry it out at once', async () => {
		await lane.place(lane.ben, sale);
		await lane.drain();
		await setTimer(lane, ofBen(), 1_000);
		lane.clock.time += 1_000;
		await Promise.all([carryOut(), carryOut(), carryOut()]);
		await lane.drain();
		const commands = await lane.database.selectFrom('commands').select('body').execute();
		expect(commands.filter(({ body }) => body.includes('CANCEL_ALL'))).toHaveLength(1);
	});

	test.each([undefined, 'CREDIT-EUR'])(
		'of the market %s cancels in a halted one as soon as that is resumed',
		async (market) => {
			const { sequence } = await lane.place(lane.ben, sale);
			await lane.drain();
			await setTimer(lane, ofBen(market), 1_000);
			await setStatus('HALT');
			lane.clock.time += 1_000;
			await settle();
			await settle();
			expect(await lane.status(sequence)).toBe('NEW');
			const running = (await listTimers(lane.database, lane.ben)).filter(
				({ triggeredAt }) => triggeredAt === null,
			);
			expect(running).toMatchObject([{ market: 'CREDIT-EUR' }]);
			await setStatus('TRADING');
			await settle();
			expect(await lane.status(sequence)).toBe('CANCELED CANCEL_AFTER');
			expect(rung).toEqual(['CREDIT-EUR']);
		},
	);

	test('is late by one countdown at most when the clock is set back', async () => {
		const { sequence } = await lane.place(lane.ben, sale);
		await lane.drain();
		await setTimer(lane, ofBen(), 60_000);
		lane.clock.time -= 3_600_000;
		await settle();
		expect(await lane.status(sequence)).toBe('NEW');
		lane.clock.time += 60_000;
		await settle();
		expect(await lane.status(sequence)).toBe('CANCELED CANCEL_AFTER');
	});
});
