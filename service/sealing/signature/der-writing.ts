/** Writes DER, as far as signatures and certificates need it; `proof/` reads it. */

export const tags = {
	boolean: 0x01,
	integer: 0x02,
	bitString: 0x03,
	octetString: 0x04,
	nothing: 0x05,
	oid: 0x06,
	utf8String: 0x0c,
	utcTime: 0x17,
	generalizedTime: 0x18,
	sequence: 0x30,
	set: 0x31,
} as const;

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
	return der(tags.sequence, ...parts);
}

/** DER sorts the elements of a set by their bytes. */
export function set(...parts: readonly Buffer[]): Buffer {
	return der(tags.set, ...[...parts].sort((one, other) => Buffer.compare(one, other)));
}

/** A constructed context-specific tag. */
export function tagged(number: number, ...parts: readonly Uint8Array[]): Buffer {
	return der(0xa0 + number, ...parts);
}

/** A non-negative integer, given by its bytes. */
export function integer(bytes: Uint8Array): Buffer {
	const firstOther = bytes.findIndex((byte) => byte !== 0);
	const shortest = firstOther === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(firstOther));
	const isHigh = ((shortest[0] ?? 0) & 0x80) !== 0;
	return der(tags.integer, isHigh ? Buffer.concat([Buffer.from([0]), shortest]) : shortest);
}

export function smallInteger(value: number): Buffer {
	return integer(Buffer.from([value]));
}

export function octets(bytes: Uint8Array): Buffer {
	return der(tags.octetString, bytes);
}

export function bits(bytes: Uint8Array, unused = 0): Buffer {
	return der(tags.bitString, Buffer.from([unused]), bytes);
}

export function truth(value: boolean): Buffer {
	return der(tags.boolean, Buffer.from([value ? 0xff : 0]));
}

export const nothing = der(tags.nothing);

export function oid(text: string): Buffer {
	const [first = 0, second = 0, ...others] = text.split('.').map(Number);
	return der(tags.oid, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

/** UTCTime until 2049, then GeneralizedTime, as certificates require. */
export function time(date: Date): Buffer {
	const digits = date.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
	return date.getUTCFullYear() < 2050
		? der(tags.utcTime, Buffer.from(digits.slice(2)))
		: der(tags.generalizedTime, Buffer.from(digits));
}

function base128(value: number): number[] {
	const bytes = [value & 0x7f];
	for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
	return bytes;
}

function lengthOf(length: number): Buffer {
	if (length < 0x80) return Buffer.from([length]);
	const bytes: number[] = [];
	for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
	return Buffer.from([0x80 | bytes.length, ...bytes]);
}
