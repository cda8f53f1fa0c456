/** The service as a process of its own, started and ended by a benchmark. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';

export interface RunningProcess {
	readonly child: ChildProcess;
	readonly pid: number;
	readonly url: string;
}

export async function startProcess(dataFolder: string, databaseUrl = ''): Promise<RunningProcess> {
	const main = path.join(__dirname, '..', '..', 'service', 'main.js');
	const child = spawn(process.execPath, [main], {
		env: {
			...process.env,
			SEALKEEPER_DATA: dataFolder,
			DATABASE_URL: databaseUrl,
			PORT: '0',
			LOG_LEVEL: 'error',
			REQUESTS_PER_MINUTE_MAX: '1000000000',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of readline.createInterface({ input: child.stdout })) {
		const url = /^Sealkeeper listens on (\S+)$/.exec(line)?.[1];
		if (url === undefined) continue;
		child.stdout.resume();
		if (child.pid === undefined) throw new Error('a process that listens has an id');
		return { child, pid: child.pid, url };
	}
	throw new Error('the service ended before it listened');
}

export async function endProcess({ child }: RunningProcess): Promise<void> {
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
}
