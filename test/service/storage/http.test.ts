/** Files over HTTP, as a stranger's program sees them: headers, ranges, lost buckets, broken files. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { commitmentOf } from '../../../service/log/leaf';
import { newEntry } from '../../../service/log/record-kind';
import { fileColumns, fileRecord } from '../../../service/storage/file-entries';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { bytesOf, filesBelow } from '../objects/storage-folder';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
});

afterAll(() => running.close());

function ask(method: string, place: string, headers: Record<string, string>): Promise<Answer> {
	const key = running.organisation.admin.key;
	const url = `${running.storageUrl}${place}`;
	return send({ method, url, headers: { 'x-api-key': key, ...headers } });
}

function get(place: string, headers: Record<string, string> = {}): Promise<Answer> {
	return ask('GET', place, headers);
}

async function upload(content: Buffer, fileName = 'a.bin'): Promise<Answer> {
	return send({
		method: 'POST',
		url: `${running.storageUrl}/files`,
		headers: { 'x-api-key': running.organisation.admin.key },
		form: [{ name: 'file', fileName, content }],
	});
}

async function uploaded(content: Buffer, fileName?: string): Promise<string> {
	const answer = await upload(content, fileName);
	expect(answer.status).toBe(201);
	return (answer.json() as { readonly id: string }).id;
}

/** The raw bytes of a download and whether the reply was complete. */
async function download(
	fileId: string,
	headers: Record<string, string> = {},
): Promise<{ readonly reply: http.IncomingMessage; readonly bytes: Buffer }> {
	const request = http.get(`${running.storageUrl}/files/${fileId}`, {
		headers: { 'x-api-key': running.organisation.admin.key, ...headers },
	});
	const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
	const chunks: Buffer[] = [];
	reply.on('data', (chunk: Buffer) => chunks.push(chunk));
	// A reply that breaks off is what some of the tests are about; `complete` tells it.
	reply.on('error', () => undefined);
	await new Promise<void>((resolve) => reply.once('close', resolve));
	return { reply, bytes: Buffer.concat(chunks) };
}

function bucket(index: number): string {
	return path.join(running.dataFolder, 'buckets', `bucket-${index + 1}`);
}

/** Runs a step while some buckets are gone. */
async function without<Value>(
	indexes: readonly number[],
	step: () => Promise<Value>,
): Promise<Value> {
	for (const index of indexes) fs.renameSync(bucket(index), `${bucket(index)}.away`);
	try {
		return await step();
	} finally {
		for (const index of indexes) fs.renameSync(`${bucket(index)}.away`, bucket(index));
	}
}

test('a download has its length, hash and name, and is the very file', async () => {
	const bytes = bytesOf(1_700_000);
	const id = await uploaded(bytes, 'Prüf (1).bin');
	const map = (await get(`/files/info/${id}`)).json() as { readonly Hash: string };
	const { reply, bytes: received } = await download(id);
	expect(received.equals(bytes)).toBe(true);
	expect(reply.statusCode).toBe(200);
	expect(reply.complete).toBe(true);
	expect(reply.headers).toMatchObject({
		'content-length': '1700000',
		'content-type': 'application/octet-stream',
		'accept-ranges': 'bytes',
		etag: `"${map.Hash}"`,
		'content-disposition': expect.stringContaining("filename*=UTF-8''Pr%C3%BCf%20%281%29.bin"),
	});
});

test('a range is answered with 206 and just those bytes, one outside with 416', async () => {
	const bytes = bytesOf(1_700_000);
	const id = await uploaded(bytes);
	const { reply, bytes: part } = await download(id, { range: 'bytes=1000000-1000009' });
	expect([
		reply.statusCode,
		reply.headers['content-range'],
		reply.headers['content-length'],
	]).toEqual([206, 'bytes 1000000-1000009/1700000', '10']);
	expect(part).toEqual(bytes.subarray(1_000_000, 1_000_010));
	const outside = await get(`/files/${id}`, { range: 'bytes=1700000-' });
	expect(outside.status).toBe(416);
	expect(outside.json()).toMatchObject({
		status: 416,
		message: expect.stringContaining('1700000'),
	});
});

test('an empty file is refused in the vendor’s words', async () => {
	const answer = await upload(Buffer.alloc(0));
	expect([answer.status, answer.json()]).toEqual([
		400,
		expect.objectContaining({ message: expect.stringContaining('file content cannot be empty') }),
	]);
});

test('two lost buckets cost nothing, three are named with 503', async () => {
	const bytes = bytesOf(900_000);
	const id = await uploaded(bytes);
	await without([0, 5], async () => {
		expect((await download(id)).bytes.equals(bytes)).toBe(true);
		const map = (await get(`/files/info/${id}`)).json();
		expect(map).toMatchObject({ Status: 'degraded', UnencryptedSize: 900_000 });
		const health = (await get('/health')).json() as { readonly status: string }[];
		expect(health.map(({ status }) => status)).toEqual([
			'down',
			'up',
			'up',
			'up',
			'up',
			'down',
			'up',
			'up',
		]);
	});
	const refused = await without([0, 5, 7], () => get(`/files/${id}`));
	expect(refused.status).toBe(503);
	expect(refused.text).toMatch(/bucket-1: .*bucket-6: .*bucket-8: /);
	expect(refused.text).not.toContain(running.dataFolder);
});

test('an upload with two buckets down answers 507 and leaves nothing', async () => {
	const before = filesBelow(path.join(running.dataFolder, 'buckets')).sort();
	const refused = await without([2, 3], () => upload(bytesOf(900_000)));
	expect(refused.status).toBe(507);
	expect(refused.text).toMatch(/bucket-3: .*bucket-4: /);
	expect(filesBelow(path.join(running.dataFolder, 'buckets')).sort()).toEqual(before);
});

