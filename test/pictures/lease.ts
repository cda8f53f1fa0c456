/** A lease as a PDF of two pages, in the version of a year: what the pictures show being signed and compared. */
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

interface Terms {
	readonly year: string;
	readonly rent: string;
	readonly deposit: string;
	readonly notice: string;
}

export const first: Terms = {
	...{ year: '2025', rent: '1,150.00 EUR', deposit: '2,300.00 EUR', notice: 'three months' },
};
export const second: Terms = { ...first, rent: '1,240.00 EUR', notice: 'six months' };

const marginPt = 64;

export async function leasePdf(terms: Terms): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.create({ updateMetadata: false });
	const body = await document.embedFont(StandardFonts.Helvetica);
	const bold = await document.embedFont(StandardFonts.HelveticaBold);
	for (const sections of [chapters(terms).slice(0, 4), chapters(terms).slice(4)]) {
		const page = document.addPage([595, 842]);
		page.drawText('Lease of the workshop at Harbour Street 12', {
			...{ x: marginPt, y: 770, size: 17, font: bold },
		});
		let y = 730;
		for (const [heading, text] of sections) {
			page.drawText(heading, { x: marginPt, y, size: 12, font: bold });
			y = drawn(page, body, text, y - 20) - 18;
		}
	}
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

function chapters({ year, rent, deposit, notice }: Terms): readonly (readonly [string, string])[] {
	return [
		[
			'1. Parties',
			'Northwind Energy, Pier 4, lets the workshop to Harbour Cooperative, Quay 9, for its own use as a workshop for boats and the office that belongs to it.',
		],
		[
			'2. Term',
			`The lease begins on 1 January ${year} and runs until it is ended. Either party may end it by a letter, with a notice of ${notice} to the end of a month.`,
		],
		[
			'3. Rent',
			`The rent is ${rent} a month, due on the third working day of each month. Water and heating are paid by use, once a year, and are shown with the readings of all meters.`,
		],
		[
			'4. Deposit',
			`The tenant pays a deposit of ${deposit} before the keys are handed over. It is held apart from other money and given back with its interest when the lease has ended.`,
		],
		[
			'5. Repairs',
			'The landlord keeps roof, walls and pipes sound. The tenant keeps the rooms clean, and tells the landlord at once when something breaks.',
		],
		[
			'6. Keys',
			'The tenant receives four keys. Nobody makes a copy of one without asking the other party first.',
		],
	];
}

/** Draws a paragraph and answers the height below it. */
function drawn(page: PDFPage, font: PDFFont, text: string, top: number): number {
	const size = 11;
	const width = page.getWidth() - 2 * marginPt;
	let [y, line] = [top, ''];
	for (const word of [...text.split(' '), '']) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (word !== '' && font.widthOfTextAtSize(longer, size) <= width) {
			line = longer;
			continue;
		}
		page.drawText(line, { x: marginPt, y, size, font });
		[y, line] = [y - 16, word];
	}
	return y;
}
