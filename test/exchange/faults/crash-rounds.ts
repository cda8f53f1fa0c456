/**
 * Rounds of kill -9 under load. Clients place orders, repeat each under its own id until it is
 * acknowledged, and take open ones back; meanwhile worker, API or Redis is killed, or a worker
 * stopped past its lock. At the end every acknowledged order is there once, the ledger agrees, and
 * a replay of the log gives every report that was committed and the same book.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../server/clock';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { demoMarket, ensureDemo } from '../../../exchange/demo/demo';
import { lockDurationMs } from '../../../exchange/jobs/jobs';
import { Lane } from '../../../exchange/lane/lane';
import { LaneState } from '../../../exchange/lane/lane-state';
import { Snapshots } from '../../../exchange/lane/snapshots';
import { readReports } from '../../../exchange/lane/batch-text';
import { auditLedger } from '../../../exchange/reconciliation/audit';
import { Markets } from '../../../exchange/markets/markets';
import type { TestDatabases, DatabaseKind } from '../../support/databases';
import { untoldLane } from '../support/lane';
import { readLog, stateOf } from '../support/lane-states';
import { startProcesses, type ExchangeProcesses, type PartProcess } from '../support/processes';
import { randomOf } from '../support/random';

/** Orders acknowledged between two faults. */
const ordersPerRound = 40;
const clients = 4;

const symbol = demoMarket.symbol;

interface Load {
	readonly acknowledged: Map<string, string>;
	/** Resolves when so many orders more are acknowledged. */
	more(count: number): Promise<void>;
	stop(): Promise<void>;
}

function startLoad(url: string, keys: readonly string[], seed: number): Load {
	const acknowledged = new Map<string, string>();
	let stopped = false;
	let wake = () => {};
	const client = async (number: number) => {
		const random = randomOf(seed + number);
		for (let count = 0; !stopped; count += 1) {
			const clientOrderId = `client-${number}-${count}`;
			const order = {
				symbol,
				clientOrderId,
				newOrderRespType: 'ACK',
				type: 'LIMIT',
				side: random(2) === 0 ? 'BUY' : 'SELL',
				price: String(10 + random(5)),
				quantity: String(1 + random(5)),
			};
			acknowledged.set(clientOrderId, await placed(url, keys[number % keys.length] ?? '', order));
			wake();
		}
	};
	const running = Array.from({ length: clients }, (_, number) => client(number));
	return {
		acknowledged,
		async more(count) {
			const goal = acknowledged.size + count;
			while (acknowledged.size < goal) {
				await Promise.race([new Promise<void>((resolve) => (wake = resolve)), ...running]);
			}
		},
		async stop() {
			stopped = true;
			await Promise.all(running);
		},
	};
}

/**
 * Repeats the order until it is acknowledged; answers its id. Orders that meet no other one hold
 * more and more, so a client without means takes back its trader's open orders and goes on.
 */
async function placed(url: string, key: string, order: object): Promise<string> {
	for (;;) {
		const { status, body } = await call(`${url}/orders`, { method: 'POST', key, body: order });
		if (status === 201 || status === 200) return String(body['orderId']);
		if (body['errorCode'] !== 'Exchange_InsufficientBalance') {
			throw new Error(`refused: ${JSON.stringify(body)}`);
		}
		const cancelled = await call(`${url}/orders?symbol=${symbol}`, { method: 'DELETE', key });
		if (cancelled.status !== 200) throw new Error(`refused: ${JSON.stringify(cancelled.body)}`);
	}
}

/** Repeats the request until the exchange has answered it. */
async function call(
	url: string,
	request: { readonly method: string; readonly key: string; readonly body?: object },
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
	for (;;) {
		const answer = await attempt(url, request);
		if (answer !== undefined && answer.status < 500) return answer;
		// Nobody listens while the API is started again.
		if (answer === undefined) await delay(20);
	}
}

