/**
 * JSON read without losing a unit. A whole number written in digits is a bigint whatever its size;
 * every other number stays what JavaScript makes of it, so that 5.0 is not taken for 5.
 */

/** No amount has more digits, and reading a million of them would take seconds. */
const digitsMax = 100;
const wholeNumber = new RegExp(`^-?\\d{1,${digitsMax}}$`);

/** Every text in a document, and a colon behind it where it is the name of a field. */
const texts = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * The value of a document, or undefined when the bytes are not JSON in UTF-8 or an object names a
 * field twice: which of the two is meant cannot be known.
 */
export function readJson(bytes: Uint8Array): unknown {
	let fields = -1; // the holder of the outermost value is no object of the document
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		const value: unknown = JSON.parse(text, function (this: unknown, _name, part, source?: Source) {
			if (!Array.isArray(this)) fields++;
			return typeof part === 'number' ? exact(part, source) : (part as unknown);
		});
		return fields === namedFields(text) ? value : undefined;
	} catch {
		// Not UTF-8, not JSON, or nested deeper than the stack: in each case no document.
		return undefined;
	}
}

/** What JSON.parse tells a reviver of a number, which its types do not know yet. */
interface Source {
	readonly source?: string;
}

function exact(number: number, { source: digits = '' }: Source = {}): number | bigint {
	return wholeNumber.test(digits) ? BigInt(digits) : number;
}

function namedFields(text: string): number {
	let count = 0;
	for (const [, colon] of text.matchAll(texts)) if (colon !== undefined) count++;
	return count;
}
