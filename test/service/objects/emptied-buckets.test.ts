/** Buckets that are emptied while the store is open, and those that only look as if they were. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { markBucketLost } from '../../../service/objects/bucket-shards';
import { defaultSettings } from '../../../service/objects/buckets/settings';
import { shardsToMend } from '../../../service/objects/object-rows';
import type { ObjectStore } from '../../../service/objects/object-store';
import { until } from '../../support/clients/requests';
import { accessKeyId, S3Server, secretAccessKey } from '../../support/servers/s3-server';
import { bytesOf, collect, filesBelow, keep, smallSettings, StorageFolder } from './storage-folder';

let folder: StorageFolder;
let store: ObjectStore;
let id: string;
/** Shards of that object in the buckets that are emptied. */
const emptied = [2, 5];
const bytes = bytesOf(20_000);

beforeEach(async () => {
	folder = new StorageFolder();
	store = await folder.open();
	id = await keep(store, folder.database, bytes);
});

afterEach(() => folder.remove());

const shards = () => emptied.map((shard) => fs.readFileSync(folder.shardPath(id, shard)));

/** Removes the folder and makes it again, as a person does who loses it and brings it back empty. */
function empty(place: string): void {
	fs.rmSync(place, { recursive: true });
	fs.mkdirSync(place);
}

const statusOf = async (bucket: number) => (await store.health())[bucket]?.status;

const ways: readonly (readonly [string, (bucket: string) => void])[] = [
	['made again, empty', empty],
	['without any file', (bucket) => filesBelow(bucket).forEach((file) => fs.rmSync(file))],
	[
		'without the folder of its shards',
		(bucket) => fs.rmSync(path.join(bucket, 'shards'), { recursive: true }),
	],
	[
		'with the marker alone',
		(bucket) => {
			const marker = fs.readFileSync(path.join(bucket, 'bucket.json'));
			empty(bucket);
			fs.writeFileSync(path.join(bucket, 'bucket.json'), marker);
		},
	],
];

test.each(ways)('two buckets %s are filled again', async (_, lose) => {
	const before = shards();
	for (const bucket of emptied) lose(folder.bucket(bucket));
	expect(await store.deliverShards()).toEqual({ mended: 2, waiting: [] });
	expect(shards()).toEqual(before);
	expect((await store.info(id)).status).toBe('complete');
	expect(await store.deliverShards()).toEqual({ mended: 0, waiting: [] });
	const later = await keep(store, folder.database, bytes);
	expect((await store.info(later)).status).toBe('complete');
});

test('a bucket of many files is lost in steps, all of it and nothing else', async () => {
	const { database } = folder;
	const row = await database.selectFrom('storage_objects').selectAll().executeTakeFirstOrThrow();
	const ids = Array.from({ length: 1200 }, (_, index) => String(index).padStart(24, '0'));
	for (let at = 0; at < ids.length; at += 400) {
		const some = ids.slice(at, at + 400);
		const objects = some.map((each) => ({ ...row, id: each }));
		await database.insertInto('storage_objects').values(objects).execute();
		for (const [shard, bucket] of ['bucket-1', 'bucket-3'].entries()) {
			const held = some.map((each) => ({ object_id: each, shard, bucket, state: 'STORED' }));
			await database.insertInto('storage_shards').values(held).execute();
		}
	}
	await markBucketLost(database, 'bucket-3');
	const missing = await shardsToMend(database);
	expect(missing.map(({ objectId }) => objectId)).toEqual([...ids, id]);
	expect(new Set(missing.map(({ bucket }) => bucket))).toEqual(new Set(['bucket-3']));
});

test('once started it finds them by itself', async () => {
	await folder.close();
	store = await folder.open({ ...smallSettings, mendEveryMs: 50 });
	store.start();
	const before = shards();
	for (const bucket of emptied) empty(folder.bucket(bucket));
	await until(async () => {
		if (!emptied.every((shard) => fs.existsSync(folder.shardPath(id, shard)))) return undefined;
		return (await store.info(id)).status === 'complete' || undefined;
	});
	expect(shards()).toEqual(before);
});