async function attempt(
	url: string,
	{ method, key, body }: { readonly method: string; readonly key: string; readonly body?: object },
) {
	try {
		const answer = await fetch(url, {
			method,
			headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		const said: unknown = await answer.json();
		return { status: answer.status, body: said as Readonly<Record<string, unknown>> };
	} catch {
		// The connection ended with the API: whether the command was accepted is not known.
		return undefined;
	}
}

/** What is done to the exchange in a round; answers how it is undone. */
type Fault = (
	processes: ExchangeProcesses,
	worker: PartProcess | undefined,
) => Promise<() => Promise<void> | undefined>;

const faults: readonly Fault[] = [
	async (_processes, worker) => {
		await worker?.kill();
		return () => worker?.start();
	},
	async ({ api }) => {
		await api.kill();
		return () => api.start();
	},
	async (processes) => {
		await processes.killRedis();
		return () => undefined;
	},
	async (_processes, worker) => {
		// Longer than its lock: its job is given to another worker, and then there are two.
		worker?.signal('SIGSTOP');
		return async () => {
			await delay(lockDurationMs * 2);
			worker?.signal('SIGCONT');
		};
	},
];

async function drained(database: Database): Promise<void> {
	for (;;) {
		const row = await database
			.selectFrom('logs')
			.innerJoin('lanes', 'lanes.market', 'logs.market')
			.select(['last_sequence', 'cursor'])
			.executeTakeFirstOrThrow();
		if (row.cursor === row.last_sequence) return;
		await delay(50);
	}
}

/** Runs the rounds on a new database and checks everything afterwards. */
export async function crashRounds(
	databases: TestDatabases,
	{
		kind,
		rounds,
		seed,
	}: { readonly kind: DatabaseKind; readonly rounds: number; readonly seed: number },
): Promise<void> {
	const place = await databases.place(kind);
	const database = await openDatabase(place);
	const clock = systemClock;
	const { traders } = await ensureDemo({ database, clock }, { withNewKeys: true });
	const processes = await startProcesses(place, 2);
	try {
		const keys = traders.map(({ key = '' }) => key);
		const load = startLoad(processes.url, keys, seed);
		const random = randomOf(seed);
		for (let round = 0; round < rounds; round += 1) {
			await load.more(ordersPerRound);
			const cause = faults[round < faults.length ? round : random(faults.length)];
			const repair = await cause?.(processes, processes.workers[random(processes.workers.length)]);
			await repair?.();
		}
		await load.more(ordersPerRound);
		await load.stop();
		await drained(database);
		await checkOrders(database, load.acknowledged);
		await checkReplay(database);
		expect(await auditLedger(database)).toEqual([]);
	} finally {
		await processes.close();
		await database.destroy();
	}
}

async function checkOrders(
	database: Database,
	acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
	const rows = await database
		.selectFrom('orders')
		.innerJoin('order_states', (join) =>
			join
				.onRef('order_states.market', '=', 'orders.market')
				.onRef('order_states.order_id', '=', 'orders.order_id'),
		)
		.select(['client_order_id', 'orders.order_id'])
		.execute();
	const found = new Map(rows.map((row) => [row.client_order_id, `${symbol}.${row.order_id}`]));
	expect(found.size).toBe(rows.length);
	expect(found).toEqual(acknowledged);
}

async function checkReplay(database: Database): Promise<void> {
	const markets = new Markets(database, systemClock);
	const market = await markets.find(symbol);
	if (market === undefined) throw new Error('the market is gone');
	const logged = await readLog(database);
	expect(logged.map(({ sequence }) => sequence)).toEqual(logged.map((_, index) => index + 1));
	const effects = LaneState.empty(market).advance(logged);
	const batches = await database
		.selectFrom('batches')
		.selectAll()
		.orderBy('last_sequence')
		.execute();
	const reports = batches.flatMap(({ reports: text }) => readReports(text));
	expect(reports).toEqual(JSON.parse(JSON.stringify(effects.reports)));
	const trades = await database.selectFrom('trades').selectAll().execute();
	expect(trades).toHaveLength(effects.trades.length);
	const parts = { database, markets, clock: systemClock, ...untoldLane };
	await new Lane(parts).takeSnapshot(symbol);
	const snapshots = await database.selectFrom('snapshots').select('sequence').execute();
	expect(snapshots.map(({ sequence }) => Number(sequence))).toContain(logged.length);
	for (const { sequence } of snapshots) {
		const replayed = LaneState.empty(market);
		replayed.advance(logged.slice(0, Number(sequence)));
		const restored = await new Snapshots(parts).restoreFrom(market, sequence);
		expect(restored && stateOf(restored)).toEqual(stateOf(replayed));
	}
}
