import { Intake } from '../../../../exchange/trading/intake/intake';
import type { LoggedCommand } from '../../../../exchange/trading/lane/lane-state';

import { orderTerms, type OrderRequest } from '../../../../exchange/trading/intake/order-terms';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';
const sale: OrderRequest = { side: 'SELL', type: 'LIMIT', price: '1', quantity: '1' };

describe.each(bothDatabaseKinds)('commands handed to the lane on %s', (kind) => {
	let lane: TestLane;
	let intake: Intake;
	let committed: LoggedCommand[];

	beforeEach(async () => {
		lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '100');
		committed = [];
		const { database, clock } = lane;
		const onAccepted = (_: string, commands: readonly LoggedCommand[]) =>
			void committed.push(...commands);
		intake = new Intake({ database, clock, onAccepted });
		await lane.drain();
	});

	afterEach(() => lane.close());

	async function sell(through: Intake): Promise<void> {
		const terms = orderTerms(lane.market, sale);
		const ids = { accountId: lane.ben, clientOrderId: undefined, origOrderId: undefined };
		await through.submit(lane.market, { kind: 'ORDER', ...ids, terms });
	}

	test('are carried out as if they had been read', async () => {
		await sell(intake);
		await sell(intake);
		expect(committed.map(({ sequence }) => sequence)).toEqual([1, 2]);
		lane.lane.hand(symbol, committed);
		// Gone from the log, so that only those in memory can be carried out.
		await lane.database.deleteFrom('commands').execute();
		expect(await lane.lane.drainOwn(symbol)).toBe('DRAINED');
		expect([await lane.status(1), await lane.status(2)]).toEqual(['NEW', 'NEW']);
	});

	test('wait for those that another process put between them', async () => {
		await sell(intake);
		await sell(lane.intake);
		await sell(intake);
		lane.lane.hand(symbol, committed);
		await lane.drain();
		const all = [await lane.status(1), await lane.status(2), await lane.status(3)];
		expect(all).toEqual(['NEW', 'NEW', 'NEW']);
	});

	test('are done once, however often they are handed', async () => {
		await sell(intake);
		lane.lane.hand(symbol, committed);
		lane.lane.hand(symbol, committed);
		await lane.drain();
		lane.lane.hand(symbol, committed);
		await sell(lane.intake);
		await lane.drain();
		expect([await lane.status(1), await lane.status(2)]).toEqual(['NEW', 'NEW']);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('98/2');
	});
});
