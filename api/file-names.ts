/**
 * File names that can be saved anywhere: one path segment, no invisible characters, at most 255
 * bytes.
 */

/** Limit of common file systems, in UTF-8. */
const bytesMax = 255;

/** Path separators, unprintable characters, and marks that change the direction of text. */
const unsafe = /[/\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** The ending is kept because it tells the type of the file. */
const ending = /(?<=.)\.[\p{L}\p{N}_-]{1,20}$/u;

/** Returns the name unchanged if it fits. A long name is cut before its ending. */
export function safeFileName(name: string): string {
	const whole = name.trim();
	const found = ending.exec(whole)?.[0] ?? '';
	return fileNameFrom(whole.slice(0, whole.length - found.length), found);
}

/**
 * A name with a suffix, such as `Lease` with ` - differences.html`. If it is too long, the first
 * part is cut.
 */
export function fileNameFrom(stem: string, end: string): string {
	const plain = stem.toWellFormed().replace(unsafe, '_');
	const name = cut(plain, bytesMax - sizeOf(end)) + end;
	return /^\.{0,2}$/.test(name) ? `_${name}` : name;
}

const encoder = new TextEncoder();
const sizeOf = (text: string) => encoder.encode(text).length;

/** The longest beginning of whole characters that fits. */
function cut(text: string, sizeBytesMax: number): string {
	let left = sizeBytesMax - sizeOf(text);
	if (left >= 0) return text;
	const kept = [...text];
	while (left < 0) left += sizeOf(kept.pop() ?? '');
	return kept.join('').trimEnd();
}
