/** The service or the exchange as a process of its own, started and ended by a benchmark. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';

export interface RunningProcess {
	readonly child: ChildProcess;
	readonly pid: number;
	readonly url: string;
}

interface Program {
	/** The compiled file, from the root. */
	readonly file: string;
	readonly environment: Readonly<Record<string, string>>;
	/** The line it says where it listens by. */
	readonly listens: RegExp;
}

export function startService(dataFolder: string, databaseUrl = ''): Promise<RunningProcess> {
	return startProgram({
		file: 'service/main.js',
		environment: {
			SEALKEEPER_DATA: dataFolder,
			DATABASE_URL: databaseUrl,
			PORT: '0',
			LOG_LEVEL: 'error',
			REQUESTS_PER_MINUTE_MAX: '1000000000',
		},
		listens: /^Sealkeeper listens on (\S+)$/,
	});
}

/** As `npm run exchange` starts it, but for the limit of requests. */
export function startExchange(dataFolder: string, databaseUrl = ''): Promise<RunningProcess> {
	return startProgram({
		file: 'exchange/main.js',
		environment: {
			EXCHANGE_DATA: dataFolder,
			DATABASE_URL: databaseUrl,
			EXCHANGE_PORT: '0',
			EXCHANGE_REQUESTS_PER_MINUTE_MAX: '1000000000',
		},
		listens: /^Exchange listens on (\S+)$/,
	});
}

/** The floor of an order over HTTP: see floor.ts. */
export function startFloor(place: string): Promise<RunningProcess> {
	return startProgram({
		file: 'test/bench/parts/floor.js',
		environment: { FLOOR_PLACE: place },
		listens: /^Floor listens on (\S+)$/,
	});
}

async function startProgram({ file, environment, listens }: Program): Promise<RunningProcess> {
	const main = path.join(__dirname, '..', '..', '..', file);
	const child = spawn(process.execPath, [main], {
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of readline.createInterface({ input: child.stdout })) {
		const url = listens.exec(line)?.[1];
		if (url === undefined) continue;
		child.stdout.resume();
		if (child.pid === undefined) throw new Error('a process that listens has an id');
		return { child, pid: child.pid, url };
	}
	throw new Error(`${file} ended before it listened`);
}

export async function endProcess({ child }: RunningProcess): Promise<void> {
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
}
