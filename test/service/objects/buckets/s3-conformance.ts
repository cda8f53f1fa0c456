/** What an S3 bucket must do on any server that speaks the protocol; run against two of them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommandLine } from '../../../../server/commands/shell';
import { storage } from '../../../../service/commands/storage';
import { BucketFault, type Bucket } from '../../../../service/objects/buckets/bucket';
import { shardKey } from '../../../../service/objects/code/layout';
import { S3Bucket } from '../../../../service/objects/buckets/s3-bucket';
import {
	defaultSettings,
	readSettings,
	type S3BucketSettings,
} from '../../../../service/objects/buckets/settings';
import { TextTerminal } from '../../../support/programs/text-terminal';
import { bytesOf, collect, keep, StorageFolder } from '../storage-folder';

/** A running server: how to reach it, and two buckets on it called `one` and `two`. */
export interface RunningS3 {
	readonly settings: Omit<S3BucketSettings, 'name' | 'bucket'>;
	stop(): Promise<void>;
}

const never = new AbortController().signal;

export async function faultOf(promise: Promise<unknown>): Promise<BucketFault> {
	return promise.then(
		() => {
			throw new Error('it succeeded');
		},
		(error: unknown) => {
			if (error instanceof BucketFault) return error;
			throw error;
		},
	);
}

/** A server with a bucket open on it; everything opened ends with it. */
class Stage {
	private readonly opened = new AsyncDisposableStack();
	private running: { readonly server: RunningS3; readonly bucket: Bucket } | undefined;
	readonly spoolFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'spool-'));

	async start(start: () => Promise<RunningS3>): Promise<void> {
		this.opened.defer(() => fs.rmSync(this.spoolFolder, { recursive: true }));
		const server = this.opened.adopt(await start(), (started) => started.stop());
		const bucket = await this.openBucket(server, {});
		this.running = { server, bucket: this.opened.adopt(bucket, (last) => last.close()) };
	}

	async end(): Promise<void> {
		await this.opened.disposeAsync();
	}

	get server(): RunningS3 {
		return this.started().server;
	}

	get bucket(): Bucket {
		return this.started().bucket;
	}

	/** Another bucket on the server; the test that opens it closes it. */
	open(changes: Partial<S3BucketSettings>): Promise<S3Bucket> {
		return this.openBucket(this.server, changes);
	}

	private openBucket({ settings }: RunningS3, changes: Partial<S3BucketSettings>) {
		return S3Bucket.open({
			settings: { ...settings, name: 'far', bucket: 'one', ...changes },
			spoolFolder: this.spoolFolder,
			timeoutMs: 10_000,
			marker: `the marker of ${changes.prefix ?? ''}`,
			holdsKnown: () => Promise.resolve(false),
		});
	}

	private started() {
		if (this.running === undefined) throw new Error('the server is not started');
		return this.running;
	}
}

const key = (index: number) => shardKey(String(index).repeat(24), index);

async function put(place: Bucket, name: string, bytes: Buffer): Promise<void> {
	const draft = await place.draft(name);
	await draft.write(0, [bytes]);
	await draft.publish();
}

/** All a bucket must do, or only that a store on it gives every byte back. */
export function describeS3(start: () => Promise<RunningS3>, what: 'all' | 'store' = 'all'): void {
	const stage = new Stage();
	beforeAll(() => stage.start(start));
	afterAll(() => stage.end());
	if (what === 'store') return testStore(stage);
	testShards(stage);
	testFaults(stage);
	testStore(stage);
	testOthers(stage);
}

function testShards(stage: Stage): void {
	test('a shard is sent, read in pieces in and out of order, and removed', async () => {
		const bytes = bytesOf(300_000);
		await put(stage.bucket, key(1), bytes);
		expect(fs.readdirSync(stage.spoolFolder)).toEqual([]);
		const reader = await stage.bucket.open(key(1), never);
		expect(reader.sizeBytes).toBe(300_000);
		const pieces = [
			[0, 64],
			[64, 100_000],
			[200_000, 10],
			[5, 10],
			[299_990, 100],
		] as const;
		const read = await Promise.all(pieces.map(([at, length]) => reader.read(at, length)));
		expect(read).toEqual(pieces.map(([at, length]) => bytes.subarray(at, at + length)));
		await reader.close();
		await stage.bucket.remove(key(1));
		expect(await faultOf(stage.bucket.open(key(1), never))).toMatchObject({ reason: 'missing' });
		await stage.bucket.remove(key(1));
	});

	test('its keys are listed, all pages, below its prefix only', async () => {
		const names = [1, 2, 3, 4, 5, 6, 7].map(key);
		const inner = await stage.open({ prefix: 'inner/' });
		for (const name of names) await put(inner, name, Buffer.from('x'));
		await put(stage.bucket, key(8), Buffer.from('x'));
		const listed: string[] = [];
		for await (const name of inner.keys()) listed.push(name);
		expect(listed.sort()).toEqual(names);
		for (const name of names) await inner.remove(name);
		await stage.bucket.remove(key(8));
		await inner.close();
	});
}

