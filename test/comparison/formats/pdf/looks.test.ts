/** What is seen of words that say the same: what is drawn over or behind them, their colours, and annotations. */
import {
	endMarkedContent,
	PDFDocument,
	PDFName,
	PDFOperator,
	PDFOperatorNames,
	PDFString,
	rgb,
	setTextRenderingMode,
	StandardFonts,
	type Color,
	type PDFPage,
} from '@cantoo/pdf-lib';

import { PdfComparing } from './comparing';
import { drawScan, lines, savedAgain, Scan, sheets } from './files';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const texts = [
	'The tenant pays the rent on the first of March.',
	'The till is filled until July, if still illicit.',
	'Signed: ____________________',
];

/** The base line of a text, from below. */
const base = (index: number) => 842 - (100 + index * 30);

type Draw = (page: PDFPage) => Promise<void> | void;

/** The texts on a small page, and what is drawn over them. */
function page(draw: Draw = () => undefined): Promise<Uint8Array> {
	return sheets([lines(texts)], (document) => {
		document.getPage(0).setMediaBox(0, 642, 400, 200);
		return draw(document.getPage(0));
	});
}

const plain = page();

const line =
	(index: number, up: number, color: Color, thickness: number): Draw =>
	(sheet) =>
		sheet.drawLine({
			...{ start: { x: 60, y: base(index) + up }, end: { x: 110, y: base(index) + up } },
			...{ color, thickness },
		});
const box =
	(index: number, color: Color, opacity = 1): Draw =>
	(sheet) =>
		sheet.drawRectangle({ x: 60, y: base(index) - 3, width: 50, height: 14, color, opacity });

const [black, white, red, grey] = [rgb(0, 0, 0), rgb(1, 1, 1), rgb(1, 0, 0), rgb(0.6, 0.6, 0.6)];

test.each<[string, Draw, string, string]>([
	['a white box', box(0, white), 'The tenant', 'not seen'],
	['a black bar', box(1, black), 'The till', 'drawn over'],
	['a pale marker', box(1, rgb(1, 1, 0.5), 0.5), 'The till', 'drawn over'],
	['a line through words', line(1, 3.3, black, 1), 'The till', 'struck out'],
	['a thin grey line', line(1, 3.3, grey, 0.5), 'The till', 'struck out'],
	['an underline', line(0, -1.5, black, 0.5), 'The tenant', 'underlined'],
	[
		'a stroke upon the line for a signature',
		(sheet) =>
			sheet.drawLine({
				start: { x: 120, y: base(2) },
				end: { x: 150, y: base(2) + 9 },
				thickness: 1,
			}),
		'____',
		'drawn over',
	],
])(
	'%s over words counts from Medium, with the words and what was done to them',
	async (_, draw, words, how) => {
		const [kept, sent] = [await plain, await page(draw)];
		const { changes, accuracy } = await comparing.compare(kept, sent, { level: 'Medium' });
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({ kind: 'changed', kept: { page: 1 }, sent: { page: 1 } });
		expect(changes[0]?.oldText).toContain(words);
		expect(changes[0]?.newText).toBe(`${changes[0]?.oldText}, ${how}`);
		expect(accuracy).toBeLessThan(1);
		const back = await comparing.compare(sent, kept, { level: 'Medium' });
		expect(back.changes).toMatchObject([
			{ oldText: changes[0]?.newText, newText: changes[0]?.oldText },
		]);
	},
);

const stroke =
	(y: number): Draw =>
	(sheet) =>
		sheet.drawLine({ start: { x: 60, y }, end: { x: 300, y }, thickness: 1 });

test.each<[string, Draw, Draw, string, string]>([
	[
		'a line that moved',
		stroke(790),
		stroke(760),
		'line, 25.9 % down the page',
		'line, 40.9 % down the page',
	],
	['a line that went', stroke(790), () => undefined, 'line', 'no line'],
	['a box that came', () => undefined, box(-2, grey), 'no picture', 'picture'],
])('%s is told as that', async (_, draw, drawNow, oldText, newText) => {
	const [kept, sent] = [await page(draw), await page(drawNow)];
	const { changes } = await comparing.compare(kept, sent);
	expect(changes).toMatchObject([{ kind: 'changed', oldText, newText }]);
	const back = await comparing.compare(sent, kept);
	expect(back.changes).toMatchObject([{ oldText: newText, newText: oldText }]);
});

