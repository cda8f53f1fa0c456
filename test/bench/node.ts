/**
 * A large file through the Distributed Storage node in a real n8n, up and down, with binary data
 * kept on disk. What counts is how far the n8n process grows over the same run with 1 MB, and
 * that the file comes back byte for byte. Service and n8n are processes of their own.
 */
import { spawn } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { openDemo, type DemoKeys } from '../../start/demo-keys';
import { freePort } from '../../start/free-port';
import { workflowRecord } from '../../start/n8n-contents';
import { n8nEnvironment } from '../../start/n8n-environment';
import { importRecords } from '../../start/n8n-home';
import { projectRoot } from '../../start/project-root';
import { TestN8n } from '../support/n8n';
import { machineConditions, printResult, type BenchResult } from './result';

const megabyte = 1_000_000;
const sizesMegabytes = { small: 1, large: 300 };

/** Bytes that look random and are the same in every run. */
function* sourceBytes(sizeBytes: number): Generator<Buffer> {
	const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16, 2));
	const zeros = Buffer.alloc(megabyte);
	for (let sent = 0; sent < sizeBytes; sent += megabyte) {
		yield cipher.update(zeros.subarray(0, Math.min(megabyte, sizeBytes - sent)));
	}
}

function sourceHash(sizeBytes: number): string {
	const hash = createHash('sha256');
	for (const bytes of sourceBytes(sizeBytes)) hash.update(bytes);
	return hash.digest('hex');
}

