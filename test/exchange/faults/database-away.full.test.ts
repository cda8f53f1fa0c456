/**
 * An exchange whose PostgreSQL is restarted, fails over, takes no changes, has no connection left or
 * no room: requests are answered 503 with a code of its own, trading and settlement go on by
 * themselves, and everything that was acknowledged is there.
 */
import { Client } from 'pg';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { TestDatabases } from '../../support/servers/databases';
import {
	query,
	startPostgres,
	type PostgresServer,
	type StandbyServer,
} from '../../support/servers/postgres';
import { until } from '../../support/clients/requests';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import { startExchange, type Answer, type RunningExchange } from '../support/exchange';

const databases = new TestDatabases();
const proxy = new SwitchingProxy();
let server: PostgresServer;
let standby: StandbyServer;
let running: RunningExchange;
/** Past the proxy. */
let databaseName: string;
let placed = 0;
const acknowledged: string[] = [];

const portOf = (url: string) => Number(new URL(url).port);

beforeAll(async () => {
	server = await startPostgres();
	const databaseUrl = await server.addDatabase();
	databaseName = new URL(databaseUrl).pathname;
	standby = await server.startStandby();
	const proxied = new URL(databaseUrl);
	proxied.port = String(await proxy.listen(portOf(server.url)));
	const { dataFolder } = await databases.place('SQLite');
	running = await startExchange({ dataFolder, databaseUrl: proxied.href });
});

afterAll(async () => {
	await running.close();
	await proxy.close();
	await standby.close();
	await server.close();
	await databases.close();
});

/** Orders of both sides that meet, so that each pair trades. */
function place(number: number): Promise<Answer> {
	const trader = number % 2 === 0 ? running.northwind : running.harbour;
	const body = {
		...{ symbol: 'CREDIT-EUR', type: 'LIMIT', price: '3', quantity: '1' },
		side: number % 2 === 0 ? 'SELL' : 'BUY',
		clientOrderId: `order-${number}`,
	};
	return running.call('POST', '/orders', { key: trader.key, body });
}

/** Places the next order, as often as it takes, and adds what it was refused meanwhile. */
async function placeNext(codes: Set<string>): Promise<void> {
	const number = (placed += 1);
	await until(async () => {
		const { status, body, headers } = await place(number);
		if (status < 500) {
			expect([200, 201]).toContain(status);
			acknowledged.push((body as { readonly orderId: string }).orderId);
			return true;
		}
		const code = (body as { readonly errorCode: string }).errorCode;
		codes.add(`${status} ${code} ${headers.get('retry-after')}`);
		return undefined;
	});
}

