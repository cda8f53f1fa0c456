/**
 * Reads DER, the encoding of certificates and signatures, as tagged values. Accepts only definite
 * lengths in their shortest form, as DER requires.
 */
export interface DerValue {
	readonly tag: number;
	readonly content: Uint8Array;
	/** With tag and length. */
	readonly whole: Uint8Array;
}

export class DerFault extends Error {
	override readonly name = 'DerFault';
}

/** Maximum bytes of a length; enough for any file that is read whole. */
const lengthBytesMax = 4;

/** Reads bytes that must be exactly one value. */
export function readDer(bytes: Uint8Array): DerValue {
	const value = valueAt(bytes, 0);
	if (value.whole.length !== bytes.length) throw new DerFault('something follows the value');
	return value;
}

/** Reads the first value and ignores the rest. */
export function firstDer(bytes: Uint8Array): DerValue {
	return valueAt(bytes, 0);
}

/** The parts of a constructed value. */
export function derParts({ content }: DerValue): readonly DerValue[] {
	const parts: DerValue[] = [];
	for (let offset = 0; offset < content.length;) {
		const part = valueAt(content, offset);
		parts.push(part);
		offset += part.whole.length;
	}
	return parts;
}

/** The part at an index; throws unless it has the tag. */
export function derPart(value: DerValue, index: number, tag: number): DerValue {
	const part = derParts(value)[index];
	if (part?.tag === tag) return part;
	throw new DerFault(`part ${index} has the tag ${part?.tag ?? 'of nothing'}, not ${tag}`);
}

/** An object identifier in dotted form. */
export function oidText({ content }: DerValue): string {
	const numbers: number[] = [];
	let number = 0;
	for (const byte of content) {
		number = number * 128 + (byte & 0x7f);
		if ((byte & 0x80) !== 0) continue;
		if (numbers.length === 0) {
			const first = Math.min(2, Math.floor(number / 40));
			numbers.push(first, number - first * 40);
		} else numbers.push(number);
		number = 0;
	}
	return numbers.join('.');
}

function valueAt(bytes: Uint8Array, offset: number): DerValue {
	const tag = byteAt(bytes, offset);
	if ((tag & 0x1f) === 0x1f) throw new DerFault('a tag takes several bytes');
	const { length, start } = lengthAt(bytes, offset + 1);
	const end = start + length;
	if (end > bytes.length) throw new DerFault('a value is cut off');
	return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(offset, end) };
}

function lengthAt(bytes: Uint8Array, offset: number) {
	const first = byteAt(bytes, offset);
	if (first < 0x80) return { length: first, start: offset + 1 };
	const count = first & 0x7f;
	if (count === 0 || count > lengthBytesMax) throw new DerFault('a length is none of DER');
	let length = 0;
	for (let at = 1; at <= count; at += 1) length = length * 256 + byteAt(bytes, offset + at);
	if (length < 0x80 || length < 256 ** (count - 1))
		throw new DerFault('a length is not the shortest');
	return { length, start: offset + 1 + count };
}

function byteAt(bytes: Uint8Array, offset: number): number {
	const byte = bytes[offset];
	if (byte === undefined) throw new DerFault('a value is cut off');
	return byte;
}
