/**
 * A large file through the Distributed Storage node in a real n8n, up and down, with binary data
 * kept on disk. What counts is how far the n8n process grows over the same run with 1 MB, and
 * that the file comes back byte for byte. Service and n8n are processes of their own.
 */
import { spawn } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { testPort } from '../../support/run/ports';
import { workflowRecord } from '../../../start/n8n/contents';
import { n8nEnvironment } from '../../../start/n8n/environment';
import { importRecords } from '../../../start/n8n/home';
import type { TestN8n } from '../../support/n8n/n8n';
import { link, startNode, workflowNode, type NodeStage } from './stage';
import type { Figures } from '../parts/result';
import { sized } from '../parts/result';

const megabyte = 1_000_000;
const sizesMegabytes = { small: 1, large: sized(300, 1) };

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

/** Where the workflows of an n8n may read files. */
const sourceFile = ({ n8n }: NodeStage, sizeMegabytes: number) =>
	path.join(n8n.home.folder, '.n8n-files', `${sizeMegabytes}.bin`);

async function writeSource(stage: NodeStage, sizeMegabytes: number): Promise<void> {
	const file = sourceFile(stage, sizeMegabytes);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	await pipeline(sourceBytes(sizeMegabytes * megabyte), fs.createWriteStream(file));
}

const storage = (name: string, parameters: object) =>
	workflowNode(name, 'n8n-nodes-sealkeeper.storage', 1, { resource: 'file', ...parameters });

/**
 * A run of each: n8n's own node brings the file in, another run sends it up, so that what the first one needs
 * does not hide what the second one does, and a third one brings it down.
 */
function workflows(file: string, sizeMegabytes: number) {
	const read = workflowNode('Read', 'n8n-nodes-base.readWriteFile', 1, {
		...{ operation: 'read', fileSelector: file, options: {} },
	});
	const fileId = (id: string) => ({ __rl: true, mode: 'id', value: id });
	const named = (step: string) => ({ name: `${step} ${sizeMegabytes}` });
	return {
		read: { ...named('read'), nodes: [startNode, read], connections: { Start: link('Read') } },
		upload: (id: string) => {
			const file = { id, data: 'filesystem-v2', mimeType: 'application/octet-stream' };
			const inputField = `={{ ${JSON.stringify(file)} }}`;
			const upload = storage('Upload', { operation: 'upload', inputField });
			return {
				...named('upload'),
				nodes: [startNode, upload],
				connections: { Start: link('Upload') },
			};
		},
		download: (id: string) => ({
			...named('download'),
			nodes: [startNode, storage('Download', { operation: 'download', fileId: fileId(id) })],
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
	fs.rmSync(peakFile, { force: true });
	const { home } = n8n;
	const ports = { port: await testPort(), brokerPort: await testPort() };
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
	await ended;
	// n8n may break down in its last moment, once all is printed.
	if (!/"status": "success",\s+"finished": true/.test(output)) throw new Error(output);
	const seconds = (performance.now() - startedAt) / 1000;
	const peakKibibytes = Number(fs.readFileSync(peakFile, 'utf8'));
	return { seconds, peakMegabytes: (peakKibibytes * 1024) / megabyte, output };
}

/** What n8n knows the only file of an output by. */
function keptFile(output: string): string {
	const id = /"id": "(filesystem-v2:[^"]+)"/.exec(output)?.[1];
	if (id === undefined) throw new Error(`The output names no file: ${output}`);
	return id;
}

async function downloadedHash(n8n: TestN8n, output: string): Promise<string> {
	const [, place = ''] = keptFile(output).split(':');
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

async function measureSize(stage: NodeStage, sizeMegabytes: number) {
	const { n8n, folder } = stage;
	await writeSource(stage, sizeMegabytes);
	const { read, upload, download } = workflows(sourceFile(stage, sizeMegabytes), sizeMegabytes);
	const fromDisk = await measure(n8n, folder, read);
	const uploaded = await measure(n8n, folder, upload(keptFile(fromDisk.output)));
	const downloaded = await measure(n8n, folder, download(receiptId(uploaded.output)));
	const hash = await downloadedHash(n8n, downloaded.output);
	const isIdentical = hash === sourceHash(sizeMegabytes * megabyte);
	return { fromDisk, uploaded, downloaded, isIdentical };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

export async function fileFigures(stage: NodeStage): Promise<Figures> {
	const small = await measureSize(stage, sizesMegabytes.small);
	const large =
		sizesMegabytes.large === sizesMegabytes.small
			? small
			: await measureSize(stage, sizesMegabytes.large);
	const growth = (step: 'fromDisk' | 'uploaded' | 'downloaded') =>
		tenths(large[step].peakMegabytes - small[step].peakMegabytes);
	return {
		conditions: {
			...sizesMegabytes,
			files: 'n8n execute, binary data in the file system',
			growth: 'peak resident memory of the n8n process, large file over small file',
			read: "n8n's own node brings the file in from a disk, in a run before that of the upload",
		},
		figures: {
			identical: Number(small.isIdentical && large.isIdentical),
			read_growth_MB: growth('fromDisk'),
			upload_growth_MB: growth('uploaded'),
			download_growth_MB: growth('downloaded'),
			upload_peak_MB: tenths(large.uploaded.peakMegabytes),
			download_peak_MB: tenths(large.downloaded.peakMegabytes),
			upload_s: tenths(large.uploaded.seconds - small.uploaded.seconds),
			download_s: tenths(large.downloaded.seconds - small.downloaded.seconds),
		},
		targets: {
			identical: { atLeast: 1 },
			upload_growth_MB: { atMost: 40 },
			download_growth_MB: { atMost: 80 },
		},
	};
}
