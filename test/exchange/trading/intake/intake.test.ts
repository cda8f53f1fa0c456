import { openDatabase } from '../../../../exchange/database/database';
import { Intake } from '../../../../exchange/trading/intake/intake';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { demoMarket, openLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const terms = { side: 'SELL', type: 'LIMIT', priceTicks: 100, quantityLots: 1 } as const;

describe.each(bothDatabaseKinds)('two intakes on %s', (kind) => {
	test('the same order sent to both at once is accepted once', async () => {
		const place = await databases.place(kind);
		const lane = await openLane(place);
		const database = await openDatabase(place);
		const other = new Intake({ database, clock: lane.clock, onAccepted: () => undefined });
		await lane.fund(lane.ben, 'CREDIT', '1000');
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, index) => {
				const intake = index % 2 === 0 ? lane.intake : other;
				const clientOrderId = `order-${index >> 1}`;
				const order = { accountId: lane.ben, clientOrderId, terms, origOrderId: undefined };
				return intake.submit(lane.market, { kind: 'ORDER', ...order });
			}),
		);
		expect(answers.filter(({ repeated }) => repeated)).toHaveLength(100);
		expect(new Set(answers.map(({ sequence }) => sequence)).size).toBe(100);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('900/100');
		await lane.drain();
		expect(await auditLedger(lane.database)).toEqual([]);
		await database.destroy();
		await lane.close();
	});

	test('a lane that never ends keeps nobody from being accepted', async () => {
		const lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '2');
		const lanesIdle = () => new Promise<void>(() => undefined);
		const intake = new Intake({ ...lane, onAccepted: () => undefined, lanesIdle });
		const order = { accountId: lane.ben, clientOrderId: undefined, terms, origOrderId: undefined };
		for (const sequence of [1, 2]) {
			const accepted = await intake.submit(lane.market, { kind: 'ORDER', ...order });
			expect(accepted).toMatchObject({ sequence });
		}
		await lane.close();
	});

	test('what is submitted together is appended in one transaction, however many wait', async () => {
		const lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '2000');
		// A transaction looks at the clock once.
		const clock = { now: () => (lane.clock.time += 1) };
		const intake = new Intake({ ...lane, clock, onAccepted: () => undefined });
		const order = { accountId: lane.ben, clientOrderId: undefined, terms, origOrderId: undefined };
		const entry = { market: lane.market, submission: { kind: 'ORDER', ...order } } as const;
		const waiting = Array.from({ length: 950 }, () => intake.submit(lane.market, entry.submission));
		const outcomes = await intake.submitAll(Array.from({ length: 100 }, () => entry));
		await Promise.all(waiting);
		expect(outcomes).toMatchObject(
			outcomes.map((_, index) => ({
				market: 'CREDIT-EUR',
				sequence: 951 + index,
				repeated: false,
			})),
		);
		const times = await lane.database
			.selectFrom('commands')
			.select(['accepted_at', ({ fn }) => fn.countAll().as('count')])
			.groupBy('accepted_at')
			.orderBy('accepted_at')
			.execute();
		expect(times.map(({ count }) => Number(count))).toEqual([950, 100]);
		await lane.close();
	});

	test('one id for orders in two markets at once is taken by one of them', async () => {
		const place = await databases.place(kind);
		const lane = await openLane(place);
		const second = await lane.markets.add({ ...demoMarket, symbol: 'CREDIT-TWO' });
		const database = await openDatabase(place);
		const other = new Intake({ database, clock: lane.clock, onAccepted: () => undefined });
		await lane.fund(lane.ben, 'CREDIT', '1000');
		for (let round = 0; round < 20; round += 1) {
			const order = {
				accountId: lane.ben,
				clientOrderId: `r-${round}`,
				terms,
				origOrderId: undefined,
			};
			const outcomes = await Promise.allSettled([
				lane.intake.submit(lane.market, { kind: 'ORDER', ...order }),
				other.submit(second, { kind: 'ORDER', ...order }),
			]);
			expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
			expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
				reason: { code: 'Exchange_ClientOrderIdReused' },
			});
		}
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('980/20');
		expect(await auditLedger(lane.database)).toEqual([]);
		await database.destroy();
		await lane.close();
	});
});