/** Keeps six clients placing orders while something happens, and until each has placed one after. */
async function underLoad(
	happens: (codes: ReadonlySet<string>) => Promise<void>,
): Promise<ReadonlySet<string>> {
	let isOver = false;
	const codes = new Set<string>();
	const client = async () => {
		for (let isLast = false; !isLast;) {
			isLast = isOver;
			await placeNext(codes);
		}
	};
	const clients = Array.from({ length: 6 }, client);
	const before = acknowledged.length;
	await until(() => Promise.resolve(acknowledged.length > before + 20 || undefined));
	await happens(codes);
	isOver = true;
	await Promise.all(clients);
	return codes;
}

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname like 'test_%' and pid <> pg_backend_pid()`;

const readiness = async () => (await running.call('GET', '/health/ready')).status;
const untilReadiness = (status: number) =>
	until(async () => ((await readiness()) === status ? true : undefined));

/** Of background work there are as many as time passes. */
const requestFaultsLogged = () =>
	running
		.log()
		.split('\n')
		.filter((line) => line.includes('"level":50') && line.includes('"reqId"')).length;

/** Everything acknowledged is there once, was carried out, and the books agree. */
async function expectNothingLost(): Promise<void> {
	// Whoever asks the database before it is back is told so as well.
	await untilReadiness(200);
	const { database } = running.exchange;
	await until(async () => {
		const rows = await database
			.selectFrom('logs')
			.innerJoin('lanes', 'lanes.market', 'logs.market')
			.select('logs.market')
			.whereRef('last_sequence', '>', 'cursor')
			.execute();
		return rows.length === 0 || undefined;
	});
	const rows = await database.selectFrom('order_states').select(['market', 'order_id']).execute();
	const found = rows.map((row) => `${row.market}.${row.order_id}`);
	expect(new Set(found)).toEqual(new Set(acknowledged));
	expect(found).toHaveLength(acknowledged.length);
	expect(await auditLedger(database)).toEqual([]);
	await untilReadiness(200);
}

const away = '503 Core_DatabaseAway 2';
const readOnly = '503 Core_DatabaseReadOnly 5';

test('sessions that are ended and a server that crashes under load cost some requests a 503', async () => {
	const codes = await underLoad(async (met) => {
		await query(server.url, endSessions);
		// It may be back before anybody asks.
		await until(async () => {
			await server.crash();
			const before = acknowledged.length;
			await until(() => Promise.resolve(acknowledged.length > before || undefined));
			return met.size > 0 || undefined;
		});
	});
	expect([...codes]).toEqual([away]);
	await expectNothingLost();
});

test('an address behind which nothing is leaves the program unready, and is waited for without a word for each request', async () => {
	proxy.switchTo(undefined);
	const { status, body, headers } = await place(0);
	expect([status, headers.get('retry-after')]).toEqual([503, '2']);
	expect(body).toMatchObject({ errorCode: 'Core_DatabaseAway', arguments: [] });
	await untilReadiness(503);
	const before = requestFaultsLogged();
	for (let asked = 0; asked < 20; asked += 1) {
		const answers = await Promise.all(Array.from({ length: 20 }, () => place(0)));
		expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([503]));
	}
	expect(requestFaultsLogged() - before).toBeLessThan(20);
	proxy.switchTo(portOf(server.url));
	await expectNothingLost();
});

test('a server without a connection for us is waited for', async () => {
	const held: Client[] = [];
	const codes = await underLoad(async (met) => {
		// Until there is none, ours are ended and their places taken.
		for (let isFull = false; !isFull;) {
			const client = new Client(server.url);
			client.on('error', () => undefined);
			try {
				await client.connect();
				held.push(client);
				if (held.length > 60) await client.query(endSessions);
			} catch {
				isFull = true;
			}
		}
		await held[0]?.query(endSessions);
		await untilReadiness(503);
		await until(() => Promise.resolve(met.has(away) || undefined));
		await Promise.all(held.map((client) => client.end()));
	});
	expect([...codes]).toEqual([away]);
	await expectNothingLost();
});

test('a database without room refuses orders by that name and is tried by readiness', async () => {
	const url = server.url.replace(/\/[^/]*$/, databaseName);
	const full = "begin raise exception 'no space left on device' using errcode = '53100'; end";
	await query(
		url,
		`create function full_disk() returns trigger language plpgsql as '${full.replaceAll("'", "''")}'`,
	);
	await query(
		url,
		`create function full_disk_too() returns event_trigger language plpgsql as '${full.replaceAll("'", "''")}'`,
	);
	await query(
		url,
		'create trigger full_disk before insert on commands execute function full_disk()',
	);
	await query(
		url,
		"create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE') execute function full_disk_too()",
	);
	const { status, body, headers } = await place(0);
	expect([status, headers.get('retry-after')]).toEqual([503, '10']);
	expect(body).toMatchObject({ errorCode: 'Core_DatabaseFull' });
	await untilReadiness(503);
	await query(url, 'drop event trigger full_disk');
	await query(url, 'drop trigger full_disk on commands');
	await placeNext(new Set());
	await expectNothingLost();
});

test('a fail-over to another host behind one address loses nothing that was acknowledged', async () => {
	const codes = await underLoad(async (met) => {
		await server.kill();
		await until(() => Promise.resolve(met.has(away) || undefined));
		// It is there before it takes changes.
		proxy.switchTo(portOf(standby.url));
		await until(() => Promise.resolve(met.has(readOnly) || undefined));
		await untilReadiness(503);
		await standby.promote();
	});
	expect([...codes].sort()).toEqual([away, readOnly]);
	await expectNothingLost();
});
