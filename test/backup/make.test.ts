/** What a copy holds and refuses, of a real service and an exchange's database on real folders. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readInstallation } from '../../backup/installation';
import { backup } from '../../backup/main';
import { makeBackup } from '../../backup/make';
import type { Manifest } from '../../backup/manifest';
import { restoreBackup } from '../../backup/restore';
import { systemClock } from '../../server/clock';
import { openDatabase as openExchangeDatabase } from '../../exchange/database/database';
import { openDatabase, type Database } from '../../service/database/database';
import { openObjectStore, type ObjectStore } from '../../service/objects/object-store';
import { rotateMasterKey } from '../../service/objects/keys/key-rotation';
import { bytesOf, collect, inPieces, keep } from '../service/objects/storage-folder';
import { TestDatabases } from '../support/servers/databases';
import { send } from '../support/clients/requests';
import { runCommand } from '../support/programs/run-command';
import { accessKeyId, S3Server, secretAccessKey } from '../support/servers/s3-server';
import { startService, type RunningService } from '../support/programs/service';
import { startMake } from './backup-process';

const edges = { clock: systemClock, nowMs: () => performance.now() };

const databases = new TestDatabases();
let top: string;
let running: RunningService;
let environment: Record<string, string>;

beforeAll(async () => {
	running = await startService();
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

beforeEach(async () => {
	top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-backup-'));
	environment = { SEALKEEPER_DATA: running.dataFolder, EXCHANGE_DATA: path.join(top, 'exchange') };
	const database = await openExchangeDatabase({
		dataFolder: path.join(top, 'exchange'),
		databaseUrl: undefined,
	});
	await database.destroy();
});

afterEach(() => fs.rmSync(top, { recursive: true, force: true }));

function backUp(folder: string): Promise<Manifest> {
	return makeBackup(readInstallation(environment), path.join(top, folder), edges);
}

function restoreTo(serviceFolder: string, folder: string): Promise<Manifest> {
	const places = {
		SEALKEEPER_DATA: path.join(top, serviceFolder),
		EXCHANGE_DATA: path.join(top, serviceFolder, 'exchange'),
	};
	return restoreBackup(readInstallation({ ...environment, ...places }), path.join(top, folder));
}

function filesOf(folder: string): readonly string[] {
	return fs
		.readdirSync(path.join(top, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(path.join(top, folder), path.join(entry.parentPath, entry.name)))
		.sort();
}

async function upload(content: string): Promise<string> {
	const answer = await send({
		method: 'POST',
		url: `${running.storageUrl}/files`,
		headers: { 'x-api-key': running.organisation.admin.key },
		form: [{ name: 'file', fileName: 'file.txt', content }],
	});
	return (answer.json() as { readonly id: string }).id;
}

describe('a copy', () => {
	test('says what is in it, and has no locks, no Redis, no n8n and no logs', async () => {
		for (const name of ['n8n', 'logs', 'redis', 'start']) {
			fs.mkdirSync(path.join(running.dataFolder, name), { recursive: true });
			fs.writeFileSync(path.join(running.dataFolder, name, 'file'), 'x');
		}
		const elsewhere = path.join(top, 'notes-elsewhere.txt');
		fs.writeFileSync(elsewhere, 'x');
		fs.symlinkSync(elsewhere, path.join(running.dataFolder, 'notes-of-the-operator.txt'));
		await upload('a file of the copy');
		const manifest = await backUp('copy');
		// For the console; no copy has it.
		const told = path.join(running.dataFolder, 'last-backup.json');
		expect(JSON.parse(fs.readFileSync(told, 'utf8'))).toEqual({ takenAt: manifest.takenAt });
		await backUp('another');
		expect(filesOf('another')).toEqual(filesOf('copy'));
		const files = filesOf('copy').filter((file) => !file.includes('shards'));
		expect(files).toEqual([
			'backup.json',
			...[...Array.from({ length: 8 }, (_, at) => `bucket-${at + 1}`), 'outbox'].map((name) =>
				path.join('buckets', name, 'bucket.json'),
			),
			path.join('exchange', 'exchange.sqlite'),
			path.join('service', 'log-key.json'),
			path.join('service', 'master-keys.json'),
			path.join('service', 'notes-of-the-operator.txt'),
			path.join('service', 'seal-key.json'),
			path.join('service', 'sealkeeper.sqlite'),
		]);
		expect(manifest).toMatchObject({
			format: 1,
			parts: {
				service: { database: 'sealkeeper.sqlite', rows: { storage_objects: 1, users: 22 } },
				exchange: { database: 'exchange.sqlite', rows: { intents: 0 } },
			},
			objects: { objects: 1, files: 8, missing: 0, unreadable: [] },
			notCopied: [],
		});
		expect(JSON.parse(fs.readFileSync(path.join(top, 'copy', 'backup.json'), 'utf8'))).toEqual(
			manifest,
		);
	});

	test('is made again and again, each time into a new folder', async () => {
		await backUp('monday');
		await backUp('tuesday');
		fs.mkdirSync(path.join(top, 'empty'));
		await backUp('empty');
		await expect(backUp('monday')).rejects.toThrow('monday is not empty; name a new folder');
		await restoreTo('restored', 'tuesday');
		expect(filesOf('restored')).toContain('sealkeeper.sqlite');
	});

	test('is never made within what it copies, nor of nothing, nor where no folder is', async () => {
		const within = (place: string) => makeBackup(readInstallation(environment), place, edges);
		await expect(within(path.join(running.dataFolder, 'copy'))).rejects.toThrow('is to be copied');
		await expect(backUp(path.join('nowhere', 'copy'))).rejects.toThrow('there is no folder');
		environment['SEALKEEPER_DATA'] = path.join(top, 'none');
		environment['EXCHANGE_DATA'] = path.join(top, 'none', 'exchange');
		await expect(backUp('copy')).rejects.toThrow(
			`no backup was made: there is nothing to copy in ${top}/none; remove ${top}/copy.partial`,
		);
	});

	test('of one program alone names the other, and an address without tables is no absence', async () => {
		environment['EXCHANGE_DATA'] = path.join(top, 'none');
		const { parts, notCopied } = await backUp('copy');
		expect(Object.keys(parts)).toEqual(['service']);
		expect(notCopied).toEqual([`there is no exchange in ${top}/none`]);
		environment['DATABASE_URL'] = (await databases.place('PostgreSQL')).databaseUrl ?? '';
		await expect(backUp('other')).rejects.toThrow(
			'the database of DATABASE_URL does not hold the service, and',
		);
	});

	test('holds the settings of settlement from wherever they lie, and restores them there', async () => {
		const file = path.join(top, 'secret-place.json');
		fs.writeFileSync(file, '{"trackerUrl": "x"}');
		environment['EXCHANGE_SETTLEMENT'] = file;
		environment['EXCHANGE_SECRET'] = 'ab'.repeat(32);
		const { notCopied } = await backUp('copy');
		expect(notCopied).toEqual([
			expect.stringContaining('EXCHANGE_SECRET stands in the environment'),
		]);
		await expect(restoreTo('restored', 'copy')).rejects.toThrow(`${file} is there already`);
		fs.rmSync(path.join(top, 'restored'), { recursive: true });
		fs.rmSync(file);
		await restoreTo('restored', 'copy');
		expect(fs.readFileSync(file, 'utf8')).toBe('{"trackerUrl": "x"}');
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	});
});

describe('a restore', () => {
	test('goes into empty places only', async () => {
		await backUp('copy');
		await restoreTo('restored', 'copy');
		await expect(restoreTo('restored', 'copy')).rejects.toThrow('restored is not empty; move away');
		environment['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
		await expect(restoreTo('other', 'copy')).rejects.toThrow(
			'the copy of service is of SQLite, and DATABASE_URL names one',
		);
	});

	test('refuses a copy that was damaged since, and leaves no database behind', async () => {
		await backUp('copy');
		const file = path.join(top, 'copy', 'service', 'sealkeeper.sqlite');
		const database = new DatabaseSync(file);
		database.exec('delete from api_keys');
		database.close();
		await expect(restoreTo('restored', 'copy')).rejects.toThrow('rows of api_keys and must have');
		expect(filesOf('restored')).not.toContain('sealkeeper.sqlite');
	});
});

test('a copy that lost a shard since is restored, and says so; one that lost a key is not', async () => {
	await upload('a file of eight shards');
	await backUp('copy');
	const shard = filesOf('copy').find((file) => file.includes('shards')) ?? '';
	fs.rmSync(path.join(top, 'copy', shard));
	const places = { SEALKEEPER_DATA: path.join(top, 'r'), EXCHANGE_DATA: path.join(top, 'r', 'e') };
	const restored = await runCommand(backup, ['restore', '--from', path.join(top, 'copy')], {
		...environment,
		...places,
	});
	expect(restored).toMatchObject({ code: 1, output: expect.stringContaining('"lostSince": 1') });
	fs.rmSync(path.join(top, 'copy', 'service', 'master-keys.json'));
	await expect(restoreTo('other', 'copy')).rejects.toThrow('beside the database, and held');
});

test('a backup killed in the middle leaves what nobody takes for one', async () => {
	const exchange = new DatabaseSync(
		path.join(environment['EXCHANGE_DATA'] ?? '', 'exchange.sqlite'),
	);
	exchange.exec('begin immediate');
	const copy = path.join(top, 'copy');
	const watcher = fs.watch(top);
	const { child, ended } = startMake(copy, environment);
	while (!fs.existsSync(`${copy}.partial`)) {
		await new Promise<void>((resolve) => watcher.once('change', () => resolve()));
	}
	watcher.close();
	child.kill('SIGKILL');
	await ended;
	exchange.close();
	expect(fs.existsSync(copy)).toBe(false);
	const partial = await runCommand(backup, ['restore', '--from', `${copy}.partial`], {
		...environment,
		SEALKEEPER_DATA: path.join(top, 'r'),
	});
	expect(partial).toMatchObject({
		code: 2,
		complaint: expect.stringContaining('is no finished backup'),
	});
	const again = await runCommand(backup, ['make', '--to', copy], environment);
	expect(again).toMatchObject({
		code: 2,
		complaint: expect.stringContaining('copy.partial is left of a backup'),
	});
	fs.rmSync(`${copy}.partial`, { recursive: true });
	expect(await runCommand(backup, ['make', '--to', copy], environment)).toMatchObject({
		code: 0,
		complaint: '',
	});
});

test('a master key changed since the copied database was read is told', async () => {
	const folder = path.join(top, 'service');
	fs.cpSync(running.dataFolder, folder, { recursive: true });
	environment['SEALKEEPER_DATA'] = folder;
	await upload('a file under the master key');
	const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
	await rotateMasterKey(database, { dataFolder: folder }, []);
	await database.destroy();
	fs.copyFileSync(
		path.join(running.dataFolder, 'master-keys.json'),
		path.join(folder, 'master-keys.json'),
	);
	await expect(backUp('copy')).rejects.toThrow('the master key was changed meanwhile');
});

/** Stores a file in the store of this folder, or reads one back, with the buckets of its settings. */
async function withStore<Value>(
	folder: string,
	use: (store: ObjectStore, database: Database) => Promise<Value>,
): Promise<Value> {
	const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const store = await openObjectStore({ database, dataFolder: folder, clock: systemClock, log });
	try {
		return await use(store, database);
	} finally {
		await store.close();
		await database.destroy();
	}
}