function testFaults(stage: Stage): void {
	test('a wrong secret and a bucket that does not exist are named as such', async () => {
		const wrong = await stage.open({ secretAccessKey: 'wrong' });
		expect((await faultOf(wrong.check())).message).toContain('far: it answers 403');
		const nowhere = await stage.open({ bucket: 'nowhere' });
		expect((await faultOf(nowhere.check())).message).toContain('far: it answers 404');
		expect(await faultOf(nowhere.open(key(1), never))).toMatchObject({ reason: 'unavailable' });
		await Promise.all([wrong.close(), nowhere.close()]);
	});

	test('a server that is not there cannot be reached', async () => {
		const gone = await stage.open({ endpoint: 'http://127.0.0.1:1' });
		expect((await faultOf(gone.check())).message).toContain('far: it cannot be reached (');
		await gone.close();
	});
}

function testStore(stage: Stage): void {
	test('a store on six folders and two S3 buckets gives every byte back', async () => {
		const folder = new StorageFolder();
		const scheme = { dataShards: 6, parityShards: 2, blockSizeBytes: 16_384 };
		const far = (['one', 'two'] as const).map((name): S3BucketSettings => ({
			...stage.server.settings,
			kind: 's3',
			name: `far-${name}`,
			bucket: name,
			prefix: 'store/',
		}));
		const buckets = [...far, ...defaultSettings.buckets.slice(0, 6)];
		try {
			const store = await folder.open({ ...defaultSettings, scheme, buckets });
			const bytes = bytesOf(500_000);
			const id = await keep(store, folder.database, bytes);
			expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
			const range = { first: 400_000, last: 450_000 };
			const part = await collect((await store.read(id, range)).bytes);
			expect(part).toEqual(bytes.subarray(400_000, 450_001));
			expect((await store.info(id)).status).toBe('complete');
			expect((await store.health()).map(({ status }) => status)).toEqual(Array(8).fill('up'));
			for (const index of [0, 1]) fs.rmSync(folder.bucket(index), { recursive: true });
			expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
		} finally {
			await folder.remove();
		}
	});
}

/** A data folder whose `buckets.json` names three folders and a prefix of the bucket `one`. */
function folderWith(stage: Stage, prefix: string): StorageFolder {
	const folder = new StorageFolder();
	const local = defaultSettings.buckets.slice(0, 3);
	const far = { ...stage.server.settings, kind: 's3', name: 'far', bucket: 'one', prefix };
	const content = { dataShards: 3, parityShards: 1, buckets: [...local, far] };
	const file = path.join(folder.path, 'buckets.json');
	fs.writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
	return folder;
}

function testOthers(stage: Stage): void {
	const minutes = Buffer.from('%PDF-1.7');
	const foreign = [`mine-${key(9)}`, 'mine-minutes.pdf', 'pdf-minutes.pdf'];

	async function refusalOf(prefix: string): Promise<unknown> {
		const folder = folderWith(stage, prefix);
		try {
			return await folder
				.open(readSettings({ dataFolder: folder.path }))
				.catch((error: unknown) => error);
		} finally {
			await folder.remove();
		}
	}

	test('what others keep there survives everything, and a place of theirs is refused', async () => {
		const others = await stage.open({ prefix: 'shared/' });
		await others.check();
		const folder = folderWith(stage, 'shared/mine-');
		try {
			const store = await folder.open(readSettings({ dataFolder: folder.path }));
			const id = await keep(store, folder.database, bytesOf(5000));
			for (const name of foreign) await put(others, name, minutes);
			expect(String(await refusalOf('shared/pdf-'))).toContain('has no marker');
			expect(String(await refusalOf('shared/'))).toContain("marked as another store's");
			await folder.database.deleteFrom('storage_shards').execute();
			await folder.database.deleteFrom('storage_objects').execute();
			await folder.close();
			const environment = await folder.environment();
			const run = (...args: string[]) =>
				runCommandLine(storage, args, { environment, terminal: new TextTerminal() });
			expect(await run('fsck', '--repair')).toBe(1);
			await (await others.open(`mine-${shardKey(id, 3)}`, never)).close();
			expect(await run('orphans', '--delete', '4')).toBe(0);
			const gone = await faultOf(others.open(`mine-${shardKey(id, 3)}`, never));
			expect(gone).toMatchObject({ reason: 'missing' });
			for (const name of foreign) {
				const reader = await others.open(name, never);
				expect(await reader.read(0, 100)).toEqual(minutes);
				await reader.close();
			}
		} finally {
			await others.close();
			await folder.remove();
		}
	});
}
