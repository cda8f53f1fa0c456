/**
 * Both programs for a long time, the exchange at a fifth of what it can do: every minute a reading of what
 * their processes hold, of rows and files, and of how long orders take. The clock of the service runs ahead,
 * so that what it keeps for days ends within the run. In the end nothing of that has gone up with time,
 * judged by the trend of the later half of the readings, an order costs what it cost before, and no program
 * has logged a fault.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Database } from '../../../exchange/database/database';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { openDatabase as openServiceDatabase } from '../../../service/database/database';
import type { Database as ServiceDatabase } from '../../../service/database/database';
import { quantile } from '../../bench/parts/result';
import type { DatabaseKind, TestDatabases } from '../../support/servers/databases';
import { heapBytes, heapTelling, processUse } from '../../support/programs/process-use';
import { MachineClock } from '../../support/clocks/machine-clock';
import { startServiceLoad } from '../../support/programs/service-load';
import { programsOf } from './faults';
import { SoakLoad } from './soak-load';
import { startStage, untilServed, type Stage } from './stage';
import { drift } from './trend';

/** One after each minute, or each part of one where it is short. */
interface Reading {
	readonly orders: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** Of all processes together, those alike beside each other. */
	readonly residentBytes: number;
	readonly heapBytes: number;
	readonly descriptors: number;
	readonly databaseBytes: number;
	readonly logBytes: number;
	readonly redisBytes: number;
	readonly redisKeys: number;
	/** Of the service: what it removes when its days are over. */
	readonly keptKeys: number;
	readonly keptReports: number;
	readonly keptEvents: number;
	/** Rows that say what is to be done: mails, arrivals of events, transfers and their keys. */
	readonly waitingRows: number;
}

const warmUpSeconds = 10;
const saturationSeconds = 20;
const clients = 20;

/** Fewer would show nothing. */
const readingsMin = 20;

/** How far what a reading tells may go up, as a share of its middle, over the later half. */
const driftsMax: Readonly<Record<string, number>> = {
	p50Ms: 0.5,
	p99Ms: 1,
	residentBytes: 0.15,
	heapBytes: 0.1,
	descriptors: 0.05,
	databaseBytesPerOrder: 0.2,
	logBytesPerOrder: 0.1,
};

/** As few days as the service takes, and the days that pass at it in a run: many times as many. */
const kept = { IDEMPOTENCY_KEY_DAYS: '2', REPORT_LIFETIME_DAYS: '1', EVENTS_KEPT_DAYS: '4' };
const daysPassed = 24;

/** Of what was made in the run, so much is there at most in the end. */
const keptShareMax = 0.5;

const dayMs = 86_400_000;

/** Events are removed every ten minutes; in less than this most of them are there. */
const eventsMinutesMin = 60;

const redisKeysMax = 5_000;
const waitingRowsMax = 1_000;

/** Of each of the people who use the service. */
const servicePauseMs = 1_000;

/** Redis writes its file anew when it has grown to twice what it was, from 64 MiB on. */
const redisBytesMax = 256 * 1024 * 1024;

