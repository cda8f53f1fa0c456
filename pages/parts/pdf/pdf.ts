/**
 * Opens a PDF with pdf.js, which is loaded on demand. Scripts in the PDF do not run, and the page's
 * policy allows the worker's address only.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { answerAt } from '../client';

/** Set by the build; ends in a slash. */
declare const PDFJS_ADDRESS: string;

interface Policies {
	createPolicy(
		name: string,
		rules: { createScriptURL(address: string): string },
	): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
const workerAddress = `${PDFJS_ADDRESS}pdf.worker.min.mjs`;
const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress });

/** The bytes arrived, but pdf.js cannot show them; its own messages are for programmers. */
export class PdfUnreadableError extends Error {
	constructor() {
		super('This PDF cannot be shown here.');
	}
}

type Headers = Readonly<Record<string, string>>;

/** Opens a PDF at an address, or from memory. Throws a PdfUnreadableError, or the server's refusal. */
export async function openPdf(
	source: string | Uint8Array,
	headers: Headers = {},
): Promise<PDFDocumentProxy> {
	try {
		return await opened(source, headers);
	} catch {
		// If the server refuses the file, its refusal is thrown instead.
		if (typeof source === 'string')
			await answerAt(source, { headers: { ...headers, range: 'bytes=0-0' } });
		throw new PdfUnreadableError();
	}
}

/** Loads the worker in parallel with the script, since it is the larger. */
async function opened(source: string | Uint8Array, headers: Headers): Promise<PDFDocumentProxy> {
	const port = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, {
		type: 'module',
	});
	try {
		return await openedBy(port, source, headers);
	} catch (reason) {
		port.terminate();
		throw reason;
	}
}

async function openedBy(
	port: Worker,
	source: string | Uint8Array,
	httpHeaders: Headers,
): Promise<PDFDocumentProxy> {
	const pdfjs = (await import(`${PDFJS_ADDRESS}pdf.min.mjs`)) as typeof import('pdfjs-dist');
	const from = (part: string) => new URL(`${PDFJS_ADDRESS}${part}/`, location.href).href;
	return pdfjs.getDocument({
		// Bytes are handed over to the worker, so it gets a copy.
		...(typeof source === 'string'
			? { url: new URL(source, location.href).href, httpHeaders }
			: { data: source.slice() }),
		worker: pdfjs.PDFWorker.create({ port }),
		cMapUrl: from('cmaps'),
		standardFontDataUrl: from('standard_fonts'),
		wasmUrl: from('wasm'),
		useWasm: false,
		enableXfa: false,
	}).promise;
}
