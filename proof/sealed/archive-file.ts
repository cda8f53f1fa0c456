/**
 * Reads a sealed ZIP, for contracts that are not PDFs. The check is strict: every byte must follow
 * from the names and contents of the files, so that nothing can be added or changed unnoticed.
 */
import { concat, fromUtf8, isSameBytes } from '../bytes';
import type { FileToCheck } from './file-in-hand';
import { SealFault } from './seal-fault';

export interface ArchivedPart {
	readonly name: string;
	/** Offset of its first byte in the archive. */
	readonly from: number;
	readonly to: number;
}

const localWord = 0x04034b50;
const describedWord = 0x08074b50;
const listedWord = 0x02014b50;
const endWord = 0x06054b50;

const localBytes = 30;
const describedBytes = 16;
const listedBytes = 46;
const endBytes = 22;

/** The contract, its record, and the manifest. */
const partsMax = 3;
const nameBytesMax = 4096;
const pieceBytes = 1024 * 1024;

/** True if the first bytes are those of a ZIP. */
export function isArchive(head: Uint8Array): boolean {
	return head.length >= 4 && numbers(head).u32(0) === localWord;
}

/** Throws a `SealFault` unless the archive has exactly the form the service writes. */
export async function archivedParts(file: FileToCheck): Promise<readonly ArchivedPart[]> {
	const { sizeBytes } = file;
	if (sizeBytes < endBytes) throw changed();
	const end = numbers(await file.read(sizeBytes - endBytes, sizeBytes));
	const [count, listSize, listFrom] = [end.u16(8), end.u32(12), end.u32(16)];
	const isWhole = end.u32(0) === endWord && listFrom + listSize + endBytes === sizeBytes;
	if (!isWhole || count > partsMax || listSize > partsMax * (listedBytes + nameBytesMax)) {
		throw changed();
	}
	const list = await file.read(listFrom, listFrom + listSize);
	const parts: Listed[] = [];
	for (let at = 0; at < list.length;) {
		const part = listedAt(list, at);
		parts.push(part);
		at += listedBytes + part.nameBytes.length;
	}
	if (parts.length !== count) throw changed();
	await expectBytes(file, sizeBytes - endBytes, endOf({ count, listSize, listFrom }));
	let from = 0;
	for (const part of parts)
		from = await expectPart(file, { ...part, time: parts[0]?.time ?? 0 }, from);
	if (from !== listFrom) throw changed();
	return parts.map(({ name, offset, nameBytes, size }) => {
		const start = offset + localBytes + nameBytes.length;
		return { name, from: start, to: start + size };
	});
}

interface Listed {
	readonly name: string;
	readonly nameBytes: Uint8Array;
	readonly time: number;
	readonly crc: number;
	readonly size: number;
	readonly offset: number;
	readonly whole: Uint8Array;
}

function listedAt(list: Uint8Array, at: number): Listed {
	if (list.length - at < listedBytes) throw changed();
	const head = numbers(list.subarray(at, at + listedBytes));
	const nameEnd = at + listedBytes + head.u16(28);
	const nameBytes = list.slice(at + listedBytes, nameEnd);
	const name = fromUtf8(nameBytes);
	if (name === undefined || nameEnd > list.length) throw changed();
	const whole = list.slice(at, nameEnd);
	const [time, crc, size, offset] = [head.u32(12), head.u32(16), head.u32(24), head.u32(42)];
	return { name, nameBytes, time, crc, size, offset, whole };
}

/** Checks the part at an offset. Returns the offset after it. */
async function expectPart(file: FileToCheck, part: Listed, from: number): Promise<number> {
	const { nameBytes, size, crc, offset } = part;
	const start = from + localBytes + nameBytes.length;
	const end = start + size;
	if (offset !== from || end + describedBytes > file.sizeBytes) throw changed();
	if (!isSameBytes(part.whole, listedOf(part))) throw changed();
	await expectBytes(file, from, localOf(part));
	await expectBytes(file, end, describedOf(part));
	if ((await checksum(file, start, end)) !== crc) throw changed();
	return end + describedBytes;
}

async function expectBytes(file: FileToCheck, at: number, wanted: Uint8Array): Promise<void> {
	if (!isSameBytes(await file.read(at, at + wanted.length), wanted)) throw changed();
}

/** Version, flags (sizes follow the data; name is not ASCII), compression method, and time. */
function headOf({ nameBytes, time }: Listed): readonly Uint8Array[] {
	const flags = 0x0008 + (nameBytes.some((byte) => byte > 0x7f) ? 0x0800 : 0);
	return [u16(20), u16(flags), u16(0), u32(time)];
}

function localOf(part: Listed): Uint8Array {
	const { nameBytes } = part;
	const unknown = [u32(0), u32(0), u32(0)];
	return concat([
		u32(localWord),
		...headOf(part),
		...unknown,
		u16(nameBytes.length),
		u16(0),
		nameBytes,
	]);
}

function describedOf({ crc, size }: Listed): Uint8Array {
	return concat([u32(describedWord), u32(crc), u32(size), u32(size)]);
}

function listedOf(part: Listed): Uint8Array {
	const { nameBytes, crc, size, offset } = part;
	const sizes = [u32(crc), u32(size), u32(size), u16(nameBytes.length)];
	const nothing = new Uint8Array(12);
	return concat([
		u32(listedWord),
		u16(20),
		...headOf(part),
		...sizes,
		nothing,
		u32(offset),
		nameBytes,
	]);
}

function endOf({
	count,
	listSize,
	listFrom,
}: {
	count: number;
	listSize: number;
	listFrom: number;
}) {
	const nothing = new Uint8Array(4);
	return concat([
		...[u32(endWord), nothing, u16(count), u16(count)],
		...[u32(listSize), u32(listFrom), u16(0)],
	]);
}

function changed(): SealFault {
	return new SealFault('the archive has not the form it was sealed in');
}

const checksums = Uint32Array.from({ length: 256 }, (_none, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value;
});

/** CRC-32, as in ZIP. */
async function checksum(file: FileToCheck, from: number, to: number): Promise<number> {
	let value = 0xffffffff;
	for (let at = from; at < to; at += pieceBytes) {
		for (const byte of await file.read(at, Math.min(to, at + pieceBytes))) {
			value = (checksums[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
		}
	}
	return (value ^ 0xffffffff) >>> 0;
}

function numbers(bytes: Uint8Array) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return {
		u16: (at: number) => view.getUint16(at, true),
		u32: (at: number) => view.getUint32(at, true),
	};
}

function u16(value: number): Uint8Array {
	return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
}

function u32(value: number): Uint8Array {
	return concat([u16(value), u16(value >>> 16)]);
}
