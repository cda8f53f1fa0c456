/**
 * Settlement at the real service, which runs as a process of its own: how many transfers netting
 * saves, how fast payouts leave against the tracker's own rate one after the other, and how long
 * a trade takes to reach the trader's balance there. The exchange and the caller share a process.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../server/clock';
import { Accounts as Traders } from '../../exchange/accounts/accounts';
import { readConfig } from '../../exchange/config';
import { demoMarket } from '../../exchange/demo/demo';
import { auditLedger } from '../../exchange/history/reconciliation/audit';
import { Balances } from '../../exchange/trading/ledger/balances';
import { PAYOUTS } from '../../exchange/trading/ledger/posting';
import { Markets } from '../../exchange/trading/markets/markets';
import type { SettlementSettings } from '../../exchange/settlement/setup/settings';
import { linkAsset } from '../../exchange/settlement/assets/asset-links';
import { setEmail } from '../../exchange/settlement/setup/trader-email';
import { planIntents } from '../../exchange/settlement/store/planning';
import { openTreasury } from '../../exchange/settlement/treasury';
import { startBareExchange, type BareExchange } from '../exchange/support/exchange';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';
import { endProcess, startService, type RunningProcess } from './parts/program-process';
import {
	addPeople,
	makeAssets,
	Tracker,
	type AssetIds,
	type People,
} from './parts/settlement-tracker';

const sizes = {
	traders: 20,
	trades: sized(1_000, 40),
	payouts: sized(500, 20),
	transfers: sized(200, 20),
	rounds: sized(3, 1),
	latencyTrades: sized(40, 4),
	nettingWindowMs: sized(60_000, 1_000),
};
const severalSlots = 8;
const windowMs = 1_000;
/** Pairs of orders under way at once. */
const pairsAtOnce = 8;

interface Bench {
	readonly folder: string;
	readonly people: People;
	readonly assets: AssetIds;
	readonly tracker: Tracker;
}