export async function soak(
	databases: TestDatabases,
	{
		kind,
		minutes,
		seed,
	}: { readonly kind: DatabaseKind; readonly minutes: number; readonly seed: number },
): Promise<void> {
	const place = await databases.place(kind);
	const logFolder = path.join(place.dataFolder, 'logs');
	fs.mkdirSync(logFolder);
	const nodeOptions = heapTelling;
	const clock = new MachineClock(path.join(place.dataFolder, 'service-ahead-ms'));
	const serviceEnvironment = { ...kept, ...clock.environment(nodeOptions) };
	const options = {
		...{ seed, serviceEnvironment },
		resolver: 'idempotency-key',
		faultsPercent: 0,
		nodeOptions,
		logFolder,
	} as const;
	const stage = await startStage(place, options);
	const { tracker, serviceFolder, organisation } = stage;
	const serviceDatabase = await openServiceDatabase({ ...place, dataFolder: serviceFolder });
	try {
		for (const url of stage.exchange.urls) await untilServed(url);
		const receiver = organisation.byRole.TrackerUser;
		const serviceLoad = await startServiceLoad({ ...tracker, receiver, pauseMs: servicePauseMs });
		const load = new SoakLoad(stage.exchange.urls, stage.traders, seed);
		await load.fund();
		await load.saturate(clients, warmUpSeconds);
		const saturated = await load.saturate(clients, saturationSeconds);
		tell(`${kind}: ${saturated.toFixed(0)} requests a second are answered at most`);
		load.start(saturated / 5, clients);
		const readings = await readingsOf({ stage, load, serviceDatabase, clock }, minutes);
		await Promise.all([load.stop(), serviceLoad.stop()]);
		expectLevel(readings);
		const answered = Object.values(serviceLoad.acknowledged());
		const answers = answered.reduce((sum, { size }) => sum + size, 0);
		await expectRemoved(serviceDatabase, { answers, minutes });
		expect(faultsLogged(logFolder)).toEqual([]);
		expect(await auditLedger(stage.database)).toEqual([]);
	} finally {
		await serviceDatabase.destroy();
		await stage.close();
	}
}

interface Soaked {
	readonly stage: Stage;
	readonly load: SoakLoad;
	readonly serviceDatabase: ServiceDatabase;
	/** Of the service. */
	readonly clock: MachineClock;
}

async function readingsOf(soaked: Soaked, minutes: number): Promise<readonly Reading[]> {
	const { stage, load, clock } = soaked;
	const count = Math.max(readingsMin, Math.floor(minutes));
	const readings: Reading[] = [];
	load.take();
	for (let number = 1; number <= count; number += 1) {
		await load.forMs((minutes * 60_000) / count);
		const reading = await read(soaked);
		clock.set((number / count) * daysPassed * dayMs, stage.services);
		readings.push(reading);
		tell(`${number} of ${count}: ${JSON.stringify(reading)}`);
	}
	return readings;
}

async function read({ stage, load, serviceDatabase }: Soaked): Promise<Reading> {
	const { orders, tookMs } = load.take();
	const programs = programsOf(stage);
	// In their turns, so that no more than one collects at a time.
	let heap = 0;
	for (const program of programs) heap += await heapBytes(program);
	const uses = await Promise.all(programs.map(processUse));
	const sum = (name: 'residentBytes' | 'descriptors') =>
		uses.reduce((total, use) => total + use[name], 0);
	const { dataFolder } = stage.place;
	const [keptKeys = 0, keptReports = 0, keptEvents = 0] = await countsOf(serviceDatabase, keptRows);
	const waiting = [
		await countsOf(serviceDatabase, serviceWaits),
		await countsOf(stage.database, exchangeWaits),
	];
	return {
		orders,
		p50Ms: Math.round(quantile(tookMs, 0.5) * 10) / 10,
		p99Ms: Math.round(quantile(tookMs, 0.99) * 10) / 10,
		residentBytes: sum('residentBytes'),
		heapBytes: heap,
		descriptors: sum('descriptors'),
		databaseBytes: await databaseBytes(stage),
		logBytes: bytesBelow(path.join(dataFolder, 'logs')),
		redisBytes: bytesBelow(path.join(dataFolder, 'redis')),
		redisKeys: await redisKeys(stage),
		...{ keptKeys, keptReports, keptEvents },
		waitingRows: waiting.flat().reduce((sum, count) => sum + count, 0),
	};
}

async function redisKeys({ exchange }: Stage): Promise<number> {
	const redis = new Redis(exchange.redis.url);
	try {
		return await redis.dbsize();
	} finally {
		redis.disconnect();
	}
}

/** What the service removes when its days are over. */
const keptRows = `select (select count(*) from idempotency_keys) as keys,
	(select count(*) from diff_reports where erased_at is null) as reports,
	(select count(*) from events) as events`;

