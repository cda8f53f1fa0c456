/**
 * Reads untrusted ZIP archives from memory: `.zip` itself, and office formats, which are ZIP
 * archives. All that a directory can lie about is checked before anything is inflated.
 */
import { crc32 } from 'node:zlib';
import { ReadFault } from '../../core/format-comparer';
import {
	type Entry,
	fromBufferPromise,
	getFileNameLowLevel,
	validateFileName,
	type ZipFile,
} from 'yauzl';

export const zipBounds = {
	entriesMax: 5_000,
	inflatedBytesMax: 512 * 1024 * 1024,
	partBytesMax: 256 * 1024 * 1024,
	/** Largest ratio of inflated to packed size, beyond the bytes that are always allowed. */
	ratioMax: 200,
	ratioFreeBytes: 10 * 1024 * 1024,
} as const;

export type ZipBounds = Readonly<Record<keyof typeof zipBounds, number>>;

export interface ZipEntry {
	readonly name: string;
	readonly isFolder: boolean;
	readonly sizeBytes: number;
	readonly crc32: number;
}

export interface Zip {
	/** In the order of the directory; names are unique. */
	readonly entries: readonly ZipEntry[];
	/** Streams a part; throws a ReadFault. */
	chunks(name: string): AsyncIterable<Uint8Array>;
	/** Reads a whole part; undefined if there is none of this name. Throws a ReadFault. */
	read(name: string): Promise<Buffer | undefined>;
}

/** Opens an archive and checks its directory. Throws a ReadFault. */
export async function openZip(bytes: Uint8Array, bounds: ZipBounds = zipBounds): Promise<Zip> {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const file = await fromBufferPromise(buffer, { decodeStrings: false }).catch(refuse);
	if (hasZip64Locator(buffer, file)) throw zip64();
	const found = await entriesOf(file, bounds);
	const chunks = (name: string): AsyncIterable<Uint8Array> => {
		const entry = found.get(name);
		if (entry === undefined) throw broken(`it names a part ${name} that it does not hold`);
		return inflated(file, entry);
	};
	return {
		entries: [...found].map(([name, entry]) => ({
			name,
			isFolder: name.endsWith('/'),
			sizeBytes: entry.uncompressedSize,
			crc32: entry.crc32,
		})),
		chunks,
		async read(name) {
			if (!found.has(name)) return undefined;
			const pieces: Uint8Array[] = [];
			for await (const piece of chunks(name)) pieces.push(piece);
			return Buffer.concat(pieces);
		},
	};
}

async function entriesOf(file: ZipFile, bounds: ZipBounds): Promise<ReadonlyMap<string, Entry>> {
	const { entriesMax } = bounds;
	if (file.entryCount > entriesMax) {
		throw beyond(`holds more than ${entriesMax.toLocaleString('en-US')} entries`);
	}
	const found = new Map<string, Entry>();
	let inflatedBytes = 0;
	try {
		for await (const entry of file.eachEntry()) {
			const name = nameOf(entry);
			if (found.has(name)) throw new ReadFault(`The archive holds two entries named "${name}".`);
			check(entry, name, bounds);
			inflatedBytes += entry.uncompressedSize;
			if (inflatedBytes > bounds.inflatedBytesMax) {
				throw beyond(`unpacks to more than ${sizeText(bounds.inflatedBytesMax)} in all`);
			}
			found.set(name, entry);
		}
	} catch (fault) {
		refuse(fault);
	}
	return found;
}

/** The name of an entry; refuses one that leads out of the archive. */
function nameOf(entry: Entry): string {
	const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
	const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
	if (name === '' || name.includes('\0') || validateFileName(name) !== null) {
		throw new ReadFault(`The archive holds an entry with a name that leads out of it: "${name}".`);
	}
	return name;
}

function check(entry: Entry, name: string, bounds: ZipBounds): void {
	const { compressedSize, compressionMethod, extraFields, uncompressedSize } = entry;
	if (entry.isEncrypted()) throw encrypted();
	if (extraFields.some(({ id }) => id === zip64ExtraField)) throw zip64();
	if (compressionMethod !== stored && compressionMethod !== deflated) {
		throw new ReadFault(
			`The entry "${name}" is packed by a method that is not read here (${compressionMethod}); pack it by Deflate.`,
		);
	}
	if (uncompressedSize > bounds.partBytesMax) {
		throw beyond(`holds an entry of more than ${sizeText(bounds.partBytesMax)} ("${name}")`);
	}
	const ratioBytesMax = Math.max(bounds.ratioFreeBytes, compressedSize * bounds.ratioMax);
	if (uncompressedSize > ratioBytesMax) {
		throw beyond(
			`holds an entry that unpacks to more than ${bounds.ratioMax} times its size ("${name}")`,
		);
	}
}

/** yauzl ends a part at its declared size; the checksum is verified here. */
async function* inflated(file: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
	let checksum = 0;
	let sizeBytes = 0;
	try {
		for await (const chunk of await file.openReadStreamPromise(entry)) {
			const piece: unknown = chunk;
			if (!(piece instanceof Uint8Array)) throw new Error('a stream of bytes gave something else');
			checksum = crc32(piece, checksum);
			sizeBytes += piece.byteLength;
			yield piece;
		}
	} catch (fault) {
		refuse(fault);
	}
	if (checksum !== entry.crc32 || sizeBytes !== entry.uncompressedSize) {
		throw broken('an entry does not have the checksum that is noted for it');
	}
}

const stored = 0;
const deflated = 8;
const zip64ExtraField = 1;
const zip64LocatorSignature = 0x07064b50;

/** The locator is right before the end record, whose comment is its only variable part. */
function hasZip64Locator(buffer: Buffer, file: ZipFile): boolean {
	const locatorAt = buffer.length - file.comment.length - 22 - 20;
	return locatorAt >= 0 && buffer.readUInt32LE(locatorAt) === zip64LocatorSignature;
}

/** What the library says of an archive that it does not read. */
function refuse(fault: unknown): never {
	if (fault instanceof ReadFault) throw fault;
	const message = fault instanceof Error ? fault.message : String(fault);
	throw message.includes('encryption') ? encrypted() : broken(message);
}

function broken(detail: string): ReadFault {
	return new ReadFault(`The archive is broken: ${detail}.`);
}

function encrypted(): ReadFault {
	return new ReadFault('The archive is protected by a password; send it without one.');
}

function zip64(): ReadFault {
	return new ReadFault(
		'The archive is in the ZIP64 form, which is not read here; pack it as plain ZIP.',
	);
}

function beyond(what: string): ReadFault {
	return new ReadFault(`The archive ${what}, which is not unpacked.`);
}

function sizeText(sizeBytes: number): string {
	return `${Math.round(sizeBytes / 1024 / 1024)} MiB`;
}
