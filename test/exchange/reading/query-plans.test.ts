/**
 * Every list is answered by an index: nothing a list asks reads a table from end to end or sorts
 * what it has read, so that its time does not grow with history. What is asked is written down, and
 * each database says how it would find it, once it holds enough that it would mind.
 */
import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../../../exchange/database/database';
import { divisionOf } from '../../../exchange/market-data/candle-divisions';
import { readCandles } from '../../../exchange/trading/lane/candles';
import { readTrades } from '../../../exchange/market-data/market-data';
import { listOrders } from '../../../exchange/reading/order-lists';
import { findOrder } from '../../../exchange/reading/orders';
import { readOwnReports } from '../../../exchange/reading/own-reports';
import { readFills, readOwnTrades } from '../../../exchange/reading/own-trades';
import { readTicker } from '../../../exchange/market-data/tickers';
import { findTransfer, readTransfers } from '../../../exchange/settlement/store/own-transfers';
import { isPostgres } from '../../../server/database/database';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { openLane, startTime, type TestLane } from '../support/lane';
import { fillHistory } from '../support/history';

const databases = new TestDatabases();
afterAll(() => databases.close());

interface Asked {
	readonly text: string;
	readonly parameters: readonly unknown[];
}

/** Statements built on the database it is a plugin of. */
class Listener implements KyselyPlugin {
	readonly asked = new Map<string, Asked>();

	constructor(private readonly database: Database) {}

	transformQuery({ node, queryId }: { node: RootOperationNode; queryId: { queryId: string } }) {
		const { sql: text, parameters } = this.database.getExecutor().compileQuery(node, queryId);
		this.asked.set(text, { text, parameters });
		return node;
	}

	transformResult<Result>({ result }: { result: Result }): Promise<Result> {
		return Promise.resolve(result);
	}
}

/** Steps of these plans that take longer the more there is. */
async function slowSteps(
	database: Database,
	work: (database: Database) => Promise<unknown>,
): Promise<readonly string[]> {
	const listener = new Listener(database);
	await work(database.withPlugin(listener));
	expect(listener.asked.size).toBeGreaterThan(0);
	const found: string[] = [];
	for (const asked of listener.asked.values()) {
		const steps = await (isPostgres(database) ? postgresSteps : sqliteSteps)(database, asked);
		found.push(...steps.map((step) => `${step}: ${asked.text}`));
	}
	return found;
}

async function sqliteSteps(database: Database, { text }: Asked): Promise<readonly string[]> {
	const plan = sql<{ readonly detail: string }>`${sql.raw(`explain query plan ${text}`)}`;
	const { rows } = await plan.execute(database);
	const steps = rows.map(({ detail }) => detail);
	// Of a list that was handed in, and of the steps of a search, there are few.
	const few = /^SCAN (search|found|json_each|CONSTANT ROW)\b/;
	return steps.filter(
		(step) => (/\bSCAN\b/.test(step) && !few.test(step)) || /TEMP B-TREE/.test(step),
	);
}

interface Plan {
	readonly 'Node Type': string;
	readonly 'Relation Name'?: string;
	readonly 'Plan Rows': number;
	readonly Plans?: readonly Plan[];
}

async function postgresSteps(
	database: Database,
	{ text, parameters }: Asked,
): Promise<readonly string[]> {
	const { rows } = await database.executeQuery<{
		readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
	}>({
		sql: `explain (format json) ${text}`,
		parameters,
		query: sql``.toOperationNode(),
		queryId: { queryId: 'plan' },
	});
	return rows.flatMap((row) => [...slowNodes(row['QUERY PLAN'][0].Plan)]);
}

const small = new Set(['markets', 'lanes', 'assets', 'asset_links']);

function* slowNodes(plan: Plan): Generator<string> {
	const { 'Node Type': type, 'Relation Name': table = '', Plans = [] } = plan;
	if (/Seq Scan|Bitmap/.test(type) && !small.has(table)) yield `${type} ${table}`;
	if (/Sort/.test(type) && plan['Plan Rows'] > 10) yield type;
	for (const part of Plans) yield* slowNodes(part);
}

