/**
 * Transfers of the tracker over HTTP beside the database's own durable rate: single rows, each its own
 * commit, written by the same connections in the same run. One at a time a call, and many in one call;
 * on SQLite and on PostgreSQL. The callers run beside the service on the same machine.
 */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { roles } from '../../api/language/roles';
import { systemClock } from '../../server/clock';
import { Accounts } from '../../service/accounts/accounts';
import { openDatabase, type Database, type DatabasePlace } from '../../service/database/database';
import { startPostgres } from '../support/servers/postgres';
import { endProcess, startService, type RunningProcess } from './parts/program-process';
import { machineConditions, printResult, rounded, sized, type BenchResult } from './parts/result';

const holders = 32;
const callersAtOnce = 64;
const transferCount = sized(6_000, 200);
const bulkItems = sized(500, 50);
const bulkCalls = sized(200, 8);
const bulkCallers = 4;
const rowCount = { sqlite: sized(4_000, 100), postgres: sized(6_000, 100) };
const connections = { sqlite: 1, postgres: 8 };

interface Holder {
	readonly email: string;
	readonly key: string;
}

interface Stage {
	readonly assets: string;
	readonly assetId: string;
	readonly holders: readonly Holder[];
}

export async function run(): Promise<BenchResult> {
	const conditions = {
		...machineConditions(),
		processes: 'service and callers, one each, on this machine',
		sqlite: 'node:sqlite, WAL, synchronous=FULL; rows by 1 connection',
		postgres: 'one server on this machine, synchronous_commit=on; rows by 8 connections',
		...{ holders, callersAtOnce, transferCount, bulkItems, bulkCalls, bulkCallers },
	};
	const figures = { ...(await measureSqlite()), ...(await measurePostgres()) };
	const targets: BenchResult['targets'] = {
		sqliteTransfer_percentOfRows: { atLeast: 40 },
		postgresTransfer_percentOfRows: { atLeast: 40 },
		sqliteBulk_timesSingle: { atLeast: 10 },
		postgresBulk_timesSingle: { atLeast: 10 },
	};
	return { name: 'transfers', conditions, figures: rounded(figures), targets };
}

function measureSqlite(): Promise<Readonly<Record<string, number>>> {
	return inFolder((dataFolder) => measure('sqlite', { dataFolder, databaseUrl: undefined }));
}

async function measurePostgres(): Promise<Readonly<Record<string, number>>> {
	const postgres = await startPostgres({ flushes: true });
	try {
		const databaseUrl = await postgres.addDatabase();
		return await inFolder((dataFolder) => measure('postgres', { dataFolder, databaseUrl }));
	} finally {
		await postgres.close();
	}
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	try {
		return await work(folder);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

async function measure(name: 'sqlite' | 'postgres', place: DatabasePlace) {
	const { holders: people, productId, database } = await addTenant(place);
	const rows = await rowsPerSecond(database, name);
	await database.destroy();
	const service = await startService(place.dataFolder, place.databaseUrl);
	try {
		const stage = await openStage(service, productId, people);
		const single = await singlePerSecond(stage);
		const bulk = await bulkPerSecond(stage);
		return {
			[`${name}Row_perSecond`]: rows,
			[`${name}Transfer_perSecond`]: single,
			[`${name}Transfer_percentOfRows`]: (single / rows) * 100,
			[`${name}Bulk_perSecond`]: bulk,
			[`${name}Bulk_timesSingle`]: bulk / single,
		};
	} finally {
		await endProcess(service);
	}
}

async function addTenant(place: DatabasePlace) {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Bench');
	const people: Holder[] = [];
	for (let number = 0; number < holders; number += 1) {
		const email = `holder-${number}@bench.test`;
		const { id } = await accounts.addUser({ organisationId, email, roles });
		people.push({ email, key: (await accounts.addKey(id, 'bench')).key });
	}
	const product = await accounts.addProduct({ organisationId, kind: 'Tracker', name: 'Bench' });
	return { holders: people, productId: product.id, database };
}

/** Rows a second, each durable by itself, from all connections at once. */
export async function rowsPerSecond(
	database: Database,
	name: 'sqlite' | 'postgres',
): Promise<number> {
	await sql`create table bench_rows (id integer primary key, text text not null)`.execute(database);
	const text = 'x'.repeat(100);
	let next = 0;
	const writer = async () => {
		while (next < rowCount[name]) {
			next += 1;
			await sql`insert into bench_rows (id, text) values (${next}, ${text})`.execute(database);
		}
	};
	const rate = await perSecond(rowCount[name], () =>
		Promise.all(Array.from({ length: connections[name] }, writer)),
	);
	await sql`drop table bench_rows`.execute(database);
	return rate;
}

async function openStage(
	service: RunningProcess,
	productId: string,
	people: readonly Holder[],
): Promise<Stage> {
	const assets = `${service.url}/tracker/${productId}/assets`;
	const [first] = people;
	const { id } = (await call(assets, first, { name: 'Wind energy' })) as { readonly id: string };
	for (const { email } of people) {
		await call(`${assets}/${id}/issue`, first, { recipientEmail: email, amount: 1_000_000 });
	}
	return { assets, assetId: id, holders: people };
}

async function singlePerSecond({ assets, assetId, holders: people }: Stage): Promise<number> {
	return together(transferCount, callersAtOnce, (number, agent) => {
		const recipientEmail = people[(number + 1) % people.length]?.email;
		const body = { recipientEmail, amount: 1 + (number % 9) };
		return call(`${assets}/${assetId}/transfer`, people[number % people.length], body, agent);
	});
}

async function bulkPerSecond({ assets, assetId, holders: people }: Stage): Promise<number> {
	const rate = await together(bulkCalls, bulkCallers, async (number, agent) => {
		const items = Array.from({ length: bulkItems }, (_, at) => ({
			assetId,
			recipientEmail: people[(number + 1 + at) % people.length]?.email,
			amount: 1 + (at % 9),
		}));
		const caller = people[number % people.length];
		const results = (await call(`${assets}/transfer/bulk`, caller, { items }, agent)) as readonly {
			readonly transferResult: { readonly statusCode: number };
		}[];
		const done = results.filter(({ transferResult }) => transferResult.statusCode === 200);
		if (done.length !== bulkItems) throw new Error(`${done.length} of ${bulkItems} were done`);
	});
	return rate * bulkItems;
}

async function together(
	count: number,
	atOnce: number,
	work: (number: number, agent: http.Agent) => Promise<unknown>,
): Promise<number> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
	let next = 0;
	const caller = async () => {
		while (next < count) {
			next += 1;
			await work(next, agent);
		}
	};
	const rate = await perSecond(count, () => Promise.all(Array.from({ length: atOnce }, caller)));
	agent.destroy();
	return rate;
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return (count * 1000) / (performance.now() - startedAt);
}

async function call(
	url: string,
	caller: Holder | undefined,
	body: unknown,
	agent?: http.Agent,
): Promise<unknown> {
	const headers = { 'x-api-key': caller?.key ?? '', 'content-type': 'application/json' };
	const request = http.request(url, { method: 'POST', headers, agent });
	request.end(JSON.stringify(body));
	const [response] = (await once(request, 'response')) as [http.IncomingMessage];
	const answer = await readText(response);
	if ((response.statusCode ?? 0) >= 300) throw new Error(`${response.statusCode}: ${answer}`);
	return JSON.parse(answer);
}

if (require.main === module) void run().then(printResult);
