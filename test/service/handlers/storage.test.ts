/** The storage operations on a real database, log and store, as the routes call them. */
import fs from 'node:fs';
import { newId } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import type { Caller, Upload } from '../../../service/operations/handler';
import type { RecordLog } from '../../../service/log/record-log';
import { Refusal } from '../../../server/refusal';
import { RecordProofs } from '../../../service/proofs/record-proofs';
import { pointerTo, storageHandlers } from '../../../service/handlers/storage';
import type { ObjectStore } from '../../../service/objects/object-store';
import { startLog } from '../../support/programs/started-log';
import { bytesOf, collect, inPieces, StorageFolder } from '../objects/storage-folder';

let folder: StorageFolder;
let objects: ObjectStore;
let recordLog: RecordLog;
let handlers: ReturnType<typeof storageHandlers>;
let caller: Caller;
const client = { address: '', agent: '' };
const publicUrl = 'http://localhost';
const leaving = () => new AbortController().signal;
const clock = { now: () => Date.UTC(2026, 0, 1, 12) };

beforeEach(async () => {
	folder = new StorageFolder();
	objects = await folder.open();
	const { database } = folder;
	recordLog = (await startLog(await folder.place(), database, { clock })).log;
	const proofs = new RecordProofs({ database, recordLog });
	handlers = storageHandlers({ database, clock, recordLog, proofs, objects });
	caller = await newCaller();
});

afterEach(async () => {
	await recordLog.close();
	await folder.remove();
});

async function newCaller(): Promise<Caller> {
	const organisationId = newId(clock);
	await folder.database
		.insertInto('organisations')
		.values({ id: organisationId, name: 'one', created_at: '2026-01-01T00:00:00.000Z' })
		.execute();
	const accounts = new Accounts(folder.database, clock);
	const user = { organisationId, email: 'ann@example.org', roles: ['StorageWrite'] } as const;
	const { key } = await accounts.addKey((await accounts.addUser(user)).id, 'test');
	const known = await accounts.callerByKey(key, '127.0.0.1');
	if (known === undefined) throw new Error('a new key speaks for nobody');
	return known;
}

async function upload(fileName: string, bytes: Buffer): Promise<Upload> {
	const object = await objects.stage(inPieces(bytes), 'owner');
	return { fileName, mediaType: 'application/octet-stream', object };
}

async function store(fileName: string, bytes: Buffer) {
	return handlers.uploadFile(
		{ caller, client, publicUrl, leaving },
		{ file: await upload(fileName, bytes) },
	);
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
	return promise.then(
		() => 'no refusal',
		(error: unknown) => {
			if (error instanceof Refusal) return error.code;
			throw error;
		},
	);
}

test('an upload gives a receipt, and the file comes back under its name', async () => {
	const bytes = bytesOf(9000);
	const receipt = await store('Prüfbericht.pdf', bytes);
	expect(receipt).toEqual({
		id: expect.stringMatching(/^[0-9a-f]{24}$/),
		pointer: expect.stringMatching(/^LOG[0-9a-f]{16}$/),
		fileName: 'Prüfbericht.pdf',
		creationDate: '2026-01-01T12:00:00.000Z',
		queryParams: { app: 'sds' },
		sizeBytes: 9000,
	});
	const reply = await handlers.downloadFile(
		{ caller, client, publicUrl, leaving },
		{ fileId: receipt.id },
	);
	expect(reply).toMatchObject({ fileName: 'Prüfbericht.pdf', sizeBytes: 9000 });
	expect(await collect(await reply.read())).toEqual(bytes);
});

test('the pointer leads to the log entry of the file', async () => {
	const receipt = await store('a.txt', bytesOf(10));
	const entry = await folder.database
		.selectFrom('log_entries')
		.selectAll()
		.where('subject_id', '=', receipt.id)
		.executeTakeFirstOrThrow();
	expect(receipt.pointer).toBe(pointerTo(entry.sequence));
	expect(entry.kind).toBe('file');
	expect(await recordLog.settled(entry.sequence, 60_000)).toBe('Confirmed');
});

test('the file map has the names of the wire', async () => {
	const receipt = await store('a.txt', bytesOf(10));
	const map = await handlers.getFileInfo(
		{ caller, client, publicUrl, leaving },
		{ fileId: receipt.id },
	);
	const shards = folder.storedFiles();
	expect(map).toEqual({
		FileName: 'a.txt',
		FileIds: shards.map((file) => file.slice(-28)).sort(),
		Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
		Size: shards.reduce((sum, file) => sum + fs.statSync(file).size, 0),
		UnencryptedSize: 10,
		Status: 'complete',
	});
});

test('a range gives those bytes', async () => {
	const bytes = bytesOf(9000);
	const { id: fileId } = await store('a.txt', bytes);
	const call = { caller, client, publicUrl, leaving };
	const { read } = await handlers.downloadFile(call, { fileId });
	expect(await collect(await read({ first: 8990, last: 8999 }))).toEqual(bytes.subarray(8990));
});

test('two uploads of one name are two files, listed in order and by pages', async () => {
	for (const index of [1, 2, 3]) await store('same.txt', bytesOf(index));
	const all = await handlers.listFiles({ caller, client, publicUrl, leaving }, {});
	expect(all.map(({ fileName }) => fileName)).toEqual(['same.txt', 'same.txt', 'same.txt']);
	expect(new Set(all.map(({ id }) => id)).size).toBe(3);
	const page = await handlers.listFiles(
		{ caller, client, publicUrl, leaving },
		{ limit: 1, offset: 1 },
	);
	expect(page).toEqual(all.slice(1, 2));
	const first = all[0]?.id ?? '';
	const reply = await handlers.downloadFile(
		{ caller, client, publicUrl, leaving },
		{ fileId: first },
	);
	expect(await collect(await reply.read())).toEqual(bytesOf(1));
});

test('another organisation sees nothing of it', async () => {
	const { id: fileId } = await store('a.txt', bytesOf(10));
	const other = { caller: await newCaller(), client, publicUrl, leaving };
	expect(await codeOf(handlers.downloadFile(other, { fileId }))).toBe('Storage_FileNotFound');
	expect(await codeOf(handlers.getFileInfo(other, { fileId }))).toBe('Storage_FileNotFound');
	expect(await handlers.listFiles(other, {})).toEqual([]);
});

test('an empty file is refused and nothing is kept', async () => {
	const file = await upload('empty.txt', Buffer.alloc(0));
	const refused = handlers.uploadFile({ caller, client, publicUrl, leaving }, { file });
	expect(await codeOf(refused)).toBe('Storage_FileContentEmpty');
	await file.object.discard();
	expect(await handlers.listFiles({ caller, client, publicUrl, leaving }, {})).toEqual([]);
	expect(folder.storedFiles()).toEqual([]);
});

test('an id of another area’s object is no file', async () => {
	const object = await objects.stage(inPieces(bytesOf(10)), 'owner');
	await object.makeDurable();
	await folder.database.transaction().execute((transaction) => object.attach(transaction));
	const read = handlers.downloadFile({ caller, client, publicUrl, leaving }, { fileId: object.id });
	expect(await codeOf(read)).toBe('Storage_FileNotFound');
});

test('the health lists the buckets in the form of the wire', async () => {
	fs.rmSync(folder.bucket(7), { recursive: true });
	const health = await handlers.listBucketHealth({ caller, client, publicUrl, leaving }, {});
	expect(health).toHaveLength(8);
	expect(health[0]).toEqual({ host: 'bucket-1', status: 'up', region: 'local' });
	expect(health[7]).toEqual({ host: 'bucket-8', status: 'down', region: 'local' });
});