/** What each of them is about to do. */
const serviceWaits = `select (select count(*) from mails where sent_at is null) as mails,
	(select count(*) from event_arrivals) as arrivals`;
const exchangeWaits = `select (select count(*) from event_arrivals) as arrivals,
	(select count(*) from sealed_keys) as keys,
	(select count(*) from intents where state in ('PLANNED', 'SENDING', 'UNKNOWN')) as intents`;

async function countsOf(
	database: Database | ServiceDatabase,
	query: string,
): Promise<readonly number[]> {
	const { rows } = await sql.raw<object>(query).execute(database);
	return Object.values(rows[0] ?? {}).map(Number);
}

/** Each answer has made a key at least; the row of a report stays when it was erased. */
async function expectRemoved(
	database: ServiceDatabase,
	{ answers, minutes }: { readonly answers: number; readonly minutes: number },
): Promise<void> {
	const made = `select (select count(*) from diff_reports) as reports,
		(select max(sequence) from events) as events`;
	const [keptKeys = 0, keptReports = 0, keptEvents = 0] = await countsOf(database, keptRows);
	const [reports = 0, events = 0] = await countsOf(database, made);
	tell(`kept: ${keptKeys} keys of ${answers} answers, ${keptReports} of ${reports} reports`);
	expect(keptKeys).toBeLessThan(keptShareMax * answers);
	expect(keptReports).toBeLessThan(keptShareMax * reports);
	if (minutes >= eventsMinutesMin) expect(keptEvents).toBeLessThan(keptShareMax * events);
}

/** The lines that say more than that something was done. */
function faultsLogged(logFolder: string): readonly string[] {
	return fs.readdirSync(logFolder).flatMap((name) =>
		fs
			.readFileSync(path.join(logFolder, name), 'utf8')
			.split('\n')
			.filter((line) => /"level":[56]0/.test(line))
			.map((line) => `${name}: ${line}`),
	);
}

async function databaseBytes({ database, place }: Stage): Promise<number> {
	if (place.databaseUrl === undefined) {
		// Its log is as long as one reader was slow, and written over from its beginning.
		return sizeOf(path.join(place.dataFolder, 'exchange.sqlite'));
	}
	const { rows } = await sql<{
		readonly bytes: bigint;
	}>`select pg_database_size(current_database()) as bytes`.execute(database);
	return Number(rows[0]?.bytes);
}

function bytesBelow(folder: string): number {
	const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.reduce((sum, { parentPath, name }) => sum + sizeOf(path.join(parentPath, name)), 0);
}

/** Of a file that another process may have taken away. */
const sizeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function expectLevel(readings: readonly Reading[]): void {
	const later = readings.slice(Math.floor(readings.length / 2));
	const grown = (name: 'databaseBytes' | 'logBytes') =>
		later.map((reading, at) => {
			const before = readings[readings.length - later.length + at - 1];
			return (reading[name] - (before?.[name] ?? 0)) / reading.orders;
		});
	const told = (name: keyof Reading) => later.map((reading) => reading[name]);
	const drifts: Readonly<Record<string, number>> = {
		p50Ms: drift(told('p50Ms')),
		p99Ms: drift(told('p99Ms')),
		residentBytes: drift(told('residentBytes')),
		heapBytes: drift(told('heapBytes')),
		descriptors: drift(told('descriptors')),
		databaseBytesPerOrder: drift(grown('databaseBytes')),
		logBytesPerOrder: drift(grown('logBytes')),
	};
	tell(`drifts: ${JSON.stringify(drifts)}`);
	const risen = Object.entries(drifts).filter(([name, moved]) => moved > (driftsMax[name] ?? 0));
	expect(risen).toEqual([]);
	expect(Math.max(...told('redisBytes'))).toBeLessThan(redisBytesMax);
	expect(Math.max(...told('redisKeys'))).toBeLessThan(redisKeysMax);
	expect(Math.max(...told('waitingRows'))).toBeLessThan(waitingRowsMax);
}

function tell(sentence: string): void {
	process.stdout.write(`${sentence}\n`);
}
