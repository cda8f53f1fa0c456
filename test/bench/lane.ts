/**
 * The lane on each database against BullMQ's own strict lane, on one machine, one after the other,
 * on the same Redis: orders per second from the call of the intake to the committed trade with
 * every commit flushed to disk, and how long a lone order takes. BullMQ runs one job without work
 * per order.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Queue, Worker } from 'bullmq';
import { sql } from 'kysely';
import { systemClock } from '../../server/clock';
import { openDatabase, type Database, type DatabasePlace } from '../../exchange/database/database';
import { ensureDemo } from '../../exchange/demo/demo';
import { Feed } from '../../exchange/feeds/feed';
import { submitAndWait } from '../../exchange/feeds/results';
import { Intake } from '../../exchange/trading/intake/intake';
import type { OrderTerms } from '../../exchange/trading/intake/order-terms';
import type { Market } from '../../exchange/trading/markets/market';
import { Markets } from '../../exchange/trading/markets/markets';
import { privateRedis } from '../../server/redis/private-redis';
import { connect } from '../../server/redis/redis';
import { closeQueues, openQueues } from '../../exchange/workers/queues';
import { startWorkers } from '../../exchange/workers/workers';
import { startPostgres } from '../support/servers/postgres';
import { putRedisOnPath } from '../exchange/support/redis-program';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const sizes = {
	orders: sized(60_000, 2_000),
	inFlight: sized(4_000, 500),
	strictJobs: sized(20_000, 500),
	loneOrders: sized(300, 20),
} as const;

const fail = (fault: unknown) => {
	throw fault;
};

interface Stage {
	readonly database: Database;
	readonly market: Market;
	readonly accounts: readonly string[];
	readonly intake: Intake;
	readonly feed: Feed;
}

export async function run(): Promise<BenchResult> {
	putRedisOnPath();
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const server = await privateRedis(dataFolder);
	const conditions = machineConditions();
	const postgres = await startPostgres({ flushes: true });
	try {
		const strict = await strictLane(server.url);
		const lane = await ownLane(server.url, { dataFolder, databaseUrl: undefined });
		const databaseUrl = await postgres.addDatabase();
		const onPostgres = await ownLane(server.url, { dataFolder, databaseUrl });
		return {
			name: 'lane',
			conditions: {
				...conditions,
				...sizes,
				sqlite: await settings(dataFolder, undefined, sqliteSettings),
				postgres: await settings(dataFolder, databaseUrl, postgresSettings),
			},
			figures: rounded({
				...lane,
				strictPerSecond: strict,
				timesStrict: lane.ordersPerSecond / strict,
				postgresOrdersPerSecond: onPostgres.ordersPerSecond,
				postgresTimesStrict: onPostgres.ordersPerSecond / strict,
				postgresTrades: onPostgres.trades,
				postgresLoneAcknowledgedP50Ms: onPostgres.loneAcknowledgedP50Ms,
				postgresLoneMatchedP50Ms: onPostgres.loneMatchedP50Ms,
				postgresLoneMatchedP99Ms: onPostgres.loneMatchedP99Ms,
			}),
			targets: {
				timesStrict: { atLeast: 4 },
				loneMatchedP50Ms: { atMost: 10 },
				postgresTimesStrict: { atLeast: 4 },
				postgresLoneMatchedP50Ms: { atMost: 10 },
			},
		};
	} finally {
		await postgres.close();
		await server.close();
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

/** Jobs per second from the first add to the end of the last job. */
async function strictLane(url: string): Promise<number> {
	const redis = connect(url, fail);
	const queue = new Queue('strict', { connection: redis });
	await queue.setGlobalConcurrency(1);
	let done = 0;
	let finished = () => {};
	const all = new Promise<void>((resolve) => (finished = resolve));
	const worker = new Worker(
		'strict',
		async () => {
			done += 1;
			if (done === sizes.strictJobs) finished();
		},
		{ connection: redis, concurrency: 1 },
	);
	await worker.waitUntilReady();
	const start = performance.now();
	await inFlight(sizes.strictJobs, (index) =>
		queue.add('order', { index }, { removeOnComplete: true }),
	);
	await all;
	const seconds = (performance.now() - start) / 1_000;
	await worker.close();
	await queue.close();
	redis.disconnect();
	return sizes.strictJobs / seconds;
}

/** Runs `count` calls, as many at once as `sizes.inFlight` says. */
async function inFlight(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const runner = async () => {
		while (next < count) {
			const index = next;
			next += 1;
			await call(index);
		}
	};
	await Promise.all(Array.from({ length: sizes.inFlight }, runner));
}

