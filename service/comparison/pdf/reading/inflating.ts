/**
 * Inflates compressed parts for pdfjs, each in one call: the platform's stream takes longer to set
 * up than most parts take to inflate, and leaves more garbage. Broken parts are left to pdfjs's
 * own decoder.
 */
import { inflateSync } from 'node:zlib';

/** Protects the memory against malicious files. */
const partMebibytesMax = 256;

/** The subset of `DecompressionStream` that pdfjs uses: one part is written, then read. */
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

/** Replaces it for the whole process, which compares two files and ends. */
export function inflateAtOnce(): void {
	Object.assign(globalThis, { DecompressionStream: Inflation });
}
