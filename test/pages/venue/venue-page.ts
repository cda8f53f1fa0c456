/**
 * The venue page in a browser, at an exchange that settles at a real tracker: opened where a test wants
 * it, as a trader or as nobody, and watched for what it must not meet.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Trader } from '../../exchange/support/exchange';
import { startSettling, type Settling, type TrackerAsset } from '../../exchange/support/settling';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import { watchedPage, type WatchedPage } from '../../support/servers/watched-page';

interface Opening extends BrowserContextOptions {
	/** Of a trader; nobody's where it is left out. */
	readonly key?: string;
	/** Where the exchange is, if something stands before it. */
	readonly url?: string;
}

export class VenueStage {
	private constructor(
		readonly browser: Browser,
		readonly settling: Settling,
		/** Of the exchange. */
		readonly dataFolder: string,
		/** Stands between the exchange and its tracker. */
		private readonly proxy: SwitchingProxy,
		private readonly databases: TestDatabases,
	) {}

	static async open(): Promise<VenueStage> {
		const databases = new TestDatabases();
		const place = await databases.place('SQLite');
		const proxy = new SwitchingProxy();
		const trackerUrl = `http://127.0.0.1:${await proxy.listen(1)}`;
		const pages = { pagesFolder: builtPagesFolder() };
		const settling = await startSettling(place, { trackerUrl }, pages);
		proxy.switchTo(Number(new URL(settling.service.url).port));
		const browser = await openBrowser();
		return new VenueStage(browser, settling, place.dataFolder, proxy, databases);
	}

	/** The exchange does not reach its tracker any more. */
	loseTracker(): void {
		this.proxy.switchTo(undefined);
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.settling.close();
		await this.proxy.close();
		await this.databases.close();
	}

	/** The page of the market, live. */
	async openMarket({ key, url = this.settling.exchange.url, ...options }: Opening = {}) {
		const opened = await watchedPage(this.browser, url, options);
		const { page } = opened;
		await page.goto(`${url}/venue/markets/CREDIT-EUR`);
		await isLive(page);
		if (key === undefined) return opened;
		await giveKey(page, key);
		await page.getByRole('heading', { name: 'Open orders' }).waitFor();
		await isLive(page);
		return opened;
	}

	/** A part that is the trader's own, by its place below the venue and its heading. */
	async openPart(
		[place, heading]: readonly [string, string],
		{ key = this.settling.seller.key, ...options }: Omit<Opening, 'url'> = {},
	): Promise<WatchedPage> {
		const { url } = this.settling.exchange;
		const opened = await watchedPage(this.browser, url, options);
		await opened.page.goto(`${url}/venue/${place}`);
		await giveKey(opened.page, key);
		await opened.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
		return opened;
	}

	/** Brings something from the tracker, to stay until it is used. */
	async bring({ key }: Trader, asset: TrackerAsset, amount: string): Promise<void> {
		const { exchange } = this.settling;
		const stays = { payouts: 'ON_DEMAND' };
		expect((await exchange.call('PATCH', '/account', { key, body: stays })).status).toBe(200);
		const body = { asset, amount, clientDepositId: 'means' };
		await until(async () => {
			const { status } = await exchange.call('POST', '/deposits', { key, body });
			return status === 200 || status === 201 || undefined;
		});
	}

	/** What the exchange answers who has the key. */
	async asked<Answer>(key: string, path: string): Promise<Answer> {
		const { status, body } = await this.settling.exchange.call('GET', path, { key });
		if (status !== 200) throw new Error(`${path} answers ${status}`);
		return body as Answer;
	}
}

export async function giveKey(page: Page, key: string): Promise<void> {
	await page.getByLabel('API key').fill(key);
	await page.getByRole('button', { name: 'Open', exact: true }).click();
}

export async function isLive(page: Page): Promise<void> {
	await page.getByText('Live', { exact: true }).waitFor();
}

export const book = (page: Page) => page.getByRole('region', { name: 'Order book' });

/** A browser notes each refusal, of which a trader is told in the page. */
export const unexpected = (faults: readonly string[], status = 422) =>
	faults.filter((fault) => !fault.includes(`status of ${status}`));