test('where something else lies nothing is touched', async () => {
	empty(folder.bucket(2));
	fs.writeFileSync(path.join(folder.bucket(2), 'minutes.pdf'), 'not ours');
	expect(await store.deliverShards()).toEqual({ mended: 0, waiting: [] });
	expect(fs.readdirSync(folder.bucket(2))).toEqual(['minutes.pdf']);
	expect(await statusOf(2)).toBe('down');
});

describe('a bucket on a disk of its own', () => {
	let disk: string;
	const fileSystemOf = (place: string) => fs.statSync(place).dev;
	/** Of memory and of disk, the one that the other buckets are not on. */
	const elsewhere = ['/dev/shm', '/var/tmp'].find(
		(place) => fileSystemOf(place) !== fileSystemOf(os.tmpdir()),
	);

	beforeEach(async () => {
		disk = fs.mkdtempSync(`${elsewhere}/bucket-`);
		await folder.close();
		fs.cpSync(folder.bucket(2), disk, { recursive: true });
		fs.rmSync(folder.bucket(2), { recursive: true });
		fs.symlinkSync(disk, folder.bucket(2));
		store = await folder.open();
	});

	afterEach(() => fs.rmSync(disk, { recursive: true }));

	test('is left alone while only its mount point is there, and is whole when the disk is back', async () => {
		fs.rmSync(folder.bucket(2));
		fs.mkdirSync(folder.bucket(2));
		expect(await store.deliverShards()).toEqual({ mended: 0, waiting: [] });
		expect(fs.readdirSync(folder.bucket(2))).toEqual([]);
		expect(await statusOf(2)).toBe('down');
		fs.rmdirSync(folder.bucket(2));
		fs.symlinkSync(disk, folder.bucket(2));
		expect(await statusOf(2)).toBe('up');
		expect((await store.info(id)).status).toBe('complete');
	});

	test('is filled again when a new disk is in its place', async () => {
		const before = shards();
		empty(disk);
		fs.mkdirSync(path.join(disk, 'lost+found'));
		expect(await store.deliverShards()).toEqual({ mended: 1, waiting: [] });
		expect(shards()).toEqual(before);
	});
});

describe('on S3', () => {
	let server: S3Server;
	let far: string;
	let settings: typeof smallSettings;

	beforeEach(async () => {
		server = await S3Server.start();
		server.createBucket('shards');
		far = path.dirname(server.objectFile('shards', 'any'));
		const { endpoint } = server;
		const access = {
			region: 'us-east-1',
			bucket: 'shards',
			prefix: '',
			accessKeyId,
			secretAccessKey,
		};
		await folder.remove();
		folder = new StorageFolder();
		settings = {
			...smallSettings,
			scheme: { dataShards: 3, parityShards: 1, blockSizeBytes: 1024 },
			buckets: [
				...defaultSettings.buckets.slice(0, 3),
				{ kind: 's3', name: 'far', endpoint, ...access },
			],
		};
		store = await folder.open(settings);
		id = await keep(store, folder.database, bytes);
	});

	afterEach(() => server.stop());

	const emptyFar = () => filesBelow(far).forEach((file) => fs.rmSync(file));

	test('an emptied bucket is marked and filled again, while the store is open and after a restart', async () => {
		const before = filesBelow(far).sort();
		expect(before).toHaveLength(2);
		emptyFar();
		expect(await store.deliverShards()).toEqual({ mended: 1, waiting: [] });
		expect(filesBelow(far).sort()).toEqual(before);
		await folder.close();
		emptyFar();
		store = await folder.open(settings);
		expect(await store.deliverShards()).toEqual({ mended: 1, waiting: [] });
		expect(filesBelow(far).sort()).toEqual(before);
		expect((await store.info(id)).status).toBe('complete');
	});

	test('one that lost its marker alone gets it back, and nothing is sent again', async () => {
		const before = filesBelow(far).sort();
		fs.rmSync(server.objectFile('shards', 'sealkeeper-bucket.json'));
		expect(await store.deliverShards()).toEqual({ mended: 0, waiting: [] });
		expect(filesBelow(far).sort()).toEqual(before);
		expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
	});
});
