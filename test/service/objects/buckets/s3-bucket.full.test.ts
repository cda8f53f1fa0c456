/** S3 buckets against a server that checks signatures, and against one that misbehaves. */
import fs from 'node:fs';
import { TooFewBuckets } from '../../../../service/objects/shards/too-few-buckets';
import type { ObjectStore } from '../../../../service/objects/object-store';
import {
	defaultSettings,
	type S3BucketSettings,
} from '../../../../service/objects/buckets/settings';
import {
	accessKeyId,
	S3Server,
	secretAccessKey,
	type Misbehaviour,
} from '../../../support/servers/s3-server';
import { describeS3 } from './s3-conformance';
import { bytesOf, collect, inPieces, keep, StorageFolder } from '../storage-folder';

function settingsFor(server: S3Server) {
	return {
		kind: 's3',
		endpoint: server.endpoint,
		region: 'us-east-1',
		prefix: '',
		accessKeyId,
		secretAccessKey,
	} as const;
}

describe('on a server that checks signatures', () => {
	describeS3(async () => {
		const server = await S3Server.start();
		for (const name of ['one', 'two']) server.createBucket(name);
		return { settings: settingsFor(server), stop: () => server.stop() };
	});
});

describe('on servers that misbehave', () => {
	const ways: Misbehaviour[] = ['hangs', 'answers 500', 'cuts off half way', 'loses bytes'];
	const bytes = bytesOf(200_000);
	let folder: StorageFolder;
	let servers: S3Server[];
	let store: ObjectStore;
	let id: string;

	const misbehave = (way: Misbehaviour | undefined, count = servers.length) => {
		for (const server of servers.slice(0, count)) server.misbehaviour = way;
	};

	/**
	 * Three buckets, each on a server of its own, and five folders; the far ones hold data shards. Those
	 * that are to be given up are given up soon, and whoever else is slow is waited for.
	 */
	const open = async ({ givenUp = 0, hedgeMs = 60_000 }) => {
		await folder.close();
		const far = servers.map((server, index): S3BucketSettings => {
			const place = { ...settingsFor(server), name: `far-${index + 1}`, bucket: 'shards' };
			return index < givenUp ? { ...place, timeoutMs: 500 } : place;
		});
		store = await folder.open({
			...defaultSettings,
			scheme: { dataShards: 6, parityShards: 2, blockSizeBytes: 8192 },
			buckets: [...far, ...defaultSettings.buckets.slice(0, 5)],
			...{ timeoutMs: 60_000, hedgeMs },
		});
	};

	beforeAll(async () => {
		folder = new StorageFolder();
		servers = await Promise.all([1, 2, 3].map(() => S3Server.start()));
		for (const server of servers) server.createBucket('shards');
		await open({});
		id = await keep(store, folder.database, bytes);
	});

	afterEach(() => misbehave(undefined));

	afterAll(async () => {
		await folder.remove();
		await Promise.all(servers.map((server) => server.stop()));
	});

	test.each(ways)('two that %s cost a reader nothing', async (way) => {
		// They are not given up: others are asked beside them.
		await open({ hedgeMs: 50 });
		misbehave(way, 2);
		expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
		misbehave(undefined);
		await store.deliverShards();
		expect((await store.info(id)).status).toBe('complete');
	});

	test.each(ways)('with three that %s the read is refused and names them', async (way) => {
		await open({ givenUp: 3 });
		misbehave(way);
		const shortage = await store
			.read(id)
			.then(({ bytes: stream }) => collect(stream))
			.catch((error: unknown) => error);
		expect(shortage).toBeInstanceOf(TooFewBuckets);
		expect(shortage).toMatchObject({ task: 'read' });
		expect(String(shortage)).toMatch(/far-1: .*far-2: .*far-3: /);
		expect(String(shortage)).not.toContain(secretAccessKey);
		misbehave(undefined);
		await open({});
		await store.deliverShards();
		expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
	});

	test.each(ways)('one that %s costs a writer nothing, and gets its shard later', async (way) => {
		await open({ givenUp: 1 });
		misbehave(way, 1);
		const object = await store.stage(inPieces(bytes), 'owner');
		await object.makeDurable();
		await folder.database.transaction().execute((transaction) => object.attach(transaction));
		expect((await store.info(object.id)).status).toBe('degraded');
		expect(await collect((await store.read(object.id)).bytes)).toEqual(bytes);
		misbehave(undefined);
		await open({});
		await store.deliverShards();
		expect((await store.info(object.id)).status).toBe('complete');
		const sent = fs.statSync(servers[0]?.objectFile('shards', `${object.id}.000`) ?? '').size;
		expect(sent * 8).toBe(object.storedSizeBytes);
	});

	test.each(ways)('with two that %s the write is refused and nothing is left', async (way) => {
		await open({ givenUp: 2 });
		const before = folder.storedFiles();
		misbehave(way, 2);
		const write = async () => {
			const object = await store.stage(inPieces(bytes), 'owner');
			await object.makeDurable();
		};
		const shortage = await write().catch((error: unknown) => error);
		expect(shortage).toBeInstanceOf(TooFewBuckets);
		expect(shortage).toMatchObject({ task: 'write' });
		expect(String(shortage)).toMatch(/far-1: .*far-2: /);
		misbehave(undefined);
		expect(folder.storedFiles()).toEqual(before);
	});

	test('a slow bucket is left behind and the read goes on without it', async () => {
		await open({ givenUp: 1 });
		misbehave('hangs', 1);
		const [slow] = servers;
		slow?.requests.splice(0);
		expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
		const asked = slow?.requests.filter((request) => request.startsWith('GET')) ?? [];
		expect(asked.length).toBeLessThanOrEqual(2);
	});
});