describe.each(databaseKinds)('on %s', (kind) => {
	let lane: TestLane;
	beforeAll(async () => {
		lane = await openLane(await databases.place(kind));
		await fillHistory(lane);
	});
	afterAll(() => lane.close());

	const page = { limit: 101, offset: 50 } as const;
	const symbol = 'CREDIT-EUR';
	const times = { startTime, endTime: startTime + 3_600_000 } as const;

	test('a step that reads all is found where there is one', async () => {
		const all = (database: Database) =>
			database.selectFrom('orders').select('order_id').orderBy('created_at').execute();
		expect(await slowSteps(lane.database, all)).not.toEqual([]);
	});

	/** Every list, asked in every way. */
	const lists: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
		'orders of all markets': (database) =>
			listOrders(database, lane.anna, { symbol: undefined, status: 'all', ...page }),
		'orders of a market in a time': (database) =>
			listOrders(database, lane.anna, { symbol, status: 'all', ...page, ...times }),
		'orders from one on': async (database) => {
			const from = await findOrder(database, lane.anna, { market: symbol, orderId: 1 });
			expect(from).toBeDefined();
			await listOrders(database, lane.anna, { symbol: undefined, status: 'all', from, ...page });
		},
		'open orders': (database) =>
			listOrders(database, lane.anna, { symbol: undefined, status: 'open', ...page, ...times }),
		'own trades': (database) => readOwnTrades(database, lane.anna, { symbols: [symbol], ...page }),
		'own trades from one on in a time': (database) =>
			readOwnTrades(database, lane.anna, {
				symbols: [symbol],
				from: { market: symbol, tradeId: 900 },
				...page,
				...times,
			}),
		'own trades of all markets': (database) =>
			readOwnTrades(database, lane.anna, {
				symbols: [symbol, 'ANOTHER'],
				from: { market: 'ANOTHER', tradeId: 1, time: startTime },
				...page,
				...times,
			}),
		'trades of an order': (database) =>
			readOwnTrades(database, lane.anna, { symbols: [symbol], orderId: 1, ...page }),
		'fills of an order': (database) =>
			readFills(database, lane.anna, { symbol, orderId: 1, executedLots: 10n ** 9n }),
		'own reports': (database) => readOwnReports(database, lane.anna, { symbol, limit: 101 }),
		'own reports from one on': (database) =>
			readOwnReports(database, lane.anna, { symbol, limit: 101, from: { sequence: 3, index: 0 } }),
		'own reports in a time': (database) =>
			readOwnReports(database, lane.anna, { symbol, limit: 101, ...times }),
		'trades of a market': (database) => readTrades(database, symbol, { limit: 101 }),
		'trades of a market from one on': (database) =>
			readTrades(database, symbol, { limit: 101, fromId: 5 }),
		'trades of a market in a time': (database) =>
			readTrades(database, symbol, { limit: 101, ...times }),
		candles: (database) =>
			readCandles(database, symbol, {
				division: divisionOf('1M'),
				since: 0,
				until: startTime,
				limit: 101,
			}),
		'the newest candles': (database) =>
			readCandles(database, symbol, {
				division: divisionOf('1m'),
				since: undefined,
				until: startTime,
				limit: 101,
			}),
		ticker: (database) => readTicker(database, symbol, startTime),
		transfers: (database) =>
			readTransfers(database, { accountId: lane.anna, kind: 'DEPOSIT' }, { ...page, ...times }),
		'transfers from one on': async (database) => {
			const owner = { accountId: lane.anna, kind: 'PAYOUT' } as const;
			const from = await findTransfer(database, { ...owner, id: 'PAYOUT-7' });
			expect(from).toBeDefined();
			await readTransfers(database, owner, { ...page, from });
		},
	};

	test.each(Object.entries(lists))('%s are answered by an index', async (_name, list) => {
		expect(await slowSteps(lane.database, list)).toEqual([]);
	});
});
