/**
 * What the process of a comparison may do besides comparing, were somebody else's code to run in it: nothing;
 * and how long the one that waits for the next comparison is there.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confinedOptions, Processes } from '../../../comparison/worker/processes';
import { until } from '../../support/clients/requests';
import { projectRoot } from '../../../start/machine/project-root';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-confined-'));
const keyFile = path.join(folder, 'master-keys.json');
beforeAll(() => fs.writeFileSync(keyFile, '"the keys"'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Code as a fault of a package would run it. */
function planted(code: string) {
	const args = [...confinedOptions(400), '--eval', code];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		encoding: 'utf8',
		env: {},
	});
	return { status, stdout, stderr };
}

const at = (file: string) => JSON.stringify(file);
const another = at(path.join(folder, 'another'));

test.each([
	['reads a key', `fs.readFileSync(${at(keyFile)})`],
	['lists the folder of the keys', `fs.readdirSync(${at(folder)})`],
	['reads the service', `fs.readFileSync(${at(path.join(projectRoot(), 'service/package.json'))})`],
	['reads what every program may', `fs.readFileSync('/etc/passwd')`],
	['reads its own memory', `fs.readFileSync('/proc/self/environ')`],
	['writes a file', `fs.writeFileSync(${another}, '')`],
	[
		'writes into its own code',
		`fs.writeFileSync(${at(path.join(projectRoot(), 'service', 'x'))}, '')`,
	],
	['leads somewhere else', `fs.symlinkSync(${at(keyFile)}, ${another})`],
	['starts a program', `require('child_process').execFileSync('true')`],
	['starts a thread', `new (require('worker_threads').Worker)('1', { eval: true })`],
])('code that %s is stopped', (_what, code) => {
	const { status, stderr } = planted(`const fs = require('fs'); ${code}`);
	expect(stderr).toContain('ERR_ACCESS_DENIED');
	expect(status).toBe(1);
	expect(fs.readdirSync(folder)).toEqual(['master-keys.json']);
});

test('it reads its own code and its packages', () => {
	const files = ['package.json', 'comparison/package.json', 'node_modules/sharp/package.json'];
	const code = files.map((file) => `fs.readFileSync(${at(path.join(projectRoot(), file))})`);
	const { status, stderr } = planted(`const fs = require('fs'); ${code.join('; ')}`);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('a process that waits for the next order', () => {
	const memoryMebibytes = 100;
	const before = new Set(children());
	const started = () => children().filter((pid) => !before.has(pid));
	let processes: Processes;

	beforeEach(() => (processes = new Processes(memoryMebibytes, 60_000)));
	afterEach(async () => {
		processes.close();
		for (const pid of started()) process.kill(pid, 'SIGKILL');
		await until(() => Promise.resolve(started().length === 0 || undefined));
	});

	/** The process that is started when one has ended. */
	const waitingAfter = async (of: Processes): Promise<number> => {
		const first = of.take(memoryMebibytes);
		first.kill('SIGKILL');
		return until(() => Promise.resolve(started().find((pid) => pid !== first.pid)));
	};

	test('is started when another has ended, and given next', async () => {
		const waiting = await waitingAfter(processes);
		expect(started()).toEqual([waiting]);
		expect(processes.take(memoryMebibytes).pid).toBe(waiting);
		expect(started()).toEqual([waiting]);
	});

	test('is one, however many have ended', async () => {
		const taken = Array.from({ length: 3 }, () => processes.take(memoryMebibytes));
		const ends = taken.map((child) => once(child, 'exit'));
		for (const child of taken) child.kill('SIGKILL');
		await Promise.all(ends);
		await until(() => Promise.resolve(started().length === 1 || undefined));
	});

	test('is not given to an order with another bound of memory', async () => {
		const waiting = await waitingAfter(processes);
		expect(processes.take(2 * memoryMebibytes).pid).not.toBe(waiting);
		expect(processes.take(memoryMebibytes).pid).toBe(waiting);
	});

	test('that was killed is not given', async () => {
		const waiting = await waitingAfter(processes);
		process.kill(waiting, 'SIGKILL');
		await until(() => Promise.resolve(started().includes(waiting) ? undefined : true));
		const second = processes.take(memoryMebibytes);
		expect([second.exitCode, second.signalCode, second.connected]).toEqual([null, null, true]);
	});

	test('ends when no order comes in time', async () => {
		const made: ChildProcess[] = [];
		const note = (message: unknown) => made.push((message as { process: ChildProcess }).process);
		subscribe('child_process', note);
		new Processes(memoryMebibytes, 1).take(memoryMebibytes).kill('SIGKILL');
		await until(() => Promise.resolve(made[1]?.signalCode === 'SIGKILL' || undefined));
		unsubscribe('child_process', note);
		expect(made).toHaveLength(2);
	});

	test('ends at the close, and none is started after it', async () => {
		await waitingAfter(processes);
		processes.close();
		await until(() => Promise.resolve(started().length === 0 || undefined));
		const last = processes.take(memoryMebibytes);
		const ended = once(last, 'exit');
		last.kill('SIGKILL');
		await ended;
		expect(started()).toEqual([]);
	});

	test.each(['is killed', 'ends'])('ends with a program that %s', async (how) => {
		const file = path.join(projectRoot(), 'dist/comparison/worker/processes.js');
		const code = `
			const { Processes } = require(${at(file)});
			const taken = new Processes(100, 600000).take(100);
			const children = '/proc/self/task/' + process.pid + '/children';
			taken.once('exit', () => process.stdout.write(require('node:fs').readFileSync(children, 'utf8')));
			taken.kill('SIGKILL');
			if (process.argv[1] === 'is killed') setInterval(() => undefined, 1000);
		`;
		const program = spawn(process.execPath, ['-e', code, how], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const closed = once(program, 'close');
		const [told] = await Promise.race([
			once(program.stdout, 'data'),
			closed.then(() => ['it ended and told nothing']),
		]);
		if (how === 'is killed') program.kill('SIGKILL');
		await closed;
		const waiting = String(told).trim();
		expect(waiting).toMatch(/^\d+$/);
		await until(() => Promise.resolve(fs.existsSync(`/proc/${waiting}`) ? undefined : true));
	});
});

/** The processes that this one has started. */
function children(): readonly number[] {
	const text = fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
	return text === '' ? [] : text.split(' ').map(Number);
}
