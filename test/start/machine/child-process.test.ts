import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	CommandFailed,
	freshLog,
	runCommand,
	startChild,
	type ChildPlan,
} from '../../../start/machine/child-process';
import { endRecordedProcesses, processStart } from '../../../start/machine/process-record';

let folder: string;
let records: string;
beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-child-'));
	records = path.join(folder, 'processes');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function plan(script: string): ChildPlan {
	return {
		name: 'the child',
		command: process.execPath,
		args: ['-e', script],
		folder,
		environment: process.env,
		logFile: path.join(folder, 'child.log'),
		recordFolder: records,
	};
}

/** Resolves with the log once it holds the text; the child writes it when it is set up. */
async function untilLogged(text: string): Promise<string> {
	for (;;) {
		const log = fs.readFileSync(path.join(folder, 'child.log'), 'utf8');
		if (log.includes(text)) return log;
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/** Ignores SIGTERM and has a child of its own that ignores it, too. */
const stubborn = `
	process.on('SIGTERM', () => console.log('asked'));
	if (!process.env.INNER) {
		const inner = require('node:child_process').spawn(process.execPath,
			['-e', 'process.on("SIGTERM", () => {}); console.log("inner up"); setInterval(() => {}, 1000)'],
			{ stdio: 'inherit', env: { ...process.env, INNER: '1' } });
		console.log('inner ' + inner.pid + ';');
	}
	setInterval(() => {}, 1000);`;

describe('a started process', () => {
	test('writes to its log, is recorded while it runs and forgotten afterwards', async () => {
		const child = await startChild(plan('console.log("hello"); console.error("there")'));
		const recorded = fs.readdirSync(records);
		expect(recorded).toEqual([`${child.pid}.json`]);
		expect(await child.ended).toEqual({ code: 0, signal: null });
		expect(fs.readFileSync(child.logFile, 'utf8')).toBe('hello\nthere\n');
		expect(fs.readdirSync(records)).toEqual([]);
	});

	test('is asked to end and may do so in its own way', async () => {
		const child = await startChild(
			plan(
				'process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("up")',
			),
		);
		await untilLogged('up');
		await child.stop();
		expect(await child.ended).toEqual({ code: 7, signal: null });
	});

	test('with a deadline of its own is waited for, and ended when it is to be at once', async () => {
		const child = await startChild({ ...plan(stubborn), hasOwnDeadline: true });
		await untilLogged('inner up');
		const atOnce = new AbortController();
		const stopped = child.stop(atOnce.signal);
		await untilLogged('asked');
		expect(processStart(child.pid)).toBeDefined();
		atOnce.abort();
		await stopped;
		expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' });
	});

	test('that does not exist is an error, not a crash', async () => {
		const missing = { ...plan(''), command: path.join(folder, 'nothing') };
		await expect(startChild(missing)).rejects.toThrow('ENOENT');
	});
});

describe('a command', () => {
	test('that fails is reported with the end of its log', async () => {
		const failing = runCommand(
			plan('for (let i = 1; i <= 100; i++) console.log("line " + i); process.exitCode = 3'),
			new AbortController().signal,
		);
		await expect(failing).rejects.toThrow(CommandFailed);
		await expect(failing).rejects.toThrow(
			/the child ended with exit code 3.*line 76\n.*line 100$/s,
		);
		await expect(failing).rejects.not.toThrow('line 75\n');
	});

	test('may have its output in a file of its own', async () => {
		const outputFile = path.join(folder, 'output');
		const both = plan('console.log("result"); console.error("remark")');
		await runCommand({ ...both, outputFile }, new AbortController().signal);
		expect(fs.readFileSync(outputFile, 'utf8')).toBe('result\n');
		expect(fs.readFileSync(both.logFile, 'utf8')).toBe('remark\n');
	});

	test('is ended when it is called off', async () => {
		const calledOff = new AbortController();
		const running = runCommand(
			plan('console.log("pid " + process.pid + ";"); setInterval(() => {}, 1000)'),
			calledOff.signal,
		);
		while (!fs.existsSync(path.join(folder, 'child.log'))) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		const pid = Number(/pid (\d+);/.exec(await untilLogged(';'))?.[1]);
		expect(processStart(pid)).toBeDefined();
		calledOff.abort(new Error('called off'));
		await expect(running).rejects.toThrow('called off');
		expect(processStart(pid)).toBeUndefined();
	});
});

describe('recorded processes', () => {
	test('are ended with everything they started, even when they ignore SIGTERM', async () => {
		const child = await startChild(plan(stubborn));
		const log = await untilLogged('inner up');
		const inner = Number(/inner (\d+);/.exec(log)?.[1]);
		expect(processStart(inner)).toBeDefined();
		expect(await endRecordedProcesses(records, 200)).toEqual(['the child']);
		expect(processStart(child.pid)).toBeUndefined();
		expect(processStart(inner)).toBeUndefined();
		expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' });
		expect(fs.readdirSync(records)).toEqual([]);
	});

	test('are left alone when the pid now belongs to another process', async () => {
		const child = await startChild(plan('setInterval(() => {}, 1000)'));
		const file = path.join(records, `${child.pid}.json`);
		const record = JSON.parse(fs.readFileSync(file, 'utf8'));
		fs.writeFileSync(file, JSON.stringify({ ...record, startedAt: 'long ago' }));
		expect(await endRecordedProcesses(records)).toEqual([]);
		expect(processStart(child.pid)).toBeDefined();
		expect(fs.readdirSync(records)).toEqual([]);
		await child.stop();
	});

	test.each(['{"name":"cut o', '{"pid":"1"}', '[]'])(
		'of which only %p is left are forgotten',
		async (content) => {
			fs.mkdirSync(records);
			fs.writeFileSync(path.join(records, '1.json'), content);
			expect(await endRecordedProcesses(records)).toEqual([]);
			expect(fs.readdirSync(records)).toEqual([]);
		},
	);
});

describe('a fresh log', () => {
	test('keeps the one of the run before', () => {
		const file = freshLog(folder, 'n8n');
		fs.writeFileSync(file, 'first run');
		expect(freshLog(folder, 'n8n')).toBe(file);
		expect(fs.existsSync(file)).toBe(false);
		expect(fs.readFileSync(path.join(folder, 'n8n.previous.log'), 'utf8')).toBe('first run');
	});
});
