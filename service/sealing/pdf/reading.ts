/**
 * Checks whether a PDF can be sealed: two readers see the same pages, and its structure is valid.
 * The reason for a failure is a clause for people; such a PDF is refused before anybody signs it.
 */
import { EncryptedPDFError, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { openPdf, type OpenedPdf } from '../../../comparison/formats/pdf/reading/pdf-document';
import { structureFault } from './structure';
import { placesOf, type PdfPlaces } from './text-tags';

export type Reading =
	| { readonly isReadable: true; readonly places?: PdfPlaces }
	| { readonly isReadable: false; readonly reason: string };

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
		if (document.getPageCount() !== numPages) {
			return unreadable('the pages of the PDF cannot be told apart for certain');
		}
		if (isCertified(document)) {
			return unreadable(
				'its author certified it against changes (DocMDP), and a seal would break that',
			);
		}
		return { isReadable: true, ...(places !== undefined && { places }) };
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
		// pdfjs throws various errors, such as a broken page tree or too deep nesting.
		return 'broken';
	}
}

/**
 * True if the document says which changes its author allows (ISO 32000-2, 12.8.4). None of the three
 * levels allows the page that a seal adds.
 */
function isCertified({ catalog }: PDFDocument): boolean {
	const permissions = catalog.lookupMaybe(PDFName.of('Perms'), PDFDict);
	return permissions?.has(PDFName.of('DocMDP')) === true;
}

/** Opens a PDF for sealing; throws if a part is unreadable or it is encrypted. */
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

/** Turns a sentence into a clause. */
function clause(sentence: string): string {
	return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}
