/**
 * Bytes as UTF-8, base64 and hex. Decoders accept one form only: base64 with spare bits, white
 * space or missing padding is rejected, so that no two texts mean the same bytes.
 */

export function utf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

/** Decodes UTF-8; undefined if the bytes are invalid. A byte order mark is kept. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
	const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		joined.set(part, offset);
		offset += part.length;
	}
	return joined;
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
	return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Few enough arguments for one call in every JavaScript engine. */
const chunkBytes = 8192;

export function toBase64(bytes: Uint8Array): string {
	let characters = '';
	for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
		characters += String.fromCharCode(...bytes.subarray(offset, offset + chunkBytes));
	}
	return btoa(characters);
}

/** Decodes base64 (RFC 4648, section 4); undefined if it is not in canonical form. */
export function fromBase64(text: string): Uint8Array | undefined {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : undefined;
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes lower-case hex; undefined if it is invalid. */
export function fromHex(text: string): Uint8Array | undefined {
	if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
	const bytes = new Uint8Array(text.length / 2);
	for (let at = 0; at < bytes.length; at += 1) {
		bytes[at] = digit(text.charCodeAt(2 * at)) * 16 + digit(text.charCodeAt(2 * at + 1));
	}
	return bytes;
}

/** The value of a digit `0` to `9` or `a` to `f`. */
function digit(code: number): number {
	return code < 58 ? code - 48 : code - 87;
}

/** One character for each byte. */
export function latin1(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += chunkBytes) {
		text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
	}
	return text;
}

/** Offset of the first occurrence from an offset on; -1 if there is none. */
export function indexOf(bytes: Uint8Array, word: Uint8Array, from: number): number {
	for (let at = bytes.indexOf(word[0] ?? 0, from); at !== -1;) {
		if (isAt(bytes, word, at)) return at;
		at = bytes.indexOf(word[0] ?? 0, at + 1);
	}
	return -1;
}

/** Offset of the last occurrence up to an offset; -1 if there is none. */
export function lastIndexOf(bytes: Uint8Array, word: Uint8Array, from: number): number {
	let at = from < 0 ? -1 : bytes.lastIndexOf(word[0] ?? 0, from);
	while (at > 0 && !isAt(bytes, word, at)) at = bytes.lastIndexOf(word[0] ?? 0, at - 1);
	return at !== -1 && isAt(bytes, word, at) ? at : -1;
}

/** Compares from the end, because the beginnings of these words are common. */
function isAt(bytes: Uint8Array, word: Uint8Array, at: number): boolean {
	for (let index = word.length - 1; index >= 0; index -= 1) {
		if (bytes[at + index] !== word[index]) return false;
	}
	return true;
}
