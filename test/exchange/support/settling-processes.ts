/**
 * Everything that settles as processes that can be killed: the exchange's API and workers, Redis,
 * and the service on a folder of its own, reached by the exchange through a faulty proxy only.
 * Four traders have the same of two assets at the service, and an account at the exchange. Only
 * where the exchange relies on idempotency keys does the service get to see them.
 */
import fs from 'node:fs';
import { systemClock } from '../../../server/clock';
import {
	openDatabase,
	type Database,
	type DatabasePlace,
} from '../../../exchange/database/database';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/markets/markets';
import type { Resolver, SettlementSettings } from '../../../exchange/settlement/setup/settings';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { startFaultyProxy, type FaultyProxy } from '../../support/faulty-proxy';
import { startService, type RunningService, type TestUser } from '../../support/service';
import { startProcesses, type ExchangeProcesses } from './processes';
import { ProgramProcess } from '../../support/program-process';
import { randomOf } from './random';
import {
	addTrader,
	createAsset,
	issue,
	trackerAssets,
	unitOf,
	writeSettings,
	type SettlingTrader,
	type TrackerAsset,
	type TrackerPlace,
} from './settling';

/** What every trader has at the tracker in the beginning, in its whole units. */
export const startUnits = { CREDIT: 1_000, EUR: 100_000 } as const;

export interface SettlingProcesses {
	readonly exchange: ExchangeProcesses;
	readonly database: Database;
	readonly dataFolder: string;
	readonly service: ProgramProcess;
	readonly serviceFolder: string;
	/** The service itself, past the proxy. */
	readonly tracker: TrackerPlace;
	readonly proxy: FaultyProxy;
	/** Escrow and the transit accounts. */
	readonly own: readonly TestUser[];
	readonly traders: readonly SettlingTrader[];
	readonly assetIds: Readonly<Record<TrackerAsset, string>>;
	close(): Promise<void>;
}

const timeoutMs = 500;

/** The proxy's delays leave a request time to land within `quietMs`, as the resolvers assume. */
const settings: Readonly<Record<Resolver, Partial<SettlementSettings>>> = {
	'idempotency-key': { quietMs: 2_000 },
	'transaction-list': { quietMs: 3_000 },
	balance: { quietMs: 3_000 },
	transit: { quietMs: 3_000, transitRestMs: 6_000 },
};

const lateRequestMsMax = 800;
const faultsPercent = 30;
const traderCount = 4;
const transitCount = 6;

export async function startSettlingProcesses(
	place: DatabasePlace,
	{ seed, resolver }: { readonly seed: number; readonly resolver: Resolver },
): Promise<SettlingProcesses> {
	const closing: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const action of closing.splice(0).reverse()) await action();
	};
	try {
		const database = await openDatabase(place);
		closing.push(() => database.destroy());
		// Both programs keep their tables in one database, where that is PostgreSQL.
		const { databaseUrl } = place;
		const config = { requestsPerMinuteMax: 1_000_000, databaseUrl };
		const inProcess = await startService({ config });
		closing.push(() => fs.promises.rm(inProcess.dataFolder, { recursive: true, force: true }));
		const market = await openMarket(inProcess, database);
		const { organisation, dataFolder: serviceFolder, url } = inProcess;
		const service = serviceProcess({ url, dataFolder: serviceFolder, databaseUrl });
		await service.start();
		closing.push(() => service.end());
		const proxy = await startFaultyProxy({
			servicePort: Number(new URL(url).port),
			random: randomOf(seed),
			faultsPercent,
			slowAnswerMs: 2 * timeoutMs,
			lateRequestMsMax,
			keepsKeys: resolver === 'idempotency-key',
		});
		closing.push(() => proxy.close());
		const tracker = { url, organisation };
		const proxied = { url: proxy.url, organisation };
		const [escrow, ...transit] = market.own;
		if (escrow === undefined) throw new Error('escrow is the first of the own accounts');
		const given = { timeoutMs, windowMs: 300, resolvers: [resolver], ...settings[resolver] };
		writeSettings(place.dataFolder, proxied, escrow, { ...given, transit });
		const exchange = await startProcesses(place, 2, 'info');
		closing.push(() => exchange.close());
		const { dataFolder } = place;
		const running = { exchange, database, dataFolder, service, serviceFolder };
		return { ...market, ...running, tracker, proxy, close };
	} catch (fault) {
		await close();
		throw fault;
	}
}

/** The service as a process on this folder, to be reached at this address. */
export function serviceProcess({
	url,
	dataFolder,
	databaseUrl = '',
}: Pick<RunningService, 'url' | 'dataFolder' | 'databaseUrl'>): ProgramProcess {
	const environment = {
		SEALKEEPER_DATA: dataFolder,
		DATABASE_URL: databaseUrl,
		PORT: new URL(url).port,
		REQUESTS_PER_MINUTE_MAX: '1000000',
		LOG_LEVEL: 'info',
	};
	const running = /Sealkeeper listens/;
	return new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
}

/** The market over a service in this process, which ends: the tests run it as one of its own. */
async function openMarket(service: RunningService, database: Database) {
	try {
		return await addMarket(service, database);
	} finally {
		await service.service.close();
	}
}

async function addMarket(service: RunningService, database: Database) {
	const markets = new Markets(database, systemClock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	await markets.add({ ...demoMarket, makerFeeBps: 0, takerFeeBps: 100 });
	const own: TestUser[] = [await service.addUser('escrow@first.test', ['TrackerUser'])];
	for (let number = 1; number <= transitCount; number += 1) {
		own.push(await service.addUser(`transit-${number}@first.test`, ['TrackerUser']));
	}
	const traders: SettlingTrader[] = [];
	for (let number = 1; number <= traderCount; number += 1) {
		traders.push(await addTrader(service, database, `trader-${number}`));
	}
	const makeAsset = async (asset: TrackerAsset) => {
		const id = await createAsset(service, asset);
		for (const { user } of traders)
			await issue(service, id, { to: user, units: startUnits[asset] });
		await linkAsset(database, { asset, trackerAssetId: id, unit: unitOf[asset] });
		return id;
	};
	const [CREDIT, EUR] = [await makeAsset(trackerAssets[0]), await makeAsset(trackerAssets[1])];
	return { own, traders, assetIds: { CREDIT, EUR } };
}
