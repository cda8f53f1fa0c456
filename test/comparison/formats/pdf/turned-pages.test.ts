/** Pages that are shown turned: their words are the same, and that they are turned is a difference of form. */
import { degrees, rgb, StandardFonts, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { PdfComparing } from './comparing';
import { drawScan, lines, Scan, sheets } from './files';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const texts = [
	'The boat leaves the harbour at nine in the morning.',
	'Children and dogs travel free of charge.',
	'In a storm the boat stays where it is.',
];
const pages = [0, 1].map((page) => [
	{ text: 'Rules of the ferry', y: 30 },
	...lines(texts.map((text) => `${page + 1}. ${text}`)),
	{ text: `Page ${page + 1}`, y: 815 },
]);

/** Two pages, of which the second is turned clockwise. */
function turned(
	angle: number,
	draw: (page: PDFPage) => void = () => undefined,
	all = pages,
): Promise<Uint8Array> {
	return sheets(all, (document) => {
		draw(document.getPage(1));
		document.getPage(1).setRotation(degrees(angle));
	});
}

describe.each([90, 180, 270])('a page turned by %d degrees', (angle) => {
	test('has the same words, and is turned at High', async () => {
		const [kept, sent] = [await turned(0), await turned(angle)];
		const { changes, counts } = await comparing.compare(kept, sent);
		const form = [`page upright`, `page turned by ${angle} degrees`];
		expect(changes).toMatchObject([
			{ kind: 'formatted', oldText: form[0], newText: form[1], sent: { page: 2 } },
		]);
		expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 0 });
		const back = await comparing.compare(sent, kept);
		expect(back.changes).toMatchObject([{ oldText: form[1], newText: form[0] }]);
		expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
		expect((await comparing.compare(sent, await turned(angle))).accuracy).toBe(1);
	});

	test('tells a word that changed, at its place as shown', async () => {
		const other = pages.map((placed) =>
			placed.map((line) => ({ ...line, text: line.text.replace('2. Children', '2. Cats') })),
		);
		const sent = await turned(angle, () => undefined, other);
		const { changes } = await comparing.compare(await turned(0), sent, { level: 'Medium' });
		expect(changes).toMatchObject([{ oldText: 'Children', newText: 'Cats', sent: { page: 2 } }]);
		const { x = 0, y = 0 } = changes[0]?.sent?.box ?? {};
		expect([x > 0.5, y > 0.5]).toEqual(
			{ 90: [true, false], 180: [true, true], 270: [false, true] }[angle],
		);
	});
});

test('what is drawn over the words of a turned page is told', async () => {
	const strike = (page: PDFPage) =>
		page.drawLine({ start: { x: 60, y: 715 }, end: { x: 150, y: 715 }, color: rgb(0, 0, 0) });
	const { changes } = await comparing.compare(await turned(0), await turned(180, strike), {
		level: 'Medium',
	});
	expect(changes).toHaveLength(1);
	expect(changes[0]?.newText).toContain('Children');
	const { x = 0, y = 0 } = changes[0]?.sent?.box ?? {};
	expect([x > 0.5, y > 0.5]).toEqual([true, true]);
});

test('a page whose content is turned, and turned back when it is shown, is the same', async () => {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	const page = document.addPage([842, 595]);
	for (const { text, y } of lines(texts)) {
		page.drawText(text, { x: y, y: 60, size: 11, font, rotate: degrees(90) });
	}
	page.setRotation(degrees(90));
	const { changes } = await comparing.compare(await sheets([lines(texts)]), await document.save());
	expect(changes).toEqual([]);
});

test('a scan that is turned differs in its form', async () => {
	const scanned = (angle: number) =>
		sheets([[]], (document) => {
			const page = document.getPage(0);
			page.setMediaBox(0, 0, 200, 300);
			drawScan(page, new Scan().rectangle(40, 40, 200, 20));
			page.setRotation(degrees(angle));
		});
	const { changes } = await comparing.compare(await scanned(0), await scanned(180));
	expect(changes).toMatchObject([
		{ kind: 'formatted', oldText: 'page upright', newText: 'page turned by 180 degrees' },
	]);
});
