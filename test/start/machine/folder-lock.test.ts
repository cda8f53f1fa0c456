import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockFolder, tryLockFolder } from '../../../start/machine/folder-lock';

let folder: string;
beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-lock-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Another process that holds the lock as tryLockFolder does, until it is killed. */
async function holderProcess() {
	const script = `
		const { DatabaseSync } = require('node:sqlite');
		const database = new DatabaseSync(${JSON.stringify(path.join(folder, 'lock'))});
		database.exec('BEGIN EXCLUSIVE');
		require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'lock.pid'))}, String(process.pid));
		console.log('held');
		setInterval(() => database, 1000);`;
	const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
	await once(holder.stdout, 'data');
	return holder;
}

describe('the lock of a folder', () => {
	test('goes to one holder at a time and can be taken again after its release', () => {
		const first = tryLockFolder(folder);
		if (!first.held) throw new Error('The first was refused.');
		expect(tryLockFolder(folder)).toEqual({ held: false, holderPid: process.pid });
		first.lock.release();
		const second = tryLockFolder(folder);
		expect(second.held).toBe(true);
		if (second.held) second.lock.release();
	});

	test('names the process that holds it, and is free at once when that one is killed', async () => {
		const holder = await holderProcess();
		expect(tryLockFolder(folder)).toEqual({ held: false, holderPid: holder.pid });
		const exit = once(holder, 'exit');
		holder.kill('SIGKILL');
		await exit;
		const answer = tryLockFolder(folder);
		expect(answer.held).toBe(true);
		if (answer.held) answer.lock.release();
	});

	test('is waited for, with one word to the one who waits', async () => {
		const first = tryLockFolder(folder);
		if (!first.held) throw new Error('The first was refused.');
		const told: unknown[] = [];
		const lock = await lockFolder(folder, {
			signal: new AbortController().signal,
			onWait: (pid) => {
				told.push(pid);
				first.lock.release();
			},
		});
		lock.release();
		expect(told).toEqual([process.pid]);
	});

	test('is waited for no longer when the wait is called off', async () => {
		const first = tryLockFolder(folder);
		if (!first.held) throw new Error('The first was refused.');
		const calledOff = new AbortController();
		const waiting = lockFolder(folder, {
			signal: calledOff.signal,
			onWait: () => calledOff.abort(),
		});
		await expect(waiting).rejects.toThrow('aborted');
		first.lock.release();
	});
});
