/** What the programs and their commands write as processes, whatever the mask they are started with. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { testPort } from '../support/run/ports';
import { ProgramProcess } from '../support/programs/program-process';

const root = path.resolve(__dirname, '../..');
const runner = path.join(root, 'test/support/run/run-typescript.js');
const folders: string[] = [];
let mask: number;

beforeAll(() => {
	mask = process.umask(0);
});
afterAll(() => {
	process.umask(mask);
	for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

/** A data folder that was there before, open to everybody. */
function openFolder(): string {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'private-files-'));
	fs.chmodSync(folder, 0o755);
	folders.push(folder);
	return folder;
}

/** What others could read below a folder. */
function readableByOthers(folder: string): readonly string[] {
	return fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => (fs.statSync(path.join(folder, name)).mode & 0o077) !== 0);
}

test('a program makes every file and folder for its user alone', async () => {
	const folder = openFolder();
	const service = new ProgramProcess({
		file: 'service/main.ts',
		args: [],
		environment: { SEALKEEPER_DATA: folder, PORT: String(await testPort()), DATABASE_URL: '' },
		running: /listens on/,
	});
	await service.start();
	expect(fs.readdirSync(folder)).toContain('sealkeeper.sqlite-wal');
	expect(readableByOthers(folder)).toEqual([]);
	await service.end();
	expect(readableByOthers(folder)).toEqual([]);
});

test.each([
	['service/commands/admin.ts', ['organisation', 'add', '--name', 'One'], 'SEALKEEPER_DATA'],
	['exchange/admin/admin.ts', ['add-account', '--name', 'one'], 'EXCHANGE_DATA'],
])('so does the command %s', async (file, args, variable) => {
	const folder = openFolder();
	const env = { ...process.env, DATABASE_URL: '', [variable]: folder };
	await promisify(execFile)(process.execPath, [runner, file, ...args], { cwd: root, env });
	expect(fs.readdirSync(folder).length).toBeGreaterThan(0);
	expect(readableByOthers(folder)).toEqual([]);
});

test.each([
	['service/main.ts', 'SEALKEEPER_DATA', 'master-keys.json'],
	['service/main.ts', 'SEALKEEPER_DATA', 'buckets.json'],
])('%s does not start on keys that others can read: %s/%s', async (file, variable, name) => {
	const folder = openFolder();
	const far = {
		...{ kind: 's3', name: 'far', endpoint: 'https://s3.example.org', region: 'eu' },
		...{ bucket: 'b', accessKeyId: 'id', secretAccessKey: 'secret' },
	};
	const content = name === 'buckets.json' ? { buckets: [far] } : { keys: [] };
	fs.writeFileSync(path.join(folder, name), JSON.stringify(content), { mode: 0o644 });
	const environment = { [variable]: folder, PORT: '0', DATABASE_URL: '' };
	const program = new ProgramProcess({ file, args: [], environment, running: /listens on/ });
	await expect(program.start()).rejects.toThrow(`run chmod 600 ${path.join(folder, name)}`);
});
