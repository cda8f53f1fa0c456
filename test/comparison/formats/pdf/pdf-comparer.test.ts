/** What is told of two PDFs: words with their boxes, pages, places, pictures, rules, and files that cannot be read. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { Comparisons, usualLimits } from '../../../../comparison/worker/comparisons';
import { pdfTools } from '../../../support/servers/pdf-tools';
import { paragraphFrom, setPdf } from '../../quality/pdf';
import { Random } from '../../quality/random';
import { pair, somebody } from '../../comparing';
import { PdfComparing } from './comparing';
import {
	drawScan,
	lines,
	rawPdf,
	savedAgain,
	Scan,
	scanned,
	sheets,
	stream,
	withActions,
} from './files';

const comparing = new PdfComparing();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pdf-'));
const tool = pdfTools();

afterAll(() => {
	comparing.end();
	fs.rmSync(folder, { recursive: true });
});

const lease = [
	'The lease begins on the first of March and ends after three years.',
	'The rent is 1,200 euros a month, to be paid in advance.',
	'Notice is to be given thirty days before the end of a month.',
	'Repairs below 100 euros are borne by the tenant.',
];

function changed(index: number, from: string, to: string): string[] {
	return lease.map((line, at) => (at === index ? line.replace(from, to) : line));
}

function onDisk(name: string, bytes: Uint8Array): string {
	const file = path.join(folder, name);
	fs.writeFileSync(file, bytes);
	return file;
}

const plain = sheets([lines(lease)]);

describe('words', () => {
	test('a changed word is told with its page and the box that poppler gives it', async () => {
		const sent = await sheets([lines(['Preface']), lines(changed(2, 'thirty', 'sixty'))]);
		const kept = await sheets([lines(['Preface']), lines(lease)]);
		const { changes, accuracy, counts, unit } = await comparing.compare(kept, sent);
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({ kind: 'changed', oldText: 'thirty', newText: 'sixty' });
		expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
		expect([unit, changes[0]?.kept?.page, changes[0]?.sent?.page]).toEqual(['word', 2, 2]);
		const words = tool('pdftotext', '-bbox', onDisk('sent.pdf', sent), '-');
		const [, xMin, xMax] = /xMin="([\d.]+)".*xMax="([\d.]+)".*>sixty</.exec(words) ?? [];
		const { x = 0, width = 0 } = changes[0]?.sent?.box ?? {};
		expect(x * 595).toBeCloseTo(Number(xMin), 1);
		expect((x + width) * 595).toBeCloseTo(Number(xMax), 1);
		expect(accuracy).toBeGreaterThan(0.9);
		expect(accuracy).toBeLessThan(1);
	});

	test.each([
		['Lowest', 1],
		['Low', 0],
	] as const)('case and punctuation count from Low: at %s', async (level, isEqual) => {
		const sent = await sheets([lines(changed(1, 'advance.', 'Advance!'))]);
		const { accuracy } = await comparing.compare(await plain, sent, { level });
		expect(accuracy === 1).toBe(isEqual === 1);
	});

	test('a text set in other columns, lines and pages, hyphenated, has the same words', async () => {
		const random = new Random(5);
		const text = Array.from({ length: 16 }, () => paragraphFrom(random));
		const kept = await setPdf(text, { title: 'Lease', hasPageNumbers: true });
		const sent = await setPdf(text, {
			...{ columns: 2, isHyphenated: true, sizePoints: 10 },
			...{ title: 'Lease', hasPageNumbers: true },
		});
		const { accuracy, changes } = await comparing.compare(kept.bytes, sent.bytes, {
			level: 'Medium',
		});
		expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
		const high = await comparing.compare(kept.bytes, sent.bytes, { level: 'High' });
		expect(high.accuracy).toBeLessThan(1);
		expect(high.changes.map(({ kind }) => kind)).toContain('formatted');
	});

	test('a sentence that was moved is moved, from Medium on', async () => {
		const [first = '', ...others] = lease;
		const sent = await sheets([lines([...others, first])]);
		const medium = await comparing.compare(await plain, sent, { level: 'Medium' });
		expect(medium.changes).toMatchObject([{ kind: 'moved', oldText: first, newText: first }]);
		expect(medium.counts).toMatchObject({ added: 0, removed: 0, changed: 0 });
		expect((await comparing.compare(await plain, sent, { level: 'Low' })).accuracy).toBe(1);
	});

	test('what stands in the fields of a form is compared', async () => {
		const filled = (name: string) =>
			sheets([lines(lease)], (document) => {
				const field = document.getForm().createTextField('tenant');
				field.addToPage(document.getPage(0), { x: 60, y: 300, width: 200, height: 20 });
				field.setText(name);
			});
		const { changes } = await comparing.compare(
			await filled('Ada Long'),
			await filled('Ada Short'),
		);
		expect(changes).toMatchObject([{ oldText: 'Long', newText: 'Short', sent: { page: 1 } }]);
	});

	test('a field that shows something else than its value says both', async () => {
		const showing = (shown: string) =>
			sheets([lines(lease)], async (document) => {
				const form = document.getForm();
				const field = form.createTextField('rent');
				field.addToPage(document.getPage(0), { x: 60, y: 300, width: 200, height: 20 });
				field.setText(shown);
				form.updateFieldAppearances();
				await document.flush();
				field.acroField.setValue(PDFString.of('1200'));
			});
		const [kept, sent] = [await showing('1200'), await showing('9200')];
		const { changes } = await comparing.compare(kept, sent, { level: 'Lowest' });
		expect(changes).toMatchObject([{ kind: 'added', newText: '9200', sent: { page: 1 } }]);
		expect((await comparing.compare(kept, await savedAgain(kept))).accuracy).toBe(1);
	});
});

test('the process of comparisons reads PDFs by their content, whatever they are called', async () => {
	const sent = await sheets([lines(changed(2, 'thirty', 'sixty'))]);
	const files = pair(await plain, sent, { fileName: 'lease.bin' });
	const outcome = await new Comparisons().run(files, somebody);
	expect(outcome).toMatchObject({ method: 'words of pages', summary: '1 word changed.' });
});

describe('pages', () => {
	const random = new Random(7);
	const chapters = Array.from({ length: 6 }, () =>
		Array.from({ length: 12 }, () =>
			paragraphFrom(random)
				.slice(0, 8)
				.map(({ text }) => text)
				.join(' '),
		),
	);
	/** With a title at the head and the number at the foot of each page. */
	const book = (order: readonly number[]) =>
		sheets(
			order.map((chapter, index) => [
				{ text: 'House rules', y: 30 },
				...lines(chapters[chapter] ?? [], 90, 24),
				{ text: `Page ${index + 1} of ${order.length}`, y: 820 },
			]),
		);

	test('a page put in is one page added, and no page after it differs', async () => {
		const { changes, notes, counts } = await comparing.compare(
			await book([0, 1, 2, 4, 5]),
			await book([0, 1, 3, 2, 4, 5]),
		);
		expect(notes).toEqual(['Pages added: 3.']);
		expect(changes).toMatchObject([{ kind: 'added', sent: { page: 3 } }]);
		expect(counts).toMatchObject({ removed: 0, changed: 0, added: 96 });
	});

	test('a page taken out is one page removed', async () => {
		const { changes, notes } = await comparing.compare(
			await book([0, 1, 2, 3]),
			await book([0, 2, 3]),
		);
		expect(notes).toEqual(['Pages removed: 2.']);
		expect(changes).toMatchObject([{ kind: 'removed', kept: { page: 2 } }]);
	});

	test('a page at another place is a page moved, and a word changed on it is told too', async () => {
		const kept = await book([0, 1, 2, 3]);
		const chapter = chapters[0] ?? [];
		const [word = ''] = chapter[3]?.split(' ') ?? [];
		chapters[0] = chapter.with(3, (chapter[3] ?? '').replace(word, 'another'));
		const sent = await book([1, 2, 3, 0]);
		chapters[0] = chapter;
		const { changes, notes } = await comparing.compare(kept, sent, { level: 'Medium' });
		expect(notes).toEqual(['Pages moved: 1 to 4.']);
		expect(changes.map(({ kind }) => kind).sort()).toEqual(['changed', 'moved']);
		expect(changes).toContainEqual(expect.objectContaining({ oldText: word, newText: 'another' }));
	});

	test('another title at the head of all pages is a difference of each page', async () => {
		const kept = await book([0, 1, 2, 3]);
		const sent = await sheets(
			[0, 1, 2, 3].map((chapter) => [
				{ text: 'Pool rules', y: 30 },
				...lines(chapters[chapter] ?? [], 90, 24),
			]),
		);
		const { changes } = await comparing.compare(kept, sent, { level: 'Medium' });
		const titles = changes.filter(({ newText }) => newText === 'Pool');
		expect(titles.map(({ kept, sent: at }) => [kept?.page, at?.page])).toEqual([
			...[1, 2, 3, 4].map((page) => [page, page]),
		]);
	});
});