test('lines and boxes that are drawn a little otherwise are the same', async () => {
	const form = (shift: number, thickness: number) =>
		page((sheet) => {
			for (const up of [-4, 10]) {
				const y = base(1) + up + shift;
				sheet.drawLine({ start: { x: 50, y }, end: { x: 350, y }, thickness });
			}
			const at = { x: 330 + shift, y: 700 + shift, width: 40, height: 20 };
			sheet.drawRectangle({
				...at,
				color: rgb(0.9, 0.9, 0.9),
				borderColor: black,
				borderWidth: 0.5,
			});
		});
	const kept = await form(0, 0.5);
	for (const sent of [await form(0.4, 0.5), await form(0, 0.6)]) {
		const { changes } = await comparing.compare(kept, sent);
		expect(changes).toEqual([]);
	}
	const { changes } = await comparing.compare(kept, await form(4, 0.5));
	expect(changes.length).toBeGreaterThan(0);
});

test('what is drawn over words is the same in a file saved again', async () => {
	const sent = await page(line(1, 3.3, red, 0.7));
	expect((await comparing.compare(sent, await savedAgain(sent))).accuracy).toBe(1);
});

test('a box that was behind the words and now covers them counts', async () => {
	const boxed = async (isOver: boolean) => {
		const document = await PDFDocument.create();
		const font = await document.embedFont(StandardFonts.Helvetica);
		const sheet = document.addPage([595, 842]);
		sheet.setMediaBox(0, 642, 400, 200);
		if (!isOver) await box(0, rgb(0.9, 0.9, 0.5))(sheet);
		for (const [index, text] of texts.entries()) {
			sheet.drawText(text, { x: 60, y: base(index), size: 11, font });
		}
		if (isOver) await box(0, rgb(0.9, 0.9, 0.5))(sheet);
		return document.save();
	};
	const { changes } = await comparing.compare(await boxed(false), await boxed(true));
	expect(changes).toHaveLength(1);
	expect(changes[0]?.newText).toContain('The tenant');
});

test('a drawing beside the text counts by its colour too', async () => {
	const drawn = (color: Color) =>
		page((sheet) => sheet.drawRectangle({ x: 330, y: 700, width: 60, height: 60, color }));
	const { changes } = await comparing.compare(await drawn(black), await drawn(red));
	expect(changes).toMatchObject([
		{ kind: 'changed', newText: expect.stringMatching(/^picture, .* % dark$/) },
	]);
});

test.each<[string, Draw]>([
	[
		'white behind the words',
		(sheet) => sheet.drawRectangle({ x: 330, y: 700, width: 9, height: 9, color: white }),
	],
	['an empty annotation of a link', annotated('Link')],
])('what nobody sees is no difference: %s', async (_, draw) => {
	expect((await comparing.compare(await plain, await page(draw))).accuracy).toBe(1);
});

const unseen = '“Except in June.”, not seen';

describe('the colour of words', () => {
	const words = (color: Color, mode = 0) =>
		page(async (sheet) => {
			const font = await sheet.doc.embedFont(StandardFonts.Helvetica);
			sheet.pushOperators(setTextRenderingMode(mode));
			sheet.drawText('Except in June.', { x: 60, y: 660, size: 11, font, color });
		});

	test.each<[string, Color, number]>([
		['white', white, 0],
		['nearly white', rgb(0.97, 0.97, 0.97), 0],
		['drawn invisibly', black, 3],
	])('%s hides them, which counts from Medium', async (_, color, mode) => {
		const [kept, sent] = [await words(black), await words(color, mode)];
		const { changes } = await comparing.compare(kept, sent, { level: 'Medium' });
		expect(changes).toMatchObject([{ kind: 'changed', newText: unseen }]);
		expect((await comparing.compare(sent, await savedAgain(sent))).accuracy).toBe(1);
	});

	test('hides them too where they give way to others', async () => {
		const paid = (others: readonly string[], color: Color) =>
			sheets([lines(others)], async (document) => {
				const sheet = document.getPage(0);
				const font = await document.embedFont(StandardFonts.Helvetica);
				sheet.setMediaBox(0, 642, 400, 200);
				sheet.drawText('Except in June.', { x: 60, y: base(others.length), size: 11, font, color });
			});
		const [added, others] = ['A new sentence.', texts.slice(0, 2)];
		const sent = (color: Color) => paid([added, ...others], color);
		const kept = await paid(others, black);
		const hidden = await comparing.compare(kept, await sent(white), { level: 'Medium' });
		expect(hidden.changes).toMatchObject([
			{ kind: 'added', newText: added },
			{
				kind: 'changed',
				oldText: '“Except in June.”',
				newText: unseen,
			},
		]);
		const shown = await comparing.compare(kept, await sent(black), { level: 'Medium' });
		expect(shown.changes).toMatchObject([{ kind: 'added', newText: added }]);
	});

	test('so does a layer that is switched off', async () => {
		const layered = (isShown: boolean) =>
			page((sheet) => {
				const { context, catalog } = sheet.doc;
				const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Terms') }));
				const states = isShown ? { ON: [layer] } : { OFF: [layer] };
				catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: states }));
				sheet.pushOperators(
					PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
						PDFName.of('OC'),
						PDFName.of('Terms'),
					]),
				);
				sheet.drawText('Except in June.', { x: 60, y: 660, size: 11 });
				sheet.pushOperators(endMarkedContent());
				const resources = sheet.node.Resources();
				resources?.set(PDFName.of('Properties'), context.obj({ Terms: layer }));
			});
		const { changes } = await comparing.compare(await layered(true), await layered(false));
		expect(changes).toMatchObject([{ kind: 'changed', newText: unseen }]);
	});

	test('red in place of black is a difference of form', async () => {
		const [kept, sent] = [await words(black), await words(red)];
		const { changes, counts } = await comparing.compare(kept, sent);
		expect(changes).toMatchObject([
			{
				...{ kind: 'formatted', sent: { page: 1 } },
				...{ oldText: 'Except in June. (#000000)', newText: 'Except in June. (#ff0000)' },
			},
		]);
		expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 0 });
		expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
	});

	test('black of another colour space is the same', async () => {
		const { accuracy } = await comparing.compare(
			await words(black),
			await words(rgb(0.13, 0.12, 0.12)),
		);
		expect(accuracy).toBe(1);
	});
});

