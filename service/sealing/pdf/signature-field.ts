/**
 * The field of a seal in a PDF: a place for the signature that is filled when everything else of the file
 * stands, so that the signature is of all bytes but its own.
 */
import { PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { signatureBytesMax } from './signature-place';

/** As wide as any number that takes its place. */
const placeholder = 9_999_999_999;

/** SignaturesExist and AppendOnly. */
const signatureFlags = 3;
/** Print and Locked. */
const widgetFlags = 132;

export interface FieldOfSeal {
	readonly name: string;
	readonly reason: string;
	readonly time: Date;
}

export function addSignatureField(
	document: PDFDocument,
	page: PDFPage,
	{ name, reason, time }: FieldOfSeal,
): void {
	const { context, catalog } = document;
	const signature = context.register(
		context.obj({
			Type: 'Sig',
			Filter: 'Adobe.PPKLite',
			SubFilter: 'ETSI.CAdES.detached',
			ByteRange: [0, placeholder, placeholder, placeholder],
			Contents: PDFHexString.of('0'.repeat(signatureBytesMax * 2)),
			M: PDFString.fromDate(time),
			Reason: PDFHexString.fromText(reason),
		}),
	);
	const widget = context.register(
		context.obj({
			...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: widgetFlags },
			Rect: [0, 0, 0, 0],
			V: signature,
			T: PDFHexString.fromText(name),
			P: page.ref,
		}),
	);
	page.node.addAnnot(widget);
	const form = catalog.getOrCreateAcroForm();
	form.addField(widget);
	form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(signatureFlags));
}
