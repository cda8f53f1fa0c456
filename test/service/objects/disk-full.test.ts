/**
 * Buckets whose disk fills up in the middle of an upload. The buckets are real; past a number of
 * bytes their writes go to the device that is always full, so the error is the system's own.
 */
import fs from 'node:fs/promises';
import { soleSession } from '../../../server/database/process-session';
import { openDatabase, type Database } from '../../../service/database/database';
import type { Bucket, ShardDraft } from '../../../service/objects/buckets/bucket';
import { openBuckets, type BucketParts } from '../../../service/objects/open-buckets';
import { guardFiles } from '../../../service/objects/buckets/file-draft';
import { openObjectStore, type ObjectStore } from '../../../service/objects/object-store';
import { bytesOf, collect, inPieces, keep, smallSettings, StorageFolder } from './storage-folder';

let folder: StorageFolder;
let database: Database;
let store: ObjectStore;
let fullBuckets: number;
let warnings: object[];

/** The bucket, whose drafts take `roomBytes` and no more while it is one of the full ones. */
function withLittleRoom(bucket: Bucket, index: number, roomBytes: number): Bucket {
	const limited = (draft: ShardDraft): ShardDraft => ({
		get sizeBytes() {
			return draft.sizeBytes;
		},
		read: (at, lengthBytes) => draft.read(at, lengthBytes),
		write: (at, parts) =>
			index < fullBuckets && at > roomBytes
				? guardFiles(bucket.name, () => fs.writeFile('/dev/full', Buffer.concat(parts)))
				: draft.write(at, parts),
		rest: () => draft.rest(),
		publish: () => draft.publish(),
		discard: () => draft.discard(),
		close: () => draft.close(),
	});
	return {
		name: bucket.name,
		host: bucket.host,
		region: bucket.region,
		check: () => bucket.check(),
		tryOut: () => bucket.tryOut(),
		draft: async (key) => limited(await bucket.draft(key)),
		open: (key, cancel) => bucket.open(key, cancel),
		remove: (key) => bucket.remove(key),
		keys: () => bucket.keys(),
		isEmptied: () => bucket.isEmptied(),
		prepare: () => bucket.prepare(),
		close: () => bucket.close(),
	};
}

beforeEach(async () => {
	folder = new StorageFolder();
	database = await openDatabase(await folder.place());
	warnings = [];
	const warn = (details: object, message: string) => warnings.push({ ...details, message });
	const log = { info: () => undefined, warn, error: () => undefined };
	const parts: BucketParts = {
		database,
		dataFolder: folder.path,
		clock: Date,
		log,
		session: soleSession(),
	};
	const buckets = await openBuckets(parts, smallSettings);
	store = await openObjectStore({
		...parts,
		settings: smallSettings,
		buckets: buckets.map((bucket, index) => withLittleRoom(bucket, index, 3000)),
	});
});

afterEach(async () => {
	await store.close();
	await database.destroy();
	await folder.remove();
});

test('one full disk costs nothing, and gets its shard when there is room', async () => {
	fullBuckets = 1;
	const bytes = bytesOf(40_000);
	const id = await keep(store, database, bytes);
	expect((await store.info(id)).status).toBe('degraded');
	expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
	expect((await store.deliverShards()).waiting).toEqual([
		{ key: `${id}.000`, reason: 'bucket-1: its disk is full' },
	]);
	fullBuckets = 0;
	expect((await store.deliverShards()).mended).toBe(1);
	expect((await store.info(id)).status).toBe('complete');
});

test.each([2, 8])(
	'%d full disks: refused in the middle of the upload, nothing is left',
	async (count) => {
		fullBuckets = count;
		let sentBytes = 0;
		async function* endless(): AsyncGenerator<Uint8Array> {
			for (;;) {
				sentBytes += 1000;
				yield bytesOf(1000);
			}
		}
		await expect(store.stage(endless(), 'owner')).rejects.toMatchObject({
			name: 'TooFewBuckets',
			task: 'write',
			message: expect.stringContaining('bucket-2: its disk is full'),
		});
		expect(warnings).toEqual([
			expect.objectContaining({
				faults: expect.stringContaining('bucket-1: its disk is full; bucket-2: its disk is full'),
				message: 'too few buckets take a file in',
			}),
		]);
		expect(sentBytes).toBeLessThan(100_000);
		expect(folder.storedFiles()).toEqual([]);
	},
);

test('room for the small file is enough when the large one was refused', async () => {
	fullBuckets = 8;
	await expect(store.stage(inPieces(bytesOf(40_000)), 'owner')).rejects.toThrow('its disk is full');
	const id = await keep(store, database, bytesOf(5000));
	expect(await collect((await store.read(id)).bytes)).toEqual(bytesOf(5000));
});