/** Serves `/300` as a file of 300 MB; n8n's own HTTP Request node fetches it. */
async function openSource(): Promise<http.Server> {
	const server = http.createServer((request, response) => {
		const sizeBytes = Number(request.url?.slice(1)) * megabyte;
		response.writeHead(200, {
			'content-type': 'application/octet-stream',
			'content-length': sizeBytes,
		});
		void (async () => {
			for (const bytes of sourceBytes(sizeBytes)) {
				if (!response.write(bytes)) await once(response, 'drain');
			}
			response.end();
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

interface RunningService {
	readonly url: string;
	readonly demo: DemoKeys;
	close(): Promise<void>;
}

async function openServiceProcess(folder: string): Promise<RunningService> {
	const { demo } = await openDemo({
		dataFolder: folder,
		logFile: path.join(folder, 'demo.log'),
		recordFolder: path.join(folder, 'processes'),
		signal: new AbortController().signal,
	});
	const script = path.join(projectRoot(), 'dist', 'service', 'main.js');
	const child = spawn(process.execPath, [script], {
		env: { ...process.env, SEALKEEPER_DATA: folder, PORT: '0', LOG_LEVEL: 'error' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	let printed = '';
	for await (const chunk of child.stdout) {
		printed += String(chunk);
		if (printed.includes('\n')) break;
	}
	const url = /listens on (\S+)/.exec(printed)?.[1];
	if (url === undefined) throw new Error(`The service did not start: ${printed}`);
	return {
		url,
		demo,
		close: async () => {
			child.kill('SIGTERM');
			await ended;
		},
	};
}

const main = 'main';
const link = (node: string) => ({ main: [[{ node, type: main, index: 0 }]] });
const credentials = { sealkeeperApi: { id: 'demo', name: 'Sealkeeper demo' } };

function node(name: string, type: string, typeVersion: number, parameters: object) {
	const isOurs = type.startsWith('n8n-nodes-sealkeeper.');
	const base = { id: name, name, type, typeVersion, position: [0, 0], parameters };
	return isOurs ? { ...base, credentials } : base;
}

const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
const storage = (name: string, parameters: object) =>
	node(name, 'n8n-nodes-sealkeeper.storage', 1, { resource: 'file', ...parameters });

function fetchNode(sourceUrl: string, sizeMegabytes: number) {
	const response = { response: { responseFormat: 'file', outputPropertyName: 'data' } };
	return node('Fetch', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${sourceUrl}/${sizeMegabytes}`,
		options: { response },
	});
}

/** Fetching alone, then fetching and uploading, then downloading: three runs for each size. */
function workflows(sourceUrl: string, sizeMegabytes: number) {
	const fetch = fetchNode(sourceUrl, sizeMegabytes);
	const fileId = (id: string) => ({ __rl: true, mode: 'id', value: id });
	return {
		fetch: { name: 'fetch', nodes: [start, fetch], connections: { Start: link('Fetch') } },
		upload: {
			name: 'upload',
			nodes: [start, fetch, storage('Upload', { operation: 'upload' })],
			connections: { Start: link('Fetch'), Fetch: link('Upload') },
		},
		download: (id: string) => ({
			name: 'download',
			nodes: [start, storage('Download', { operation: 'download', fileId: fileId(id) })],
			connections: { Start: link('Download') },
		}),
	};
}

interface Measured {
	readonly seconds: number;
	/** Most memory the n8n process held, in MB. */
	readonly peakMegabytes: number;
	readonly output: string;
}

/** Runs a workflow by n8n's command line, in a process that notes its own peak at its end. */
async function measure(n8n: TestN8n, folder: string, workflow: object): Promise<Measured> {
	const record = workflowRecord({ ...workflow, settings: {} }, JSON.stringify(workflow));
	await importRecords(n8n.home, 'workflow', [record], new AbortController().signal);
	const peakFile = path.join(folder, 'peak');
	const hook = path.join(folder, 'peak.js');
	fs.writeFileSync(
		hook,
		`process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peakFile)}, String(process.resourceUsage().maxRSS)));`,
	);
	const { home } = n8n;
	const ports = { port: await freePort(), brokerPort: await freePort() };
	const startedAt = performance.now();
	const child = spawn(
		process.execPath,
		['--require', hook, home.host.script, 'execute', `--id=${record.id}`, '--rawOutput'],
		{
			cwd: home.folder,
			env: n8nEnvironment({ home: home.folder, encryptionKey: home.encryptionKey, ...ports }),
			stdio: ['ignore', 'pipe', 'ignore'],
		},
	);
	const ended = once(child, 'exit');
	let output = '';
	for await (const chunk of child.stdout) output += String(chunk);
	const [code] = await ended;
	if (code !== 0) throw new Error(`n8n ended with ${String(code)}: ${output}`);
	const seconds = (performance.now() - startedAt) / 1000;
	const peakKibibytes = Number(fs.readFileSync(peakFile, 'utf8'));
	return { seconds, peakMegabytes: (peakKibibytes * 1024) / megabyte, output };
}

/** The hash of the only binary file the output names. */
async function downloadedHash(n8n: TestN8n, output: string): Promise<string> {
	const place = /"id": "filesystem-v2:([^"]+)"/.exec(output)?.[1];
	if (place === undefined) throw new Error(`The output names no file: ${output}`);
	const hash = createHash('sha256');
	const file = path.join(n8n.home.folder, '.n8n', 'storage', place);
	for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

function receiptId(output: string): string {
	const id = /"json": \{\s+"id": "([0-9a-f]{24})"/.exec(output)?.[1];
	if (id === undefined) throw new Error(`The output holds no receipt: ${output}`);
	return id;
}

interface Parts {
	readonly n8n: TestN8n;
	readonly folder: string;
	readonly sourceUrl: string;
}

async function measureSize({ n8n, folder, sourceUrl }: Parts, sizeMegabytes: number) {
	const { fetch, upload, download } = workflows(sourceUrl, sizeMegabytes);
	const fetched = await measure(n8n, folder, fetch);
	const uploaded = await measure(n8n, folder, upload);
	const downloaded = await measure(n8n, folder, download(receiptId(uploaded.output)));
	const hash = await downloadedHash(n8n, downloaded.output);
	const isIdentical = hash === sourceHash(sizeMegabytes * megabyte);
	return { fetched, uploaded, downloaded, isIdentical };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

async function figuresOf(parts: Parts): Promise<Record<string, number>> {
	const small = await measureSize(parts, sizesMegabytes.small);
	const large = await measureSize(parts, sizesMegabytes.large);
	const growth = (step: 'fetched' | 'uploaded' | 'downloaded') =>
		tenths(large[step].peakMegabytes - small[step].peakMegabytes);
	return {
		identical: Number(small.isIdentical && large.isIdentical),
		fetch_growth_MB: growth('fetched'),
		upload_growth_MB: growth('uploaded'),
		download_growth_MB: growth('downloaded'),
		upload_peak_MB: tenths(large.uploaded.peakMegabytes),
		download_peak_MB: tenths(large.downloaded.peakMegabytes),
		upload_s: tenths(large.uploaded.seconds - large.fetched.seconds),
		download_s: tenths(large.downloaded.seconds - small.downloaded.seconds),
	};
}

export async function run(): Promise<BenchResult> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-node-bench-'));
	const conditions = {
		...machineConditions(),
		n8n: '2.41.1, n8n execute, binary data in the file system',
		...sizesMegabytes,
		growth: 'peak resident memory of the n8n process, large file over small file',
		fetch: "n8n's own HTTP Request node, which brings the file in before each upload",
	};
	const source = await openSource();
	const service = await openServiceProcess(path.join(folder, 'data'));
	const n8n = await TestN8n.open();
	try {
		const { url, demo } = service;
		const [user] = demo.users;
		if (user === undefined) throw new Error('The demo has no user');
		await n8n.importCredential({
			apiKey: user.key,
			baseUrl: url,
			storageUrl: `${url}/storage`,
			products: demo.products,
		});
		const { port } = source.address() as AddressInfo;
		const figures = await figuresOf({ n8n, folder, sourceUrl: `http://127.0.0.1:${port}` });
		const targets = {
			identical: { atLeast: 1 },
			upload_growth_MB: { atMost: 150 },
			download_growth_MB: { atMost: 150 },
		};
		return { name: 'node', conditions, figures, targets };
	} finally {
		await n8n.close();
		await service.close();
		source.close();
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

if (require.main === module) void run().then(printResult);
