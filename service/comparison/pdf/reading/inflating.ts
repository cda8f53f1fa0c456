/**
 * Inflates for pdfjs what lies compressed in a file, each part in one call: the platform's own stream
 * takes longer to set up than most parts of a PDF take to inflate, and leaves more behind to be cleared
 * away. Parts with faults are left to pdfjs, which reads by itself what this cannot.
 */
import { inflateSync } from 'node:zlib';

/** No larger part is inflated at once; of a file that means to fill the memory. */
const partMebibytesMax = 256;

/** As much of the platform's `DecompressionStream` as pdfjs uses: one part written, then read. */
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

/** For this process, which compares two files and ends. */
export function inflateAtOnce(): void {
	Object.assign(globalThis, { DecompressionStream: Inflation });
}