test('buckets on disks of their own are copied, and one on S3 is named, goes on and loses nothing', async () => {
	const s3 = await S3Server.start();
	s3.createBucket('shards');
	const folder = path.join(top, 'service');
	fs.mkdirSync(folder);
	const disks = Array.from({ length: 7 }, (_, at) => ({
		...{ kind: 'folder', name: `disk-${at + 1}`, folder: path.join(top, 'disks', String(at + 1)) },
	}));
	const place = { endpoint: s3.endpoint, region: 'here', bucket: 'shards' };
	const cloud = { kind: 's3', name: 'cloud', ...place, accessKeyId, secretAccessKey };
	const settings = JSON.stringify({ buckets: [...disks, cloud] });
	fs.writeFileSync(path.join(folder, 'buckets.json'), settings, { mode: 0o600 });
	const bytes = bytesOf(300_000);
	environment['SEALKEEPER_DATA'] = folder;
	const { id, later, manifest } = await withStore(folder, async (store, database) => {
		const kept = await keep(store, database, bytes);
		const onItsWay = await store.stage(inPieces(bytes), 'owner');
		await onItsWay.makeDurable();
		const made = await backUp('copy');
		await database.transaction().execute((transaction) => onItsWay.attach(transaction));
		return { id: kept, later: onItsWay.id, manifest: made };
	});
	expect(manifest).toMatchObject({
		objects: { objects: 1, files: 7, missing: 0, unreadable: [] },
		notCopied: ['the bucket cloud is not in a local folder; keep what it holds where it is'],
	});
	await expect(restoreTo('restored', 'copy')).rejects.toThrow(/disks\/1 is not empty/);
	fs.rmSync(path.join(top, 'disks'), { recursive: true });
	await restoreTo('restored', 'copy');
	// Without the bucket on S3 one of these two would be one too many.
	for (const at of [2, 3]) fs.rmSync(path.join(top, 'disks', String(at)), { recursive: true });
	const read = await withStore(path.join(top, 'restored'), async (store) =>
		collect((await store.read(id)).bytes),
	);
	expect(read).toEqual(bytes);
	// The restored database knew it as one on its way, and would have had it removed.
	expect(fs.existsSync(s3.objectFile('shards', `${later}.007`))).toBe(true);
	await s3.stop();
});
