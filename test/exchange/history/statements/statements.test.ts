import { openDatabase, type Database } from '../../../../exchange/database/database';
import type {
	StatementItem,
	StatementLine,
} from '../../../../exchange/history/statements/statement';
import { withStatement } from '../../../../exchange/history/statements/statements';
import { startService, type RunningService } from '../../../support/programs/service';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, type TestLane } from '../../support/lane';
import { openStage } from '../../settlement/stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService();
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

const eternity = { from: null, to: null };

async function itemsOf(
	database: Database,
	accountId: string,
	pageRows?: number,
): Promise<StatementItem[]> {
	return withStatement(database, { accountId, period: eternity, pageRows }, async (items) => {
		const list: StatementItem[] = [];
		for await (const item of items) list.push(item);
		return list;
	});
}

const linesOf = (items: readonly StatementItem[]): StatementLine[] =>
	items.flatMap((item) => (item.kind === 'LINE' ? [item.line] : []));

const short = ({ kind, journal, orderId, tradeId, availableChange, heldChange }: StatementLine) =>
	`${kind} ${journal} ${orderId} ${tradeId} ${availableChange} ${heldChange}`;

/** Two orders of Ben's are taken by one of Anna's, who then trades with herself. */
async function trade(lane: TestLane): Promise<void> {
	const { anna, ben, clock } = lane;
	const limit = { type: 'LIMIT', selfTradePreventionMode: 'NONE' } as const;
	await lane.fund(anna, 'EUR', '1000');
	await lane.fund(ben, 'CREDIT', '20');
	clock.time += 1_000;
	await lane.place(ben, { ...limit, side: 'SELL', price: '10', quantity: '2' });
	await lane.place(ben, { ...limit, side: 'SELL', price: '11', quantity: '3' });
	clock.time += 1_000;
	await lane.place(anna, { ...limit, side: 'BUY', price: '11', quantity: '6' });
	await lane.drain();
	clock.time += 1_000;
	await lane.place(anna, { ...limit, side: 'SELL', price: '11', quantity: '1' });
	await lane.drain();
}

describe.each(databaseKinds)('a statement on %s', (kind) => {
	test('names the order and the trade of every movement, and adds up', async () => {
		const lane = await openLane(await databases.place(kind));
		await trade(lane);
		const lines = linesOf(await itemsOf(lane.database, lane.anna)).map(short);
		expect(lines).toEqual([
			'DEPOSIT deposits null null 10000000 0',
			'HOLD CREDIT-EUR 3 null -661320 661320',
			'TRADE CREDIT-EUR 3 1 2 0',
			'TRADE CREDIT-EUR 3 1 0 -200000',
			'HELD_COMMISSION CREDIT-EUR 3 1 0 -400',
			'RELEASE CREDIT-EUR 3 null 20040 -20040',
			'TRADE CREDIT-EUR 3 2 3 0',
			'TRADE CREDIT-EUR 3 2 0 -330000',
			'HELD_COMMISSION CREDIT-EUR 3 2 0 -660',
			'HOLD CREDIT-EUR 4 null -1 1',
			'TRADE CREDIT-EUR 4 3 1 -1',
			'TRADE CREDIT-EUR 3 3 110000 -110000',
			'HELD_COMMISSION CREDIT-EUR 3 3 0 -110',
			'COMMISSION CREDIT-EUR 4 3 -220 0',
			'RELEASE CREDIT-EUR 3 null 110 -110',
		]);
		await lane.close();
	});

	test('is the same read in pages of any size', async () => {
		const lane = await openLane(await databases.place(kind));
		for (let round = 0; round < 5; round += 1) await trade(lane);
		for (const account of [lane.anna, lane.ben]) {
			const whole = await itemsOf(lane.database, account);
			expect(linesOf(whole).length).toBeGreaterThan(20);
			for (const pageRows of [1, 2, 3, 7]) {
				expect(await itemsOf(lane.database, account, pageRows)).toEqual(whole);
			}
		}
		await lane.close();
	});

	test('shows deposits and payouts at the tracker with their intents', async () => {
		const stage = await openStage(running, await databases.place(kind));
		const deposit = await stage.deposit(stage.anna, 'EUR', 1_000_000n);
		await stage.carry();
		const payout = await stage.payout(stage.anna, 'EUR', 400_000n);
		await stage.carry();
		const lines = linesOf(await itemsOf(stage.database, stage.anna.id, 1));
		expect(lines).toMatchObject([
			{ kind: 'DEPOSIT', intentId: deposit.id, reference: 'request 1', available: 1_000_000n },
			{ kind: 'PAYOUT', intentId: payout.id, reference: 'request 2', available: 600_000n },
		]);
		await stage.close();
	});
});

test('nobody who writes waits while a statement is read, and it shows one moment', async () => {
	const place = await databases.place('SQLite');
	const lane = await openLane(place);
	await lane.fund(lane.anna, 'EUR', '1');
	const reader = await openDatabase(place);
	const request = { accountId: lane.anna, period: eternity };
	const lines = await withStatement(reader, request, async (items) => {
		await lane.fund(lane.anna, 'EUR', '2');
		const list: StatementItem[] = [];
		for await (const item of items) list.push(item);
		return linesOf(list);
	});
	expect(lines).toMatchObject([{ available: 10_000n }]);
	expect(await lane.balance(lane.anna, 'EUR')).toBe('30000/0');
	await reader.destroy();
	await lane.close();
});
