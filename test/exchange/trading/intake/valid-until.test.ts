/** An order that comes after its `validUntil` is refused, whatever it has waited for until then. */
import { sql } from 'kysely';
import { lockLogs } from '../../../../exchange/trading/intake/logs';
import type { NewOrderSubmission } from '../../../../exchange/trading/intake/submission';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { openLane, startTime, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const terms = { side: 'SELL', type: 'LIMIT', priceTicks: 100, quantityLots: 1 } as const;

const orderOf = (
	{ ben: accountId }: TestLane,
	validUntil: number,
	clientOrderId?: string,
): NewOrderSubmission => ({
	kind: 'ORDER',
	accountId,
	clientOrderId,
	origOrderId: undefined,
	terms,
	validUntil,
});

/** Everything an order leaves behind once it is accepted. */
async function traces({ database }: TestLane): Promise<unknown> {
	const rows = [];
	for (const table of ['logs', 'commands', 'orders', 'postings', 'balances'] as const) {
		rows.push(await database.selectFrom(table).selectAll().execute());
	}
	return rows;
}

const tooLate = (time: number, validUntil: number) => ({
	code: 'Exchange_OrderTooLate',
	args: [time, validUntil],
});

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	let lane: TestLane;
	beforeEach(async () => {
		lane = await openLane(await databases.place(kind));
		await lane.fund(lane.ben, 'CREDIT', '10');
	});
	afterEach(() => lane.close());

	test('it is taken at that very moment, and a millisecond later leaves no trace', async () => {
		const accepted = await lane.intake.submit(lane.market, orderOf(lane, startTime));
		expect(accepted).toMatchObject({ sequence: 1, repeated: false });
		const before = await traces(lane);
		lane.clock.time += 1;
		const late = lane.intake.submit(lane.market, orderOf(lane, startTime, 'late'));
		await expect(late).rejects.toMatchObject(tooLate(startTime + 1, startTime));
		expect(await traces(lane)).toEqual(before);
	});

	test('those beside it in the same transaction are accepted', async () => {
		const submissions = [startTime, startTime - 1, startTime + 1].map((time) => ({
			market: lane.market,
			submission: orderOf(lane, time),
		}));
		const outcomes = await lane.intake.submitAll(submissions);
		expect(outcomes).toMatchObject([
			{ sequence: 1 },
			tooLate(startTime, startTime - 1),
			{ sequence: 2 },
		]);
	});

	test('what was accepted is answered again, whatever the new request says', async () => {
		await lane.intake.submit(lane.market, orderOf(lane, startTime, 'once'));
		lane.clock.time += 60_000;
		for (const validUntil of [startTime, startTime - 1, startTime + 120_000]) {
			const again = await lane.intake.submit(lane.market, orderOf(lane, validUntil, 'once'));
			expect(again).toEqual({ market: 'CREDIT-EUR', sequence: 1, repeated: true });
		}
	});

	test('the log goes by its own time where a clock was set back', async () => {
		lane.clock.time += 5;
		await lane.intake.submit(lane.market, orderOf(lane, startTime + 5));
		lane.clock.time = startTime;
		const late = lane.intake.submit(lane.market, orderOf(lane, startTime + 4));
		await expect(late).rejects.toMatchObject(tooLate(startTime + 5, startTime + 4));
	});
});

test('waiting for the log of the market counts', async () => {
	const lane = await openLane(await databases.place('PostgreSQL'));
	await lane.fund(lane.ben, 'CREDIT', '10');
	await lane.intake.submit(lane.market, orderOf(lane, startTime));
	let late: Promise<unknown> = Promise.resolve();
	await lane.database.transaction().execute(async (transaction) => {
		await lockLogs(transaction, ['CREDIT-EUR']);
		late = lane.intake.submit(lane.market, orderOf(lane, startTime));
		late.catch(() => undefined);
		await until(async () => {
			// Not by the transaction, which is told of one moment alone.
			const { rows } = await sql`select pid from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(lane.database);
			return rows.length > 0 ? true : undefined;
		});
		lane.clock.time += 1;
	});
	await expect(late).rejects.toMatchObject(tooLate(startTime + 1, startTime));
	await lane.close();
});
