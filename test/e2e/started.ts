/** `npm start` on a data folder of its own for each test, and what its screen tells. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { endRecordedProcesses, processStart } from '../../start/machine/process-record';
import { projectRoot } from '../../start/machine/project-root';
import { until } from '../support/clients/requests';

/** The data folder of the test that runs. */
export let data: string;
let portHolder: net.Server | undefined;

export function makeDataFolder(): void {
	data = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-start-')), 'data');
}

/** Ends whatever was started on the folder, and removes it. */
export async function removeDataFolder(): Promise<void> {
	portHolder?.close();
	await endRecordedProcesses(path.join(data, 'start', 'processes'));
	fs.rmSync(path.dirname(data), { recursive: true, force: true });
}

export class Started {
	text = '';
	/** Settles when the process and everything that shares its output have ended. */
	readonly closed: Promise<number | null>;

	constructor(readonly child: ChildProcess) {
		child.stdout?.on('data', (chunk) => (this.text += chunk));
		child.stderr?.on('data', (chunk) => (this.text += chunk));
		this.closed = once(child, 'close').then(([code]) => code);
	}

	/** Resolves when the screen is there; rejects when the process ends without it. */
	async screen(): Promise<string> {
		const shown = new Promise<string>((resolve) => {
			const look = () => {
				if (/^ {2}First: /m.test(this.text)) resolve(this.text);
			};
			this.child.stdout?.on('data', look);
			look();
		});
		const ended = this.closed.then((code) => {
			throw new Error(`It ended with ${code} and said:\n${this.text}`);
		});
		return Promise.race([shown, ended]);
	}

	/** Resolves when it is true; rejects when the process ends without it. */
	async saw(isTrue: () => boolean): Promise<void> {
		await until(() => {
			if (this.child.exitCode !== null) throw new Error(`It ended and said:\n${this.text}`);
			return Promise.resolve(isTrue() ? true : undefined);
		});
	}

	async address(): Promise<string> {
		return capture(await this.screen(), /^ {2}Service +(http:\/\/\S+)/m);
	}

	async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
		this.child.kill(signal);
		return this.closed;
	}
}

export const serviceAlone = ['--without-n8n', '--without-exchange'];

export function start(words: readonly string[] = serviceAlone, environment = {}): Started {
	const script = path.join(projectRoot(), 'dist', 'start', 'main.js');
	return run(process.execPath, [script, ...words], environment);
}

export function run(command: string, args: readonly string[], environment = {}): Started {
	const env = { ...process.env, SEALKEEPER_DATA: data, ...environment };
	const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
	return new Started(spawn(command, args, { cwd: projectRoot(), env, stdio }));
}

export function capture(text: string, pattern: RegExp): string {
	const found = pattern.exec(text)?.[1];
	if (found === undefined) throw new Error(`No ${pattern} in:\n${text}`);
	return found;
}

/** Of the processes the launcher started, those that are alive. */
export function livingChildren(): readonly number[] {
	const folder = path.join(data, 'start', 'processes');
	const pids = fs.readdirSync(folder).map((name) => Number(path.parse(name).name));
	return pids.filter((pid) => processStart(pid) !== undefined);
}

/** Listens on a port until the test ends, or `givePort`. */
export async function takePort(): Promise<string> {
	portHolder = net.createServer().listen(0, '127.0.0.1');
	await once(portHolder, 'listening');
	const address = portHolder.address();
	if (typeof address !== 'object' || address === null) throw new Error('No address.');
	return String(address.port);
}

export const adminKey = (screen: string) => capture(screen, /admin@\S+ +(\S+)$/m);

const askProducts = (address: string, key: string) =>
	fetch(`${address}/products`, { headers: { 'x-api-key': key } });

export const productsStatus = async (address: string, key: string) =>
	(await askProducts(address, key)).status;

export async function productsOf(address: string, key: string) {
	const found = await (await askProducts(address, key)).json();
	expect(found).toHaveLength(3);
	return found as readonly {
		readonly id: string;
		readonly product: string;
		readonly name: string;
	}[];
}

export async function answers(address: string): Promise<boolean> {
	return fetch(`${address}/health/live`).then(
		({ ok }) => ok,
		() => false,
	);
}

export function givePort(): void {
	portHolder?.close();
}
