/**
 * Opens a PDF with pdf.js, which is loaded on demand. Scripts in the PDF do not run, and the page's
 * policy allows the worker's address only.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { answerAt } from '../../parts/client';
import { CannotShowError } from '../link/trouble';

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

export async function openPdf(address: string): Promise<PDFDocumentProxy> {
	try {
		return await opened(address);
	} catch {
		// The messages of pdf.js are for programmers; if the server refuses the file, its refusal is
		// thrown instead.
		await answerAt(address, { headers: { range: 'bytes=0-0' } });
		throw new CannotShowError('pdfNotShown');
	}
}

/** Loads the worker in parallel with the script, since it is the larger. */
async function opened(address: string): Promise<PDFDocumentProxy> {
	const port = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, {
		type: 'module',
	});
	try {
		return await openedBy(port, address);
	} catch (reason) {
		port.terminate();
		throw reason;
	}
}

async function openedBy(port: Worker, address: string): Promise<PDFDocumentProxy> {
	const pdfjs = (await import(`${PDFJS_ADDRESS}pdf.min.mjs`)) as typeof import('pdfjs-dist');
	const from = (part: string) => new URL(`${PDFJS_ADDRESS}${part}/`, location.href).href;
	return pdfjs.getDocument({
		url: new URL(address, location.href).href,
		worker: pdfjs.PDFWorker.create({ port }),
		cMapUrl: from('cmaps'),
		standardFontDataUrl: from('standard_fonts'),
		wasmUrl: from('wasm'),
		useWasm: false,
		enableXfa: false,
	}).promise;
}
