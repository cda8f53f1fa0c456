/**
 * The page of a market as a reader meets it: what it loads, how soon its first book stands there on a slow
 * processor, and whether it keeps up with a busy market without blocking or growing. The exchange is a
 * process of its own, the browser a real Chromium.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { Pool } from 'undici';
import { Accounts } from '../../exchange/accounts/accounts';
import { openDatabase } from '../../exchange/database/database';
import { demoMarket } from '../../exchange/demo/demo';
import { deposit } from '../../exchange/trading/ledger/deposits';
import { Markets } from '../../exchange/trading/markets/markets';
import { systemClock } from '../../server/clock';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { openBrowser } from '../support/servers/chromium';
import { endProcess, startExchange } from './parts/program-process';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const sizes = {
	slowedTimes: 4,
	firstBooks: sized(5, 1),
	levelsOfSide: 200,
	seenOrders: sized(20, 3),
	changesPerSecond: 300,
	warmUpSeconds: sized(10, 1),
	seconds: sized(60, 3),
	longTaskMs: 50,
} as const;

const { symbol } = demoMarket;
const priceBetween = '12.50';
/** Between two looks at what is due. */
const beatMs = 20;

export async function run(): Promise<BenchResult> {
	putRedisOnPath();
	const conditions = {
		...machineConditions(),
		...sizes,
		page: 'the market, by who has given no key; its whole first load, each file compressed as it is served',
		changes: 'orders placed and cancelled one by one, each a change of the book',
		slowed: 'for the first book alone; longest task and memory at the speed of the machine',
		seen: 'from the request of another trader to the price in the book of who looks on, slowest of all',
	};
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const place = { dataFolder, databaseUrl: undefined };
	const key = await addTrader(place);
	const exchange = await startExchange(dataFolder);
	const browser = await openBrowser();
	const market = new Market(exchange.url, key);
	try {
		await market.fill();
		const first = await firstBook(browser, exchange.url);
		const orderSeenSlowestMs = await slowestSeen(browser, exchange.url, market);
		const busy = await busyMinute(browser, exchange.url, market);
		return {
			name: 'page',
			conditions,
			figures: rounded({ ...first, orderSeenSlowestMs, ...busy }),
			targets: {
				pageKilobytes: { atMost: 150 },
				firstBookMs: { atMost: 1_000 },
				orderSeenSlowestMs: { atMost: 1_000 },
				changesPerSecond: { atLeast: sizes.changesPerSecond },
				longTasks: { atMost: 0 },
				heapGrowthMegabytes: { atMost: 1 },
			},
		};
	} finally {
		await browser.close();
		await market.close();
		await endProcess(exchange);
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

/** Who makes the market, with enough to do so; answers the key. */
async function addTrader(place: Parameters<typeof openDatabase>[0]): Promise<string> {
	const database = await openDatabase(place);
	try {
		const parts = { database, clock: systemClock };
		const markets = new Markets(database, systemClock);
		await markets.addAsset('CREDIT', 0);
		await markets.addAsset('EUR', 4);
		// Without the rules of the demo, which let nobody have as many open orders.
		await markets.add(demoMarket);
		const accounts = new Accounts(database, systemClock);
		const { id: accountId } = await accounts.add('maker');
		for (const asset of ['CREDIT', 'EUR']) {
			await deposit(parts, { accountId, asset, amount: 1_000_000_000_000n, reference: asset });
		}
		return (await accounts.addKey(accountId, 'page')).key;
	} finally {
		await database.destroy();
	}
}

/** Changes the book of one market. */
class Market {
	private readonly pool: Pool;
	private readonly open: string[] = [];
	private placed = 0;

	constructor(
		url: string,
		private readonly key: string,
	) {
		this.pool = new Pool(url, { connections: 32 });
	}

	async fill(): Promise<void> {
		for (let at = 0; at < 2 * sizes.levelsOfSide; at += 1) await this.place();
	}

	/** One change: every second one takes away the oldest order, so that the book stays as large. */
	async change(at: number): Promise<void> {
		const oldest = at % 2 === 0 ? undefined : this.open.shift();
		if (oldest === undefined) return this.place();
		await this.send('DELETE', `/orders/${oldest}`);
	}

	/** Between the best prices, where no other order stands; answers what takes it away. */
	async placeBetween(): Promise<() => Promise<unknown>> {
		const terms = { symbol, side: 'SELL', type: 'LIMIT', price: priceBetween, quantity: '1' };
		const { orderId } = (await this.send('POST', '/orders', terms)) as { readonly orderId: string };
		return () => this.send('DELETE', `/orders/${orderId}`);
	}

	close(): Promise<void> {
		return this.pool.close();
	}

	private async place(): Promise<void> {
		this.placed += 1;
		const isBuy = this.placed % 2 === 0;
		const distance = (1 + (this.placed % sizes.levelsOfSide)) / 100;
		const price = (Number(priceBetween) + (isBuy ? -distance : distance)).toFixed(2);
		const quantity = String(1 + (this.placed % 50));
		const body = { symbol, side: isBuy ? 'BUY' : 'SELL', type: 'LIMIT', price, quantity };
		const order = await this.send('POST', '/orders', body);
		this.open.push((order as { readonly orderId: string }).orderId);
	}

	private async send(method: 'POST' | 'DELETE', url: string, body?: object): Promise<unknown> {
		const { statusCode, body: answer } = await this.pool.request({
			...{ method, path: url },
			headers: {
				'x-api-key': this.key,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const read = await answer.json();
		if (statusCode >= 300) throw new Error(`${statusCode}: ${JSON.stringify(read)}`);
		return read;
	}
}

const firstPrice = '.book .ask .price';

/** Run before the scripts of the page, whose policy lets nobody evaluate anything later. */
const notesFirstBook = `new MutationObserver((_changes, observer) => {
	if (document.querySelector('${firstPrice}') === null) return;
	globalThis.firstBookMs = performance.now();
	observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;

/** What is loaded, and when the first price stands in the book, counted from the click on the address. */
async function firstBook(browser: Browser, url: string): Promise<Record<string, number>> {
	const times: number[] = [];
	let loadedBytes = 0;
	for (let at = 0; at < sizes.firstBooks; at += 1) {
		const context = await browser.newContext();
		const page = await context.newPage();
		const devtools = await context.newCDPSession(page);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: sizes.slowedTimes });
		const bodies: Promise<Buffer>[] = [];
		page.on('response', (answer) => {
			const { pathname } = new URL(answer.url());
			if (pathname.startsWith('/pages/') || pathname.startsWith('/venue'))
				bodies.push(answer.body());
		});
		await page.addInitScript(notesFirstBook);
		await page.goto(`${url}/venue/markets/${symbol}`);
		await page.locator(firstPrice).first().waitFor();
		times.push(await page.evaluate<number>('firstBookMs'));
		await page.waitForLoadState('networkidle').catch(() => undefined);
		const read = await Promise.all(bodies);
		loadedBytes = read.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
		await context.close();
	}
	return {
		pageKilobytes: loadedBytes / 1_000,
		firstBookMs: quantile(times, 0.5),
		firstBookSlowestMs: Math.max(...times),
	};
}

/** How long what somebody else does takes into the page of who looks on. */
async function slowestSeen(browser: Browser, url: string, market: Market): Promise<number> {
	const page = await browser.newPage();
	await page.goto(`${url}/venue/markets/${symbol}`);
	const offered = page.locator(firstPrice, { hasText: priceBetween });
	await page.locator(firstPrice).first().waitFor();
	const times: number[] = [];
	for (let at = 0; at < sizes.seenOrders; at += 1) {
		const beganMs = performance.now();
		const shown = offered.waitFor();
		const takeAway = await market.placeBetween();
		await shown;
		times.push(performance.now() - beganMs);
		await takeAway();
		await offered.waitFor({ state: 'detached' });
	}
	await page.close();
	return Math.max(...times);
}

async function busyMinute(
	browser: Browser,
	url: string,
	market: Market,
): Promise<Record<string, number>> {
	const page = await browser.newPage();
	const devtools = await page.context().newCDPSession(page);
	await page.addInitScript(
		"globalThis.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' })",
	);
	await page.goto(`${url}/venue/markets/${symbol}`);
	await page.locator(firstPrice).first().waitFor();
	await changes(market, sizes.warmUpSeconds);
	const before = await heapBytes(devtools);
	await page.evaluate('tasks.length = 0');
	const changesPerSecond = await changes(market, sizes.seconds);
	const tasks = await longTasks(page);
	const after = await heapBytes(devtools);
	const isLive = await page.getByText('Live', { exact: true }).isVisible();
	if (!isLive) throw new Error('the page is no longer live');
	await page.close();
	return {
		changesPerSecond,
		longTasks: tasks.length,
		longestTaskMs: Math.max(0, ...tasks),
		heapMegabytes: after / 1_000_000,
		heapGrowthMegabytes: (after - before) / 1_000_000,
	};
}

function longTasks(page: Page): Promise<readonly number[]> {
	return page.evaluate<readonly number[]>('tasks');
}

async function heapBytes(devtools: CDPSession): Promise<number> {
	await devtools.send('HeapProfiler.collectGarbage');
	return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Changes the book at the rate that is wanted; answers the rate it came to. */
async function changes(market: Market, seconds: number): Promise<number> {
	const beganMs = performance.now();
	const wanted = seconds * sizes.changesPerSecond;
	const underWay = new Set<Promise<void>>();
	for (let done = 0; done < wanted;) {
		const dueMs = performance.now() - beganMs;
		const due = Math.min(wanted, Math.floor((dueMs / 1_000) * sizes.changesPerSecond));
		for (; done < due; done += 1) {
			const change = market.change(done).finally(() => underWay.delete(change));
			underWay.add(change);
		}
		await delay(beatMs);
	}
	await Promise.all(underWay);
	return wanted / ((performance.now() - beganMs) / 1_000);
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
