/**
 * Whether a PDF stands on its own structure, looked at before anything reads it: the end is there, the
 * table of objects lies where the end says, every object where the table says, and no part that a reader
 * must unpack to find objects is larger than it may be. Readers mend such faults by guessing, each its
 * own way, and what two readers guess is not what everybody signed.
 */
import { inflateSync } from 'node:zlib';

/** Larger ones are sealed as other files are, which takes no memory. */
export const sealedPdfBytesMax = 64 * 1024 * 1024;

/** A PDF may begin a little later. */
const headBytes = 1024;
const tailBytes = 1024;

/** Of each part that holds objects, unpacked. */
const objectsMebibytesMax = 64;

export function isPdf(bytes: Uint8Array): boolean {
	return latin1(bytes.subarray(0, headBytes)).includes('%PDF-');
}

/** Why the structure does not hold; nothing where it does. */
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

/** Whether an object that is in use does not begin where the table says. */
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
		// What is not packed, or not like this, is left to those who read it.
		return fault instanceof RangeError && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
	}
}

function latin1(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
