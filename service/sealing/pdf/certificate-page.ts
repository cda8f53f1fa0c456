/**
 * The last page of a sealed contract: what was signed by whom and when, with signatures and log
 * entry, for people; the record says the same for programs.
 */
import type { PDFDocument, PDFImage, PDFPage } from '@cantoo/pdf-lib';
import qrcode from 'qrcode-generator';
import { recordFileName, type CodeProof, type SealedSigner, type SealRecord } from './record';
import type { Fonts } from './fonts';
import { colours, Sheet } from './sheet';

export interface CertificatePage {
	readonly record: SealRecord;
	/** One for each signer; undefined if the signature is no picture. */
	readonly pictures: readonly (PDFImage | undefined)[];
	readonly logo: PDFImage | undefined;
	/** The sealing certificate in words. */
	readonly sealedBy: string;
}

const signatureBox = { width: 130, height: 46 };
/** As high as the title beside it. */
const logoBox = { width: 140, height: 28 };
const qrSide = 84;

/** Adds the page or pages; returns the first. */
export async function addCertificatePage(
	document: PDFDocument,
	fonts: Fonts,
	{ record, pictures, logo, sealedBy }: CertificatePage,
): Promise<PDFPage> {
	const sheet = new Sheet(document, fonts);
	if (logo !== undefined) sheet.picture(logo, logoBox);
	await sheet.write('Certificate of signatures', { size: 20 });
	sheet.space(8);
	await writeContract(sheet, record);
	for (const [index, signer] of record.signers.entries()) {
		await writeSigner(sheet, signer, pictures[index]);
	}
	sheet.line();
	await writeLog(sheet, record);
	await writeActiveParts(sheet, record);
	await field(sheet, 'Sealed by', sealedBy);
	return sheet.first;
}

async function writeContract(sheet: Sheet, { contract }: SealRecord): Promise<void> {
	await field(sheet, 'Contract', contract.displayName);
	const { fileNumber, files = [] } = contract;
	const file = `${contract.fileName}, ${contract.sizeBytes} bytes`;
	const place = files.length > 0 ? `File ${fileNumber} of ${files.length}` : 'File';
	await field(sheet, place, file);
	await field(sheet, 'BLAKE2b-256', contract.fileHash);
	for (const [at, { fileName, fileHash }] of files.entries()) {
		if (at + 1 === fileNumber) continue;
		await field(sheet, `File ${at + 1}, sealed by itself`, `${fileName}, BLAKE2b-256 ${fileHash}`);
	}
	await field(sheet, 'Asked for by', contract.ownerEmail);
	await field(sheet, 'Created', utc(contract.createdAt));
	await field(sheet, 'Identifier', contract.id);
}

async function writeSigner(
	sheet: Sheet,
	signer: SealedSigner,
	picture: PDFImage | undefined,
): Promise<void> {
	const { address, signedAt, suppliedByEmail, signature, codeProof } = signer;
	sheet.keep(signatureBox.height + 40);
	sheet.line();
	if (picture !== undefined) sheet.picture(picture, signatureBox);
	const widthMax = 300;
	await sheet.write(address, { size: 11, widthMax });
	const what = signature === undefined ? 'Approved' : 'Signed';
	await sheet.write(`${what} ${utc(signedAt)}`, { size: 9, widthMax });
	if (suppliedByEmail !== undefined) {
		await sheet.write(`Entered by ${suppliedByEmail} on behalf of the signer`, {
			size: 9,
			widthMax,
		});
	}
	if (codeProof !== undefined) await sheet.write(codeText(codeProof), { size: 9, widthMax });
	if (signature === undefined) return;
	const kind = picture === undefined ? 'Signature file, no picture' : 'Signature file';
	await sheet.write(`${kind}: ${signature.fileName}`, { ...faint, widthMax });
	await sheet.write(`BLAKE2b-256 ${signature.fileHash}`, { ...faint });
}

function codeText({ code, confirmedAt, wrongTries }: CodeProof): string {
	const how = { Mail: 'mailed to this address', Given: 'told by who asked' }[code];
	const tries = wrongTries === 1 ? '1 wrong try' : `${wrongTries} wrong tries`;
	return `Code ${how}, confirmed ${utc(confirmedAt)}, ${tries} before`;
}

async function writeLog(sheet: Sheet, { log, contract }: SealRecord): Promise<void> {
	sheet.keep(qrSide + 60);
	sheet.space(6);
	const code = qrcode(0, 'M');
	code.addData(log.entryUrl);
	code.make();
	sheet.squares(code.getModuleCount(), qrSide, (row, column) => code.isDark(row, column));
	sheet.space(6);
	await field(sheet, 'Entry in the log', log.entryUrl);
	await field(sheet, 'Key of the log', log.vkey);
	const attached = `${recordFileName}, attached to this file, holds all of this and the proofs that the log holds the contract and each signature. The first ${contract.sizeBytes} bytes of this file are the contract as it was signed.`;
	await field(sheet, 'Proofs', attached);
}

async function writeActiveParts(sheet: Sheet, { activeParts }: SealRecord): Promise<void> {
	if (activeParts.length === 0) return;
	await field(sheet, 'Beside its pages', `The document holds ${activeParts.join(', ')}.`);
}

const faint = { size: 8, colour: colours.faint };

/** Writes a label and its value. */
async function field(sheet: Sheet, label: string, value: string): Promise<void> {
	sheet.space(2);
	await sheet.write(label, faint);
	await sheet.write(value, { size: 9 });
}

/** Formats a time to the second. */
function utc(time: string): string {
	return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
