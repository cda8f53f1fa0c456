/**
 * The service as its own process, called over HTTP: how much memory uploads of several sizes take
 * at most, how fast they are, and how many small calls are answered in a second. The caller runs
 * beside it on the same machine, so speeds are of both together; the memory is the service's own.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { roles } from '../../api/language/roles';
import { Accounts } from '../../service/accounts/accounts';
import { systemClock } from '../../server/clock';
import { openDatabase, type DatabasePlace } from '../../service/database/database';
import { startPostgres } from '../support/servers/postgres';
import { machineConditions, printResult, sized, type BenchResult } from './parts/result';
import { endProcess, startService, type RunningProcess } from './parts/program-process';

const megabyte = 1_000_000;
const uploadSizes = {
	'1MB': megabyte,
	'300MB': sized(300, 8) * megabyte,
	'1GB': sized(1000, 16) * megabyte,
};
const keeperSizeBytes = sized(300, 8) * megabyte;
const readCount = sized(4000, 100);
const transferCount = sized(1500, 50);
const callersAtOnce = 32;
const sampleEveryMs = 50;

type Figures = Record<string, number>;

function rounded(value: number): number {
	return Number(value.toFixed(value < 10 ? 2 : 0));
}

/** Most memory a process had at once: the kernel's own mark, or the most that was ever sampled. */
class PeakMemory {
	private sampledBytes = 0;
	private readonly timer: NodeJS.Timeout | undefined;

	constructor(private readonly pid: number) {
		if (!fs.existsSync(this.status)) {
			this.timer = setInterval(() => this.sample(), sampleEveryMs);
		}
	}

	private get status(): string {
		return `/proc/${this.pid}/status`;
	}

	private sample(): void {
		const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.pid)]));
		this.sampledBytes = Math.max(this.sampledBytes, kilobytes * 1024);
	}

	read(): number {
		if (this.timer !== undefined) return this.sampledBytes;
		const mark = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync(this.status, 'utf8'));
		if (mark === null) throw new Error(`${this.status} has no mark of the most memory`);
		return Number(mark[1]) * 1024;
	}

	end(): void {
		clearInterval(this.timer);
	}
}

interface Account {
	readonly email: string;
	readonly key: string;
}

interface Tenant {
	readonly admin: Account;
	readonly other: Account;
	readonly products: Readonly<Record<'Sealer' | 'Tracker' | 'Keeper', string>>;
}

async function addTenant(place: DatabasePlace): Promise<Tenant> {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Bench');
	const user = async (email: string): Promise<Account> => {
		const { id } = await accounts.addUser({ organisationId, email, roles });
		return { email, key: (await accounts.addKey(id, 'bench')).key };
	};
	const product = async (kind: 'Sealer' | 'Tracker' | 'Keeper') =>
		(await accounts.addProduct({ organisationId, kind, name: kind })).id;
	const tenant = {
		admin: await user('admin@bench.test'),
		other: await user('other@bench.test'),
		products: {
			Sealer: await product('Sealer'),
			Tracker: await product('Tracker'),
			Keeper: await product('Keeper'),
		},
	};
	await database.destroy();
	return tenant;
}

/** One megabyte of noise, sent again and again: nothing on the way can make it smaller. */
const noise = randomBytes(megabyte);

interface Call {
	readonly url: string;
	readonly key: string;
	readonly agent?: http.Agent;
}

async function answerOf(request: http.ClientRequest): Promise<string> {
	const [response] = (await once(request, 'response')) as [http.IncomingMessage];
	const answer = await readText(response);
	if ((response.statusCode ?? 0) >= 300) throw new Error(`${response.statusCode}: ${answer}`);
	return answer;
}