describe('words over a scan that are not drawn', () => {
	const scanned = (scan: Scan) =>
		page((sheet) => {
			sheet.pushOperators(setTextRenderingMode(3));
			sheet.drawText('Read by a machine', { x: 60, y: 660, size: 11 });
			drawScan(sheet, scan, { x: 0, y: 642, width: 400, height: 200 });
		});
	const scan = () => new Scan().rectangle(45, 360, 60, 24);

	test('are the same in a file saved again', async () => {
		const kept = await scanned(scan());
		expect((await comparing.compare(kept, await savedAgain(kept))).accuracy).toBe(1);
	});

	test('do not hide a change of the scan', async () => {
		const sent = await scanned(new Scan().rectangle(45, 360, 40, 24));
		const { changes } = await comparing.compare(await scanned(scan()), sent);
		expect(changes.map(({ kind }) => kind)).toEqual(['changed']);
	});
});

describe('annotations', () => {
	test.each(['StrikeOut', 'Stamp', 'Text'])(
		'%s counts when it is added or taken away, though it says nothing',
		async (kind) => {
			const [kept, sent] = [await plain, await page(annotated(kind))];
			const told = `annotation ${kind}`;
			const added = await comparing.compare(kept, sent, { level: 'Medium' });
			expect(added.changes).toMatchObject([{ kind: 'added', newText: told, sent: { page: 1 } }]);
			const removed = await comparing.compare(sent, kept, { level: 'Medium' });
			expect(removed.changes).toMatchObject([{ kind: 'removed', oldText: told }]);
			expect((await comparing.compare(sent, await savedAgain(sent))).accuracy).toBe(1);
		},
	);

	test('another kind and another text are each a change', async () => {
		const marked = (kind: string, says: string) => page(annotated(kind, says));
		const kept = await marked('Highlight', 'agreed');
		const kind = await comparing.compare(kept, await marked('StrikeOut', 'agreed'));
		expect(kind.changes).toMatchObject([
			{ oldText: 'annotation Highlight', newText: 'annotation StrikeOut' },
		]);
		const said = await comparing.compare(kept, await marked('Highlight', 'refused'));
		expect(said.changes).toMatchObject([{ oldText: 'agreed', newText: 'refused' }]);
	});
});

function annotated(kind: string, says?: string): Draw {
	return (sheet) => {
		const { context } = sheet.doc;
		const [left, low, right, top] = [60, base(0) - 2, 150, base(0) + 10];
		sheet.node.addAnnot(
			context.register(
				context.obj({
					...{ Type: 'Annot', Subtype: kind, F: 4, Border: [0, 0, 0] },
					...{ Rect: [left, low, right, top], C: [1, 0, 0] },
					QuadPoints: [left, top, right, top, left, low, right, low],
					...(says === undefined ? {} : { Contents: PDFString.of(says) }),
				}),
			),
		);
	};
}
