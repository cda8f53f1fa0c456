/**
 * Whether a PDF can be sealed: two readers open it and see the same pages, and its structure holds. What
 * cannot be is told in a clause for people, and is refused before anybody signs it.
 */
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import { openPdf, type OpenedPdf } from '../../comparison/pdf/reading/pdf-document';
import { structureFault } from './structure';
import { placesOf, type PdfPlaces } from './text-tags';

export type Reading =
	| { readonly isReadable: true; readonly places?: PdfPlaces }
	| { readonly isReadable: false; readonly reason: string };

/** What fields need to know of a PDF: how large its pages are, and where its text tags stand. */
export interface WantedPlaces {
	readonly findsTags: boolean;
}

export async function readPdf(bytes: Uint8Array, wanted?: WantedPlaces): Promise<Reading> {
	const opened = await openPdf(bytes);
	if (typeof opened === 'string') return unreadable(clause(opened));
	const { numPages } = opened.document;
	const places = await placesIn(opened, wanted);
	await opened.close();
	if (places === 'broken') return unreadable('a page of the PDF is broken');
	const fault = structureFault(bytes);
	if (fault !== undefined) return unreadable(`the PDF is broken or cut: ${fault}`);
	try {
		const document = await openForSeal(bytes);
		return document.getPageCount() === numPages
			? { isReadable: true, ...(places !== undefined && { places }) }
			: unreadable('the pages of the PDF cannot be told apart for certain');
	} catch (error) {
		if (error instanceof EncryptedPDFError) return unreadable('the PDF is encrypted');
		return unreadable('the PDF has parts that cannot be read');
	}
}

async function placesIn(
	opened: OpenedPdf,
	wanted: WantedPlaces | undefined,
): Promise<PdfPlaces | undefined | 'broken'> {
	if (wanted === undefined) return undefined;
	try {
		return await placesOf(opened, wanted.findsTags);
	} catch {
		// pdfjs throws what it found: a broken tree of pages, or nesting too deep for it.
		return 'broken';
	}
}

/** Throws where a part cannot be read, and where it is encrypted. */
export function openForSeal(bytes: Uint8Array): Promise<PDFDocument> {
	return PDFDocument.load(bytes, {
		forIncrementalUpdate: true,
		throwOnInvalidObject: true,
		updateMetadata: false,
		preserveXFA: true,
	});
}

function unreadable(reason: string): Reading {
	return { isReadable: false, reason };
}

/** A sentence as a part of another. */
function clause(sentence: string): string {
	return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}
