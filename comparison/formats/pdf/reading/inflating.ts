/**
 * Replaces DecompressionStream for pdfjs by a synchronous inflate: the platform's stream takes
 * longer to set up than most parts of a PDF take to inflate, and leaves more garbage. Faulty parts
 * are left to pdfjs, which can read some of them.
 */
import { inflateSync } from 'node:zlib';

/** Largest part, against files that try to fill the memory. */
const partMebibytesMax = 256;

/** The part of `DecompressionStream` that pdfjs uses: one write, then reads. */
class Inflation {
	private readonly parts: Uint8Array[] = [];

	constructor(format: string) {
		if (format !== 'deflate') throw new TypeError(`${format} is left to pdfjs`);
	}

	readonly writable = {
		getWriter: () => ({
			write: async (part: Uint8Array) => void this.parts.push(part),
			close: async () => undefined,
		}),
	};

	readonly readable = {
		getReader: () => ({ read: async () => this.read() }),
	};

	private read(): { readonly done: boolean; readonly value?: Uint8Array } {
		const part = this.parts.shift();
		if (part === undefined) return { done: true };
		const maxOutputLength = partMebibytesMax * 1024 * 1024;
		return { done: false, value: inflateSync(part, { maxOutputLength }) };
	}
}

/** Affects the whole process, which compares two files and ends. */
export function inflateAtOnce(): void {
	Object.assign(globalThis, { DecompressionStream: Inflation });
}