describe('layout and the file itself', () => {
	test('a file saved again by another program is the same at High and below, and not at Excellent', async () => {
		const sent = await savedAgain(await plain);
		for (const level of ['Lowest', 'Low', 'Medium', 'High'] as const) {
			const { accuracy, changes } = await comparing.compare(await plain, sent, { level });
			expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
		}
		const { accuracy, changes } = await comparing.compare(await plain, sent, {
			level: 'Excellent',
		});
		expect(accuracy).toBeLessThan(1);
		expect(changes.map(({ newText }) => newText)).toContain('Producer: Another program');
	});

	test.each([
		['at another place', { x: 90 }],
		['in bold', { isBold: true }],
		['in another size', { size: 13 }],
	])('the same words %s count at High and not below', async (_, other) => {
		const set = lines(lease);
		const sent = await sheets([
			set.map((line, index) => (index === 1 ? { ...line, ...other } : line)),
		]);
		const high = await comparing.compare(await plain, sent, { level: 'High' });
		expect(high.changes).toHaveLength(1);
		expect(high.changes[0]).toMatchObject({ kind: 'formatted', sent: { page: 1 } });
		expect(high.changes[0]?.oldText).toContain('The rent is 1,200 euros');
		expect(high.accuracy).toBeLessThan(1);
		const medium = await comparing.compare(await plain, sent, { level: 'Medium' });
		expect(medium.accuracy).toBe(1);
	});

	test('what only gives way to an added sentence is not set otherwise', async () => {
		const sent = await sheets([
			lines([...lease.slice(0, 1), 'A new sentence.', ...lease.slice(1)]),
		]);
		const { changes } = await comparing.compare(await plain, sent);
		expect(changes).toMatchObject([{ kind: 'added', newText: 'A new sentence.' }]);
	});
});

