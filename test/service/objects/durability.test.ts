/**
 * What survives a power cut: a shard's bytes are synced before it gets its name, and the folder
 * after. The calls are the real ones; they are only written down in the order they ended.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from '../../../service/objects/object-store';
import { bytesOf, inPieces, StorageFolder } from './storage-folder';

let folder: StorageFolder;
let store: ObjectStore;
let events: string[];

beforeEach(async () => {
	folder = new StorageFolder();
	store = await folder.open();
	events = [];
	const { open, rename, mkdir } = fs;
	jest.spyOn(fs, 'open').mockImplementation(async (file, flags, mode) => {
		const handle = await open(file, flags, mode);
		const sync = handle.sync.bind(handle);
		handle.sync = async () => {
			await sync();
			events.push(`sync ${String(file)}`);
		};
		return handle;
	});
	jest.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
		await rename(from, to);
		events.push(`rename ${String(from)} ${String(to)}`);
	});
	jest.spyOn(fs, 'mkdir').mockImplementation(async (place, options) => {
		const made = await mkdir(place, options);
		events.push(`mkdir ${String(place)}`);
		return made;
	});
});

afterEach(async () => {
	jest.restoreAllMocks();
	await folder.remove();
});

test('taking a file in syncs nothing, whatever becomes of it', async () => {
	const object = await store.stage(inPieces(bytesOf(50_000)), 'owner');
	await object.discard();
	expect(events).toEqual([]);
});

test('every shard is synced, named, and its name synced, before it counts as durable', async () => {
	const object = await store.stage(inPieces(bytesOf(50_000)), 'owner');
	await object.makeDurable();
	for (let shard = 0; shard < 8; shard += 1) {
		const target = folder.shardPath(object.id, shard);
		const group = path.dirname(target);
		const shards = path.dirname(group);
		const draft = path.join(
			path.dirname(shards),
			'drafts',
			folder.draftName(path.basename(target)),
		);
		const wanted = [
			`sync ${draft}`,
			`mkdir ${group}`,
			`sync ${shards}`,
			`rename ${draft} ${target}`,
			`sync ${group}`,
		];
		expect(events.filter((event) => wanted.includes(event))).toEqual(wanted);
	}
	await object.discard();
});

test('a shard for the outbox is as durable there', async () => {
	await fs.rm(folder.bucket(3), { recursive: true });
	const object = await store.stage(inPieces(bytesOf(50_000)), 'owner');
	await object.makeDurable();
	const outbox = path.join(folder.path, 'storage', 'outbox');
	const draft = path.join(outbox, 'drafts', folder.draftName(`${object.id}.003`));
	const target = path.join(outbox, 'shards', object.id.slice(-2), `${object.id}.003`);
	const wanted = [`sync ${draft}`, `rename ${draft} ${target}`, `sync ${path.dirname(target)}`];
	expect(events.filter((event) => wanted.includes(event))).toEqual(wanted);
	await object.discard();
});
