/** A data folder is served by one process at a time. */
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
	lockDataFolder(folder).release();
});
