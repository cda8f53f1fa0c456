/** Copies of stored files, of a real store on a real folder, as a snapshot of its database knows them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bucketPlaces, copyShards, type CopiedShards } from '../../backup/shards';
import { SqliteSnapshot } from '../../server/database/sqlite-snapshot';
import type { ObjectStore } from '../../service/objects/object-store';
import { shardCount } from '../../service/objects/code/layout';
import {
	bytesOf,
	collect,
	filesBelow,
	keep,
	smallSettings,
	StorageFolder,
} from '../service/objects/storage-folder';

const shardsOfObject = shardCount(smallSettings.scheme);

let source: StorageFolder;
let store: ObjectStore;
let copy: string;
let snapshot: SqliteSnapshot;

beforeEach(async () => {
	source = new StorageFolder();
	store = await source.open();
	copy = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-copy-'));
	snapshot = new SqliteSnapshot(path.join(source.path, 'sealkeeper.sqlite'));
});

afterEach(async () => {
	await snapshot.close();
	await source.remove();
	fs.rmSync(copy, { recursive: true, force: true });
});

const bytes = bytesOf(20_000);

async function copied(): Promise<CopiedShards> {
	return copyShards(snapshot, bucketPlaces(source.path, smallSettings), copy);
}

/** What a store reads that has the database of the snapshot and the files of the copy alone. */
async function readFromCopy(id: string): Promise<Buffer> {
	const restored = new StorageFolder();
	await snapshot.copyTo(path.join(restored.path, 'sealkeeper.sqlite'));
	fs.copyFileSync(
		path.join(source.path, 'master-keys.json'),
		path.join(restored.path, 'master-keys.json'),
	);
	for (const { folder, inCopy } of bucketPlaces(restored.path, smallSettings)) {
		fs.cpSync(path.join(copy, inCopy), folder, { recursive: true });
	}
	try {
		const opened = await restored.open();
		const { problems } = await opened.checkAndRepairAll({
			progress: () => {},
			finding: () => {},
			unrepaired: () => {},
		});
		expect(problems).toBe(0);
		return await collect((await opened.read(id)).bytes);
	} finally {
		await restored.remove();
	}
}

test('what is stored after the moment of the snapshot is left out, for nothing could read it', async () => {
	const id = await keep(store, source.database, bytes);
	await snapshot.begin();
	await keep(store, source.database, bytesOf(5_000, 'later'));
	expect(await copied()).toMatchObject({ objects: 1, files: 8, missing: 0, unreadable: [] });
	expect(filesBelow(copy).filter((file) => path.basename(file).startsWith(id))).toHaveLength(
		shardsOfObject,
	);
	expect(await readFromCopy(id)).toEqual(bytes);
});

test('a shard that came from the outbox to its bucket meanwhile lies in the outbox of the copy', async () => {
	const marker = path.join(source.bucket(2), 'bucket.json');
	fs.renameSync(marker, `${marker}.away`);
	const id = await keep(store, source.database, bytes);
	await snapshot.begin();
	fs.renameSync(`${marker}.away`, marker);
	expect(await store.deliverShards()).toMatchObject({ mended: 1 });
	expect(await copied()).toMatchObject({ files: 8, missing: 0, unreadable: [] });
	const shard = path.basename(source.shardPath(id, 2));
	const place = filesBelow(copy).find((file) => path.basename(file) === shard);
	expect(place).toContain(path.join('buckets', 'outbox'));
});

test('shards that are gone are counted, and an object that lost too many is named', async () => {
	const [whole, lost] = [
		await keep(store, source.database, bytes),
		await keep(store, source.database, bytesOf(9_000, 'b')),
	];
	await snapshot.begin();
	for (const shard of [0, 5]) fs.rmSync(source.shardPath(whole, shard));
	for (const shard of [0, 5]) fs.rmSync(source.shardPath(lost, shard));
	fs.truncateSync(source.shardPath(lost, 7), 100);
	expect(await copied()).toMatchObject({ objects: 2, missing: 5, unreadable: [lost] });
});

test('a bucket whose disk is not there is passed over, and the others are enough', async () => {
	const id = await keep(store, source.database, bytes);
	fs.rmSync(source.bucket(4), { recursive: true });
	await snapshot.begin();
	expect(await copied()).toMatchObject({ objects: 1, files: 7, missing: 1, unreadable: [] });
	expect(filesBelow(copy).filter((file) => path.basename(file).startsWith(id))).toHaveLength(7);
});
