/**
 * The sealed form of a PDF: the signed file byte for byte, followed by an incremental update with
 * certificate page, record and a signature over all of it. Existing signatures stay valid. The
 * caller fills in the signature, after time-stamping it.
 */
import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import { recordFileName, type SealRecord } from './record';
import { signDigest, type SealingKey, type Signed } from '../signature/signed-data';
import { attach } from './attachment';
import { activeParts } from './active-parts';
import { addCertificatePage } from './certificate-page';
import { stampFields, type StampedField } from './field-stamps';
import { Fonts } from './fonts';
import { openForSeal } from './reading';
import { addSecurityStore, type SecurityStore } from './security-store';
import { addSignatureField } from './signature-field';
import { openPlace, type OpenPlace } from './signature-place';

export interface PdfToSeal {
	readonly bytes: Uint8Array;
	/** Without the parts that are read from the document. */
	readonly record: Omit<SealRecord, 'activeParts'>;
	/** PNG, one for each signer; undefined if the signature is no picture. */
	readonly pictures: readonly (Uint8Array | undefined)[];
	/** PNG of the organisation's logo, if it has one. */
	readonly logo?: Uint8Array | undefined;
	/** Values of fields, to be drawn on their pages. */
	readonly fields: readonly StampedField[];
	readonly sealedBy: string;
	readonly time: Date;
	/** Revocation data of the seal's certificates. */
	readonly store?: SecurityStore;
}

/** A finished PDF with an empty place for its signature, and the signature. */
export interface OpenSeal {
	readonly place: OpenPlace;
	readonly signed: Signed;
}

export async function sealPdf(
	{ bytes, fields, sealedBy, time, store, ...toSeal }: PdfToSeal,
	key: SealingKey,
): Promise<OpenSeal> {
	const document = await openForSeal(bytes);
	const record: SealRecord = { ...toSeal.record, activeParts: activeParts(document) };
	const fonts = new Fonts(document);
	const pictures = await Promise.all(toSeal.pictures.map((picture) => embed(document, picture)));
	await stampFields(document, fonts, { fields, pictures });
	const logo = await embed(document, toSeal.logo);
	const page = await addCertificatePage(document, fonts, { record, pictures, logo, sealedBy });
	attach(document, {
		fileName: recordFileName,
		mediaType: 'application/json',
		description: 'What was signed by whom, and the proofs that the log holds it',
		bytes: Buffer.from(`${JSON.stringify(record, null, '\t')}\n`),
	});
	if (store !== undefined) addSecurityStore(document, store);
	const reason = `Sealed when all had signed: ${record.contract.displayName}`;
	addSignatureField(document, page, { name: `Seal ${record.contract.id}`, reason, time });
	const saved = await document.save({ useObjectStreams: false, addDefaultPage: false });
	const place = openPlace(saved);
	return { place, signed: signDigest(key, place.digest) };
}

async function embed(
	document: PDFDocument,
	picture: Uint8Array | undefined,
): Promise<PDFImage | undefined> {
	return picture === undefined ? undefined : document.embedPng(picture);
}
