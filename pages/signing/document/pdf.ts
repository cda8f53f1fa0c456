/**
 * Opens a PDF with pdf.js, which is fetched when the first is to be shown. It runs no script of a PDF,
 * and its worker is the one address that the page's policy lets a text become.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { answerAt } from '../../parts/client';
import { Unshown } from '../link/trouble';

/** Where the build has put pdf.js; ends in a slash. */
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
		// What pdf.js says is English and for programmers; a refusal says itself why there is no file.
		await answerAt(address, { headers: { range: 'bytes=0-0' } });
		throw new Unshown('pdfNotShown');
	}
}

/** The worker is fetched beside the script that talks to it, since it is the larger of the two. */
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
