/**
 * Finds the seal of a PDF and checks that it covers the whole file. The signature covers every
 * byte except its own hex digits, which are checked separately. Bytes appended after the seal are
 * reported.
 */
import { concat, fromHex, indexOf, lastIndexOf, latin1, utf8 } from '../bytes';
import { firstDer } from '../der';
import { sha256 } from '../sha256';
import { SealFault } from './seal-fault';
import { checkSignedData, type SignedData } from './signed-data';

export interface SealPlace {
	/** Offset of the signature's first byte, its bracket; `end` is the offset after its last. */
	readonly start: number;
	readonly end: number;
	/** Size of the file when it was sealed. */
	readonly fileEnd: number;
}

/** The record attached to a sealed file, as bytes. */
export interface AttachedRecord {
	readonly bytes: Uint8Array;
	/** Offset of the object that holds it. */
	readonly offset: number;
}

const rangeWord = utf8('/ByteRange [');
const recordWord = utf8('/SealkeeperBytes ');
const streamWord = utf8('stream');
const partWords = [recordWord, utf8('(sealkeeper-record.json)')];

/** More signatures than any honest file has. */
const placesMax = 64;
/** Longer than a byte range with its padding in any file. */
const headBytes = 200;
/** Maximum distance between the head of the record's object and its bytes. */
const dictionaryBytes = 1000;

/** True if a file has parts that only a seal has: if the rest is missing, the file was changed. */
export function hasPartsOfSeal(bytes: Uint8Array): boolean {
	return partWords.some((word) => lastIndexOf(bytes, word, bytes.length) !== -1);
}

/** The signatures whose byte ranges can be those of a seal, last one first. */
export function sealPlaces(bytes: Uint8Array): readonly SealPlace[] {
	const places: SealPlace[] = [];
	let at = bytes.length;
	for (let looked = 0; looked < placesMax; looked += 1) {
		at = lastIndexOf(bytes, rangeWord, at - 1);
		if (at === -1) break;
		const text = latin1(bytes.subarray(at, at + headBytes));
		const [, start, end, length] =
			/^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\]/.exec(text) ?? [];
		const place = { start: Number(start), end: Number(end), fileEnd: Number(end) + Number(length) };
		const isInside = place.start < place.end && place.end <= place.fileEnd;
		if (isInside && place.fileEnd <= bytes.length && at < place.start) places.push(place);
	}
	return places;
}

/** The last record before an offset. */
export function attachedRecord(bytes: Uint8Array, before: number): AttachedRecord | undefined {
	const at = lastIndexOf(bytes, recordWord, before - recordWord.length);
	if (at === -1) return undefined;
	const from = at + recordWord.length;
	const [written] = /^\d{1,9}/.exec(latin1(bytes.subarray(from, from + 10))) ?? [];
	const head = bytes.subarray(0, Math.min(before, from + dictionaryBytes));
	const stream = indexOf(head, streamWord, from);
	if (written === undefined || stream === -1) return undefined;
	let start = stream + streamWord.length;
	if (bytes[start] === 0x0d) start += 1;
	if (bytes[start] === 0x0a) start += 1;
	const end = start + Number(written);
	return end > before ? undefined : { bytes: bytes.slice(start, end), offset: at };
}

/** Throws a `SealFault` or a `DerFault` unless the signature covers the file around it. */
export async function checkPdfSeal(
	bytes: Uint8Array,
	{ start, end, fileEnd }: SealPlace,
): Promise<SignedData> {
	if (bytes[start] !== 0x3c || bytes[end - 1] !== 0x3e) {
		throw new SealFault('its signature is not where the file says');
	}
	const reserved = fromHex(latin1(bytes.subarray(start + 1, end - 1)));
	if (reserved === undefined) throw new SealFault('the digits of its signature were changed');
	const { whole: cms } = firstDer(reserved);
	if (reserved.subarray(cms.length).some((byte) => byte !== 0)) {
		throw new SealFault('something was written behind its signature');
	}
	const digest = await sha256(concat([bytes.subarray(0, start), bytes.subarray(end, fileEnd)]));
	return checkSignedData(cms, digest);
}

/** The time in the seal; it is signed, but only the sealer's claim. */
export function claimedTime(bytes: Uint8Array, { start }: SealPlace): string | undefined {
	const at = lastIndexOf(bytes, rangeWord, start);
	if (at === -1) return undefined;
	const around =
		latin1(bytes.subarray(Math.max(0, at - headBytes), start)) + latin1After(bytes, start);
	const [, year, month, day, hour, minute, second] =
		/\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z?/.exec(around) ?? [];
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
	return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** The text after the signature's digits. */
function latin1After(bytes: Uint8Array, start: number): string {
	const end = indexOf(bytes, Uint8Array.of(0x3e), start);
	return latin1(bytes.subarray(end, end + headBytes));
}