describe('pictures', () => {
	const scan = () => new Scan().rectangle(40, 40, 200, 6).rectangle(40, 80, 160, 6);

	test('scanned pages are compared as pictures, and what differs has its box', async () => {
		const kept = await scanned([scan(), scan()]);
		const sent = await scanned([scan(), scan().rectangle(60, 210, 30, 21)]);
		const same = await comparing.compare(kept, await scanned([scan(), scan()]), { level: 'High' });
		expect(same.accuracy).toBe(1);
		const { changes, method, unit, accuracy } = await comparing.compare(kept, sent, {
			level: 'Lowest',
		});
		expect([method, unit]).toEqual(['pictures of pages', 'region']);
		expect(changes).toMatchObject([{ kind: 'changed', kept: { page: 2 }, sent: { page: 2 } }]);
		const { x = 0, y = 0, width = 0, height = 0 } = changes[0]?.sent?.box ?? {};
		expect(x).toBeCloseTo(0.19, 1);
		expect(y).toBeCloseTo(0.49, 1);
		expect(x + width).toBeCloseTo(0.3, 2);
		expect(y + height).toBeCloseTo(0.55, 2);
		expect(accuracy).toBeGreaterThan(0.9);
		const hidden = { ignoreRegions: [{ page: 2, x: 0.15, y: 0.45, width: 0.2, height: 0.15 }] };
		expect((await comparing.compare(kept, sent, { rules: hidden })).accuracy).toBe(1);
	});

	test('a picture beside the text counts from Medium', async () => {
		const withPicture = (grey: number) =>
			sheets([lines(lease)], (document) =>
				drawScan(document.getPage(0), new Scan(50, 50).rectangle(0, 0, 50, 50, grey), {
					...{ x: 60, y: 400, width: 100, height: 100 },
				}),
			);
		const [kept, sent] = [await withPicture(0), await withPicture(140)];
		const { changes } = await comparing.compare(kept, sent, { level: 'Medium' });
		const newText: unknown = expect.stringMatching(/^picture, .* % dark$/);
		expect(changes).toMatchObject([{ kind: 'changed', newText, sent: { page: 1 } }]);
		expect((await comparing.compare(kept, sent, { level: 'Low' })).accuracy).toBe(1);
	});
});

