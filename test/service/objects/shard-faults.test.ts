/**
 * Every way a shard can be wrong: a bit flipped in each region, cut short, lengthened, swapped,
 * foreign, gone. Two wrong shards never cost a byte, each is named, and it is repaired to the very
 * bytes it had; three are refused, never guessed.
 */
import fs from 'node:fs';
import { TooFewBuckets } from '../../../service/objects/shards/too-few-buckets';
import { macBytes, headerBytes } from '../../../service/objects/code/layout';
import type { ObjectStore } from '../../../service/objects/object-store';
import { bytesOf, collect, keep, StorageFolder, stripeBytes } from './storage-folder';

let folder: StorageFolder;
let store: ObjectStore;
let id: string;
let foreign: string;
const bytes = bytesOf(2 * stripeBytes + 1234);

beforeAll(async () => {
	folder = new StorageFolder();
	store = await folder.open();
	id = await keep(store, folder.database, bytes);
	foreign = await keep(store, folder.database, bytesOf(bytes.length, 'another file'));
});

afterAll(() => folder.remove());

/** Changes a shard on disk; gives the bytes it had. */
function change(shard: number, edit: (content: Buffer) => Buffer | undefined): Buffer {
	const file = folder.shardPath(id, shard);
	const before = fs.readFileSync(file);
	const after = edit(Buffer.from(before));
	if (after === undefined) fs.rmSync(file);
	else fs.writeFileSync(file, after);
	return before;
}

function flip(at: number): (content: Buffer) => Buffer {
	return (content) => {
		content[at] = (content[at] ?? 0) ^ 1;
		return content;
	};
}

function shardOf(objectId: string, shard: number): Buffer {
	return fs.readFileSync(folder.shardPath(objectId, shard));
}

const secondBlock = headerBytes + macBytes + 1024;

const faults: [string, (content: Buffer, shard: number) => Buffer | undefined, string][] = [
	['a bit flipped in the word of the header', flip(0), 'its header is damaged'],
	['a bit flipped in the scheme', flip(8), 'its header is damaged'],
	['a bit flipped in the object id', flip(20), 'its header is damaged'],
	['a bit flipped in the size', flip(38), 'its header is damaged'],
	['a bit flipped in the hash of the header', flip(50), 'its header is damaged'],
	['a bit flipped in the signature of the first block', flip(headerBytes), 'block 0 is damaged'],
	['a bit flipped in the first block', flip(headerBytes + macBytes + 9), 'block 0 is damaged'],
	['a bit flipped in the second signature', flip(secondBlock + 3), 'block 1 is damaged'],
	['a bit flipped in the second block', flip(secondBlock + macBytes + 3), 'block 1 is damaged'],
	['a bit flipped in its last byte', (all) => flip(all.length - 1)(all), 'block 2 is damaged'],
	['its header alone', (all) => all.subarray(0, headerBytes), 'it has 64 bytes instead of'],
	['half a header', (all) => all.subarray(0, 20), 'its header is cut off'],
	['nothing in it', () => Buffer.alloc(0), 'its header is cut off'],
	['one byte less', (all) => all.subarray(0, -1), 'instead of'],
	['one byte more', (all) => Buffer.concat([all, Buffer.from('x')]), 'instead of'],
	['zeros only', (all) => Buffer.alloc(all.length), 'its header is damaged'],
	['two of its blocks exchanged', exchangeBlocks, 'block 0 is damaged'],
	['another shard of the object in its place', (_, shard) => shardOf(id, 7 - shard), 'it is shard'],
	[
		'a shard of another object in its place',
		(_, shard) => shardOf(foreign, shard),
		'it belongs to object',
	],
	['nothing there at all', () => undefined, 'the shard is not there'],
];

function exchangeBlocks(content: Buffer): Buffer {
	const lengthBytes = macBytes + 1024;
	const first = Buffer.from(content.subarray(headerBytes, headerBytes + lengthBytes));
	content.copyWithin(headerBytes, headerBytes + lengthBytes, headerBytes + 2 * lengthBytes);
	first.copy(content, headerBytes + lengthBytes);
	return content;
}

/** Messages logged about shards since the last time asked. */
function namedShards(): string[] {
	return folder.lines
		.splice(0)
		.filter(({ message }) => message === 'a shard could not be read')
		.map(({ details }) => ('message' in details ? String(details.message) : ''));
}

