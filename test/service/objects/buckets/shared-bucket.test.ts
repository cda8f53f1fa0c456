/**
 * An S3 bucket that others keep things in as well: whose it is, is found out by its marker, and
 * nothing that is not this store's is ever removed, by a service or by a command.
 */
import fs from 'node:fs';
import path from 'node:path';
import { runCommandLine } from '../../../../server/commands/shell';
import { storage } from '../../../../service/commands/storage';
import { encodeShardHeader } from '../../../../service/objects/code/shard-header';
import { readSettings } from '../../../../service/objects/buckets/settings';
import { markerKey } from '../../../../service/objects/buckets/s3-bucket';
import { accessKeyId, S3Server, secretAccessKey } from '../../../support/servers/s3-server';
import { TextTerminal } from '../../../support/programs/text-terminal';
import { bytesOf, collect, inPieces, keep, StorageFolder } from '../storage-folder';

let server: S3Server;
const folders: StorageFolder[] = [];
let bucket: string;
let count = 0;

beforeAll(async () => {
	server = await S3Server.start();
});
beforeEach(() => {
	bucket = `shared-${(count += 1)}`;
	server.createBucket(bucket);
});
afterEach(async () => {
	for (const folder of folders.splice(0)) await folder.remove();
});
afterAll(() => server.stop());

/** A data folder whose `buckets.json` names three folders and the shared bucket. */
function newFolder(prefix = ''): StorageFolder {
	const folder = new StorageFolder();
	folders.push(folder);
	const local = [1, 2, 3].map((index) => ({
		kind: 'folder',
		name: `bucket-${index}`,
		folder: `buckets/bucket-${index}`,
	}));
	const far = {
		...{ kind: 's3', name: 'far', endpoint: server.endpoint, region: 'us-east-1', bucket },
		...(prefix !== '' && { prefix }),
		...{ accessKeyId, secretAccessKey },
	};
	const content = { dataShards: 3, parityShards: 1, buckets: [...local, far] };
	const file = path.join(folder.path, 'buckets.json');
	fs.writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
	return folder;
}

const openStore = (folder: StorageFolder) => folder.open(readSettings({ dataFolder: folder.path }));

async function run(folder: StorageFolder, ...args: string[]): Promise<number> {
	const environment = await folder.environment();
	return runCommandLine(storage, args, { environment, terminal: new TextTerminal() });
}

/** Every object of the bucket with its bytes. */
function objects(): Readonly<Record<string, string>> {
	const place = path.dirname(server.objectFile(bucket, 'x'));
	const names = fs.readdirSync(place).map(decodeURIComponent);
	return Object.fromEntries(
		names.map((name) => [name, fs.readFileSync(server.objectFile(bucket, name), 'base64')]),
	);
}

const foreignShard = `${'ab'.repeat(12)}.003`;

/** What others put there while the store uses it. */
function putForeign(): Readonly<Record<string, string>> {
	const header = encodeShardHeader({
		scheme: { dataShards: 3, parityShards: 1, blockSizeBytes: 1024 },
		...{ objectId: 'ab'.repeat(12), shard: 3, sizeBytes: 10, storeTag: 77 },
	});
	fs.writeFileSync(server.objectFile(bucket, 'minutes.pdf'), '%PDF-1.7');
	fs.writeFileSync(server.objectFile(bucket, 'reports/one.pdf'), '%PDF-1.7');
	fs.writeFileSync(server.objectFile(bucket, foreignShard), Buffer.concat([header, bytesOf(99)]));
	const names = ['minutes.pdf', 'reports/one.pdf', foreignShard];
	return Object.fromEntries(names.map((name) => [name, objects()[name] ?? '']));
}

test("a foreign PDF and another store's shard survive everything", async () => {
	const folder = newFolder();
	let store = await openStore(folder);
	const id = await keep(store, folder.database, bytesOf(5000));
	const forgotten = await keep(store, folder.database, bytesOf(5000));
	const foreign = putForeign();
	await store.deliverShards();
	const staged = await store.stage(inPieces(bytesOf(100)), 'owner');
	await staged.makeDurable();
	await staged.discard();
	await folder.database.deleteFrom('storage_shards').where('object_id', '=', forgotten).execute();
	await folder.database.deleteFrom('storage_objects').where('id', '=', forgotten).execute();
	await folder.close();
	expect(await run(folder, 'fsck')).toBe(1);
	expect(await run(folder, 'fsck', '--repair')).toBe(1);
	expect(objects()).toMatchObject({ ...foreign, [`${forgotten}.003`]: expect.any(String) });
	expect(await run(folder, 'orphans', '--delete', '5')).toBe(2);
	expect(await run(folder, 'orphans', '--delete', '4')).toBe(0);
	expect(objects()).toEqual({
		...foreign,
		[markerKey]: expect.any(String),
		[`${id}.003`]: expect.any(String),
	});
	store = await openStore(folder);
	expect(await collect((await store.read(id)).bytes)).toEqual(bytesOf(5000));
	expect(objects()).toMatchObject(foreign);
});

test('a bucket that holds something else is refused, and stays as it is; a prefix gives a place', async () => {
	putForeign();
	const before = objects();
	const refused = /far: it holds what is not of this store, and has no marker; .*'prefix'/;
	await expect(openStore(newFolder())).rejects.toThrow(refused);
	expect(objects()).toEqual(before);
	const store = await openStore(newFolder('sealkeeper/'));
	expect((await store.health()).map(({ status }) => status)).toEqual(Array(4).fill('up'));
	expect(objects()).toEqual({ ...before, [`sealkeeper/${markerKey}`]: expect.any(String) });
});

test("a bucket with another store's marker is refused, by a start and by a check", async () => {
	const first = newFolder();
	const id = await keep(await openStore(first), first.database, bytesOf(5000));
	await first.close();
	const before = objects();
	const second = newFolder();
	await expect(openStore(second)).rejects.toThrow(/far: it is marked as another store's/);
	for (const args of [['fsck'], ['fsck', '--repair'], ['orphans']]) {
		expect(await run(second, ...args)).toBe(2);
	}
	expect(objects()).toEqual(before);
	const store = await openStore(first);
	expect(await collect((await store.read(id)).bytes)).toEqual(bytesOf(5000));
});

test('a bucket of before markers gets one where it holds what the database knows', async () => {
	const folder = newFolder();
	const id = await keep(await openStore(folder), folder.database, bytesOf(5000));
	await folder.close();
	const marker = objects()[markerKey];
	fs.rmSync(server.objectFile(bucket, markerKey));
	putForeign();
	const store = await openStore(folder);
	expect(objects()[markerKey]).toBe(marker);
	expect(await collect((await store.read(id)).bytes)).toEqual(bytesOf(5000));
});

test('a bucket that is down at start counts as down, and is looked at when it is back', async () => {
	const folder = newFolder();
	server.misbehaviour = 'answers 500';
	const store = await openStore(folder);
	server.misbehaviour = undefined;
	const foreign = putForeign();
	await expect(keep(store, folder.database, bytesOf(10))).rejects.toThrow('has no marker');
	expect(objects()).toEqual(foreign);
});