const sqliteSettings = ['journal_mode', 'synchronous'];
const postgresSettings = ['server_version', 'fsync', 'synchronous_commit', 'shared_buffers'];

/** What the database itself says about how durable its commits are. */
async function settings(
	dataFolder: string,
	databaseUrl: string | undefined,
	names: readonly string[],
): Promise<string> {
	const database = await openDatabase({ dataFolder, databaseUrl });
	try {
		const words = names.map(async (name) => {
			const verb = databaseUrl === undefined ? 'pragma' : 'show';
			const { rows } = await sql.raw<Record<string, unknown>>(`${verb} ${name}`).execute(database);
			return `${name} ${String(rows[0]?.[name])}`;
		});
		return (await Promise.all(words)).join(', ');
	} finally {
		await database.destroy();
	}
}

/** One lane from intake to committed trade, on an empty Redis. */
async function ownLane(url: string, place: DatabasePlace) {
	const database = await openDatabase(place);
	const clock = systemClock;
	const { symbol, traders } = await ensureDemo({ database, clock }, { withNewKeys: false });
	const markets = new Markets(database, clock);
	const market = await markets.find(symbol);
	if (market === undefined) throw new Error('there is no market');
	const redis = connect(url, fail);
	await redis.flushdb();
	const queues = openQueues(redis, fail);
	const feed = new Feed(database, fail);
	const workers = await startWorkers({
		database,
		reader: database,
		archive: undefined,
		markets,
		clock,
		redis,
		queues,
		treasury: undefined,
		onCommitted: (name, batch) => feed.committed(name, batch),
		onAlarm: () => undefined,
		onFault: fail,
	});
	const intake = new Intake({
		database,
		clock,
		onAccepted: (name) => workers.ring(name),
		lanesIdle: () => workers.lanesIdle(),
		appendAndCarryOut: workers.appendAndCarryOut,
	});
	const accounts = traders.map(({ accountId }) => accountId);
	const stage: Stage = { database, market, accounts, intake, feed };
	try {
		const lone = await loneOrders(stage);
		return { ...lone, ...(await manyOrders(stage)) };
	} finally {
		feed.close();
		await workers.close();
		await closeQueues(queues);
		redis.disconnect();
		await database.destroy();
	}
}

/** Two orders that trade with each other follow one another; the accounts change sides. */
function orderOf(index: number): OrderTerms {
	const pair = index >> 1;
	return {
		side: index % 2 === 0 ? 'SELL' : 'BUY',
		type: 'LIMIT',
		priceTicks: 100 + (pair % 7),
		quantityLots: 1,
	};
}

function submit({ intake, market, accounts }: Stage, index: number) {
	return intake.submit(market, {
		kind: 'ORDER',
		accountId: accounts[(index + (index >> 1)) % accounts.length] ?? '',
		clientOrderId: `bench-${index}`,
		terms: orderOf(index),
		origOrderId: undefined,
	});
}

async function loneOrders(stage: Stage) {
	const acknowledged: number[] = [];
	const matched: number[] = [];
	const { symbol } = stage.market.description;
	for (let index = 0; index < sizes.loneOrders; index += 1) {
		const start = performance.now();
		await submitAndWait(stage.feed, symbol, async () => {
			const accepted = await submit(stage, index);
			acknowledged.push(performance.now() - start);
			return accepted;
		});
		matched.push(performance.now() - start);
	}
	return {
		loneAcknowledgedP50Ms: quantile(acknowledged, 0.5),
		loneMatchedP50Ms: quantile(matched, 0.5),
		loneMatchedP99Ms: quantile(matched, 0.99),
	};
}

async function manyOrders(stage: Stage) {
	const { symbol } = stage.market.description;
	const goal = sizes.loneOrders + sizes.orders;
	let finished = () => {};
	const all = new Promise<void>((resolve) => (finished = resolve));
	const { stop } = await stage.feed.listen(symbol, ({ lastSequence }) => {
		if (lastSequence >= goal) finished();
	});
	const start = performance.now();
	await inFlight(sizes.orders, (index) => submit(stage, sizes.loneOrders + index));
	await all;
	const seconds = (performance.now() - start) / 1_000;
	stop();
	const { trades } = await stage.database
		.selectFrom('trades')
		.select(({ fn }) => fn.countAll<bigint>().as('trades'))
		.executeTakeFirstOrThrow();
	return { ordersPerSecond: sizes.orders / seconds, trades: Number(trades) };
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