describe('rules', () => {
	test('a pattern and a region hide what they name, nothing else, and tell how much', async () => {
		const sent = await sheets([
			lines(changed(1, '1,200', '1,300').map((line) => line.replace('thirty', 'sixty'))),
		]);
		const pattern = { ignorePatterns: ['\\d,\\d{3} euros'] };
		const byPattern = await comparing.compare(await plain, sent, { rules: pattern });
		expect(byPattern.changes).toMatchObject([{ oldText: 'thirty', newText: 'sixty' }]);
		expect(byPattern.ignored).toEqual([{ rule: 'pattern \\d,\\d{3} euros', kept: 1, sent: 1 }]);
		const region = { ignoreRegions: [{ x: 0, y: 0.17, width: 1, height: 0.03 }] };
		const byRegion = await comparing.compare(await plain, sent, { rules: region });
		expect(byRegion.changes).toMatchObject([{ oldText: '1,200', newText: '1,300' }]);
		expect(byRegion.ignored).toMatchObject([{ kept: 13, sent: 13 }]);
	});

	test('numbers within the tolerance are the same', async () => {
		const sent = await sheets([lines(changed(1, '1,200', '1,201.50'))]);
		const within = await comparing.compare(await plain, sent, {
			rules: { numberTolerance: 2 },
			level: 'Medium',
		});
		expect(within.accuracy).toBe(1);
		const beyond = await comparing.compare(await plain, sent, {
			rules: { numberTolerance: 1 },
			level: 'Medium',
		});
		expect(beyond.accuracy).toBeLessThan(1);
	});
});

test('scripts, files inside and programs to be started are named and never run', async () => {
	const sent = await sheets([lines(lease)], withActions);
	const { notes, accuracy } = await comparing.compare(await plain, sent, { level: 'Medium' });
	expect(accuracy).toBe(1);
	const said = notes.join('\n');
	for (const words of [
		'carries scripts',
		'programs to be started; none was: calc.exe',
		'prices.csv',
	]) {
		expect(said).toContain(words);
	}
});

test('a place to sign is named, with who signed there, and is no script', async () => {
	const withPlace = (signature?: string) =>
		sheets([lines(lease)], (document) => {
			const { context, catalog } = document;
			const range = [0, 20, 40, 20];
			const value =
				signature === undefined
					? {}
					: {
							V: {
								...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'adbe.pkcs7.detached' },
								...{ Name: PDFString.of(signature), ByteRange: range },
								Contents: PDFString.of('0'),
							},
						};
			const place = context.register(
				context.obj({
					...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('tenant') },
					...{ Rect: [60, 300, 200, 340], F: 4, ...value },
				}),
			);
			document.getPage(0).node.addAnnot(place);
			catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [place], SigFlags: 3 }));
		});
	const { notes } = await comparing.compare(await withPlace(), await withPlace('Ada Long'));
	expect(notes).toEqual([
		'The kept file has a signature field.',
		'The sent file has a signature field; signed: Ada Long.',
	]);
});

test('only fingerprints need words: the outline has the lines of the pages with their places', async () => {
	const { outline } = await comparing.answer(await plain, await plain);
	if (outline?.isReadable !== true) throw new Error('no outline');
	expect(outline.rows.map(({ words }) => words.join(' '))).toEqual(lease);
	expect(outline.rows[0]?.place).toMatchObject({ page: 1 });
});

