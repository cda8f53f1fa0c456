/** The store from its door: what goes in comes out, whole or in part, or is refused by name. */
import fs from 'node:fs';
import path from 'node:path';
import { blake2b } from 'blakejs';
import type { ObjectStore } from '../../../service/objects/object-store';
import { TooFewBuckets } from '../../../service/objects/shards/too-few-buckets';
import {
	bytesOf,
	collect,
	filesBelow,
	inPieces,
	keep,
	smallSettings,
	StorageFolder,
	stripeBytes,
} from './storage-folder';

let folder: StorageFolder;
let store: ObjectStore;

beforeEach(async () => {
	folder = new StorageFolder();
	store = await folder.open();
});

afterEach(() => folder.remove());

async function readBack(id: string): Promise<Buffer> {
	return collect((await store.read(id)).bytes);
}

function hashOf(bytes: Buffer): string {
	return Buffer.from(blake2b(bytes, undefined, 32)).toString('hex');
}

/** The error of a promise that must fail. */
async function failure(promise: Promise<unknown>): Promise<unknown> {
	return promise.then(
		(value) => {
			throw new Error(`it succeeded with ${String(value)}`);
		},
		(error: unknown) => error,
	);
}

async function shortageOf(promise: Promise<unknown>): Promise<TooFewBuckets> {
	const error = await failure(promise);
	if (error instanceof TooFewBuckets) return error;
	throw error;
}

describe('what is stored', () => {
	const edges = [1, 2, 3].flatMap((stripes) =>
		[-17, -16, -15, -1, 0, 1].map((offset) => stripes * stripeBytes + offset),
	);

	test('bytes of every size around the edges of stripes come back, with the right hash', async () => {
		for (const sizeBytes of [1, 2, 5, 6, 7, 15, 16, 17, 80, 81, ...edges]) {
			const bytes = bytesOf(sizeBytes);
			const id = await keep(store, folder.database, bytes);
			const read = await store.read(id);
			expect(await collect(read.bytes)).toEqual(bytes);
			expect(read).toMatchObject({ sizeBytes, hash: hashOf(bytes) });
		}
	});

	test('an object is read before it is durable, after, and after a restart', async () => {
		const bytes = bytesOf(20_000);
		const object = await store.stage(inPieces(bytes), 'owner');
		expect(await collect(object.read())).toEqual(bytes);
		expect(await collect(object.read())).toEqual(bytes);
		await object.makeDurable();
		expect(await collect(object.read())).toEqual(bytes);
		await folder.database.transaction().execute((transaction) => object.attach(transaction));
		await object.discard();
		await folder.close();
		store = await folder.open();
		expect(await readBack(object.id)).toEqual(bytes);
	});

	test('sizes say what lies on disk', async () => {
		const object = await store.stage(inPieces(bytesOf(3 * stripeBytes + 5)), 'owner');
		await object.makeDurable();
		const onDisk = folder.storedFiles().map((file) => fs.statSync(file).size);
		expect(onDisk).toHaveLength(8);
		expect(object.storedSizeBytes).toBe(onDisk.reduce((sum, size) => sum + size, 0));
		expect(object.sizeBytes).toBe(3 * stripeBytes + 5);
		await object.discard();
	});

	test('nothing of the plain bytes can be seen in a bucket', async () => {
		const id = await keep(store, folder.database, Buffer.alloc(20_000, 'a secret sentence. '));
		const shards = folder.storedFiles().map((file) => fs.readFileSync(file));
		expect(shards).toHaveLength(8);
		expect(shards.filter((shard) => shard.includes('secret'))).toEqual([]);
		expect(await readBack(id)).toHaveLength(20_000);
	});

	test('the same bytes stored twice are two objects with nothing in common on disk', async () => {
		const bytes = bytesOf(5000);
		const first = await keep(store, folder.database, bytes);
		const second = await keep(store, folder.database, bytes);
		const shard = (id: string) => fs.readFileSync(folder.shardPath(id, 0)).subarray(64);
		expect(shard(first).equals(shard(second))).toBe(false);
		expect(await readBack(first)).toEqual(await readBack(second));
	});

	test('the info names every shard and says complete', async () => {
		const bytes = bytesOf(9000);
		const id = await keep(store, folder.database, bytes);
		expect(await store.info(id)).toEqual({
			sizeBytes: 9000,
			storedSizeBytes: folder.storedFiles().reduce((sum, file) => sum + fs.statSync(file).size, 0),
			hash: hashOf(bytes),
			shardKeys: [0, 1, 2, 3, 4, 5, 6, 7].map((shard) => `${id}.00${shard}`),
			status: 'complete',
		});
	});
});

