/**
 * A real EVM chain for tests (anvil), on a free port, that can be killed, started again on what it
 * had kept, halted and reorganised; and the Solidity compiler. Both are pinned in test/evm and
 * installed once per machine; an `anvil` on the PATH serves where the pinned one has no build.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheFolder } from '../../../start/machine/cache-folder';
import { lockFolder } from '../../../start/machine/folder-lock';
import { testPort } from '../run/ports';
import { npmCommand } from '../../../start/machine/npm-command';
import { projectRoot } from '../../../start/machine/project-root';

/** The first of the accounts every anvil gives funds to; its key is public knowledge. */
export const fundedKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const retryMs = 50;

export interface EvmChain {
	readonly url: string;
	/** Asks the node by a method of its RPC. */
	rpc<Answer = unknown>(method: string, ...params: readonly unknown[]): Promise<Answer>;
	mine(blocks: number): Promise<void>;
	/** Resolves when the blocks there are now would outlive the node. */
	kept(): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Starts it again on what it had kept. */
	start(): Promise<void>;
	close(): Promise<void>;
}

export interface EvmOptions {
	readonly chainId?: number;
	/** Keeps its blocks in a file, once a second; without it, a new start is a new chain. */
	readonly keepsBlocks?: boolean;
}

export async function startEvmChain(options: EvmOptions = {}): Promise<EvmChain> {
	const program = anvilIn(await evmFolder());
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-evm-'));
	const port = await testPort();
	const url = `http://127.0.0.1:${port}`;
	const stateFile = path.join(folder, 'state.json');
	const state = ['--state', stateFile, '--state-interval', '1'];
	const args = ['--port', String(port), '--chain-id', String(options.chainId ?? 31_337)].concat(
		options.keepsBlocks === true ? state : [],
	);
	let child = await listening(program, args);
	const kill = async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
	};
	return {
		url,
		rpc: (method, ...params) => ask(url, method, params),
		mine: async (blocks) => void (await ask(url, 'anvil_mine', [blocks])),
		async kept() {
			const head = Number(await ask<string>(url, 'eth_blockNumber', []));
			while (keptBlock(stateFile) < head) await delay(retryMs);
		},
		kill,
		async start() {
			child = await listening(program, args);
		},
		async close() {
			await kill();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The newest block of a state file; nothing while it is being written. */
function keptBlock(stateFile: string): number {
	const text = fs.existsSync(stateFile) ? fs.readFileSync(stateFile, 'utf8') : '';
	return Number(/"best_block_number":(\d+)/.exec(text)?.[1] ?? -1);
}

async function listening(program: string, args: readonly string[]): Promise<ChildProcess> {
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	await new Promise<void>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			printed += chunk.toString();
			if (printed.includes('Listening on')) resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`anvil ended: ${code}\n${printed}`)));
	});
	return child;
}

async function ask<Answer>(
	url: string,
	method: string,
	params: readonly unknown[],
): Promise<Answer> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body });
	const answer = (await response.json()) as { result?: Answer; error?: { message: string } };
	if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
	return answer.result as Answer;
}

/** What the Solidity compiler makes of its standard input, both JSON; in a process of its own. */
export async function compileSolidity(input: object): Promise<unknown> {
	const script = path.join(await evmFolder(), 'node_modules', 'solc', 'solc.js');
	const output = execFileSync(process.execPath, [script, '--standard-json'], {
		input: JSON.stringify(input),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return JSON.parse(output.toString().slice(output.indexOf('{')));
}

/** Where the locked packages of test/evm are installed, whole; installed when they are not there yet. */
export async function evmFolder(): Promise<string> {
	const manifests = path.join(projectRoot(), 'test', 'evm');
	const lock = fs.readFileSync(path.join(manifests, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const cache = cacheFolder();
	const folder = path.join(cache, `evm-${key}`);
	if (fs.existsSync(folder)) return folder;
	fs.mkdirSync(cache, { recursive: true });
	const turn = await lockFolder(cache, {
		signal: AbortSignal.timeout(15 * 60_000),
		onWait: () => undefined,
	});
	try {
		if (!fs.existsSync(folder)) install(manifests, folder);
	} finally {
		turn.release();
	}
	return folder;
}

function install(manifests: string, folder: string): void {
	const partial = `${folder}.partial`;
	fs.rmSync(partial, { recursive: true, force: true });
	fs.cpSync(manifests, partial, { recursive: true });
	const { command, args } = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
	execFileSync(command, args, { cwd: partial, stdio: 'pipe' });
	fs.renameSync(partial, folder);
}

function anvilIn(folder: string): string {
	const pinned = path.join(folder, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
	return fs.existsSync(pinned) ? pinned : 'anvil';
}
