/**
 * Opens a PDF with pdfjs, within limits; failures are messages, not exceptions. Nothing in a file
 * is executed: scripts are only read as text, and XFA forms not at all.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflateAtOnce } from './inflating';

const loadPdfjs = () => import('pdfjs-dist/legacy/build/pdf.mjs');

export type Pdfjs = Awaited<ReturnType<typeof loadPdfjs>>;
type Loading = ReturnType<Pdfjs['getDocument']>;
export type PdfDocument = Awaited<Loading['promise']>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

export interface OpenedPdf {
	readonly pdfjs: Pdfjs;
	readonly document: PdfDocument;
	close(): Promise<void>;
}

const pagesMax = 3000;

/** Larger pictures are left out. */
const picturePixelsMax = 1e8;

/** Returns the open document, or a message why it cannot be opened. */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf | string> {
	inflateAtOnce();
	const pdfjs = await loadPdfjs();
	// A copy, because pdfjs takes ownership of the bytes.
	const loading = pdfjs.getDocument({ data: new Uint8Array(bytes), ...resources(), ...bounds });
	const close = () => loading.destroy();
	try {
		const document = await loading.promise;
		const reason = whyNotReadable(document);
		if (reason === undefined) return { pdfjs, document, close };
		await close();
		return reason;
	} catch (fault) {
		await close();
		return reasonOf(fault);
	}
}

const bounds = {
	verbosity: 0,
	enableXfa: false,
	// Includes font names.
	fontExtraProperties: true,
	stopAtErrors: false,
	maxImageSize: picturePixelsMax,
	canvasMaxAreaInBytes: picturePixelsMax * 4,
	isOffscreenCanvasSupported: false,
} as const;

export function pdfjsFolder(): string {
	return path.dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));
}

/** Fonts and tables that PDF files may use without embedding them. */
function resources() {
	const folder = pdfjsFolder();
	return {
		standardFontDataUrl: path.join(folder, 'standard_fonts/'),
		cMapUrl: path.join(folder, 'cmaps/'),
		cMapPacked: true,
		wasmUrl: path.join(folder, 'wasm/'),
		iccUrl: path.join(folder, 'iccs/'),
	};
}

function whyNotReadable({ numPages }: PdfDocument): string | undefined {
	if (numPages === 0) return 'The PDF has no pages.';
	return numPages > pagesMax
		? `The PDF names ${numPages.toLocaleString('en-US')} pages; at most ${pagesMax.toLocaleString('en-US')} are read.`
		: undefined;
}

function reasonOf(fault: unknown): string {
	const name = fault instanceof Object && 'name' in fault ? fault.name : '';
	return name === 'PasswordException'
		? 'The PDF is protected by a password: remove the password.'
		: 'The PDF is broken or cut: save it again from the program that made it.';
}
