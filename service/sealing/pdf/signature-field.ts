/**
 * Adds the signature field of a seal: a placeholder that is filled when the file is complete, so
 * that the signature covers all other bytes.
 */
import { PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { signatureBytesMax } from './signature-place';

/** As wide as any number that will replace it. */
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
			Type: 'Annot',
			Subtype: 'Widget',
			FT: 'Sig',
			F: widgetFlags,
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
