/**
 * Checks the structure of a PDF before it is parsed: the end exists, the cross-reference table is
 * where the end says, every object is where the table says, and no object stream is too large when
 * unpacked. Readers repair such faults by guessing, each in its own way, and a guess is not what
 * was signed.
 */
import { inflateSync } from 'node:zlib';

/** Larger PDFs are sealed like other files, in an archive, which needs no memory. */
export const sealedPdfBytesMax = 64 * 1024 * 1024;

/** The PDF header may come a little later. */
const headBytes = 1024;
const tailBytes = 1024;

/** Maximum unpacked size of an object stream. */
const objectsMebibytesMax = 64;

export function isPdf(bytes: Uint8Array): boolean {
	return latin1(bytes.subarray(0, headBytes)).includes('%PDF-');
}

/** Why the structure is invalid; undefined if it is valid. */
export function structureFault(file: Uint8Array): string | undefined {
	const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
	const tail = latin1(bytes.subarray(-tailBytes));
	const [, written] = /startxref\s+(\d{1,15})\s+%%EOF\s*$/.exec(tail.replace(/\0+$/, '')) ?? [];
	if (written === undefined) return 'its end is missing';
	const offset = Number(written);
	return tableFault(bytes, offset) ?? tooLargeWhenUnpacked(bytes);
}

function tableFault(bytes: Buffer, offset: number): string | undefined {
	const start = latin1(bytes.subarray(offset, offset + 100));
	if (/^\s*\d+\s+\d+\s+obj\b/.test(start)) return undefined;
	if (!/^\s*xref\b/.test(start)) return 'its table of objects is not where its end says';
	const end = bytes.indexOf('trailer', offset);
	if (end === -1) return 'its table of objects has no end';
	return misplaced(bytes, latin1(bytes.subarray(offset, end)))
		? 'an object is not where the table of objects says'
		: undefined;
}

/** True if an object in use does not begin where the table says. */
function misplaced(bytes: Buffer, table: string): boolean {
	let number = 0;
	for (const [, first, offset, generation, use] of table.matchAll(
		/(?:^|[\r\n])\s*(?:(\d+)[ \t]+\d+[ \t]*(?=[\r\n])|(\d{10})[ \t]+(\d{5})[ \t]+([nf]))/g,
	)) {
		if (first !== undefined) {
			number = Number(first);
			continue;
		}
		const place = Number(offset);
		const head = latin1(bytes.subarray(place, place + 40));
		const wanted = new RegExp(`^\\s*${number}\\s+${Number(generation)}\\s+obj\\b`);
		if (use === 'n' && place !== 0 && !wanted.test(head)) return true;
		number += 1;
	}
	return false;
}

function tooLargeWhenUnpacked(bytes: Buffer): string | undefined {
	const text = latin1(bytes);
	const heads = /\/Type\s*\/(?:ObjStm|XRef)\b/g;
	for (const { index } of text.matchAll(heads)) {
		const data = /stream\r?\n/g;
		data.lastIndex = index;
		if (data.exec(text) === null) return 'a part that holds objects is cut off';
		if (isTooLarge(bytes.subarray(data.lastIndex))) {
			return `a part that holds objects is larger than ${objectsMebibytesMax} MiB when unpacked`;
		}
	}
	return undefined;
}

function isTooLarge(packed: Buffer): boolean {
	try {
		inflateSync(packed, { maxOutputLength: objectsMebibytesMax * 1024 * 1024 });
		return false;
	} catch (fault) {
		// Other compression or none: left to the readers.
		return fault instanceof RangeError && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
	}
}

function latin1(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