test.each(faults)('two shards with %s: every byte, both named, both repaired', async (...row) => {
	const [, edit, clause] = row;
	namedShards();
	const before = [0, 4].map((shard) => change(shard, (content) => edit(content, shard)));
	expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
	const named = namedShards();
	for (const bucket of ['bucket-1', 'bucket-5']) {
		expect(named).toContainEqual(expect.stringMatching(`^${bucket}: .*${clause}`));
	}
	await store.deliverShards();
	expect([0, 4].map((shard) => shardOf(id, shard))).toEqual(before);
	expect((await store.info(id)).status).toBe('complete');
});

test.each(faults)('three shards with %s: refused, and the three are named', async (...row) => {
	const [, edit] = row;
	const shards = [0, 1, 2];
	const before = shards.map((shard) => shardOf(id, shard));
	for (const shard of shards) change(shard, (content) => edit(content, shard));
	const read = async () => collect((await store.read(id)).bytes);
	const shortage = await read().then(
		() => undefined,
		(error: unknown) => error,
	);
	for (const [index, shard] of shards.entries()) {
		fs.writeFileSync(folder.shardPath(id, shard), before[index] ?? '');
	}
	await store.deliverShards();
	expect(shortage).toBeInstanceOf(TooFewBuckets);
	expect(shortage).toMatchObject({ task: 'read' });
	expect(String(shortage)).toMatch(/bucket-1: .*bucket-2: .*bucket-3: /);
	expect(await read()).toEqual(bytes);
});

test('one bad block in each of three shards, in different stripes, costs nothing', async () => {
	const at = (stripe: number) => headerBytes + stripe * (macBytes + 1024) + macBytes;
	const before = [0, 1, 2].map((shard) => change(shard, flip(at(shard))));
	expect(await collect((await store.read(id)).bytes)).toEqual(bytes);
	await store.deliverShards();
	expect([0, 1, 2].map((shard) => shardOf(id, shard))).toEqual(before);
});

test('a repair that cannot be right changes nothing and waits', async () => {
	const before = [0, 1, 2].map((shard) => change(shard, flip(headerBytes + macBytes)));
	const gone = change(3, () => undefined);
	const refused = store.read(id).then(({ bytes: stream }) => collect(stream));
	await expect(refused).rejects.toThrow('bucket-4: the shard is not there');
	const damaged = [0, 1, 2].map((shard) => shardOf(id, shard));
	const { mended, waiting } = await store.deliverShards();
	expect([mended, waiting.map(({ key }) => key)]).toEqual([
		0,
		[0, 1, 2, 3].map((shard) => `${id}.00${shard}`),
	]);
	expect([0, 1, 2].map((shard) => shardOf(id, shard))).toEqual(damaged);
	expect(fs.existsSync(folder.shardPath(id, 3))).toBe(false);
	for (const [shard, content] of before.entries()) {
		fs.writeFileSync(folder.shardPath(id, shard), content);
	}
	expect((await store.deliverShards()).mended).toBe(4);
	expect(shardOf(id, 3)).toEqual(gone);
});

describe('a file map that does not fit the bytes', () => {
	/** Reads to the error; gives what came before it. */
	async function readToError(): Promise<{ readonly sizeBytes: number; readonly error: string }> {
		let sizeBytes = 0;
		try {
			for await (const chunk of (await store.read(id)).bytes) sizeBytes += chunk.length;
		} catch (error) {
			return { sizeBytes, error: String(error) };
		}
		return { sizeBytes, error: 'none' };
	}

	test('breaks the stream before its last byte when the hash is another', async () => {
		const { database } = folder;
		const { hash } = await store.describe(id);
		const set = (value: string) =>
			database.updateTable('storage_objects').set({ hash: value }).where('id', '=', id).execute();
		await set('0'.repeat(64));
		const outcome = await readToError();
		await set(hash);
		expect(outcome.error).toContain(`reads as ${hash} and was stored as 000`);
		expect(outcome.sizeBytes).toBeLessThan(bytes.length);
	});

	test('gives no byte when the wrapped key is another object’s', async () => {
		const { database } = folder;
		const keyOf = async (objectId: string) =>
			database
				.selectFrom('storage_objects')
				.select('wrapped_key')
				.where('id', '=', objectId)
				.executeTakeFirstOrThrow();
		const own = await keyOf(id);
		const set = (key: { wrapped_key: string }) =>
			database.updateTable('storage_objects').set(key).where('id', '=', id).execute();
		await set(await keyOf(foreign));
		const outcome = await readToError();
		await set(own);
		expect(outcome.sizeBytes).toBe(0);
		expect(outcome.error).toContain('it was sealed under another key, or changed');
	});
});
