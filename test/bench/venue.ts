/**
 * The exchange as its clients meet it: in a process of its own, as `npm run exchange` starts it,
 * called over HTTP from this one. How many orders a second are answered with their result, how
 * long one takes at a steady rate, and what an order costs the process; on each database.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { Accounts } from '../../exchange/accounts/accounts';
import { openDatabase, type DatabasePlace } from '../../exchange/database/database';
import { demoMarket, ensureMarket } from '../../exchange/demo/demo';
import { deposit } from '../../exchange/trading/ledger/deposits';
import { systemClock } from '../../server/clock';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { startPostgres } from '../support/servers/postgres';
import { endProcess, startExchange, startFloor } from './parts/program-process';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const sizes = {
	clients: 50,
	warmUpSeconds: sized(3, 0.5),
	clientsSeconds: sized(10, 1),
	ratePerSecond: 1_000,
	rateSeconds: sized(30, 2),
	rateConnections: 200,
	batchOrders: 100,
	batchClients: 8,
	batchSeconds: sized(5, 1),
} as const;

const funding = [
	{ asset: 'CREDIT', amount: 1_000_000_000n },
	{ asset: 'EUR', amount: 1_000_000_000_000n },
] as const;

export async function run(): Promise<BenchResult> {
	putRedisOnPath();
	const conditions = {
		...machineConditions(),
		...sizes,
		orders: 'LIMIT with RESULT and a clientOrderId of its own; every second one trades',
		callers: 'undici, a key for each client; latency counts from when an order was due',
		cpuMsPerOrder: 'of the process of the exchange alone',
	};
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const postgres = await startPostgres({ flushes: true });
	try {
		const onSqlite = await venue({
			dataFolder: path.join(folder, 'sqlite'),
			databaseUrl: undefined,
		});
		const sqliteFloor = await floor(path.join(folder, 'floor.db'));
		const databaseUrl = await postgres.addDatabase();
		const onPostgres = await venue({ dataFolder: path.join(folder, 'postgres'), databaseUrl });
		const postgresFloor = await floor(await postgres.addDatabase());
		return {
			name: 'venue',
			conditions,
			figures: rounded({
				...named('sqlite', { ...onSqlite, ...besideFloor(onSqlite, sqliteFloor) }),
				...named('postgres', { ...onPostgres, ...besideFloor(onPostgres, postgresFloor) }),
			}),
			targets: {
				sqliteFloorShare: { atLeast: 0.75 },
				sqliteCpuMsPerOrder: { atMost: 0.22 },
				sqliteP50Ms: { atMost: 4 },
				sqliteP99Ms: { atMost: 30 },
				sqliteBatchOrdersPerSecond: { atLeast: 20_000 },
				postgresFloorShare: { atLeast: 0.6 },
				postgresCpuMsPerOrder: { atMost: 0.3 },
				postgresP50Ms: { atMost: 10 },
				postgresP99Ms: { atMost: 60 },
				postgresBatchOrdersPerSecond: { atLeast: 10_000 },
			},
		};
	} finally {
		await postgres.close();
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

/** `ordersPerSecond` of SQLite is `sqliteOrdersPerSecond`. */
function named(kind: string, figures: Readonly<Record<string, number>>): Record<string, number> {
	return Object.fromEntries(
		Object.entries(figures).map(([name, value]) => [
			`${kind}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
			value,
		]),
	);
}

async function venue(place: DatabasePlace): Promise<Speed & Record<string, number>> {
	const keys = await addTraders(place);
	const exchange = await startExchange(place.dataFolder, place.databaseUrl);
	const caller = new Caller(exchange.url, keys);
	try {
		await caller.clients(sizes.warmUpSeconds);
		const clients = await caller.clients(sizes.clientsSeconds);
		return { ...clients, ...(await caller.steadyRate()), ...(await caller.batches()) };
	} finally {
		await caller.close();
		await endProcess(exchange);
	}
}

/** The bare server with the same clients; see parts/floor.ts. */
async function floor(place: string): Promise<Speed> {
	const program = await startFloor(place);
	const caller = new Caller(
		program.url,
		Array.from({ length: sizes.clients }, () => ''),
	);
	try {
		await caller.clients(sizes.warmUpSeconds);
		return await caller.clients(sizes.clientsSeconds);
	} finally {
		await caller.close();
		await endProcess(program);
	}
}

function besideFloor(found: { readonly ordersPerSecond: number }, limit: Speed) {
	return {
		floorOrdersPerSecond: limit.ordersPerSecond,
		floorCpuMsPerOrder: limit.cpuMsPerOrder,
		floorShare: found.ordersPerSecond / limit.ordersPerSecond,
	};
}

interface Speed {
	readonly ordersPerSecond: number;
	readonly cpuMsPerOrder: number;
}

/** The demo market, and a funded trader for each client; answers their keys. */
async function addTraders(place: DatabasePlace): Promise<readonly string[]> {
	const database = await openDatabase(place);
	const parts = { database, clock: systemClock };
	try {
		await ensureMarket(parts);
		const accounts = new Accounts(database, systemClock);
		const keys: string[] = [];
		for (let client = 0; client < sizes.clients; client += 1) {
			const { id: accountId } = await accounts.add(`client ${client}`);
			for (const { asset, amount } of funding) {
				await deposit(parts, { accountId, asset, amount, reference: `${accountId} ${asset}` });
			}
			keys.push((await accounts.addKey(accountId, 'bench')).key);
		}
		return keys;
	} finally {
		await database.destroy();
	}
}

class Caller {
	private readonly pool: Pool;
	private sent = 0;

	constructor(
		url: string,
		private readonly keys: readonly string[],
	) {
		this.pool = new Pool(url, { connections: sizes.rateConnections });
	}

	/** Every client sends its next order when the last one was answered. */
	async clients(seconds: number): Promise<Speed> {
		const place = (client: number) => this.place(client);
		const { count, tookMs, cpuMs } = await this.closedLoop(sizes.clients, seconds, place);
		return { ordersPerSecond: count / (tookMs / 1_000), cpuMsPerOrder: cpuMs / count };
	}

	/** The same with a hundred orders in each request. */
	async batches(): Promise<Record<string, number>> {
		const { batchClients, batchSeconds, batchOrders } = sizes;
		const place = (client: number) => this.placeBatch(client);
		const { count, tookMs, cpuMs } = await this.closedLoop(batchClients, batchSeconds, place);
		const orders = count * batchOrders;
		return {
			batchOrdersPerSecond: orders / (tookMs / 1_000),
			batchCpuMsPerOrder: cpuMs / orders,
		};
	}

	/** So many clients, each of which asks again when it was answered. */
	private async closedLoop(
		clients: number,
		seconds: number,
		ask: (client: number) => Promise<void>,
	): Promise<{ readonly count: number; readonly tookMs: number; readonly cpuMs: number }> {
		const cpuBefore = await this.cpuSeconds();
		const startedAt = performance.now();
		let count = 0;
		const run = async (_: unknown, client: number) => {
			while (performance.now() - startedAt < seconds * 1_000) {
				await ask(client);
				count += 1;
			}
		};
		await Promise.all(Array.from({ length: clients }, run));
		const tookMs = performance.now() - startedAt;
		return { count, tookMs, cpuMs: ((await this.cpuSeconds()) - cpuBefore) * 1_000 };
	}

	/** An order whenever one is due, whether or not those before are answered. */
	async steadyRate(): Promise<Record<string, number>> {
		const { ratePerSecond, rateSeconds } = sizes;
		const everyMs = 1_000 / ratePerSecond;
		const tookMs: number[] = [];
		const underWay: Promise<void>[] = [];
		const cpuBefore = await this.cpuSeconds();
		const startedAt = performance.now();
		for (let index = 0; index < ratePerSecond * rateSeconds; index += 1) {
			const dueAt = startedAt + index * everyMs;
			if (dueAt > performance.now()) await delay(1);
			const answered = this.place(index % this.keys.length);
			underWay.push(answered.then(() => void tookMs.push(performance.now() - dueAt)));
		}
		await Promise.all(underWay);
		const cpuMs = ((await this.cpuSeconds()) - cpuBefore) * 1_000;
		return {
			p50Ms: quantile(tookMs, 0.5),
			p99Ms: quantile(tookMs, 0.99),
			mostMs: quantile(tookMs, 1),
			rateCpuMsPerOrder: cpuMs / tookMs.length,
		};
	}

	async close(): Promise<void> {
		await this.pool.close();
	}

	private async place(client: number): Promise<void> {
		const { status, text } = await this.post('/orders', client, this.nextOrder());
		if (status !== 201) throw new Error(`${status}: ${text}`);
	}

	private async placeBatch(client: number): Promise<void> {
		const orders = Array.from({ length: sizes.batchOrders }, () => this.nextOrder());
		const { status, text } = await this.post('/orders/batch', client, { orders });
		const refused = status !== 200 || text.includes('"errorCode"');
		if (refused) throw new Error(`${status}: ${text.slice(0, 1_000)}`);
	}

	private nextOrder(): object {
		const index = this.sent;
		this.sent += 1;
		return orderOf(index);
	}

	private async post(
		path: string,
		client: number,
		content: object,
	): Promise<{ readonly status: number; readonly text: string }> {
		const { statusCode, body } = await this.pool.request({
			method: 'POST',
			path,
			headers: { 'x-api-key': this.keys[client] ?? '', 'content-type': 'application/json' },
			body: JSON.stringify(content),
		});
		return { status: statusCode, text: await body.text() };
	}

	/** What the process has used so far. */
	private async cpuSeconds(): Promise<number> {
		const { body } = await this.pool.request({ method: 'GET', path: '/metrics' });
		const seconds = /^process_cpu_seconds_total (\S+)$/m.exec(await body.text())?.[1];
		if (seconds === undefined) throw new Error('the metrics tell no time of the processor');
		return Number(seconds);
	}
}

/** Two orders that trade with each other follow one another. */
function orderOf(index: number): Readonly<Record<string, string>> {
	return {
		symbol: demoMarket.symbol,
		side: index % 2 === 0 ? 'SELL' : 'BUY',
		type: 'LIMIT',
		price: `10.0${(index >> 1) % 7}`,
		quantity: '1',
		clientOrderId: `bench-${index}`,
	};
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
