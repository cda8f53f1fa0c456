/**
 * What a file may be called wherever it is saved: one step of a path, nothing that cannot be seen, and no
 * longer than file systems take.
 */

/** What file systems take, in UTF-8. */
const bytesMax = 255;

/** What parts a path, what is not printed, and marks that show what follows in another order. */
const unsafe = /[/\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** It says what the file is. */
const ending = /(?<=.)\.[\p{L}\p{N}_-]{1,20}$/u;

/** The name itself wherever it can be; of a long one the ending stays. */
export function safeFileName(name: string): string {
	const whole = name.trim();
	const found = ending.exec(whole)?.[0] ?? '';
	return fileNameFrom(whole.slice(0, whole.length - found.length), found);
}

/** A name made after another one: `Lease` and ` - differences.html`. Where that is too long, the other is cut. */
export function fileNameFrom(stem: string, end: string): string {
	const plain = stem.toWellFormed().replace(unsafe, '_');
	const name = cut(plain, bytesMax - sizeOf(end)) + end;
	return /^\.{0,2}$/.test(name) ? `_${name}` : name;
}

const encoder = new TextEncoder();
const sizeOf = (text: string) => encoder.encode(text).length;

/** As many whole characters from the beginning as fit. */
function cut(text: string, sizeBytesMax: number): string {
	let left = sizeBytesMax - sizeOf(text);
	if (left >= 0) return text;
	const kept = [...text];
	while (left < 0) left += sizeOf(kept.pop() ?? '');
	return kept.join('').trimEnd();
}
