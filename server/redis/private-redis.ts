/**
 * A private Redis for machines without one, by a program on the PATH or unpacked below the data
 * folder. It listens on this machine only, requires a password, persists every change and never
 * evicts a key. It is restarted when it ends; processes on the same data folder share it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { newSecret } from '../clock';
import { lockFile } from '../exclusive-file';
import { findProgram, type Program } from './program';

export interface RunningRedis {
	readonly url: string;
	/** Process id; undefined while it is restarting. */
	pid(): number | undefined;
	close(): Promise<void>;
}

interface Address {
	readonly url: string;
	/** Process that starts and ends this server. */
	readonly keeperPid: number;
}

const restartDelayMs = 500;

const endDeadlineMs = 10_000;

/** Maximum wait for another process that is starting the server. */
const startTurnMs = 60_000;

/** Starts the private server of a data folder, or shares another process's. */
export async function privateRedis(dataFolder: string): Promise<RunningRedis> {
	const folder = path.join(dataFolder, 'redis');
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	// A lock for concurrent starts; the system releases it when its holder dies.
	const turn = lockFile(path.join(folder, 'start.lock'), startTurnMs);
	if (turn === undefined) throw new Error(`another process is starting a Redis in ${folder}`);
	try {
		return await startOrShare(folder);
	} finally {
		turn.release();
	}
}

async function startOrShare(folder: string): Promise<RunningRedis> {
	const addressFile = path.join(folder, 'address.json');
	const kept = readAddress(addressFile);
	if (kept !== undefined && isAlive(kept.keeperPid) && (await answers(kept.url))) {
		return { url: kept.url, pid: () => undefined, close: () => Promise.resolve() };
	}
	// A killed process left it: shut it down, so that two servers never write one folder.
	if (kept !== undefined) await shutDown(kept.url);
	const port = await freePort();
	const password = newSecret();
	const configuration = path.join(folder, 'redis.conf');
	const lines = [
		`port ${port}`,
		'bind 127.0.0.1',
		`requirepass ${password}`,
		`dir "${folder}"`,
		'appendonly yes',
		'appendfsync everysec',
		'maxmemory-policy noeviction',
		'daemonize no',
		'',
	];
	fs.writeFileSync(configuration, lines.join('\n'), { mode: 0o600 });
	const url = `redis://:${password}@127.0.0.1:${port}`;
	const server = new Server(findProgram(folder), configuration, url);
	await server.start();
	const address: Address = { url, keeperPid: process.pid };
	fs.writeFileSync(addressFile, JSON.stringify(address), { mode: 0o600 });
	return {
		url,
		pid: () => server.pid,
		async close() {
			await server.close();
			fs.rmSync(addressFile, { force: true });
		},
	};
}

class Server {
	private child: ChildProcess | undefined;
	private answering = false;
	private closing = false;

	constructor(
		private readonly program: Program,
		private readonly configuration: string,
		private readonly url: string,
	) {}

	/** Undefined until the server answers. */
	get pid(): number | undefined {
		return this.answering ? this.child?.pid : undefined;
	}

	async start(): Promise<void> {
		const { file, libraryPath } = this.program;
		const child = spawn(file, [this.configuration], {
			// Detached: Ctrl-C goes to the whole process group, but the server must outlast our
			// shutdown.
			detached: true,
			stdio: 'ignore',
			env: { ...process.env, ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }) },
		});
		this.child = child;
		let ended: string | undefined;
		child.once('error', (fault) => {
			ended = fault.message;
		});
		child.once('exit', (code, signal) => {
			ended = String(signal ?? code);
		});
		while (!(await answers(this.url))) {
			if (ended !== undefined) throw new Error(`${file} ended with ${ended}`);
			await delay(20);
		}
		this.answering = true;
		const again = () => {
			this.answering = false;
			this.startAgain();
		};
		if (ended === undefined) child.once('exit', again);
		else again();
	}

	async close(): Promise<void> {
		this.closing = true;
		const { child } = this;
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill('SIGTERM');
		// A server that cannot save, as on a full disk, refuses to end; its append-only file is on
		// disk already.
		const timer = setTimeout(() => child.kill('SIGKILL'), endDeadlineMs);
		await exited;
		clearTimeout(timer);
	}

	/** Restarts the server, as often as needed: without it no lane is drained. */
	private startAgain(): void {
		const attempt = async () => {
			while (!this.closing) {
				try {
					return await this.start();
				} catch (fault) {
					process.stderr.write(`the private Redis does not start: ${String(fault)}\n`);
					await delay(restartDelayMs);
				}
			}
		};
		void attempt();
	}
}

function readAddress(file: string): Address | undefined {
	if (!fs.existsSync(file)) return undefined;
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8')) as Address;
	} catch (fault) {
		// Half-written by a process that was killed during its start.
		if (fault instanceof SyntaxError) return undefined;
		throw fault;
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		// ESRCH: no such process. Another user's process cannot own a server in our folder.
		return false;
	}
}

async function withConnection<Result>(
	url: string,
	use: (redis: Redis) => Promise<Result>,
): Promise<Result | undefined> {
	const redis = new Redis(url, {
		lazyConnect: true,
		maxRetriesPerRequest: 0,
		retryStrategy: () => null,
		connectTimeout: 1_000,
	});
	// Failing commands reject anyway; without a listener the fault would be printed.
	redis.on('error', () => undefined);
	try {
		await redis.connect();
		return await use(redis);
	} catch {
		// Nothing listens, or the server is ending or loading its data.
		return undefined;
	} finally {
		redis.disconnect();
	}
}

async function answers(url: string): Promise<boolean> {
	// Checked first, because a refused client keeps a timer for a while.
	if (!(await listens(Number(new URL(url).port)))) return false;
	return (await withConnection(url, (redis) => redis.ping())) === 'PONG';
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = net.connect(port, '127.0.0.1');
		socket.once('error', () => resolve(false));
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
	});
}

async function shutDown(url: string): Promise<void> {
	while (await answers(url)) await withConnection(url, (redis) => redis.shutdown('SAVE'));
}

async function freePort(): Promise<number> {
	const server = net.createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('no port was given');
	return address.port;
}
