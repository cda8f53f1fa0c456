/** A file that was sent to be compared: where it lies until somebody keeps it, and that nothing of it is left. */
import fs from 'node:fs';
import { namelessFiles } from '../../support/programs/stored-state';
import {
	bytesOf,
	collect,
	filesBelow,
	inPieces,
	StorageFolder,
	stripeBytes,
} from './storage-folder';

const folder = new StorageFolder();
afterAll(() => folder.remove());
afterEach(() => folder.close());

const word = 'Quokkaberry ';
const text = Buffer.from(word.repeat(20_000));

const nameless = () => namelessFiles(folder.path);

const namelessFile = () => {
	const [file, ...others] = nameless();
	if (file === undefined || others.length > 0) throw new Error('one file is expected');
	return file.descriptor;
};

test('it is read as often as wanted, lies on the disk encrypted and has no name there', async () => {
	const store = await folder.open();
	const before = filesBelow(folder.path);
	const upload = await store.spool(inPieces(text), 'owner');
	expect(upload.sizeBytes).toBe(text.length);
	expect((await collect(upload.read())).equals(text)).toBe(true);
	expect((await collect(upload.read())).equals(text)).toBe(true);
	expect(filesBelow(folder.path)).toEqual(before);
	const written = fs.readFileSync(namelessFile());
	expect([written.length, written.includes(word)]).toEqual([text.length, false]);
	expect((await store.usage('owner')).storedBytes).toBe(0);
	expect(() => upload.id).toThrow('makeDurable');
	await upload.discard();
	expect(nameless()).toEqual([]);
});

test.each([0, 1, stripeBytes, 3 * stripeBytes + 1])(
	'%i bytes that are kept are an object of the store, and the file is gone',
	async (sizeBytes) => {
		const store = await folder.open();
		const bytes = bytesOf(sizeBytes);
		const upload = await store.spool(inPieces(bytes), 'owner');
		expect((await collect(upload.read())).equals(bytes)).toBe(true);
		if (sizeBytes > 0) {
			await upload.makeDurable();
			await folder.database.transaction().execute((transaction) => upload.attach(transaction));
			await upload.discard();
			const { hash, bytes: stored } = await store.read(upload.id);
			expect([hash, (await collect(stored)).equals(bytes)]).toEqual([upload.hash, true]);
		} else await upload.discard();
		expect(nameless()).toEqual([]);
	},
);

test('what is durable and then not kept leaves nothing in the buckets', async () => {
	const store = await folder.open();
	const before = folder.storedFiles();
	const upload = await store.spool(inPieces(text), 'owner');
	await upload.makeDurable();
	expect(folder.storedFiles().length).toBeGreaterThan(before.length);
	await upload.discard();
	expect(folder.storedFiles()).toEqual(before);
});

test('a file that was changed on the disk is not taken for what was sent', async () => {
	const store = await folder.open();
	const upload = await store.spool(inPieces(text), 'owner');
	const handle = fs.openSync(namelessFile(), 'r+');
	fs.writeSync(handle, Buffer.from([0]), 0, 1, 100_000);
	fs.closeSync(handle);
	await expect(collect(upload.read())).rejects.toThrow();
	await upload.discard();
});

test('an upload that breaks off leaves no open file', async () => {
	const store = await folder.open();
	async function* broken() {
		yield* inPieces(text);
		throw new Error('the caller has left');
	}
	await expect(store.spool(broken(), 'owner')).rejects.toThrow('the caller has left');
	expect(nameless()).toEqual([]);
});