/** Streams a form with one file of `sizeBytes` of noise; the texts come first. */
async function upload(
	{ url, key }: Call,
	form: {
		readonly file: string;
		readonly sizeBytes: number;
		readonly texts?: Readonly<Record<string, string>>;
	},
): Promise<string> {
	const boundary = `bench-${randomBytes(12).toString('hex')}`;
	const texts = Object.entries(form.texts ?? {}).map(
		([name, value]) =>
			`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	);
	const head =
		`${texts.join('')}--${boundary}\r\n` +
		`content-disposition: form-data; name="${form.file}"; filename="noise.bin"\r\n` +
		'content-type: application/octet-stream\r\n\r\n';
	const tail = `\r\n--${boundary}--\r\n`;
	const request = http.request(url, {
		method: 'POST',
		headers: {
			'x-api-key': key,
			'content-type': `multipart/form-data; boundary=${boundary}`,
			'content-length': head.length + form.sizeBytes + tail.length,
		},
	});
	const answer = answerOf(request);
	const body = function* () {
		yield Buffer.from(head);
		for (let sent = 0; sent < form.sizeBytes; sent += megabyte) yield noise;
		yield Buffer.from(tail);
	};
	Readable.from(body(), { objectMode: false }).pipe(request);
	return answer;
}

async function download({ url, key }: Call): Promise<number> {
	const request = http.request(url, { headers: { 'x-api-key': key } }).end();
	const [response] = (await once(request, 'response')) as [http.IncomingMessage];
	let sizeBytes = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) sizeBytes += chunk.length;
	return sizeBytes;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return (performance.now() - startedAt) / 1000;
}

interface Bench {
	readonly service: RunningProcess;
	readonly tenant: Tenant;
	readonly memory: PeakMemory;
	readonly figures: Figures;
}

/** The mark only rises, so what a step adds to it shows in the figure after the step. */
function notePeak({ memory, figures }: Bench, name: string): void {
	figures[`peakMemory_${name}_MB`] = rounded(memory.read() / megabyte);
}

async function measureStorage(bench: Bench): Promise<void> {
	const { service, tenant, figures } = bench;
	const call = { url: `${service.url}/storage/files`, key: tenant.admin.key };
	for (const [label, sizeBytes] of Object.entries(uploadSizes)) {
		let answer = '';
		const up = await seconds(async () => {
			answer = await upload(call, { file: 'file', sizeBytes });
		});
		figures[`upload_${label}_MBps`] = rounded(sizeBytes / megabyte / up);
		notePeak(bench, `upload_${label}`);
		const { id } = JSON.parse(answer) as { readonly id: string };
		let received = 0;
		const down = await seconds(async () => {
			received = await download({ ...call, url: `${call.url}/${id}` });
		});
		if (received !== sizeBytes) throw new Error(`${received} bytes came back of ${sizeBytes}`);
		figures[`download_${label}_MBps`] = rounded(sizeBytes / megabyte / down);
		notePeak(bench, `download_${label}`);
	}
}

/** The other endpoints that take files, each with one large file. */
async function measureForms(bench: Bench): Promise<void> {
	const { service, tenant } = bench;
	const { key } = tenant.admin;
	const sizeBytes = keeperSizeBytes;
	await upload(
		{ url: `${service.url}/sealer/${tenant.products.Sealer}/contracts`, key },
		{ file: 'file', sizeBytes, texts: { displayName: 'x', signerEmails: 'a@bench.test' } },
	);
	notePeak(bench, 'contract_300MB');
	const keeper = `${service.url}/keeper/${tenant.products.Keeper}`;
	const folder = await post({ url: `${keeper}/folders`, key }, { name: 'Bench' });
	const texts = { folderId: folder.id, accuracy: 'Medium', displayName: 'x' };
	const file = await upload({ url: `${keeper}/files`, key }, { file: 'file', sizeBytes, texts });
	notePeak(bench, 'keep_300MB');
	const { id } = JSON.parse(file) as { readonly id: string };
	await upload({ url: `${keeper}/files/${id}/compare/latest`, key }, { file: 'file', sizeBytes });
	notePeak(bench, 'compare_300MB');
}

async function post(
	{ url, key, agent }: Call,
	body: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string }> {
	const headers = { 'x-api-key': key, 'content-type': 'application/json' };
	const request = http.request(url, { method: 'POST', headers, agent });
	request.end(JSON.stringify(body));
	return JSON.parse(await answerOf(request)) as { readonly id: string };
}

/** How often `call` is answered in a second, with as many callers at once as the conditions say. */
async function rate(count: number, call: (agent: http.Agent) => Promise<unknown>): Promise<number> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: callersAtOnce });
	let left = count;
	const caller = async () => {
		while (left > 0) {
			left -= 1;
			await call(agent);
		}
	};
	const took = await seconds(() => Promise.all(Array.from({ length: callersAtOnce }, caller)));
	agent.destroy();
	return count / took;
}

type Serving = Pick<Bench, 'service' | 'tenant'>;

async function measureTracker({ service, tenant, figures }: Bench): Promise<void> {
	const assets = assetsOf({ service, tenant });
	const { key } = tenant.admin;
	const assetId = await heldAsset({ service, tenant });
	figures['listAssets_perSecond'] = rounded(
		await rate(readCount, (agent) =>
			answerOf(http.request(assets, { headers: { 'x-api-key': key }, agent }).end()),
		),
	);
	figures['transfer_perSecond'] = rounded(await transfersPerSecond({ service, tenant }, assetId));
}

function assetsOf({ service, tenant }: Serving): string {
	return `${service.url}/tracker/${tenant.products.Tracker}/assets`;
}

/** The id of an asset the administrator holds enough of. */
async function heldAsset({ service, tenant }: Serving): Promise<string> {
	const { key, email } = tenant.admin;
	const assets = assetsOf({ service, tenant });
	const { id } = await post({ url: assets, key }, { name: 'Wind energy' });
	const held = { recipientEmail: email, amount: 1_000_000 };
	await post({ url: `${assets}/${id}/issue`, key }, held);
	return id;
}

/** All from one holder to another, so that each waits for the one before. */
function transfersPerSecond(serving: Serving, assetId: string): Promise<number> {
	const { admin, other } = serving.tenant;
	const url = `${assetsOf(serving)}/${assetId}/transfer`;
	const theirs = { recipientEmail: other.email, amount: 1 };
	return rate(transferCount, (agent) => post({ url, key: admin.key, agent }, theirs));
}

/** The same transfers with the service on PostgreSQL. */
async function measurePostgres(figures: Figures): Promise<void> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const postgres = await startPostgres({ flushes: true });
	try {
		const databaseUrl = await postgres.addDatabase();
		const tenant = await addTenant({ dataFolder, databaseUrl });
		const service = await startService(dataFolder, databaseUrl);
		try {
			figures['postgresTransfer_perSecond'] = rounded(
				await transfersPerSecond({ service, tenant }, await heldAsset({ service, tenant })),
			);
		} finally {
			await endProcess(service);
		}
	} finally {
		await postgres.close();
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

const targets: BenchResult['targets'] = {
	...Object.fromEntries(
		Object.keys(uploadSizes).map((label) => [
			`peakMemory_upload_${label}_MB`,
			{ atMost: 200 } as const,
		]),
	),
	peakMemory_all_MB: { atMost: 200 },
};

export async function run(): Promise<BenchResult> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const conditions = {
		...machineConditions(),
		processes: 'service and caller, one each, on this machine',
		buckets: '8 local folders, 6+2',
		database: 'node:sqlite, WAL, synchronous=FULL',
		postgres: 'one server on this machine, 8 connections, synchronous_commit=on',
		callersAtOnce,
		readCount,
		transferCount,
		memory: 'VmHWM of the service, or the most of samples where there is no /proc',
	};
	const figures: Figures = {};
	try {
		const tenant = await addTenant({ dataFolder, databaseUrl: undefined });
		const service = await startService(dataFolder);
		const bench = { service, tenant, memory: new PeakMemory(service.pid), figures };
		try {
			notePeak(bench, 'start');
			await measureStorage(bench);
			await measureForms(bench);
			await measureTracker(bench);
			notePeak(bench, 'all');
		} finally {
			bench.memory.end();
			await endProcess(service);
		}
	} finally {
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
	await measurePostgres(figures);
	return { name: 'service', conditions, figures, targets };
}

if (require.main === module) void run().then(printResult);
