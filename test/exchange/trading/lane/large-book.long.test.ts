/** A book of two million open orders is kept in parts, restored as it was, and goes on. */
import { Lane } from '../../../../exchange/trading/lane/lane';
import { LaneState, type LoggedCommand } from '../../../../exchange/trading/lane/lane-state';
import { Snapshots } from '../../../../exchange/trading/lane/snapshots';
import { fingerprint } from '../../../../exchange/engine/snapshot';
import { TestDatabases } from '../../../support/servers/databases';
import { openLane, startTime, untoldLane } from '../../support/lane';
import { LargeLog } from '../../support/large-log';

const databases = new TestDatabases();
afterAll(() => databases.close());

const openOrders = 2_000_000;
const symbol = 'CREDIT-EUR';

test('two million open orders are kept, restored and traded with', async () => {
	const lane = await openLane(await databases.place('SQLite'));
	const { database, market } = lane;
	const accountIds = [lane.anna, lane.ben];
	const log = new LargeLog(database, market, { openOrders, accountIds, time: startTime });
	await log.write(openOrders);
	const owner: Lane = lane.newLane();
	await owner.prepare(symbol);
	expect(await owner.takeSnapshot(symbol)).toEqual({ sequence: openOrders });
	// What was restored cannot have been carried out again, for the log is gone.
	await database.deleteFrom('commands').execute();
	const restored = await new Snapshots({ ...lane, ...untoldLane }).restore(market);
	expect(restored.openOrderCount).toBe(openOrders);
	expect(restored.advance([lowSale(openOrders + 1, lane.anna)]).trades.length).toBeGreaterThan(0);
	await lane.close();
}, 1_200_000);

/** Meets the best of the buyers. */
function lowSale(sequence: number, accountId: string): LoggedCommand {
	return {
		sequence,
		acceptedAt: startTime,
		command: {
			...({ kind: 'PLACE', orderId: sequence, accountId, clientOrderId: 'sale' } as const),
			...({ side: 'SELL', type: 'LIMIT', priceTicks: 1_000, quantityLots: 50 } as const),
			hold: 50n,
		},
	};
}

test('a million commands behind are carried out again as they were', async () => {
	const lane = await openLane(await databases.place('SQLite'));
	const { database, market } = lane;
	const accountIds = [lane.anna, lane.ben];
	const shape = { openOrders: 100_000, accountIds, time: startTime };
	const log = new LargeLog(database, market, shape);
	await log.write(950_000);
	const owner = lane.newLane();
	await owner.prepare(symbol);
	await owner.takeSnapshot(symbol);
	await log.write(50_000);
	const next = lane.newLane();
	await next.prepare(symbol);
	await next.takeSnapshot(symbol);
	const kept = new Snapshots({ ...lane, ...untoldLane });
	const early = await kept.restoreFrom(market, 950_000n);
	const late = await kept.restoreFrom(market, 1_000_000n);
	if (early === undefined || late === undefined) throw new Error('a snapshot is gone');
	expect(early).toBeInstanceOf(LaneState);
	expect([late.sequence, late.openOrderCount]).toEqual([1_000_000, 100_000]);
	await database.deleteFrom('snapshots').execute();
	const whole = lane.newLane();
	await whole.prepare(symbol);
	await whole.takeSnapshot(symbol);
	const replayed = await kept.restore(market);
	expect(fingerprint(replayed.book)).toBe(fingerprint(late.book));
	await lane.close();
}, 600_000);
