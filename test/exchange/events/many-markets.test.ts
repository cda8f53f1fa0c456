/**
 * What a wake costs does not grow with the number of markets: whoever follows all of them, or reads
 * the events of all, asks the database about those that committed alone.
 */
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { systemClock } from '../../../server/clock';
import { newestSequence } from '../../../server/events/record/reading';
import { StreamUpdates } from '../../../server/events/stream/stream-updates';
import { eventTables } from '../../../server/events/record/tables';
import { demoMarket } from '../../../exchange/demo/demo';
import { AccountReports } from '../../../exchange/events/account-reports';
import { OwnersWithNewEvents } from '../../../exchange/events/owners-with-new-events';
import { traderRights } from '../../../exchange/events/read-rights';
import { exchangeReader } from '../../../exchange/events/reader';
import { reportWire } from '../../../exchange/operations/wire';
import { Markets } from '../../../exchange/trading/markets/markets';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { startExchange, type RunningExchange } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** Counts the queries of the database it is a plugin of. */
class Counter implements KyselyPlugin {
	private queries = 0;

	transformQuery({ node }: { readonly node: RootOperationNode }) {
		this.queries += 1;
		return node;
	}

	transformResult<Result>({ result }: { readonly result: Result }): Promise<Result> {
		return Promise.resolve(result);
	}

	async of<Answer>(work: () => Promise<Answer>): Promise<readonly [Answer, number]> {
		const before = this.queries;
		return [await work(), this.queries - before];
	}
}

/** Far fewer than there are markets. */
const marketsCount = 200;
const queriesMax = 12;

describe.each(databaseKinds)('with many markets on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		const markets = new Markets(running.exchange.database, systemClock);
		for (let number = 1; number < marketsCount; number += 1) {
			await markets.add({ ...demoMarket, symbol: `M${number}-EUR` });
		}
	});
	afterAll(() => running.close());

	test('a wake reads the markets that committed', async () => {
		const { northwind, harbour, exchange } = running;
		const counter = new Counter();
		const database = exchange.database.withPlugin(counter);
		const markets = new Markets(database, systemClock);
		const parts = { database, markets, shownReport: reportWire };
		const owners = new OwnersWithNewEvents(database);
		const onFault = (fault: unknown) => expect(fault).toBeUndefined();
		const updates = new StreamUpdates({ database: eventTables(database), onFault });
		const reports = new AccountReports(parts, updates);
		const reader = exchangeReader(parts);
		const query = { rights: traderRights(northwind.accountId), filter: {} };
		const accounts = [northwind.accountId, harbour.accountId];
		const arrivals = () => database.selectFrom('event_arrivals').select('id').execute();
		await until(async () => (await arrivals()).length === 0 || undefined);
		await owners.next(accounts);
		for (const symbol of ['M7-EUR', 'CREDIT-EUR', 'M150-EUR', 'M7-EUR']) {
			const after = await newestSequence(database);
			const order = { symbol, side: 'SELL', type: 'LIMIT', price: '7', quantity: '1' };
			const { status } = await running.call('POST', '/orders', { key: northwind.key, body: order });
			expect(status).toBe(201);
			await until(async () => (await newestSequence(database)) > after || undefined);
			const [found, wakeQueries] = await counter.of(() => owners.next(accounts));
			expect(found).toEqual(new Set([northwind.accountId]));
			const range = { after, limit: 100 };
			const [read, reportQueries] = await counter.of(() =>
				reports.read(northwind.accountId, range),
			);
			expect(read.events).toMatchObject([{ data: { symbol, execType: 'NEW' } }]);
			const [page, eventQueries] = await counter.of(() => reader.read(query, range));
			expect(page.events).toMatchObject([{ type: 'order.accepted', data: expect.any(String) }]);
			const [newest, newestQueries] = await counter.of(() => reader.newest(query, 1));
			expect(newest.events).toEqual(page.events);
			for (const queries of [wakeQueries, reportQueries, eventQueries, newestQueries]) {
				expect(queries).toBeLessThanOrEqual(queriesMax);
			}
			expect(await reports.read(harbour.accountId, range)).toMatchObject({ events: [] });
		}
		const [, idleQueries] = await counter.of(() => owners.next(accounts));
		expect(idleQueries).toBeLessThanOrEqual(3);
	});
});
