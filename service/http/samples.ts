/**
 * A sample document, an amended version, and one to be signed on its page, so that the shipped
 * workflows need nothing external.
 */
export const sampleAgreement = `SERVICE AGREEMENT

1. Parties
   This agreement is between Northwind Energy ("the Supplier")
   and Harbour Cooperative ("the Customer").

2. Service
   The Supplier delivers renewable energy credits at the end of each month.
   Each credit stands for one megawatt hour.

3. Price
   The Customer pays 42 units of account for each credit.
   Payment is due within 30 days of delivery.

4. Term
   The agreement begins on 1 January 2027 and lasts for one year.
   It is renewed for a further year unless a party ends it in writing.

5. Changes
   A change is valid only when both parties have signed it.
`;

export const sampleAgreementAmended = sampleAgreement
	.replace('The Customer pays 42 units', 'The Customer pays 45 units')
	.replace('lasts for one year.', 'lasts for two years.')
	.replace('is due within 30 days', 'is due within 14 days');

const marginPt = 64;
const lineHeightPt = 15;

/** The agreement on a page, with a row of fields for each of three signers. */
export async function sampleAgreementPdf(): Promise<Buffer> {
	const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib');
	const document = await PDFDocument.create({ updateMetadata: false });
	const font = await document.embedFont(StandardFonts.Helvetica);
	const page = document.addPage([595, 842]);
	let y = 790;
	for (const line of sampleAgreement.trim().split('\n')) {
		page.drawText(line, { x: marginPt, y, size: 11, font });
		y -= lineHeightPt;
	}
	for (const signer of [1, 2, 3]) {
		y -= 60;
		const fields = [
			{ label: 'Signature', x: marginPt, tag: `{{signature, r${signer}, height=36}}` },
			{ label: 'Name', x: 230, tag: `{{name, r${signer}, width=170, height=18}}` },
			{ label: 'Date', x: 440, tag: `{{date, r${signer}, height=18}}` },
		];
		for (const { label, x, tag } of fields) {
			// White on white: the tags of who signs later would stand in the way of who reads.
			page.drawText(tag, { x, y, size: 8, font, color: rgb(1, 1, 1) });
			page.drawLine({ start: { x, y: y - 3 }, end: { x: x + 110, y: y - 3 }, thickness: 0.5 });
			page.drawText(label, { x, y: y - 14, size: 8, font });
		}
	}
	return Buffer.from(await document.save({ useObjectStreams: false }));
}
