/** The diff report: what it shows, what it escapes, and that a browser has nothing to run in it. */
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { alignAll, type Align } from '../../../service/documents/aligner';
import type { Level } from '../../../service/documents/levels';
import { diffReport } from '../../../service/documents/report';
import { layOut, type Layout } from '../../../service/documents/report-layout';
import { compareTexts } from '../../../service/documents/text-comparison';
import { openBrowser } from '../../support/chromium';

const align: Align = (pairs) => alignAll(pairs, 1e7);

const facts = {
	displayName: 'Lease',
	kept: { fileName: 'lease.txt', version: 2, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'new.txt', date: '2026-11-21T13:30:00.000Z' },
};

function reportOf(kept: string, sent: string, level: Level = 'Medium', names = facts) {
	const text = compareTexts({ kept, sent, level, marksWords: true }, align);
	const { similarity } = text;
	return diffReport({ ...names, level }, { similarity, by: 'text', text, isSameText: false });
}

function layoutOf(kept: string, sent: string, level: Level = 'Medium'): Layout {
	return layOut(compareTexts({ kept, sent, level, marksWords: true }, align).blocks);
}

/** The lines of a layout as `kept | sent`, with what differs in brackets. */
function drawn({ stretches }: Layout): readonly string[] {
	const cell = (one: Layout['stretches'][number] & { kind: 'lines' }, side: 'kept' | 'sent') =>
		one.lines.map((line) =>
			(line[side]?.segments ?? []).map((s) => (s.differs ? `[${s.text}]` : s.text)).join(''),
		);
	return stretches.flatMap((stretch) => {
		if (stretch.kind === 'left-out') return [`... ${stretch.count}`];
		const sent = cell(stretch, 'sent');
		return cell(stretch, 'kept').map((kept, index) => `${kept} | ${sent[index] ?? ''}`);
	});
}

describe('the layout', () => {
	test('puts a changed row beside its partner, with rows of one side between them', async () => {
		const layout = layoutOf('the cat sat\nend\n', 'a new row\nthe dog sat\nend\n');
		expect(drawn(layout)).toEqual([' | [a new row]', 'the [cat] sat | the [dog] sat', 'end | end']);
		expect(layout.counts).toEqual({ equal: 1, changed: 1, removed: 0, added: 1, moved: 0 });
	});

	test('shows words put in at the end of a row as a row of their own', async () => {
		const layout = layoutOf('two copies.\n', 'three copies.\nSigned by both.\n');
		expect(drawn(layout)).toEqual(['[two] copies. | [three] copies.', ' | [Signed by both.]']);
	});

	test('leaves out equal rows far from any difference', async () => {
		const rows = Array.from({ length: 20 }, (_, index) => `row ${index}`);
		const sent = rows.with(10, 'other').join('\n');
		expect(drawn(layoutOf(rows.join('\n'), sent))).toEqual([
			'... 7',
			...[7, 8, 9].map((index) => `row ${index} | row ${index}`),
			'[row 10] | [other]',
			...[11, 12, 13].map((index) => `row ${index} | row ${index}`),
			'... 6',
		]);
	});

	test('marks single characters and line ends at the finest level', async () => {
		expect(drawn(layoutOf('color\n', 'colour\r\n', 'Excellent'))).toEqual([
			'color[[LF]] | colo[u]r[[CR LF]]',
		]);
	});

	test('shows every row that differs, whole and in order, for all texts', async () => {
		const piece = fc.constantFrom('a', 'b', 'c.', ' ', '\n', '\n');
		const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
		const level = fc.constantFrom<Level>('Lowest', 'Low', 'Medium', 'High');
		await fc.assert(
			fc.asyncProperty(text, text, level, async (kept, sent, at) => {
				const { blocks } = compareTexts({ kept, sent, level: at, marksWords: true }, align);
				const differing = blocks.filter(({ isEqual }) => !isEqual);
				const lines = layOut(differing).stretches.flatMap((stretch) =>
					stretch.kind === 'lines' ? stretch.lines : [],
				);
				for (const side of ['kept', 'sent'] as const) {
					const shown = lines
						.flatMap((line) => line[side] ?? [])
						.map(({ segments }) => segments.map((segment) => segment.text).join(''));
					expect(shown).toEqual(differing.flatMap((block) => block[side]).map((row) => row.text));
				}
			}),
			{ numRuns: 400 },
		);
	});
});

describe('the page', () => {
	test('names both files, the version, the times in UTC and the level', async () => {
		const page = reportOf('a\n', 'b\n');
		for (const shown of [
			'version 2',
			'lease.txt',
			'kept 2026-11-20 12:00 UTC',
			'new.txt',
			'compared 2026-11-21 13:30 UTC',
			'Medium. Lines are compared',
			'<strong>0 %</strong> equal',
		]) {
			expect(page).toContain(shown);
		}
	});

	test('never reads as 100 % while there is a difference', async () => {
		const kept = Array.from({ length: 1000 }, (_, index) => `${index} ${'x '.repeat(1000)}`);
		const page = reportOf(kept.join('\n'), kept.with(500, '500').join('\n'), 'High');
		expect(page).toContain('<strong>99.9');
	});

	test('writes out characters that cannot be seen', async () => {
		const page = reportOf('pay to: me\n', 'pay\u200b to: \u202eme\n', 'High');
		expect(page).toContain('[U+200B]');
		expect(page).toContain('[U+202E]');
		expect(page).not.toMatch(/[\u200b\u202e]/);
	});

	test('shortens long rows around their differences and keeps the differences', async () => {
		const long = 'lorem ipsum '.repeat(5000);
		const page = reportOf(`${long}old ${long}`, `${long}new ${long}`);
		expect(page).toContain('<mark>old</mark>');
		expect(page).toContain('<mark>new</mark>');
		expect(page).toContain('characters …');
		expect(page.length).toBeLessThan(20_000);
	});
});

describe('in a browser', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(() => browser.close());

	const attacks = [
		'<script>document.title = "run"</script>',
		'<img src=x onerror="document.title = \'run\'">',
		'</td></table><svg onload="document.title = \'run\'">',
		'"><a href="javascript:document.title=1">',
		'<!-- <style>*{display:none}</style>',
		'&lt;b&gt; &amp; &#39;',
	];

	test('texts and names with markup are shown as they are and run nothing', async () => {
		const kept = attacks.join('\n');
		const sent = attacks.map((attack) => `${attack} changed`).join('\n');
		for (const name of attacks) {
			const names = {
				displayName: name,
				kept: { ...facts.kept, fileName: name },
				sent: { ...facts.sent, fileName: name },
			};
			const page = await browser.newPage();
			const complaints: string[] = [];
			page.on('console', (message) => complaints.push(message.text()));
			await page.setContent(reportOf(kept, sent, 'High', names));
			expect(await page.title()).toBe(`Comparison of ${name}`);
			const cells = await page.locator('td.t').allTextContents();
			expect(cells.filter((_, index) => index % 2 === 0)).toEqual(attacks);
			expect(await page.locator('main h1').textContent()).toBe(name);
			expect(await page.locator('script, img, svg, a').count()).toBe(0);
			expect(complaints).toEqual([]);
			await page.close();
		}
	});
});
