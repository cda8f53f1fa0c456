/** A data folder is served by one process at a time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockDataFolder } from '../../../service/database/data-folder-lock';

let folder: string;

beforeEach(() => {
	folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-lock-')), 'data');
});

afterEach(() => {
	fs.rmSync(path.dirname(folder), { recursive: true, force: true });
});

test('the folder is made, for its owner alone', () => {
	const lock = lockDataFolder(folder);
	expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
	lock.release();
});

test('a second holder is refused with the name of the folder', () => {
	const lock = lockDataFolder(folder);
	expect(() => lockDataFolder(folder)).toThrow(`another process serves the data folder ${folder}`);
	lock.release();
});

test('a released folder can be taken again', () => {
	lockDataFolder(folder).release();
	const again = lockDataFolder(folder);
	expect(() => lockDataFolder(folder)).toThrow('another process');
	again.release();
});

test('a process that is killed holds the folder no longer', async () => {
	lockDataFolder(folder).release();
	const holder = spawn(
		process.execPath,
		[
			'--eval',
			`const { DatabaseSync } = require('node:sqlite');
			new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE');
			process.stdout.write('held');
			process.stdin.resume();`,
			path.join(folder, 'service.lock'),
		],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	await once(holder.stdout, 'data');
	expect(() => lockDataFolder(folder)).toThrow('another process');
	const ended = once(holder, 'exit');
	holder.kill('SIGKILL');
	await ended;
	lockDataFolder(folder).release();
});
