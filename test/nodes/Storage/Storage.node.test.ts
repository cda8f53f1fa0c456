/** Every operation of the Distributed Storage node in n8n's engine against the running service. */
import { bytesOf, removeN8nFolder, runNode, type Run } from '../engine/engine';
import { byId, realService, type RealService } from '../engine/real-service';
import { blake2bHex } from 'blakejs';
import fs from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { Storage } from '../../../nodes/Storage/Storage.node';

let real: RealService;

beforeAll(async () => {
	real = await realService();
});

afterAll(async () => {
	await real.service.close();
	removeN8nFolder();
});

const run = (parameters: INodeParameters, change: Partial<Run> = {}) =>
	runNode({ node: new Storage(), parameters, credential: real.credential(), ...change });

async function outputs(parameters: INodeParameters, change: Partial<Run> = {}) {
	const { items, error } = await run(parameters, change);
	if (error !== undefined) throw error;
	return items;
}

function content(sizeBytes: number): Buffer {
	const bytes = Buffer.alloc(sizeBytes);
	for (let index = 0; index < sizeBytes; index++) bytes[index] = (index * 73) >>> 4;
	return bytes;
}

async function upload(bytes: Buffer, fileName: string) {
	const [item] = await outputs(
		{ resource: 'file', operation: 'upload' },
		{ items: [{ files: { data: { bytes, fileName } } }] },
	);
	return item?.json ?? {};
}

const download = (fileId: unknown): INodeParameters => ({
	resource: 'file',
	operation: 'download',
	fileId: byId(fileId),
});

test.each([1, 127, 5 * 1024 * 1024 + 3])(
	'a file of %i bytes comes back byte for byte, verified against its map',
	async (sizeBytes) => {
		const bytes = content(sizeBytes);
		const receipt = await upload(bytes, 'Übersicht «1».bin');
		expect(receipt).toMatchObject({ fileName: 'Übersicht «1».bin', queryParams: { app: 'sds' } });
		const [item] = await outputs(download(receipt.id));
		expect(item?.json).toMatchObject({
			fileName: 'Übersicht «1».bin',
			hash: blake2bHex(bytes, undefined, 32),
			unencryptedSize: sizeBytes,
			verified: true,
		});
		expect(item?.binary?.data?.fileName).toBe('Übersicht «1».bin');
		expect((await bytesOf(item, 'data')).equals(bytes)).toBe(true);
	},
);

test('the map and the list of files can be read, and the buckets listed', async () => {
	const receipt = await upload(content(10), 'small.bin');
	const [info] = await outputs({ resource: 'file', operation: 'get', fileId: byId(receipt.id) });
	expect(info?.json).toMatchObject({ name: 'small.bin', sizeBytes: 10 });
	const files = await outputs({ resource: 'file', operation: 'getAll', returnAll: true });
	expect(files.map((item) => item.json.id)).toContain(receipt.id);
	const buckets = await outputs({ resource: 'bucket', operation: 'getAll' });
	expect(buckets.map((item) => item.json.status)).toEqual(Array.from({ length: 8 }, () => 'up'));
});

test('a file is shared by a link until the link is revoked, and is deleted once', async () => {
	const [stored] = await outputs(
		{ resource: 'file', operation: 'upload', options: { expiresAt: '2999-12-31T00:00:00Z' } },
		{ items: [{ files: { data: { bytes: content(10), fileName: 'shared.bin' } } }] },
	);
	expect(stored?.json).toMatchObject({ sizeBytes: 10, expiresAt: '2999-12-31T00:00:00.000Z' });
	const fileId = byId(stored?.json.id);
	const options = { downloadsMax: 2, expiresInMinutes: 5 };
	const ofFile = { resource: 'link', fileId };
	const [link] = await outputs({ ...ofFile, operation: 'create', options });
	expect(link?.json).toMatchObject({ status: 'Open', downloads: 0, downloadsMax: 2 });
	const answer = await fetch(String(link?.json.url));
	expect((await answer.bytes()).length).toBe(10);
	const [listed] = await outputs({ ...ofFile, operation: 'getAll', returnAll: true });
	expect(listed?.json).toMatchObject({ id: link?.json.id, downloads: 1 });
	expect(listed?.json).not.toHaveProperty('url');
	const linkId = String(link?.json.id);
	const [revoked] = await outputs({ ...ofFile, operation: 'revoke', linkId });
	expect(revoked?.json).toMatchObject({ status: 'Revoked' });
	const deletion = { resource: 'file', operation: 'delete', fileId };
	await outputs(deletion);
	expect((await run(deletion)).error).toMatchObject({ httpCode: '404' });
	const deleted = { resource: 'file', operation: 'getAll', options: { isDeleted: true } };
	const receipts = await outputs({ ...deleted, returnAll: true });
	expect(receipts.map(({ json }) => json.id)).toContain(stored?.json.id);
});

test('several items are uploaded in order, each receipt paired with its file', async () => {
	const names = ['one.bin', 'two.bin', 'three.bin'];
	const items = await outputs(
		{ resource: 'file', operation: 'upload' },
		{ items: names.map((fileName) => ({ files: { data: { bytes: content(9), fileName } } })) },
	);
	expect(items.map((item) => item.json.fileName)).toEqual(names);
	expect(items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

test('an empty file and an unknown id are refused, with what to change', async () => {
	const empty = await run(
		{ resource: 'file', operation: 'upload' },
		{ items: [{ files: { data: { bytes: Buffer.alloc(0) } } }] },
	);
	expect(empty.error).toMatchObject({
		message: 'The file content cannot be empty.',
		description: 'Send a file with at least one byte.',
		context: { errorCode: 'Storage_FileContentEmpty' },
	});
	const unknown = await run(download('no-such-file'));
	expect(unknown.error).toMatchObject({
		message: "There is no file 'no-such-file'.",
		description: 'Use a file id from the list of receipts.',
		httpCode: '404',
	});
});

test('a file is read with two of its eight buckets lost', async () => {
	const bytes = content(100_000);
	const receipt = await upload(bytes, 'lost.bin');
	const folders = bucketFolders();
	expect(folders).toHaveLength(8);
	for (const folder of folders.slice(2, 4)) fs.rmSync(folder, { recursive: true });
	const [item] = await outputs(download(receipt.id));
	expect((await bytesOf(item, 'data')).equals(bytes)).toBe(true);
});

function bucketFolders(): string[] {
	const folder = path.join(real.service.dataFolder, 'buckets');
	return fs
		.readdirSync(folder)
		.sort()
		.map((name) => path.join(folder, name));
}