describe('other schemes', () => {
	const schemes = [
		[12, 4, 16],
		[9, 3, 12],
		[6, 2, 4],
		[3, 1, 7],
		[2, 2, 4],
	] as const;

	test.each(schemes)('%d+%d on %d buckets keep every size of the first stripes', async (...row) => {
		const [dataShards, parityShards, bucketCount] = row;
		await folder.remove();
		folder = new StorageFolder();
		store = await folder.open({
			...smallSettings,
			scheme: { dataShards, parityShards, blockSizeBytes: 32 },
			buckets: Array.from({ length: bucketCount }, (_, index) => ({
				kind: 'folder',
				name: `bucket-${index + 1}`,
				folder: `buckets/bucket-${index + 1}`,
			})),
		});
		const stripe = dataShards * 32 - 16;
		for (const sizeBytes of [1, 2, 3, 15, 16, 17, stripe - 1, stripe, stripe + 1, 3 * stripe]) {
			const bytes = bytesOf(sizeBytes);
			const id = await keep(store, folder.database, bytes);
			expect(await readBack(id)).toEqual(bytes);
			const lost = Math.floor(bucketCount / 4);
			for (let bucket = 0; bucket < lost; bucket += 1) {
				fs.renameSync(folder.bucket(bucket), `${folder.bucket(bucket)}.x`);
			}
			expect(await readBack(id)).toEqual(bytes);
			for (let bucket = 0; bucket < lost; bucket += 1) {
				fs.renameSync(`${folder.bucket(bucket)}.x`, folder.bucket(bucket));
			}
		}
	});
});

describe('ranges', () => {
	test('every range around the edges of stripes holds the bytes asked for', async () => {
		const bytes = bytesOf(3 * stripeBytes + 100);
		const id = await keep(store, folder.database, bytes);
		const marks = [0, 1, stripeBytes - 1, stripeBytes, 2 * stripeBytes + 7, bytes.length - 1];
		for (const first of marks) {
			for (const last of marks.filter((mark) => mark >= first)) {
				const part = await collect((await store.read(id, { first, last })).bytes);
				expect(part.equals(bytes.subarray(first, last + 1))).toBe(true);
			}
		}
	});
});

describe('a read that ends early', () => {
	/** Shards this process has open. */
	function openShards(): string[] {
		return fs
			.readdirSync('/proc/self/fd')
			.map((descriptor) => linkOf(path.join('/proc/self/fd', descriptor)))
			.filter((target) => target.includes(folder.path) && target.includes('/shards/'));
	}

	/** What a descriptor points to; it may be closed by the time it is looked at. */
	function linkOf(descriptor: string): string {
		try {
			return fs.readlinkSync(descriptor);
		} catch {
			return 'closed';
		}
	}

	test('leaves no shard open, even when it ends while the next bytes are being asked for', async () => {
		const bytes = bytesOf(10 * stripeBytes);
		const id = await keep(store, folder.database, bytes);
		for (let round = 0; round < 5; round += 1) {
			const { bytes: stream } = await store.read(id);
			expect(openShards().length).toBeGreaterThan(0);
			const asked = stream.next();
			await stream.return?.();
			expect([await asked, await stream.next()]).toEqual([
				{ done: true, value: undefined },
				{ done: true, value: undefined },
			]);
			expect(await readBack(id)).toEqual(bytes);
			expect(openShards()).toEqual([]);
		}
	});
});

