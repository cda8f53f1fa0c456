/**
 * The exchange for a long time at half of what it can do: every minute a reading of what its processes
 * hold, of its files and of how long orders take. In the end nothing of that has gone up with time,
 * judged by the trend of the later half of the readings, and an order costs what it cost before.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { quantile } from '../../bench/parts/result';
import type { DatabaseKind, TestDatabases } from '../../support/servers/databases';
import { heapBytes, heapTelling, processUse } from '../../support/programs/process-use';
import { until } from '../../support/clients/requests';
import { SoakLoad } from './soak-load';
import { startStage, type Stage } from './stage';
import { drift } from './trend';

/** One after each minute, or each part of one where it is short. */
interface Reading {
	readonly orders: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** Of all processes of the exchange together, those alike beside each other. */
	readonly residentBytes: number;
	readonly heapBytes: number;
	readonly descriptors: number;
	readonly databaseBytes: number;
	readonly logBytes: number;
	readonly redisBytes: number;
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
	const options = {
		seed,
		resolver: 'idempotency-key',
		faultsPercent: 0,
		nodeOptions,
		logFolder,
	} as const;
	const stage = await startStage(place, options);
	try {
		await untilServed(stage);
		const load = new SoakLoad(stage.exchange.urls, stage.traders, seed);
		await load.fund();
		await load.saturate(clients, warmUpSeconds);
		const saturated = await load.saturate(clients, saturationSeconds);
		tell(`${kind}: ${saturated.toFixed(0)} requests a second are answered at most`);
		load.start(saturated / 2, clients);
		const readings = await readingsOf(stage, load, minutes);
		await load.stop();
		expectLevel(readings);
		expect(await auditLedger(stage.database)).toEqual([]);
	} finally {
		await stage.close();
	}
}

async function untilServed({ exchange }: Stage): Promise<void> {
	for (const url of exchange.urls) {
		await until(async () => {
			const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
			return answer?.ok === true || undefined;
		});
	}
}

async function readingsOf(
	stage: Stage,
	load: SoakLoad,
	minutes: number,
): Promise<readonly Reading[]> {
	const count = Math.max(readingsMin, Math.floor(minutes));
	const readings: Reading[] = [];
	load.take();
	for (let number = 1; number <= count; number += 1) {
		await load.forMs((minutes * 60_000) / count);
		const reading = await read(stage, load);
		readings.push(reading);
		tell(`${number} of ${count}: ${JSON.stringify(reading)}`);
	}
	return readings;
}

async function read(stage: Stage, load: SoakLoad): Promise<Reading> {
	const { orders, tookMs } = load.take();
	const programs = [...stage.exchange.apis, ...stage.exchange.workers];
	// In their turns, so that no more than one collects at a time.
	let heap = 0;
	for (const program of programs) heap += await heapBytes(program);
	const uses = await Promise.all(programs.map(processUse));
	const sum = (name: 'residentBytes' | 'descriptors') =>
		uses.reduce((total, use) => total + use[name], 0);
	const { dataFolder } = stage.place;
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
	};
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
}

function tell(sentence: string): void {
	process.stdout.write(`${sentence}\n`);
}
