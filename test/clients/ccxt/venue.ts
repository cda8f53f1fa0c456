/** The exchange of a test as a program sees it that trades by ccxt. */
import type { Sealkeeper } from '../../../clients/ccxt/sealkeeper.ts';
import { ccxtPackages } from '../../support/servers/ccxt-packages';
import { TestDatabases } from '../../support/servers/databases';
import {
	startExchange,
	type Overrides,
	type RunningExchange,
} from '../../exchange/support/exchange';

export type Order = Awaited<ReturnType<Sealkeeper['fetchOrder']>>;
export type Trade = Awaited<ReturnType<Sealkeeper['fetchTrades']>>[number];

export const symbol = 'CREDIT/EUR';

/** One trader's ccxt. Options are made where ccxt is loaded, which knows a plain object by its class. */
export async function traderAt(url: string, apiKey: string, options = {}): Promise<Sealkeeper> {
	await ccxtPackages();
	const loaded = await import('../../../clients/ccxt/sealkeeper.ts');
	return new loaded.Sealkeeper(structuredClone({ apiKey, urls: { api: url }, ...options }));
}

export interface Venue {
	readonly running: RunningExchange;
	/** Has 10,000 credits and 500,000 euros. */
	readonly seller: Sealkeeper;
	/** Has as much. */
	readonly buyer: Sealkeeper;
	close(): Promise<void>;
}

export async function openVenue(overrides: Overrides = {}): Promise<Venue> {
	const databases = new TestDatabases();
	const running = await startExchange(await databases.place('SQLite'), overrides);
	const { url, northwind, harbour } = running;
	const seller = await traderAt(url, northwind.key);
	const buyer = await traderAt(url, harbour.key);
	return {
		running,
		seller,
		buyer,
		async close() {
			for (const trader of [seller, buyer]) await trader.close();
			await running.close();
			await databases.close();
		},
	};
}