describe('taking back', () => {
	test('an object that is not kept leaves no row and no shard, durable or not', async () => {
		const staged = await store.stage(inPieces(bytesOf(20_000)), 'owner');
		await staged.discard();
		const durable = await store.stage(inPieces(bytesOf(20_000)), 'owner');
		await durable.makeDurable();
		expect(folder.storedFiles()).toHaveLength(8);
		await durable.discard();
		expect(folder.storedFiles()).toEqual([]);
		expect(await folder.database.selectFrom('storage_objects').selectAll().execute()).toEqual([]);
	});

	test('discard does nothing to an object that was attached and committed', async () => {
		const bytes = bytesOf(100);
		const id = await keep(store, folder.database, bytes);
		expect(await readBack(id)).toEqual(bytes);
	});

	test('discard removes an object whose transaction was rolled back', async () => {
		const object = await store.stage(inPieces(bytesOf(100)), 'owner');
		await object.makeDurable();
		const rollback = folder.database.transaction().execute(async (transaction) => {
			await object.attach(transaction);
			throw new Error('the handler changed its mind');
		});
		await expect(rollback).rejects.toThrow('changed its mind');
		await object.discard();
		expect(folder.storedFiles()).toEqual([]);
	});

	test('a source that fails leaves nothing and its error is thrown on', async () => {
		async function* broken(): AsyncGenerator<Uint8Array> {
			yield bytesOf(3 * stripeBytes);
			throw new Error('the client went away');
		}
		await expect(store.stage(broken(), 'owner')).rejects.toThrow('the client went away');
		expect(folder.storedFiles()).toEqual([]);
	});

	test('a start after a crash removes drafts and staged objects, and keeps stored ones', async () => {
		const kept = await keep(store, folder.database, bytesOf(5000));
		const draft = await store.stage(inPieces(bytesOf(5000)), 'owner');
		const durable = await store.stage(inPieces(bytesOf(5000)), 'owner');
		await durable.makeDurable();
		expect(folder.storedFiles()).toHaveLength(24);
		await folder.close();
		store = await folder.open();
		expect(folder.storedFiles()).toHaveLength(8);
		expect(await readBack(kept)).toEqual(bytesOf(5000));
		await draft.discard();
	});

	test('a start leaves what lies among the drafts and is named as none', async () => {
		const drafts = path.join(folder.bucket(0), 'drafts');
		const foreign = ['notes.txt', 'backup.000', `.${'0'.repeat(24)}.000`].map((name) =>
			path.join(drafts, name),
		);
		for (const file of foreign) fs.writeFileSync(file, 'of somebody else');
		await folder.close();
		store = await folder.open();
		expect(foreign.filter((file) => !fs.existsSync(file))).toEqual([]);
		for (const file of foreign) fs.rmSync(file);
	});

	test('what a bucket that is down at the sweep still holds is removed later', async () => {
		const kept = await keep(store, folder.database, bytesOf(10));
		const durable = await store.stage(inPieces(bytesOf(5000)), 'owner');
		await durable.makeDurable();
		await folder.close();
		const away = `${folder.bucket(2)}.away`;
		fs.renameSync(folder.bucket(2), away);
		// As a disk that is not mounted.
		fs.mkdirSync(folder.bucket(2));
		store = await folder.open();
		expect(folder.storedFiles().filter((file) => file.includes(durable.id))).toHaveLength(1);
		fs.rmSync(folder.bucket(2), { recursive: true });
		fs.renameSync(away, folder.bucket(2));
		await folder.close();
		store = await folder.open();
		expect(folder.storedFiles().filter((file) => !file.includes(kept))).toEqual([]);
	});

	test('what a database of some time ago calls staged may have been kept since, and stays', async () => {
		const durable = await store.stage(inPieces(bytesOf(5000)), 'owner');
		await durable.makeDurable();
		const created = new Date(Date.UTC(2026, 0, 1) - 3_600_000).toISOString();
		await folder.database.updateTable('storage_objects').set({ created_at: created }).execute();
		await folder.close();
		store = await folder.open();
		expect(folder.storedFiles()).toHaveLength(8);
		expect(await folder.database.selectFrom('storage_objects').selectAll().execute()).toEqual([]);
		expect(folder.lines).toContainEqual(
			expect.objectContaining({ level: 'warn', details: { objectId: durable.id } }),
		);
	});

	test('what the outbox holds of a file that the database does not know stays', async () => {
		fs.rmSync(folder.bucket(3), { recursive: true });
		const id = await keep(store, folder.database, bytesOf(5000));
		const waiting = folder.storedFiles().filter((file) => file.includes('outbox'));
		expect(waiting).toHaveLength(1);
		await folder.database.deleteFrom('storage_shards').execute();
		await folder.database.deleteFrom('storage_objects').where('id', '=', id).execute();
		await store.deliverShards();
		expect(folder.storedFiles().filter((file) => file.includes('outbox'))).toEqual(waiting);
	});

	test('an object must be durable before it is attached, and is attached once', async () => {
		const object = await store.stage(inPieces(bytesOf(10)), 'owner');
		const attach = () =>
			folder.database.transaction().execute((transaction) => object.attach(transaction));
		await expect(attach()).rejects.toThrow('is not durable yet');
		await object.makeDurable();
		await attach();
		await expect(attach()).rejects.toThrow('is not staged');
	});

	test('an empty object can be staged and discarded, not kept', async () => {
		const object = await store.stage(inPieces(Buffer.alloc(0)), 'owner');
		expect(object.sizeBytes).toBe(0);
		expect(await collect(object.read())).toHaveLength(0);
		await expect(object.makeDurable()).rejects.toThrow('empty');
		expect(folder.storedFiles()).toEqual([]);
	});
});

