/** The page of a report: its legend, what files beside it are called, and how it leads to them. */
import { markup } from '../../../server/html/markup';
import { comparedOutcome, identicalOutcome } from '../../../comparison/core/outcome';
import { carriedSizeBytesMax, reportPage } from '../../../comparison/report/page';
import { changeSigns } from '../../../comparison/report/signs';
import { nameBeside, namedApart, type ReportFile } from '../../../comparison/core/report-file';

const file = (fileName: string, sizeBytes = 1): ReportFile => ({
	...{ kind: 'changes', label: 'All changes', mediaType: 'text/csv' },
	...{ fileName, bytes: new Uint8Array(sizeBytes) },
});

test.each([
	['answer.json', 'answer.changes.csv'],
	['a.b.tar.gz', 'a.b.tar.changes.csv'],
	['.env', '.env.changes.csv'],
	['no ending', 'no ending.changes.csv'],
	['Vertrag 2.0 final', 'Vertrag 2.0 final.changes.csv'],
	['عقد.pdf', 'عقد.changes.csv'],
])('what lies beside %s is called %s', (fileName, name) => {
	expect(nameBeside(fileName, 'changes.csv')).toBe(name);
});

test('each file has a name of its own, which is one step of an address, and one that holds nothing is none', () => {
	const sent = [
		'a/b.csv',
		'a\\b.csv',
		'../../etc/passwd',
		'..',
		'a\r\nb',
		`${'x'.repeat(999)}.csv`,
	];
	const named = namedApart([...sent.map((name) => file(name)), file('nothing', 0)]);
	expect(named.map(({ fileName }) => fileName)).toEqual([
		...['a_b.csv', '2-a_b.csv', '__.._etc_passwd', '_', 'a__b'],
		`${'x'.repeat(146)}.csv`,
	]);
});

test('a small file is carried in the report, a large one is led to at its address', () => {
	const facts = {
		displayName: 'Prices',
		level: 'High',
		address: 'https://keep.example/reports/t',
		kept: { fileName: 'a', version: 1, date: '2026-11-20T12:00:00.000Z' },
		sent: { fileName: 'b', date: '2026-11-20T12:00:00.000Z' },
	} as const;
	const pageWith = (sizeBytes: number) =>
		Buffer.from(
			reportPage(facts, identicalOutcome, {
				...{ content: markup``, files: [file('new prices.csv', sizeBytes)] },
			}),
		).toString();
	const carried = pageWith(carriedSizeBytesMax);
	expect(carried).toContain('<a download="new prices.csv" href="data:text/csv;base64,AAAA');
	expect(carried).not.toContain('https://keep.example');
	const led = pageWith(carriedSizeBytesMax + 1);
	expect(led).not.toContain('data:text/csv');
	expect(led).toContain(
		'<a href="https://keep.example/reports/t/new%20prices.csv">All changes</a> (1.0 MiB, as long as the address of this report works)',
	);
});

test('the legend explains the signs that the report shows, and no text of the files that looks like one', () => {
	const facts = {
		...{
			displayName: 'Prices',
			level: 'High' as const,
			address: 'https://sealkeeper.test/reports/1',
		},
		kept: { fileName: 'prices.csv', date: '2026-11-20T10:00:00.000Z' },
		sent: { fileName: 'prices.csv', date: '2026-11-21T10:00:00.000Z' },
	};
	const outcome = comparedOutcome(
		{
			...{ isReadable: true, method: 'cells', accuracy: 0.9, unit: 'row', changes: [] },
			...{ counts: { added: 0, removed: 1, changed: 0, moved: 0 }, notes: [], ignored: [] },
		},
		'High',
	);
	const row = markup`<tr><th>${changeSigns.removed}</th><td>${'+'}</td></tr>`;
	const page = reportPage(facts, outcome, { content: markup`<table>${[row]}</table>`, files: [] });
	const legend = /<p class="legend">(.*)<\/p>/.exec(Buffer.from(page).toString())?.[1] ?? '';
	expect(legend.replace(/<[^>]+>/g, '').trim()).toBe('− removed');
});