export async function run(): Promise<BenchResult> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const conditions = {
		...machineConditions(),
		processes: 'service in one, exchange (API and workers) and caller in another; and Redis',
		database: 'node:sqlite, WAL, synchronous=FULL, for service and exchange each',
		...sizes,
		netting:
			'windows of nettingWindowMs or 1,000 trades; transfers counted in the lists of the service',
		payoutsPerSecond: 'of one asset, planned at once; first claim to last settled',
		sequential: 'undici, one connection, one transfer after the other, before and after each',
		matchToBalance:
			'from sending the order that trades to E8 showing it; trades spread evenly over windows',
		windowMs,
	};
	try {
		const people = await addPeople(path.join(folder, 'service'), sizes.traders);
		const service = await startService(path.join(folder, 'service'));
		try {
			return { conditions, ...(await measure(folder, service, people)) };
		} finally {
			await endProcess(service);
		}
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

async function measure(folder: string, { url }: RunningProcess, people: People) {
	const tracker = new Tracker(url, people);
	const bench = { folder, people, tracker, assets: await makeAssets(tracker, people) };
	try {
		const figures = {
			...(await callsSaved(bench)),
			...(await payoutRates(bench)),
			...(await matchToBalance(bench, 'matchToBalance', { windowMs })),
			...(await matchToBalance(bench, 'eachTradeToBalance', { windowMs, windowTrades: 0 })),
		};
		return {
			name: 'settlement',
			figures: rounded(figures),
			targets: {
				callsSavedPercent: { atLeast: 90 },
				oneSlotTimesSequential: { atLeast: 0.8 },
				severalSlotsTimesSequential: { atLeast: 1 },
				matchToBalanceP50Ms: { atMost: windowMs + 100 },
				eachTradeToBalanceP50Ms: { atMost: 100 },
			},
		};
	} finally {
		await tracker.close();
	}
}

interface Stage extends Bench {
	readonly exchange: BareExchange;
	readonly dataFolder: string;
	readonly accountIds: readonly string[];
}

/** Runs `work` with an exchange on an empty database that settles at the service. */
async function withExchange<Result>(
	bench: Bench,
	settings: Partial<SettlementSettings>,
	work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
	const { people, assets, tracker } = bench;
	const dataFolder = fs.mkdtempSync(path.join(bench.folder, 'exchange-'));
	const { url: trackerUrl, productId } = tracker;
	const value = { trackerUrl, productId, escrow: people.escrow, ...settings };
	const file = path.join(dataFolder, 'settlement.json');
	fs.writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
	const place = { dataFolder, databaseUrl: undefined };
	const overrides = { logLevel: 'error', requestsPerMinuteMax: 1_000_000_000 } as const;
	const exchange = await startBareExchange(place, overrides);
	try {
		const { database } = exchange.exchange;
		const markets = new Markets(database, systemClock);
		await markets.addAsset('CREDIT', 0);
		await markets.addAsset('EUR', 4);
		await markets.add({ ...demoMarket, makerFeeBps: 0, takerFeeBps: 0 });
		await linkAsset(database, { asset: 'CREDIT', trackerAssetId: assets.CREDIT, unit: 1n });
		await linkAsset(database, { asset: 'EUR', trackerAssetId: assets.EUR, unit: 100n });
		const accounts = new Traders(database, systemClock);
		const accountIds: string[] = [];
		for (const { email, key } of people.traders) {
			const { id } = await accounts.add(email);
			await setEmail(database, { accountId: id, email, settings: undefined });
			await accounts.addOwnKey(id, key, 'tracker');
			accountIds.push(id);
		}
		const result = await work({ ...bench, exchange, dataFolder, accountIds });
		if (exchange.log() !== '') throw new Error(exchange.log());
		return result;
	} finally {
		await exchange.close();
	}
}

async function call({ exchange, people }: Stage, trader: number, resource: string, body: object) {
	const { key } = people.traders[trader] ?? people.escrow;
	const answer = await exchange.call('POST', resource, { key, body });
	if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
	return answer.body;
}

const deposit = (stage: Stage, trader: number, asset: string, amount: string) =>
	call(stage, trader, '/deposits', { asset, amount });

const order = (stage: Stage, trader: number, side: 'BUY' | 'SELL') =>
	call(stage, trader, '/orders', {
		symbol: demoMarket.symbol,
		side,
		type: 'LIMIT',
		price: '10',
		quantity: '1',
	});

/** Every trader sells in one half and buys in the other, so all end with what they began with. */
async function callsSaved(bench: Bench) {
	return withExchange(bench, { windowMs: sizes.nettingWindowMs }, async (stage) => {
		const { tracker, assets } = stage;
		const half = sizes.traders / 2;
		const each = sizes.trades / sizes.traders;
		const before = await tracker.transfers(assets);
		for (let trader = 0; trader < sizes.traders; trader += 1) {
			await deposit(stage, trader, 'CREDIT', String(each));
			await deposit(stage, trader, 'EUR', String(10 * each));
		}
		const deposits = (await tracker.transfers(assets)) - before;
		const startedAt = performance.now();
		for (const [sellers, buyers] of [
			[0, half],
			[half, 0],
		] as const) {
			await atOnce(pairsAtOnce, sizes.trades / 2, async (index) => {
				await order(stage, sellers + (index % half), 'SELL');
				await order(stage, buyers + ((index + Math.floor(index / half)) % half), 'BUY');
			});
		}
		const seconds = (performance.now() - startedAt) / 1_000;
		await untilSettled(stage);
		const calls = (await tracker.transfers(assets)) - before;
		const { database } = stage.exchange.exchange;
		const faults = [...(await auditLedger(database))];
		for (const id of Object.values(assets)) {
			const left = await tracker.held(stage.people.escrow, id);
			if (left !== 0) faults.push(`${left} of ${id} are left in escrow`);
		}
		if (faults.length > 0) throw new Error(faults.join('\n'));
		const { windows } = await database
			.selectFrom('payout_windows')
			.select(({ fn }) => fn.countAll<bigint>().as('windows'))
			.executeTakeFirstOrThrow();
		return {
			tradesPerSecondByHttp: sizes.trades / seconds,
			windowsWithPayouts: Number(windows),
			deposits,
			payouts: calls - deposits,
			callsSavedPercent: 100 * (1 - calls / (2 * sizes.trades)),
		};
	});
}

async function untilSettled({ exchange }: Stage): Promise<void> {
	const { database } = exchange.exchange;
	for (;;) {
		const { counted } = await database
			.selectFrom('due_cursors')
			.select(({ fn }) => fn.min('sequence').as('counted'))
			.executeTakeFirstOrThrow();
		const { logged } = await database
			.selectFrom('logs')
			.select(({ fn }) => fn.min('last_sequence').as('logged'))
			.executeTakeFirstOrThrow();
		const { open } = await openIntents(database);
		if (open === 0n && counted === logged) return;
		await delay(20);
	}
}

function openIntents(database: Stage['exchange']['exchange']['database']) {
	return database
		.selectFrom('intents')
		.select(({ fn }) => fn.countAll<bigint>().as('open'))
		.where('state', '<>', 'SETTLED')
		.executeTakeFirstOrThrow();
}

/** Round by round, so that a disturbance of the machine meets all alike; medians of the rounds. */
async function payoutRates(bench: Bench) {
	const rounds: Record<string, number>[] = [];
	for (let round = 0; round < sizes.rounds; round += 1) {
		const before = await sequentialRate(bench);
		const oneSlot = await payoutRate(bench, 1);
		const between = await sequentialRate(bench);
		const several = await payoutRate(bench, severalSlots);
		const after = await sequentialRate(bench);
		rounds.push({
			sequentialPerSecond: (before + between + after) / 3,
			oneSlotPerSecond: oneSlot,
			severalSlotsPerSecond: several,
			oneSlotTimesSequential: oneSlot / ((before + between) / 2),
			severalSlotsTimesSequential: several / ((between + after) / 2),
		});
	}
	const names = Object.keys(rounds[0] ?? {});
	return Object.fromEntries(
		names.map((name) => [
			name,
			quantile(
				rounds.map((round) => round[name] ?? Number.NaN),
				0.5,
			),
		]),
	);
}

/** Transfers per second as the tracker gives them to a caller who waits for each. */
async function sequentialRate({ tracker, people, assets }: Bench): Promise<number> {
	const [sender, recipient] = people.traders;
	if (sender === undefined || recipient === undefined) throw new Error('there are no traders');
	const startedAt = performance.now();
	for (let count = 0; count < sizes.transfers; count += 1) {
		await tracker.transfer(sender, recipient, assets.CREDIT);
	}
	return sizes.transfers / ((performance.now() - startedAt) / 1_000);
}

async function payoutRate(bench: Bench, parallelCalls: number): Promise<number> {
	return withExchange(bench, { parallelCalls, windowMs: 60_000 }, async (stage) => {
		const each = sizes.payouts / sizes.traders;
		for (let trader = 0; trader < sizes.traders; trader += 1) {
			await deposit(stage, trader, 'CREDIT', String(each));
		}
		await planPayouts(stage, each);
		while ((await openIntents(stage.exchange.exchange.database)).open > 0n) await delay(50);
		const { first, last } = await stage.exchange.exchange.database
			.selectFrom('intents')
			.select(({ fn }) => [fn.min('sent_at').as('first'), fn.max('ended_at').as('last')])
			.where('kind', '=', 'PAYOUT')
			.executeTakeFirstOrThrow();
		return sizes.payouts / ((Number(last) - Number(first)) / 1_000);
	});
}

/** Plans `each` payouts of one credit for every trader with one commit, as a window does. */
async function planPayouts(
	{ exchange, dataFolder, accountIds, people }: Stage,
	each: number,
): Promise<void> {
	const { database } = exchange.exchange;
	const config = readConfig({ EXCHANGE_DATA: dataFolder });
	const edges = { database, clock: systemClock, onAlarm: () => undefined };
	const treasury = await openTreasury(config, edges);
	if (treasury === undefined) throw new Error('there are no settings of settlement');
	const plans = Array.from({ length: each }).flatMap((_, index) =>
		accountIds.map((accountId, trader) => ({
			kind: 'PAYOUT' as const,
			accountId,
			asset: 'CREDIT',
			units: 1,
			amount: 1n,
			reference: `bench-${index}`,
			windowNumber: null,
			traderEmail: people.traders[trader]?.email ?? '',
			traderKey: null,
		})),
	);
	await database.transaction().execute(async (transaction) => {
		const balances = await Balances.load(transaction, [...accountIds, PAYOUTS], ['CREDIT']);
		await planIntents(treasury, transaction, balances, plans);
		await balances.write();
	});
	await treasury.tracker.close();
}

/** One trade at a time, each at another point of the window; the seller asks for its balance. */
async function matchToBalance(
	bench: Bench,
	name: string,
	settings: Pick<SettlementSettings, 'windowMs'> & Partial<SettlementSettings>,
): Promise<Record<string, number>> {
	return withExchange(bench, { windowTrades: 1_000_000, ...settings }, async (stage) => {
		const [seller] = stage.people.traders;
		if (seller === undefined) throw new Error('there are no traders');
		await deposit(stage, 0, 'CREDIT', String(sizes.latencyTrades));
		await deposit(stage, 1, 'EUR', String(10 * sizes.latencyTrades));
		const { tracker, assets } = stage;
		const tookMs: number[] = [];
		for (let index = 0; index < sizes.latencyTrades; index += 1) {
			// The golden ratio spreads the points evenly without meeting any rhythm.
			await delay(windowMs * ((index * 0.618034) % 1));
			await order(stage, 0, 'SELL');
			const before = await tracker.held(seller, assets.EUR);
			const startedAt = performance.now();
			await order(stage, 1, 'BUY');
			while ((await tracker.held(seller, assets.EUR)) === before) await delay(2);
			tookMs.push(performance.now() - startedAt);
			await untilSettled(stage);
		}
		return { [`${name}P50Ms`]: quantile(tookMs, 0.5), [`${name}MostMs`]: Math.max(...tookMs) };
	});
}

async function atOnce(
	callers: number,
	count: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const caller = async () => {
		while (next < count) {
			const index = next;
			next += 1;
			await work(index);
		}
	};
	await Promise.all(Array.from({ length: callers }, caller));
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