describe('lost buckets', () => {
	const pairs = Array.from({ length: 8 }, (_, first) =>
		Array.from({ length: 7 - first }, (__, step) => [first, first + step + 1] as const),
	).flat();

	test('there are 28 ways to lose two of eight buckets, and each still gives every byte', async () => {
		const bytes = bytesOf(3 * stripeBytes + 1);
		const id = await keep(store, folder.database, bytes);
		expect(pairs).toHaveLength(28);
		for (const lost of pairs) {
			for (const bucket of lost) fs.renameSync(folder.bucket(bucket), `${folder.bucket(bucket)}.x`);
			const read = await readBack(id);
			const { status } = await store.info(id);
			for (const bucket of lost) fs.renameSync(`${folder.bucket(bucket)}.x`, folder.bucket(bucket));
			expect([lost, read.equals(bytes), status]).toEqual([lost, true, 'degraded']);
		}
		expect((await store.info(id)).status).toBe('complete');
	});

	test('with three lost the read is refused and names them', async () => {
		const id = await keep(store, folder.database, bytesOf(5000));
		for (const bucket of [0, 3, 7]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		const shortage = await shortageOf(store.read(id));
		expect(shortage).toMatchObject({ task: 'read', needed: 6, present: 5 });
		for (const name of ['bucket-1', 'bucket-4', 'bucket-8']) {
			expect(shortage.message).toContain(`${name}: `);
		}
		expect(shortage.message).not.toContain('bucket-2');
		expect(shortage.message).not.toContain(folder.path);
	});

	test('health tells which buckets answer', async () => {
		fs.rmSync(folder.bucket(4), { recursive: true });
		const health = await store.health();
		expect(health.map(({ status }) => status)).toEqual(
			[0, 1, 2, 3, 4, 5, 6, 7].map((bucket) => (bucket === 4 ? 'down' : 'up')),
		);
		expect(health[4]).toEqual({
			name: 'bucket-5',
			host: 'bucket-5',
			region: 'local',
			status: 'down',
		});
	});

	test('a vanished folder is not made again while the store is open', async () => {
		fs.rmSync(folder.bucket(4), { recursive: true });
		await keep(store, folder.database, bytesOf(5000));
		expect(fs.existsSync(folder.bucket(4))).toBe(false);
	});

	test('two buckets lost before a start are made again and filled again', async () => {
		const bytes = bytesOf(20_000);
		const id = await keep(store, folder.database, bytes);
		const before = [1, 6].map((shard) => fs.readFileSync(folder.shardPath(id, shard)));
		await folder.close();
		for (const bucket of [1, 6]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		store = await folder.open();
		expect((await store.info(id)).status).toBe('degraded');
		expect(await store.deliverShards()).toEqual({ mended: 2, waiting: [] });
		expect((await store.info(id)).status).toBe('complete');
		const after = [1, 6].map((shard) => fs.readFileSync(folder.shardPath(id, shard)));
		expect(after).toEqual(before);
	});

	test('a folder without its marker counts as down and is left alone', async () => {
		const id = await keep(store, folder.database, bytesOf(5000));
		await folder.close();
		fs.rmSync(folder.bucket(1), { recursive: true });
		fs.mkdirSync(folder.bucket(1));
		store = await folder.open();
		expect((await store.health())[1]?.status).toBe('down');
		expect(filesBelow(folder.bucket(1))).toEqual([]);
		expect(await readBack(id)).toEqual(bytesOf(5000));
	});
});

describe('writing with buckets down', () => {
	test('one down: the write succeeds, says degraded, and is delivered when it returns', async () => {
		const bytes = bytesOf(3 * stripeBytes);
		const away = `${folder.bucket(3)}.away`;
		fs.renameSync(folder.bucket(3), away);
		const id = await keep(store, folder.database, bytes);
		expect((await store.info(id)).status).toBe('degraded');
		expect(await readBack(id)).toEqual(bytes);
		expect((await store.deliverShards()).waiting).toEqual([
			{ key: `${id}.003`, reason: expect.stringContaining('bucket-4: ') },
		]);
		const health = async () => (await store.health())[3]?.status;
		expect(await health()).toBe('down');
		fs.renameSync(away, folder.bucket(3));
		expect(await health()).toBe('degraded');
		expect(await store.deliverShards()).toEqual({ mended: 1, waiting: [] });
		expect(await health()).toBe('up');
		expect((await store.info(id)).status).toBe('complete');
		expect(filesBelow(path.join(folder.path, 'storage', 'outbox', 'shards'))).toEqual([]);
		for (const bucket of [0, 1]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		expect(await readBack(id)).toEqual(bytes);
	});

	test('the outbox keeps the promise until then: one down, then two more lost', async () => {
		const bytes = bytesOf(3 * stripeBytes);
		fs.rmSync(folder.bucket(3), { recursive: true });
		const id = await keep(store, folder.database, bytes);
		for (const bucket of [0, 7]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		expect(await readBack(id)).toEqual(bytes);
	});

	test('what waits in the outbox survives a restart', async () => {
		const away = `${folder.bucket(3)}.away`;
		fs.renameSync(folder.bucket(3), away);
		const id = await keep(store, folder.database, bytesOf(5000));
		await folder.close();
		fs.renameSync(away, folder.bucket(3));
		store = await folder.open();
		expect(await store.deliverShards()).toEqual({ mended: 1, waiting: [] });
		expect((await store.info(id)).status).toBe('complete');
	});

	test('two down: the write is refused, names them, and leaves nothing', async () => {
		for (const bucket of [2, 5]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		const shortage = await shortageOf(store.stage(inPieces(bytesOf(5000)), 'owner'));
		expect(shortage).toMatchObject({ task: 'write', needed: 7, present: 6 });
		expect(shortage.message).toContain('bucket-3: ');
		expect(shortage.message).toContain('bucket-6: ');
		expect(shortage.message).not.toContain(folder.path);
		expect(folder.storedFiles()).toEqual([]);
	});

	test('two lost between upload and keeping: refused, and nothing is left', async () => {
		const object = await store.stage(inPieces(bytesOf(5000)), 'owner');
		for (const bucket of [2, 5]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		const shortage = await shortageOf(object.makeDurable());
		expect(shortage.task).toBe('write');
		expect(folder.storedFiles()).toEqual([]);
	});

	test('one lost in the middle of an upload is made up for', async () => {
		const bytes = bytesOf(4 * stripeBytes);
		async function* losing(): AsyncGenerator<Uint8Array> {
			yield bytes.subarray(0, 2 * stripeBytes);
			fs.rmSync(folder.bucket(3), { recursive: true });
			yield bytes.subarray(2 * stripeBytes);
		}
		const object = await store.stage(losing(), 'owner');
		await object.makeDurable();
		await folder.database.transaction().execute((transaction) => object.attach(transaction));
		for (const bucket of [0, 1]) fs.rmSync(folder.bucket(bucket), { recursive: true });
		expect(await readBack(object.id)).toEqual(bytes);
	});
});

describe('opening', () => {
	test('a set of buckets that cannot keep the promise is refused with the reason', async () => {
		await folder.close();
		const fewer = { ...smallSettings, buckets: smallSettings.buckets.slice(0, 3) };
		await expect(folder.open(fewer)).rejects.toThrow('3 buckets are too few');
		const [first] = smallSettings.buckets;
		const twice = {
			...smallSettings,
			buckets: [...smallSettings.buckets, ...(first ? [first] : [])],
		};
		await expect(folder.open(twice)).rejects.toThrow('two buckets are named bucket-1');
	});

	test('a folder that holds something else is not taken for a new bucket', async () => {
		await folder.remove();
		folder = new StorageFolder();
		fs.mkdirSync(folder.bucket(0), { recursive: true });
		fs.writeFileSync(path.join(folder.bucket(0), 'holiday.jpg'), 'x');
		await expect(folder.open()).rejects.toThrow('bucket-1 is not empty');
	});

	test('the master keys are for their owner alone, and a store with objects needs them', async () => {
		const file = path.join(folder.path, 'master-keys.json');
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		await keep(store, folder.database, bytesOf(10));
		await folder.close();
		fs.rmSync(file);
		await expect(folder.open()).rejects.toThrow('the master keys are gone');
	});

	test('a folder with the marker of another store is refused, and nothing in it is touched', async () => {
		await folder.close();
		const marker = path.join(folder.bucket(2), 'bucket.json');
		fs.writeFileSync(marker, '{"identity":"another"}');
		const before = filesBelow(folder.bucket(2));
		await expect(folder.open()).rejects.toThrow(
			/bucket-3: its folder holds another bucket, \{"identity":"another"\}; name another folder/,
		);
		expect(filesBelow(folder.bucket(2))).toEqual(before);
	});

	test('other master keys are refused, also those that call themselves the same', async () => {
		const file = path.join(folder.path, 'master-keys.json');
		const own = fs.readFileSync(file, 'utf8');
		const other = own.replace(/(?<="key": ")./, (digit) => (digit === '0' ? '1' : '0'));
		const refused = 'master-keys.json is not the one the stored files are sealed with';
		// Of a store that has nothing yet, and of one with an object.
		for (const sizeBytes of [0, 10]) {
			if (sizeBytes > 0) await keep(store, folder.database, bytesOf(sizeBytes));
			await folder.close();
			fs.writeFileSync(file, other);
			await expect(folder.open()).rejects.toThrow(refused);
			fs.writeFileSync(file, own);
			store = await folder.open();
		}
	});
});
