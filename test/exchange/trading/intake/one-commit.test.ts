/** Orders that a lane of the same process carries out in the transaction that accepts them. */
import { sql } from 'kysely';
import { Intake } from '../../../../exchange/trading/intake/intake';
import type { Lane } from '../../../../exchange/trading/lane/lane';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { TestDatabases } from '../../../support/servers/databases';
import { openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

let lane: TestLane;
/** Markets that were rung for. */
let rung: string[];
beforeEach(async () => {
	lane = await openLane(await databases.place('SQLite'));
	await lane.fund(lane.anna, 'EUR', '1000');
	await lane.fund(lane.ben, 'CREDIT', '100');
	rung = [];
	await lane.drain();
});
afterEach(async () => {
	expect(await auditLedger(lane.database)).toEqual([]);
	await lane.close();
});

function beside(near: Lane): Intake {
	return new Intake({
		...lane,
		onAccepted: (market) => rung.push(market),
		appendAndCarryOut: (markets, append) => near.appendAndCarryOut(markets, append),
	});
}

function submit(intake: Intake, side: 'BUY' | 'SELL', quantityLots = 10) {
	return intake.submit(lane.market, {
		kind: 'ORDER',
		accountId: side === 'BUY' ? lane.anna : lane.ben,
		clientOrderId: undefined,
		terms: { side, type: 'LIMIT', priceTicks: 100, quantityLots },
		origOrderId: undefined,
	});
}

test('an accepted order is carried out, and nobody has to be rung for', async () => {
	const intake = beside(lane.lane);
	await submit(intake, 'SELL');
	await submit(intake, 'BUY');
	expect([await lane.status(1), await lane.status(2)]).toEqual(['FILLED', 'FILLED']);
	expect(rung).toEqual([]);
});

test('what was accepted elsewhere is carried out first, by the lane that is rung for', async () => {
	await lane.place(lane.ben, { side: 'SELL', type: 'LIMIT', price: '1', quantity: '10' });
	const intake = beside(lane.lane);
	await submit(intake, 'BUY');
	expect(rung).toEqual(['CREDIT-EUR']);
	await lane.drain();
	expect([await lane.status(1), await lane.status(2)]).toEqual(['FILLED', 'FILLED']);
});

test('an owner that was overtaken only accepts, and leaves the rest to the other one', async () => {
	const intake = beside(lane.lane);
	await submit(intake, 'SELL');
	const other = lane.newLane();
	await other.drain('CREDIT-EUR');
	expect(lane.lane.owns('CREDIT-EUR')).toBe(true);
	await submit(intake, 'BUY');
	expect(lane.lane.owns('CREDIT-EUR')).toBe(false);
	expect(rung).toEqual(['CREDIT-EUR']);
	await expect(lane.status(2)).rejects.toThrow();
	await other.drain('CREDIT-EUR');
	expect([await lane.status(1), await lane.status(2)]).toEqual(['FILLED', 'FILLED']);
	await submit(beside(other), 'SELL', 5);
	expect(rung).toHaveLength(1);
});

test('what cannot be carried out is not accepted either, and the lane begins again from what is', async () => {
	const intake = beside(lane.lane);
	await submit(intake, 'SELL');
	await sql`create trigger no_trades before insert on trades
		begin select raise(abort, 'no trades today'); end`.execute(lane.database);
	await expect(submit(intake, 'BUY')).rejects.toThrow('no trades today');
	const logged = () => lane.database.selectFrom('commands').select('sequence').execute();
	expect(await logged()).toHaveLength(1);
	expect(await lane.balance(lane.anna, 'EUR')).toBe('10000000/0');
	await sql`drop trigger no_trades`.execute(lane.database);
	await submit(intake, 'BUY');
	expect(rung).toEqual(['CREDIT-EUR']);
	await lane.drain();
	expect([await lane.status(1), await lane.status(2)]).toEqual(['FILLED', 'FILLED']);
	await submit(intake, 'BUY', 5);
	expect(await lane.status(3)).toBe('NEW');
	expect(rung).toHaveLength(1);
});

test('a fault after the commit appends no order twice', async () => {
	const intake = new Intake({
		...lane,
		onAccepted: () => undefined,
		appendAndCarryOut: async (markets, append) => {
			await lane.lane.appendAndCarryOut(markets, append);
			throw new Error('told after the commit');
		},
	});
	const outcomes = await Promise.allSettled([submit(intake, 'SELL'), submit(intake, 'BUY')]);
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const { count } = await lane.database
		.selectFrom('commands')
		.select(({ fn }) => fn.countAll().as('count'))
		.executeTakeFirstOrThrow();
	expect(Number(count)).toBe(2);
});
