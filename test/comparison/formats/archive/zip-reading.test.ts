/** Archives as programs write them are read; what a directory can lie about ends as a refusal. */
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { ReadFault } from '../../../../comparison/core/format-comparer';
import {
	openZip,
	type ZipBounds,
	zipBounds,
} from '../../../../comparison/formats/archive/zip-reading';

const archive = () =>
	zipSync({ 'a.txt': strToU8('alpha'), 'b/': new Uint8Array(), 'b/ü.txt': strToU8('beta') });

/** What the messages of each kind of refusal say. */
const said = {
	broken: /^The archive is broken: /,
	encrypted: /is protected by a password; send it without one/,
	zip64: /ZIP64 form, which is not read here/,
	method: /packed by a method that is not read here/,
	name: /a name that leads out of it|two entries named/,
	bounds: /, which is not unpacked\.$/,
};

async function refusal(reading: Promise<unknown>): Promise<string> {
	const fault: unknown = await reading.then(
		() => 'nothing was refused',
		(reason: unknown) => reason,
	);
	if (!(fault instanceof ReadFault)) throw fault;
	expect(fault.message).toMatch(/^The [^]*\.$/);
	const kinds = Object.entries(said).filter(([, message]) => message.test(fault.message));
	return kinds.map(([kind]) => kind).join();
}

/** A copy with the bytes at `signature` + `offset` written over, in every record of that kind. */
function patched(bytes: Uint8Array, signature: number, offset: number, value: readonly number[]) {
	const copy = Buffer.from(bytes);
	for (let at = 0; at < copy.length - 4; at += 1) {
		if (copy.readUInt32LE(at) === signature) copy.set(value, at + offset);
	}
	return copy;
}

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endRecord = 0x06054b50;

test('entries are read with their names, sizes and bytes', async () => {
	const zip = await openZip(archive());
	expect(zip.entries.map(({ name, sizeBytes, isFolder }) => [name, sizeBytes, isFolder])).toEqual([
		['a.txt', 5, false],
		['b/', 0, true],
		['b/ü.txt', 4, false],
	]);
	expect((await zip.read('b/ü.txt'))?.toString()).toBe('beta');
	expect(await zip.read('nothing.txt')).toBeUndefined();
});

test('an archive cut off, without its end, or without its directory is broken', async () => {
	const bytes = archive();
	expect(await refusal(openZip(bytes.subarray(0, bytes.length - 10)))).toBe('broken');
	expect(await refusal(openZip(new Uint8Array()))).toBe('broken');
	expect(await refusal(openZip(patched(bytes, directoryHeader, 0, [0, 0, 0, 0])))).toBe('broken');
	expect(await refusal(openZip(patched(bytes, endRecord, 16, [255, 255, 255, 0])))).toBe('broken');
});

test('a part that is not what was packed is broken', async () => {
	const text = strToU8('0123456789'.repeat(50));
	const plain = Buffer.from(zipSync({ 'a.txt': text }, { level: 0 }));
	plain.write('!', plain.indexOf('0123456789') + 3);
	expect(await refusal((await openZip(plain)).read('a.txt'))).toBe('broken');
	const lying = patched(zipSync({ 'a.txt': text }), directoryHeader, 24, [9, 0, 0, 0]);
	expect(await refusal((await openZip(lying)).read('a.txt'))).toBe('broken');
	const headless = patched(zipSync({ 'a.txt': text }), localHeader, 0, [0, 0]);
	expect(await refusal((await openZip(headless)).read('a.txt'))).toBe('broken');
});

test('encrypted entries, ZIP64 and unknown ways of packing are named', async () => {
	const bytes = archive();
	expect(await refusal(openZip(patched(bytes, directoryHeader, 8, [1])))).toBe('encrypted');
	expect(await refusal(openZip(patched(bytes, directoryHeader, 8, [0x41])))).toBe('encrypted');
	expect(await refusal(openZip(patched(bytes, directoryHeader, 10, [14])))).toBe('method');
	expect(await refusal(openZip(withZip64Locator(bytes)))).toBe('zip64');
});

test.each(['../a.txt', 'x/../../a.txt', '/a.txt', 'C:/a.txt', '..\\a.txt'])(
	'the name %s leads out of the archive and is refused',
	async (name) => {
		expect(await refusal(openZip(zipSync({ [name]: strToU8('a') })))).toBe('name');
	},
);

test('two entries of one name are refused', async () => {
	const bytes = Buffer.from(zipSync({ 'aa.txt': strToU8('a'), 'ab.txt': strToU8('b') }));
	const name = Buffer.from('aa.txt');
	for (let at = bytes.indexOf('ab.txt'); at !== -1; at = bytes.indexOf('ab.txt'))
		name.copy(bytes, at);
	expect(await refusal(openZip(bytes))).toBe('name');
});

test('entries, sizes and ratio are bounded before anything is unpacked', async () => {
	const bomb = zipSync({ 'bomb.xml': new Uint8Array(11 * 1024 * 1024) });
	expect(await refusal(openZip(bomb))).toBe('bounds');
	const bytes = archive();
	const within = (bounds: Partial<ZipBounds>) => openZip(bytes, { ...zipBounds, ...bounds });
	expect(await refusal(within({ entriesMax: 2 }))).toBe('bounds');
	expect(await refusal(within({ partBytesMax: 4 }))).toBe('bounds');
	expect(await refusal(within({ inflatedBytesMax: 8 }))).toBe('bounds');
});

test('a part that inflates past the size it declares ends there', async () => {
	const packed = deflateRawSync(Buffer.alloc(50 * 1024 * 1024));
	const honest = zipSync({ 'a.bin': new Uint8Array(packed) }, { level: 0 });
	const size = Buffer.alloc(4);
	size.writeUInt32LE(1000);
	const lying = patched(patched(honest, directoryHeader, 10, [8, 0]), directoryHeader, 24, [
		...size,
	]);
	expect(await refusal((await openZip(lying)).read('a.bin'))).toBe('broken');
});

/** The same archive with an (empty) locator of a ZIP64 end record before its end record. */
function withZip64Locator(bytes: Uint8Array): Buffer {
	const endAt = Buffer.from(bytes).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
	const directoryAt = Buffer.from(bytes).readUInt32LE(endAt + 16);
	const record = Buffer.alloc(56);
	record.writeUInt32LE(0x06064b50);
	record.writeBigUInt64LE(44n, 4);
	record.writeBigUInt64LE(3n, 24);
	record.writeBigUInt64LE(3n, 32);
	record.writeBigUInt64LE(BigInt(endAt - directoryAt), 40);
	record.writeBigUInt64LE(BigInt(directoryAt), 48);
	const locator = Buffer.alloc(20);
	locator.writeUInt32LE(0x07064b50);
	locator.writeBigUInt64LE(BigInt(endAt), 8);
	locator.writeUInt32LE(1, 16);
	return Buffer.concat([bytes.subarray(0, endAt), record, locator, bytes.subarray(endAt)]);
}
