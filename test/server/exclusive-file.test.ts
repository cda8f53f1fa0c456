/** A lock file has one holder at a time, across processes, and none once its holder is dead. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockFile } from '../../server/exclusive-file';

let folder: string;
let file: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-lock-'));
	file = path.join(folder, 'some.lock');
});

afterEach(() => {
	fs.rmSync(folder, { recursive: true, force: true });
});

test('a second holder gets nothing until the first has released it', () => {
	const lock = lockFile(file);
	expect(lockFile(file)).toBeUndefined();
	lock?.release();
	const again = lockFile(file);
	expect(again).toBeDefined();
	again?.release();
});

test('a folder that is not there is a fault, not another holder', () => {
	expect(() => lockFile(path.join(folder, 'absent', 'some.lock'))).toThrow('unable to open');
});

test('a process that is killed holds the file no longer', async () => {
	const holder = spawn(
		process.execPath,
		[
			'--eval',
			`const { DatabaseSync } = require('node:sqlite');
			new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE');
			process.stdout.write('held');
			process.stdin.resume();`,
			file,
		],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	await once(holder.stdout, 'data');
	expect(lockFile(file)).toBeUndefined();
	const ended = once(holder, 'exit');
	holder.kill('SIGKILL');
	await ended;
	const lock = lockFile(file);
	expect(lock).toBeDefined();
	lock?.release();
});
