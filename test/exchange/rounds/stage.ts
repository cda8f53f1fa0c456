/**
 * Everything that settles as processes that can be killed: two APIs and two workers of the exchange,
 * Redis, and the service on a folder of its own, reached by the exchange through a faulty proxy only.
 * Ten traders have the same of two assets at the service, and an account at the exchange. Only where
 * the exchange relies on idempotency keys does the service get to see them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../server/clock';
import {
	openDatabase,
	type Database,
	type DatabasePlace,
} from '../../../exchange/database/database';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import type { Resolver, SettlementSettings } from '../../../exchange/settlement/setup/settings';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { startFaultyProxy, type FaultyProxy } from '../../support/hostile/faulty-proxy';
import { until } from '../../support/clients/requests';
import { ProgramProcess } from '../../support/programs/program-process';
import {
	startService,
	type RunningService,
	type TestOrganisation,
	type TestUser,
} from '../../support/programs/service';
import { MachineClock } from '../../support/clocks/machine-clock';
import { startProcesses, type ExchangeProcesses } from '../support/processes';
import { randomOf } from '../support/random';
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
} from '../support/settling';

/** What every trader has at the tracker in the beginning, in its whole units. */
export const startUnits = { CREDIT: 100_000, EUR: 100_000_000 } as const;

/** What trades and settles, whatever stands between its parts. */
export interface Venue {
	readonly exchange: ExchangeProcesses;
	/** Opened apart from the processes. */
	readonly database: Database;
	readonly place: DatabasePlace;
	readonly services: readonly ProgramProcess[];
	/** The service itself, past whatever goes wrong before it. */
	readonly tracker: TrackerPlace;
	/** Escrow and the transit accounts. */
	readonly own: readonly TestUser[];
	readonly traders: readonly SettlingTrader[];
	readonly assetIds: Readonly<Record<TrackerAsset, string>>;
}

export interface Stage extends Venue {
	readonly serviceFolder: string;
	readonly organisation: TestOrganisation;
	readonly proxy: FaultyProxy;
	/** Of all these programs. */
	readonly clock: MachineClock;
	close(): Promise<void>;
}

export interface StageOptions {
	readonly seed: number;
	readonly resolver: Resolver;
	/** Of 100 calls of the tracker, so many meet a fault. */
	readonly faultsPercent?: number;
	/** Options of Node for the programs. */
	readonly nodeOptions?: string;
	/** More of the environment of the service. */
	readonly serviceEnvironment?: Readonly<Record<string, string>>;
	/** Where they write their logs, in the place of this process; they may still be starting then. */
	readonly logFolder?: string;
}

const timeoutMs = 1_000;

/** The proxy's delays leave a request time to land within `quietMs`, as the resolvers assume. */
const settings: Readonly<Record<Resolver, Partial<SettlementSettings>>> = {
	'idempotency-key': { quietMs: 2_500 },
	'transaction-list': { quietMs: 4_000 },
	balance: { quietMs: 4_000 },
	transit: { quietMs: 4_000, transitRestMs: 8_000 },
};

const lateRequestMsMax = 800;
const traderCount = 10;
const transitCount = 6;

export async function startStage(place: DatabasePlace, options: StageOptions): Promise<Stage> {
	const closing: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const action of closing.splice(0).reverse()) await action();
	};
	try {
		const database = await openDatabase(place);
		closing.push(() => database.destroy());
		const opened = await openTracker({ place, database }, options, closing);
		return {
			...opened,
			...(await openExchange(place, opened, options, closing)),
			database,
			place,
			close,
		};
	} catch (fault) {
		await close();
		throw fault;
	}
}

type Closing = (() => Promise<unknown>)[];

/** The service with the assets and traders of the market, as a process. */
async function openTracker(
	{ place, database }: Pick<Stage, 'place' | 'database'>,
	{ nodeOptions = '', serviceEnvironment, logFolder }: StageOptions,
	closing: Closing,
) {
	// Both programs keep their tables in one database, where that is PostgreSQL.
	const { databaseUrl } = place;
	const config = { requestsPerMinuteMax: 1_000_000, databaseUrl };
	const inProcess = await startService({ config });
	const { organisation, dataFolder: serviceFolder, url } = inProcess;
	closing.push(() => fs.promises.rm(serviceFolder, { recursive: true, force: true }));
	const market = await openMarket(inProcess, database);
	const clock = new MachineClock(path.join(serviceFolder, 'ahead-ms'));
	const service = serviceProcess(
		{ url, dataFolder: serviceFolder, databaseUrl },
		{ ...clock.environment(nodeOptions), ...serviceEnvironment },
		logFolder && path.join(logFolder, 'service.log'),
	);
	await service.start();
	closing.push(() => service.end());
	await untilServed(url);
	const tracker = { url, organisation };
	return { ...market, services: [service], serviceFolder, tracker, organisation, clock };
}

type OpenedTracker = Awaited<ReturnType<typeof openTracker>>;

async function openExchange(
	place: DatabasePlace,
	{ tracker, own, clock }: OpenedTracker,
	{ seed, resolver, faultsPercent = 25, nodeOptions = '', logFolder }: StageOptions,
	closing: Closing,
) {
	const proxy = await startFaultyProxy({
		servicePort: Number(new URL(tracker.url).port),
		random: randomOf(seed),
		faultsPercent,
		slowAnswerMs: 2 * timeoutMs,
		lateRequestMsMax,
		keepsKeys: resolver === 'idempotency-key',
	});
	closing.push(() => proxy.close());
	const [escrow, ...transit] = own;
	if (escrow === undefined) throw new Error('escrow is the first of the own accounts');
	const given = { timeoutMs, windowMs: 300, resolvers: [resolver], ...settings[resolver] };
	writeSettings(place.dataFolder, { ...tracker, url: proxy.url }, escrow, { ...given, transit });
	const exchange = await startProcesses(place, {
		...{ apis: 2, workers: 2 },
		environment: { LOG_LEVEL: 'info', ...clock.environment(nodeOptions) },
		...(logFolder && { logFolder }),
	});
	closing.push(() => exchange.close());
	return { proxy, exchange };
}

/** One that writes its log to a file says to nobody that it runs. */
export async function untilServed(url: string): Promise<void> {
	await until(async () => {
		const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
		return answer?.ok === true || undefined;
	});
}

/** The service as a process on this folder, to be reached at this address. */
export function serviceProcess(
	{ url, dataFolder, databaseUrl = '' }: Pick<RunningService, 'url' | 'dataFolder' | 'databaseUrl'>,
	more: Readonly<Record<string, string>> = {},
	logFile?: string,
): ProgramProcess {
	const environment = {
		SEALKEEPER_DATA: dataFolder,
		DATABASE_URL: databaseUrl,
		PORT: new URL(url).port,
		REQUESTS_PER_MINUTE_MAX: '1000000',
		LOG_LEVEL: 'info',
		...more,
	};
	const running = /Sealkeeper listens/;
	const program = { file: 'service/main.ts', args: [], environment, running };
	return new ProgramProcess({ ...program, ...(logFile && { logFile }) });
}

/** The market over a service in this process, which ends: the tests run it as one of its own. */
async function openMarket(service: RunningService, database: Database) {
	try {
		return await addMarket(service, database);
	} finally {
		await service.service.close();
	}
}

/** Assets, own accounts and traders at the tracker, and the market over them. */
export async function addMarket(
	service: TrackerPlace & Pick<RunningService, 'addUser'>,
	database: Database,
) {
	const markets = new Markets(database, systemClock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	await markets.add({ ...demoMarket, makerFeeBps: 20, takerFeeBps: 100 });
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
