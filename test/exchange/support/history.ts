/**
 * Gives a lane's market a long history: orders, trades, reports and transfers of many accounts, as
 * rows. Half of them are of one of the lane's own traders; all stand at times one second apart.
 */
import { sql } from 'kysely';
import { insertRows } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../../exchange/database/database';
import { reportsText } from '../../../exchange/trading/lane/batch-text';
import type { Report } from '../../../exchange/trading/lane/report';
import { startTime, type TestLane } from './lane';

const rows = 20_000;

/** What is filled is of no use to the engine: the lane must not be drained afterwards. */
export async function fillHistory(lane: TestLane): Promise<void> {
	await lane.fund(lane.anna, 'CREDIT', '100');
	await lane.fund(lane.ben, 'EUR', '1000');
	await lane.place(lane.anna, { side: 'SELL', type: 'LIMIT', price: '5', quantity: '10' });
	await lane.place(lane.ben, { side: 'BUY', type: 'LIMIT', price: '5', quantity: '3' });
	await lane.drain();
	const others = Array.from({ length: 19 }, (_, n) => `account-${n}`);
	const accounts = [lane.ben, ...others].flatMap((other) => [lane.anna, other]);
	const { rows: cut } = await sql<{ readonly request: string }>`
		select request from orders limit 1`.execute(lane.database);
	const request = cut[0]?.request ?? '';
	await addOrders(lane, { accounts, request });
	await addTrades(lane, accounts);
	await addLevels(lane);
	await addTransfers(lane);
	// As the server does by itself from time to time.
	if (isPostgres(lane.database)) await sql`analyze`.execute(lane.database);
}

const numbers = Array.from({ length: rows }, (_, n) => n + 10);
const symbol = 'CREDIT-EUR';

async function addOrders(
	{ database }: TestLane,
	{ accounts, request }: { readonly accounts: readonly string[]; readonly request: string },
): Promise<void> {
	const accountOf = (n: number) => accounts[n % accounts.length] ?? '';
	const at = (n: number) => startTime + n * 1_000;
	const commands = numbers.map((n) => [symbol, n, '{}', at(n)]);
	await insertRows(
		database,
		{ table: 'commands', columns: ['market', 'sequence', 'body', 'accepted_at'] },
		commands,
	);
	const columns = ['market', 'order_id', 'account_id', 'client_order_id', 'request', 'created_at'];
	const orders = numbers.map((n) => [symbol, n, accountOf(n), `own-${n}`, request, at(n)]);
	await insertRows(database, { table: 'orders', columns }, orders);
	const states = numbers.map((n) => [
		...[symbol, n, accountOf(n), n % 4 === 0 ? 'NEW' : 'FILLED'],
		...[null, 1, 0, 1, 0, 0, 0, 0, at(n)],
	]);
	await insertRows(
		database,
		{
			table: 'order_states',
			columns: [
				...['market', 'order_id', 'account_id', 'status', 'reason', 'quantity_lots'],
				...['executed_lots', 'leaves_lots', 'executed_quote', 'commission', 'held'],
				...['expire_time', 'updated_at'],
			],
		},
		states,
	);
	await addReports(
		database,
		numbers.map((n) => ({ n, accountId: accountOf(n), at: at(n) })),
	);
}

interface Reported {
	readonly n: number;
	readonly accountId: string;
	readonly at: number;
}

/** Each command is a batch of its own with one report. */
async function addReports(database: Database, all: readonly Reported[]): Promise<void> {
	const places: (string | number)[][] = [];
	const batches = all.map(({ n, accountId, at }) => {
		const { text, parts } = reportsText([
			{ ...report, sequence: n, time: at, accountId, orderId: n },
		]);
		const [{ beginsAt, characters } = { beginsAt: 0, characters: 0 }] = parts;
		places.push([accountId, symbol, n, beginsAt, characters]);
		return [symbol, n, n, 0, text, '[]', at];
	});
	const batchColumns = [
		...['market', 'first_sequence', 'last_sequence', 'epoch', 'reports', 'levels'],
		'committed_at',
	];
	await insertRows(database, { table: 'batches', columns: batchColumns }, batches);
	const columns = ['account_id', 'market', 'last_sequence', 'begins_at', 'characters'];
	await insertRows(database, { table: 'report_places', columns }, places);
}

const report: Report = {
	sequence: 0,
	index: 0,
	time: 0,
	accountId: '',
	orderId: 0,
	clientOrderId: 'one',
	execType: 'NEW',
	status: 'NEW',
	side: 'BUY',
	priceTicks: 1,
	quantityLots: 1,
	executedLots: 0,
	leavesLots: 1,
	executedQuote: '0',
};

async function addTrades({ database }: TestLane, accounts: readonly string[]): Promise<void> {
	const accountOf = (n: number) => accounts[n % accounts.length] ?? '';
	const trades = numbers.map((n) => [
		...[symbol, n, n, 500, 1, 50_000, 'BUY', n, accountOf(n), 0],
		...[n - 1, accountOf(n + 3), 0, startTime + n * 1_000],
	]);
	await insertRows(
		database,
		{
			table: 'trades',
			columns: [
				...['market', 'trade_id', 'sequence', 'price_ticks', 'quantity_lots', 'quote_amount'],
				...['taker_side', 'taker_order_id', 'taker_account_id', 'taker_commission'],
				...['maker_order_id', 'maker_account_id', 'maker_commission', 'traded_at'],
			],
		},
		trades,
	);
	const minuteMs = 60_000;
	await insertRows(
		database,
		{
			table: 'candles',
			columns: [
				...['market', 'span_ms', 'opened_at', 'open_ticks', 'high_ticks', 'low_ticks'],
				...['close_ticks', 'volume_lots', 'quote_volume', 'trades'],
			],
		},
		numbers.map((n) => [symbol, minuteMs, n * minuteMs, 1, 1, 1, 1, '1', '1', 1]),
	);
}

async function addLevels({ database }: TestLane): Promise<void> {
	const columns = ['market', 'side', 'price_ticks', 'quantity_lots'];
	const levels = numbers.map((n) => [symbol, n % 2 === 0 ? 'BUY' : 'SELL', 1_000 + n, 1]);
	await insertRows(database, { table: 'levels', columns }, levels);
}

async function addTransfers({ database, anna, ben }: TestLane): Promise<void> {
	await database
		.insertInto('asset_links')
		.values({ asset: 'EUR', tracker_asset_id: 'euro', unit: 100 })
		.execute();
	const kinds = ['DEPOSIT', 'PAYOUT'] as const;
	const intents = numbers.flatMap((n, at) =>
		kinds.map((kind, of) => [
			...[`${kind}-${at}`, 2 * n + of, kind, at % 10 === 0 ? ben : anna, 'EUR', 1, 100],
			...[`own-${n}`, 'slot', 'SETTLED', 'DIRECT', 1, 0, 1, startTime + n, startTime + n],
		]),
	);
	await insertRows(
		database,
		{
			table: 'intents',
			columns: [
				...['id', 'number', 'kind', 'account_id', 'asset', 'units', 'amount', 'reference'],
				...['slot', 'state', 'leg', 'attempt', 'due_at', 'version', 'created_at', 'ended_at'],
			],
		},
		intents,
	);
}
