/** Orders that a lane of the same process carries out in the transaction that accepts them. */
import { sql } from 'kysely';
import { Intake } from '../../../../exchange/trading/intake/intake';
import type { Lane } from '../../../../exchange/trading/lane/lane';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { until } from '../../../support/clients/requests';
import { demoMarket } from '../../../../exchange/demo/demo';
import {
	bothDatabaseKinds,
	TestDatabases,
	type DatabaseKind,
} from '../../../support/servers/databases';
import { countingLine } from '../../../support/servers/counting-line';
import { present } from '../../../../server/at';
import { openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

let lane: TestLane;
/** Markets that were rung for. */
let rung: string[];

function beside(near: Lane, at = lane): Intake {
	return new Intake({
		...at,
		onAccepted: (market) => rung.push(market),
		appendAndCarryOut: (markets, append) => near.appendAndCarryOut(markets, append),
	});
}

function submit(intake: Intake, side: 'BUY' | 'SELL', quantityLots = 10, at = lane) {
	return intake.submit(at.market, {
		kind: 'ORDER',
		accountId: side === 'BUY' ? at.anna : at.ben,
		clientOrderId: undefined,
		terms: { side, type: 'LIMIT', priceTicks: 100, quantityLots },
		origOrderId: undefined,
	});
}

const forbidTrades = {
	SQLite: sql`create trigger no_trades before insert on trades
		begin select raise(abort, 'no_trades'); end`,
	PostgreSQL: sql`alter table trades add constraint no_trades check (false) not valid`,
};
const allowTrades = {
	SQLite: sql`drop trigger no_trades`,
	PostgreSQL: sql`alter table trades drop constraint no_trades`,
};

async function begin(kind: DatabaseKind): Promise<void> {
	lane = await openLane(await databases.place(kind));
	await lane.fund(lane.anna, 'EUR', '1000');
	await lane.fund(lane.ben, 'CREDIT', '100');
	rung = [];
	await lane.drain();
}

afterEach(async () => {
	expect(await auditLedger(lane.database)).toEqual([]);
	await lane.close();
});

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	beforeEach(() => begin(kind));

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
		await submit(intake, 'BUY', 5);
		const before = await lane.balance(lane.anna, 'EUR');
		await forbidTrades[kind].execute(lane.database);
		await expect(submit(intake, 'BUY', 5)).rejects.toThrow('no_trades');
		const logged = () => lane.database.selectFrom('commands').select('sequence').execute();
		expect(await logged()).toHaveLength(2);
		expect(await lane.balance(lane.anna, 'EUR')).toBe(before);
		await allowTrades[kind].execute(lane.database);
		await submit(intake, 'BUY', 5);
		expect(rung).toEqual(['CREDIT-EUR']);
		await lane.drain();
		expect([await lane.status(1), await lane.status(3)]).toEqual(['FILLED', 'FILLED']);
		await submit(intake, 'BUY', 5);
		expect(await lane.status(4)).toBe('NEW');
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
});

describe('on PostgreSQL', () => {
	beforeEach(() => begin('PostgreSQL'));

	test('a balance that another transaction has locked is waited for in a second commit', async () => {
		const intake = beside(lane.lane);
		await submit(intake, 'SELL');
		await submit(intake, 'BUY', 5);
		const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
		const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
		const other = lane.database.transaction().execute(async (transaction) => {
			const row = transaction.selectFrom('balances').where('account_id', '=', lane.ben);
			await row.selectAll().forUpdate().execute();
			locked();
			await isOver;
		});
		await isLocked;
		const submitted = submit(intake, 'BUY', 5);
		const isAccepted = () =>
			lane.database
				.selectFrom('commands')
				.where('sequence', '=', 3n)
				.select('sequence')
				.executeTakeFirst();
		await until(isAccepted);
		await expect(lane.status(3)).rejects.toThrow();
		end();
		await Promise.all([other, submitted]);
		expect([await lane.status(1), await lane.status(3)]).toEqual(['FILLED', 'FILLED']);
		expect(rung).toEqual([]);
	});

	test('an order waits for the server four times until it is durable, three times if it only rests', async () => {
		const place = await databases.place('PostgreSQL');
		const line = await countingLine(present(place.databaseUrl, 'the address of a database'));
		const far = await openLane({ ...place, databaseUrl: line.url });
		await far.fund(far.anna, 'EUR', '1000');
		await far.fund(far.ben, 'CREDIT', '100');
		await far.drain();
		const intake = beside(far.lane, far);
		for (const side of ['SELL', 'BUY', 'SELL'] as const) await submit(intake, side, 10, far);
		const before = line.turns();
		await submit(intake, 'BUY', 10, far);
		expect(line.turns() - before).toBe(4);
		expect(await far.status(4)).toBe('FILLED');
		const traded = line.turns();
		await submit(intake, 'SELL', 10, far);
		expect(line.turns() - traded).toBe(3);
		await far.close();
		await line.close();
	});

	test('two markets in which the same traders trade at once wait for each other and never for ever', async () => {
		const other = await lane.markets.add({ ...demoMarket, symbol: 'CREDIT2-EUR' });
		const far = lane.newLane();
		await far.drain('CREDIT2-EUR');
		const venues = [
			{ ...lane, intake: beside(lane.lane) },
			{ ...lane, market: other, intake: beside(far) },
		];
		await Promise.all(
			venues.map(async (at) => {
				for (let pair = 0; pair < 40; pair += 1) {
					await Promise.all([submit(at.intake, 'SELL', 1, at), submit(at.intake, 'BUY', 1, at)]);
				}
			}),
		);
		for (const symbol of new Set(rung)) await lane.newLane().drain(symbol);
		const { rows } = await sql<{ readonly market: string; readonly count: bigint }>`
			select market, count(*) as count from trades group by market order by market`.execute(
			lane.database,
		);
		const trades = rows.map(({ market, count }) => `${market} ${count}`);
		expect(trades).toEqual(['CREDIT-EUR 40', 'CREDIT2-EUR 40']);
	});

	test('commands of two markets are accepted together, and their lanes are rung for', async () => {
		const other = await lane.markets.add({ ...demoMarket, symbol: 'CREDIT2-EUR' });
		const intake = beside(lane.lane);
		const terms = { side: 'SELL', type: 'LIMIT', priceTicks: 100, quantityLots: 10 } as const;
		const entry = {
			kind: 'ORDER',
			accountId: lane.ben,
			clientOrderId: undefined,
			origOrderId: undefined,
			terms,
		} as const;
		await intake.submitAll([lane.market, other].map((market) => ({ market, submission: entry })));
		expect(rung).toEqual(['CREDIT-EUR', 'CREDIT2-EUR']);
		await lane.drain();
		expect(await lane.status(1)).toBe('NEW');
	});
});
