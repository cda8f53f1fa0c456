/**
 * What the process of a comparison may do besides comparing, were somebody else's code to run in it: nothing;
 * and how long the one that waits for the next comparison is there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { present } from '../../../server/at';
import { confinedOptions, Processes } from '../../../comparison/worker/processes';
import { until } from '../../support/clients/requests';
import {
	comparisonProcesses,
	isThere,
	launchersOf,
	ownLaunchers,
} from '../../support/programs/comparison-processes';
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
	const launchers = ownLaunchers();
	const started = () => comparisonProcesses(launchers());
	let processes: Processes;

	beforeEach(() => (processes = new Processes(memoryMebibytes, 60_000)));
	afterEach(async () => {
		processes.close();
		for (const pid of started()) process.kill(pid, 'SIGKILL');
		await until(() => Promise.resolve(launchers().length === 0 || undefined));
	});

	/** The process that is started when one has ended. */
	const waitingAfter = async (of: Processes): Promise<number> => {
		const first = await of.take(memoryMebibytes);
		first.kill();
		return until(() => Promise.resolve(started().find((pid) => pid !== first.pid)));
	};

	test('is started when another has ended, and given next', async () => {
		const waiting = await waitingAfter(processes);
		expect(started()).toEqual([waiting]);
		expect((await processes.take(memoryMebibytes)).pid).toBe(waiting);
		expect(started()).toEqual([waiting]);
	});

	test('is one, however many have ended', async () => {
		const taken = await Promise.all([1, 2, 3].map(() => processes.take(memoryMebibytes)));
		for (const child of taken) child.kill();
		await Promise.all(taken.map(({ ended }) => ended));
		await until(() => Promise.resolve(started().length === 1 || undefined));
	});

	test('is not given to an order with another bound of memory', async () => {
		const waiting = await waitingAfter(processes);
		expect((await processes.take(2 * memoryMebibytes)).pid).not.toBe(waiting);
		expect((await processes.take(memoryMebibytes)).pid).toBe(waiting);
	});

	test('that was killed is not given', async () => {
		const waiting = await waitingAfter(processes);
		process.kill(waiting, 'SIGKILL');
		await until(() => Promise.resolve(started().length === 0 || undefined));
		// Its end is told before that of another which is killed later.
		const other = await processes.take(2 * memoryMebibytes);
		other.kill();
		await other.ended;
		const second = await processes.take(memoryMebibytes);
		expect(isThere(second.pid)).toBe(true);
	});

	test('ends when no order comes in time', async () => {
		const hurried = new Processes(memoryMebibytes, 1);
		const taken = await hurried.take(memoryMebibytes);
		const other = await hurried.take(2 * memoryMebibytes);
		taken.kill();
		await taken.ended;
		await until(() => Promise.resolve(started().length === 1 || undefined));
		expect(started()).toEqual([other.pid]);
		hurried.close();
	});

	test('ends at the close with what started it, and none is started after it', async () => {
		await waitingAfter(processes);
		processes.close();
		await until(() => Promise.resolve(launchers().length === 0 || undefined));
		const last = await processes.take(memoryMebibytes);
		expect(started()).toEqual([last.pid]);
		last.kill();
		await last.ended;
		await until(() => Promise.resolve(launchers().length === 0 || undefined));
	});

	test.each(['is killed', 'ends'])('ends with a program that %s', async (how) => {
		const file = path.join(projectRoot(), 'dist/comparison/worker/processes.js');
		const code = `
			const { Processes } = require(${at(file)});
			process.stdin.resume();
			(async () => {
				const taken = await new Processes(100, 600000).take(100);
				taken.kill();
				await taken.ended;
				process.stdout.write('the next one is started');
			})();
		`;
		const program = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
		const closed = once(program, 'close');
		await Promise.race([once(program.stdout, 'data'), closed]);
		const pid = present(program.pid, 'the program');
		const waiting = await until(() => Promise.resolve(comparisonProcesses(launchersOf(pid))[0]));
		// It could not end by itself.
		process.kill(waiting, 'SIGSTOP');
		const left = [waiting, ...launchersOf(pid)];
		expect(left).toHaveLength(2);
		if (how === 'is killed') program.kill('SIGKILL');
		else program.stdin.end();
		await closed;
		await until(() => Promise.resolve(left.some(isThere) ? undefined : true));
	});
});
