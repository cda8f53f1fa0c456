/**
 * How soon an exchange is back with a million commands behind it and a large book, how much memory
 * it takes then, and what two million open orders take to be kept and restored. The log is written
 * as if it had been carried out, with the newest snapshot as far behind as it may be.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import readline from 'node:readline';
import { systemClock } from '../../server/clock';
import { openDatabase } from '../../exchange/database/database';
import { demoMarket, ensureDemo } from '../../exchange/demo/demo';
import { Lane } from '../../exchange/trading/lane/lane';
import { Markets } from '../../exchange/trading/markets/markets';
import { LargeLog } from '../exchange/support/large-log';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { machineConditions, printResult, sized, type BenchResult } from './parts/result';

const sizes = {
	commands: sized(1_000_000, 20_000),
	openOrders: sized(100_000, 2_000),
	commandsBehindSnapshot: sized(65_000, 1_000),
	largeBook: sized(2_000_000, 20_000),
} as const;

export async function run(): Promise<BenchResult> {
	putRedisOnPath();
	const conditions = machineConditions();
	return {
		name: 'restart',
		conditions: { ...conditions, ...sizes },
		figures: { ...(await restart()), ...(await largeBook()) },
		targets: {
			readySeconds: { atMost: 2 },
			memoryMb: { atMost: 250 },
			largestPauseMs: { atMost: 10 },
		},
	};
}

async function openStage(openOrders: number) {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const markets = new Markets(database, systemClock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	// Without the demo's rules, which let an account have few open orders.
	const market = await markets.add(demoMarket);
	const demo = await ensureDemo({ database, clock: systemClock }, { withNewKeys: true });
	const accountIds = demo.traders.map(({ accountId }) => accountId);
	const time = systemClock.now();
	const log = new LargeLog(database, market, { openOrders, accountIds, time });
	const onUnusableSnapshot = (fault: unknown) => {
		throw fault;
	};
	const newLane = () =>
		new Lane({
			database,
			markets,
			clock: systemClock,
			onUnusableSnapshot,
			onCommitted: () => undefined,
		});
	return {
		...{ dataFolder, demo, log, newLane },
		async close() {
			await database.destroy();
		},
	};
}

async function restart() {
	const { dataFolder, demo, log, newLane, close } = await openStage(sizes.openOrders);
	await log.write(sizes.commands - sizes.commandsBehindSnapshot);
	const lane = newLane();
	await lane.prepare(demo.symbol);
	await lane.takeSnapshot(demo.symbol);
	await log.write(sizes.commandsBehindSnapshot);
	await close();
	const since = performance.now();
	const started = await start(dataFolder);
	const readySeconds = seconds(since);
	const key = demo.traders[0]?.key ?? '';
	const order = { symbol: demo.symbol, side: 'SELL', type: 'LIMIT', price: '999', quantity: '1' };
	const placed = await fetch(`${started.url}/orders`, {
		method: 'POST',
		headers: { 'x-api-key': key, 'content-type': 'application/json' },
		body: JSON.stringify(order),
	});
	if (placed.status !== 201) throw new Error(`an order was answered ${placed.status}`);
	await placed.text();
	const figures = {
		readySeconds,
		firstResultSeconds: seconds(since),
		memoryMb: memoryMb(started.child.pid ?? 0),
	};
	started.child.kill('SIGTERM');
	await once(started.child, 'exit');
	fs.rmSync(dataFolder, { recursive: true, force: true });
	return figures;
}

/** The whole exchange in one process, as `npm run exchange` starts it. */
async function start(dataFolder: string): Promise<{ child: ChildProcess; url: string }> {
	const main = path.join(__dirname, '..', '..', 'exchange', 'main.js');
	const child = spawn(process.execPath, ['--max-semi-space-size=16', main, 'both'], {
		env: { ...process.env, EXCHANGE_DATA: dataFolder, DATABASE_URL: '', EXCHANGE_PORT: '0' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of readline.createInterface({ input: child.stdout })) {
		const url = /^Exchange listens on (\S+)$/.exec(line)?.[1];
		if (url === undefined) continue;
		child.stdout.resume();
		const ready = await fetch(`${url}/health/ready`);
		if (ready.status !== 200) throw new Error(`it listens and answers ${ready.status}`);
		return { child, url };
	}
	throw new Error('the exchange ended before it listened');
}

async function largeBook() {
	const { dataFolder, demo, log, newLane, close } = await openStage(sizes.largeBook);
	await log.write(sizes.largeBook);
	const lane = newLane();
	await lane.prepare(demo.symbol);
	const pauses = monitorEventLoopDelay({ resolution: 1 });
	pauses.enable();
	const written = performance.now();
	await lane.takeSnapshot(demo.symbol);
	const largeSnapshotSeconds = seconds(written);
	pauses.disable();
	const since = performance.now();
	await newLane().prepare(demo.symbol);
	const largeRestoreSeconds = seconds(since);
	await close();
	fs.rmSync(dataFolder, { recursive: true, force: true });
	return { largeSnapshotSeconds, largestPauseMs: pauses.max / 1e6, largeRestoreSeconds };
}

/** Resident memory of a process on Linux. */
function memoryMb(pid: number): number {
	const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

function seconds(since: number): number {
	return Math.round(performance.now() - since) / 1_000;
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
