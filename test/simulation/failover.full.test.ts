/**
 * Service and exchange on a PostgreSQL of two hosts, of which the first is killed under load and the
 * second promoted: both go on by themselves, and nothing that was acknowledged is lost or doubled.
 */
import { at } from '../../server/at';
import { auditLedger } from '../../exchange/history/reconciliation/audit';
import { Tracker } from '../service/assets/tracker';
import { startExchange, type RunningExchange } from '../exchange/support/exchange';
import { until } from '../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../support/programs/service';
import { TestDatabases } from '../support/servers/databases';
import {
	startPostgres,
	type PostgresServer,
	type StandbyServer,
} from '../support/servers/postgres';

const databases = new TestDatabases();
let server: PostgresServer;
let standby: StandbyServer;
let exchange: RunningExchange;
let service: RunningService;
let tracker: Tracker;
let assetId: string;
let receiver: TestUser;

beforeAll(async () => {
	server = await startPostgres();
	const urls = [await server.addDatabase(), await server.addDatabase()];
	standby = await server.startStandby();
	const hosts = [server.url, standby.url].map((url) => new URL(url).host).join();
	const [ofExchange, ofService] = urls.map((url) => url.replace(/@[^/]*/, `@${hosts}`));
	const { dataFolder } = await databases.place('SQLite');
	exchange = await startExchange({ dataFolder, databaseUrl: ofExchange });
	service = await startService({ config: { databaseUrl: ofService } });
	tracker = await Tracker.ofNewProduct(service);
	const { admin } = service.organisation;
	receiver = await service.addUser('receiver@first.test', ['TrackerUser']);
	assetId = await tracker.asset(admin);
	await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 100_000 });
});

afterAll(async () => {
	await exchange.close();
	await service.close();
	await standby.close();
	await server.close();
	await databases.close();
});

/** A request as often as it takes; true if it was refused as long as the database was away. */
async function untilDone(ask: () => Promise<{ readonly status: number }>): Promise<boolean> {
	let wasRefused = false;
	await until(async () => {
		const { status } = await ask();
		wasRefused ||= status === 503;
		expect([200, 201, 503]).toContain(status);
		return status !== 503 || undefined;
	});
	return wasRefused;
}

/** Orders of both sides that meet, so that each pair trades. */
function place(number: number) {
	const trader = number % 2 === 0 ? exchange.northwind : exchange.harbour;
	const side = number % 2 === 0 ? 'SELL' : 'BUY';
	const terms = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '3', quantity: '1', side };
	const body = { ...terms, clientOrderId: `order-${number}` };
	return exchange.call('POST', '/orders', { key: trader.key, body });
}

function transfer(number: number) {
	const movement = { assetId, recipientEmail: receiver.email, amount: 1 };
	const { admin } = service.organisation;
	return tracker.transfer(admin, { ...movement, idempotencyKey: `transfer-${number}` });
}

/** Four clients ask one after the other until `end` is called. */
function load(ask: (number: number) => Promise<{ readonly status: number }>) {
	let [next, done, refused] = [0, 0, 0];
	let isOver = false;
	const client = async () => {
		while (!isOver) {
			const number = (next += 1);
			if (await untilDone(() => ask(number))) refused += 1;
			done += 1;
		}
	};
	const clients = Array.from({ length: 4 }, client);
	return {
		done: () => done,
		refused: () => refused,
		async end() {
			isOver = true;
			await Promise.all(clients);
		},
	};
}

const isReady = async (url: string) => (await fetch(`${url}/health/ready`)).status === 200;

test('a primary that is killed and a standby that is promoted cost a pause and nothing else', async () => {
	const loads = [load(place), load(transfer)];
	const each = (count: number) => () =>
		Promise.resolve(loads.every(({ done }) => done() > count) || undefined);
	await until(each(50));
	await server.kill();
	for (const { url } of [exchange, service]) {
		await until(async () => !(await isReady(url)) || undefined);
	}
	const before = loads.map(({ done }) => done());
	await standby.promote();
	await until(() =>
		Promise.resolve(loads.every(({ done }, index) => done() > at(before, index)) || undefined),
	);
	for (const one of loads) await one.end();
	expect(loads.every(({ refused }) => refused() > 0)).toBe(true);
	for (const { url } of [exchange, service]) {
		await until(async () => (await isReady(url)) || undefined);
	}

	const [orders, transfers] = loads.map(({ done }) => done());
	const { database } = exchange.exchange;
	const kept = await database.selectFrom('orders').select('client_order_id').execute();
	expect(kept).toHaveLength(orders ?? 0);
	expect(await auditLedger(database)).toEqual([]);
	expect(await tracker.amount(receiver, assetId)).toBe(transfers);
});