/** Has a file's row say another hash; with its entry, too, as who can write both would have it. */
async function giveHash(id: string, hash: string, { inLog }: { inLog: boolean }): Promise<void> {
	const { database } = running.service;
	const files = () =>
		database
			.selectFrom('stored_files')
			.innerJoin('storage_objects', 'storage_objects.id', 'stored_files.object_id')
			.select(fileColumns)
			.select('log_sequence')
			.where('stored_files.id', '=', id)
			.executeTakeFirstOrThrow();
	const { object_id: objectId, log_sequence: sequence } = await files();
	await database.updateTable('storage_objects').set({ hash }).where('id', '=', objectId).execute();
	if (!inLog) return;
	const { payload } = newEntry(fileRecord, await files());
	const salt = '00'.repeat(16);
	await database
		.updateTable('log_entries')
		.set({ salt, commitment: commitmentOf(salt, payload) })
		.where('sequence', '=', sequence)
		.execute();
}

test('a file that does not match its hash breaks the connection instead of ending', async () => {
	const id = await uploaded(bytesOf(1_700_000));
	await giveHash(id, 'f'.repeat(64), { inLog: true });
	const { reply, bytes } = await download(id);
	expect(reply.complete).toBe(false);
	expect(bytes.length).toBeLessThan(1_700_000);
});

test('a reader that goes away half way leaves no shard open', async () => {
	const id = await uploaded(Buffer.alloc(30_000_000, 'Well. '));
	const open = () =>
		fs
			.readdirSync('/proc/self/fd')
			.map((descriptor) => linkOf(`/proc/self/fd/${descriptor}`))
			.filter((target) => target.includes(running.dataFolder) && target.includes('/shards/'));
	const request = http.get(`${running.storageUrl}/files/${id}`, {
		headers: { 'x-api-key': running.organisation.admin.key },
	});
	const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
	await once(reply, 'readable');
	expect(open().length).toBeGreaterThan(0);
	reply.on('error', () => undefined).destroy();
	while (open().length > 0) await get('/health');
	expect(open()).toEqual([]);
});

/** What a descriptor points to; it may be closed by the time it is looked at. */
function linkOf(descriptor: string): string {
	try {
		return fs.readlinkSync(descriptor);
	} catch {
		return 'closed';
	}
}

test('files survive a restart', async () => {
	const bytes = bytesOf(900_000);
	const id = await uploaded(bytes);
	await running.restart();
	expect((await download(id)).bytes.equals(bytes)).toBe(true);
});

/** What is said of a file in our form, and that it is; of a head nothing is said. */
function expectRefusal(answer: Answer, status: number): void {
	expect(answer.status).toBe(status);
	expect(answer.headers['x-request-id']).toEqual(expect.any(String));
	if (answer.text === '') return;
	expect(answer.json()).toEqual({
		...{ message: expect.any(String), body: expect.any(String), status },
		requestId: answer.headers['x-request-id'],
	});
}

test('a file whose row is not as the log has it is refused in our form, however it is asked for', async () => {
	const id = await uploaded(bytesOf(5000));
	await giveHash(id, '0'.repeat(64), { inLog: false });
	const place = `/files/${id}`;
	const asked: Record<string, string>[] = [{}, { range: 'bytes=10-19' }, { 'if-none-match': '*' }];
	for (const headers of asked) {
		const answer = await get(place, headers);
		expectRefusal(answer, 409);
		expect(answer.text).not.toBe('');
		const head = await ask('HEAD', place, headers);
		expectRefusal(head, 409);
		expect(head.text).toBe('');
	}
});

test('a file that is not the one its row and the log describe is refused in our form, not sent', async () => {
	const id = await uploaded(bytesOf(5000));
	await giveHash(id, '0'.repeat(64), { inLog: true });
	const answer = await get(`/files/${id}`);
	expectRefusal(answer, 500);
	expect(answer.text).not.toBe('');
	expect(running.log()).toContain(`was stored as ${'0'.repeat(64)}`);
});

test('a download that broke goes on where it ended, from the stripes of its range alone', async () => {
	const bytes = bytesOf(4_000_000);
	const id = await uploaded(bytes);
	const info = (await get(`/files/info/${id}`)).json() as { readonly FileIds: readonly string[] };
	const etag = String((await ask('HEAD', `/files/${id}`, {})).headers['etag']);
	// The first block of every shard is spoiled: whoever reads the first stripe learns of it.
	for (const [index, shard] of info.FileIds.entries()) spoil(index, shard, 200);
	expect((await get(`/files/${id}`)).status).toBe(503);
	const rest = { range: 'bytes=3000000-', 'if-range': etag };
	const { reply, bytes: part } = await download(id, rest);
	expect([reply.statusCode, reply.complete]).toEqual([206, true]);
	expect(part.equals(bytes.subarray(3_000_000))).toBe(true);
	const another = await ask('HEAD', `/files/${id}`, { 'if-none-match': etag });
	expect([another.status, another.text]).toEqual([304, '']);
});

/** Changes a byte of a shard where it lies. */
function spoil(index: number, shard: string, at: number): void {
	const file = filesBelow(bucket(index)).find((one) => path.basename(one).startsWith(shard)) ?? '';
	const place = fs.openSync(path.resolve(bucket(index), file), 'r+');
	fs.writeSync(place, Buffer.from([0xff, 0xee, 0xdd]), 0, 3, at);
	fs.closeSync(place);
}
