/** The scrub: it goes through everything, finds what reads pass over, and goes on after a restart. */
import fs from 'node:fs';
import type { ObjectStore } from '../../../service/objects/object-store';
import { bytesOf, keep, smallSettings, StorageFolder } from './storage-folder';

let folder: StorageFolder;
let store: ObjectStore;

beforeEach(async () => {
	folder = new StorageFolder();
	store = await folder.open();
});

afterEach(() => folder.remove());

function found(): object[] {
	return folder.lines
		.splice(0)
		.filter(({ message }) => message === 'the scrub found a shard that is not right')
		.map(({ details }) => details);
}

test('it checks every object once and then rests until the next is due', async () => {
	for (const size of [10, 20, 30]) await keep(store, folder.database, bytesOf(size));
	const steps = [];
	for (let index = 0; index < 5; index += 1) steps.push(await store.scrub.step());
	expect(steps).toEqual(['checked', 'checked', 'checked', 'finished', 'resting']);
	expect(found()).toEqual([]);
});

test('a parity shard no read touches is found and repaired', async () => {
	const id = await keep(store, folder.database, bytesOf(20_000));
	const file = folder.shardPath(id, 7);
	const right = fs.readFileSync(file);
	const wrong = Buffer.from(right);
	wrong.writeUInt8(wrong.readUInt8(wrong.length - 1) ^ 1, wrong.length - 1);
	fs.writeFileSync(file, wrong);
	expect(await store.scrub.step()).toBe('checked');
	expect(found()).toEqual([
		expect.objectContaining({ key: `${id}.007`, bucket: 'bucket-8', problem: 'damaged' }),
	]);
	await store.deliverShards();
	expect(fs.readFileSync(file)).toEqual(right);
});

test('a bucket that is down is logged and marks nothing', async () => {
	const id = await keep(store, folder.database, bytesOf(20_000));
	fs.renameSync(folder.bucket(2), `${folder.bucket(2)}.away`);
	await store.scrub.step();
	expect(found()).toEqual([
		expect.objectContaining({ bucket: 'bucket-3', problem: 'unavailable' }),
	]);
	fs.renameSync(`${folder.bucket(2)}.away`, folder.bucket(2));
	expect((await store.info(id)).status).toBe('complete');
});

test('a restart goes on where the last process ended', async () => {
	const ids = [];
	for (const size of [10, 20, 30]) ids.push(await keep(store, folder.database, bytesOf(size)));
	await store.scrub.step();
	await folder.close();
	store = await folder.open();
	const [first = '', , last = ''] = [...ids].sort();
	for (const id of [first, last]) fs.rmSync(folder.shardPath(id, 0));
	expect(await store.scrub.step()).toBe('checked');
	expect(await store.scrub.step()).toBe('checked');
	expect(await store.scrub.step()).toBe('finished');
	expect(found()).toEqual([expect.objectContaining({ key: `${last}.000`, problem: 'missing' })]);
});

test('when the time has come it begins again', async () => {
	await folder.close();
	store = await folder.open({ ...smallSettings, scrubEveryMs: 0 });
	await keep(store, folder.database, bytesOf(10));
	expect(await store.scrub.step()).toBe('checked');
	expect(await store.scrub.step()).toBe('finished');
	expect(await store.scrub.step()).toBe('checked');
});

test('once started it runs by itself, and ends with the store', async () => {
	const id = await keep(store, folder.database, bytesOf(10));
	const right = fs.readFileSync(folder.shardPath(id, 0));
	fs.rmSync(folder.shardPath(id, 0));
	const repaired = new Promise<void>((resolve) => {
		const bucket = fs.watch(folder.bucket(0), { recursive: true }, () => {
			if (!fs.existsSync(folder.shardPath(id, 0))) return;
			bucket.close();
			resolve();
		});
	});
	store.start();
	await repaired;
	expect(fs.readFileSync(folder.shardPath(id, 0))).toEqual(right);
});