describe('files that cannot be read', () => {
	const leaf = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R';
	const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
	const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

	test.each([
		['cut', /broken or cut/, async () => (await plain).slice(0, 700)],
		['protected by a password', /remove the password/, async () => encrypted(await plain)],
		[
			'without a page',
			/no pages|broken/,
			() => rawPdf([catalog, '<< /Type /Pages /Kids [] /Count 0 >>']),
		],
		['of empty pages', /empty/, () => sheets([[], []])],
		[
			'that names a billion pages',
			/pages|broken/,
			() =>
				rawPdf([
					catalog,
					'<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
					`${leaf} >>`,
					stream(''),
				]),
		],
		[
			'whose pages are a ring',
			/broken|pages/,
			() => rawPdf([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 4 >>']),
		],
		[
			'nested without end',
			/broken|empty/,
			() => rawPdf([catalog, onePage, `${leaf} /X ${'['.repeat(200_000)} >>`, stream('')]),
		],
	] as const)('one %s is unreadable in a sentence', async (_, reason, make) => {
		const { outcome } = await comparing.answer(await plain, await make());
		expect(outcome).toMatchObject({ isReadable: false, side: 'sent' });
		expect(outcome.isReadable ? '' : outcome.reason).toMatch(reason);
	});

	test('one that draws without an end is ended with its process, and compared as bytes', async () => {
		const draw = Array.from({ length: 12 }, () => '/X Do').join(' ');
		const forms = Array.from({ length: 12 }, (_, index) =>
			stream(
				index === 11 ? 'BT ET' : draw,
				`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${index + 6} 0 R >> >>`,
			),
		);
		const endless = rawPdf([
			...[catalog, onePage],
			`${leaf} /Resources << /XObject << /X 5 0 R >> >> >>`,
			stream(draw),
			...forms,
			stream('BT ET', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
		]);
		const comparisons = new Comparisons({ ...usualLimits, timeoutMs: 1500 });
		const { outcome, notes } = await comparisons.run(pair(await plain, endless), somebody);
		expect(outcome).toBe('different');
		expect(notes.join()).toContain('more time or memory');
	});

	test('a file of which the rules leave nothing is unreadable', async () => {
		const rules = { ignoreRegions: [{ x: 0, y: 0, width: 1, height: 1 }] };
		const { outcome } = await comparing.answer(await plain, await plain, { rules });
		expect(outcome.isReadable ? '' : outcome.reason).toContain('leave nothing');
	});

	function encrypted(bytes: Uint8Array): Uint8Array {
		const to = path.join(folder, 'encrypted.pdf');
		tool('qpdf', '--encrypt', 'user', 'owner', '256', '--', onDisk('open.pdf', bytes), to);
		return fs.readFileSync(to);
	}
});

describe('the report', () => {
	const sent = sheets([lines([...changed(2, 'thirty', 'sixty'), '<script>alert(1)</script>'])]);

	test('shows both pages with their marks as pictures, each difference among its neighbours, and links from one to the next', async () => {
		const { html } = await comparing.answer(await plain, await sent, { isReported: true });
		expect(html.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(2);
		expect(html).toContain('<del>thirty</del> <ins>sixty</ins>');
		expect(html).toContain('Notice is to be given');
		expect(html).toContain('href="#change-2"');
		expect(html).not.toContain('<script');
	});

	test('comes with a marked copy that keeps every byte of the sent file and is valid', async () => {
		const { files } = await comparing.answer(await plain, await sent, { isReported: true });
		const [marked] = files;
		expect(marked).toMatchObject({ fileName: 'sent.marked.pdf', mediaType: 'application/pdf' });
		const bytes = Buffer.from(marked?.bytes ?? []);
		expect(bytes.subarray(0, (await sent).length).equals(await sent)).toBe(true);
		expect(tool('qpdf', '--check', onDisk('marked.pdf', bytes))).toContain('No syntax');
		const document = await PDFDocument.load(bytes);
		const notes = document
			.getPage(0)
			.node.Annots()
			?.asArray()
			.map((ref) => String(document.context.lookup(ref)));
		expect(notes).toHaveLength(2);
		expect(notes?.[0]).toContain('/Highlight');
	});
});
