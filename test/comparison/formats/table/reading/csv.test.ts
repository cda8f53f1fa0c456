import Papa from 'papaparse';
import fc from 'fast-check';
import type { Compared, Unreadable } from '../../../../../comparison/core/comparison';
import { levelNames, type Level } from '../../../../../comparison/core/level';
import type { CompareRules } from '../../../../../comparison/core/rules';
import { Comparisons } from '../../../../../comparison/worker/comparisons';
import { csvComparer } from '../../../../../comparison/formats/table/compare-tables';
import { pageOf, pair, somebody } from '../../../comparing';

interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly names?: readonly [string, string];
}

function compare(
	kept: string | Uint8Array,
	sent: string | Uint8Array,
	{ level = 'High', rules = {}, names = ['kept.csv', 'sent.csv'] }: Options = {},
): Promise<Compared | Unreadable> {
	const side = (content: string | Uint8Array, fileName: string) => ({
		bytes: typeof content === 'string' ? Buffer.from(content) : content,
		fileName,
	});
	return csvComparer.compare({
		kept: side(kept, names[0]),
		sent: side(sent, names[1]),
		level,
		rules,
		isReported: true,
		onProgress: () => undefined,
	});
}

async function compared(...of: Parameters<typeof compare>): Promise<Compared> {
	const result = await compare(...of);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const prices = [
	'sku,name,price,seen',
	'A1,Bolt M4,10.50,2026-01-01',
	'B2,Nut,20,2026-01-02',
	'C3,"Washer, flat",30,2026-01-03',
	'D4,Screw,40,2026-01-04',
].join('\n');

const edit = (from: string, to: string) => prices.replace(from, to);

describe('what differs in a table counts from the level on that the table of levels says', () => {
	const rows: ReadonlyArray<readonly [string, string, Level]> = [
		['a number', edit(',20,', ',21,'), 'Lowest'],
		['a sign of a number', edit(',20,', ',-20,'), 'Lowest'],
		['a word', edit('Screw', 'Rivet'), 'Lowest'],
		['a row added', `${prices}\nE5,Pin,50,2026-01-05`, 'Lowest'],
		['a row removed', edit('B2,Nut,20,2026-01-02\n', ''), 'Lowest'],
		['a column added', prices.replace(/^(.*?),/gm, '$1,x $1,'), 'Lowest'],
		['a code with other zeros', edit(',20,', ',020,'), 'Lowest'],
		['the name of a column', edit('price', 'price in euro'), 'Low'],
		['case', edit('Nut', 'NUT'), 'Low'],
		['punctuation', edit('Washer, flat', 'Washer flat.'), 'Low'],
		[
			'the order of rows',
			edit('A1,Bolt M4,10.50,2026-01-01\n', '') + '\nA1,Bolt M4,10.50,2026-01-01',
			'Medium',
		],
		['the order of columns', prices.replace(/^(.*),(.*)$/gm, '$2,$1'), 'Medium'],
		['white space', edit('Bolt M4', 'Bolt  M4'), 'High'],
		['how a number is written', edit(',20,', ',20.00,'), 'High'],
		['a quotation mark that says nothing', edit('Nut', '"Nut"'), 'Excellent'],
		[
			'another delimiter',
			Papa.unparse(Papa.parse<string[]>(prices).data, { delimiter: ';' }),
			'Excellent',
		],
		['line ends', prices.replaceAll('\n', '\r\n'), 'Excellent'],
		['a blank row', edit('B2', '\nB2'), 'Excellent'],
	];

	test.each(rows)('%s', async (_, sent, coarsest) => {
		const accuracies = await Promise.all(
			levelNames.map(async (level) => (await compared(prices, sent, { level })).accuracy),
		);
		const counts = levelNames.map((_level, index) => index >= levelNames.indexOf(coarsest));
		expect(accuracies.map((accuracy) => accuracy < 1)).toEqual(counts);
		expect([...accuracies].sort((one, other) => other - one)).toEqual(accuracies);
	});
});

test('each change is told with its place and both texts', async () => {
	const sent = [
		'sku,name,cost,seen',
		'A1,Bolt M4,10.50,2026-01-01',
		'D4,Screw,41,2026-01-04',
		'C3,"Washer, flat",30,2026-01-03',
		'E5,Pin,50,2026-01-05',
	].join('\n');
	const { accuracy, unit, counts, changes, notes } = await compared(prices, sent);
	expect(changes).toEqual([
		{
			kind: 'changed',
			kept: { cell: 'C1' },
			sent: { cell: 'C1' },
			oldText: 'price',
			newText: 'cost',
		},
		{
			kind: 'moved',
			kept: { cell: '5' },
			sent: { cell: '3' },
			oldText: 'D4 | Screw | 40 | 2026-01-04',
			newText: 'D4 | Screw | 41 | 2026-01-04',
		},
		{ kind: 'changed', kept: { cell: 'C5' }, sent: { cell: 'C3' }, oldText: '40', newText: '41' },
		{
			kind: 'removed',
			kept: { cell: '3' },
			oldText: 'B2 | Nut | 20 | 2026-01-02',
		},
		{ kind: 'added', sent: { cell: '5' }, newText: 'E5 | Pin | 50 | 2026-01-05' },
	]);
	expect({ unit, counts }).toEqual({
		unit: 'row',
		counts: { added: 1, removed: 1, changed: 2, moved: 1 },
	});
	// 40 cells in all; a changed cell weighs two, a row of its own four, a moved row two.
	expect(accuracy).toBe(1 - (2 + 4 + 2 + 2 + 4) / 40);
	expect(notes).toEqual(['Rows were paired by the column sku.']);
});

describe('rules leave out what they name, and nothing beside it', () => {
	const later = prices.replaceAll('2026-01', '2026-02');

	test('columns by their names or letters, counted', async () => {
		for (const name of ['seen', 'D']) {
			const result = await compared(prices, later, { rules: { ignoreColumns: [name] } });
			expect(result).toMatchObject({
				accuracy: 1,
				changes: [],
				ignored: [{ rule: `column ${name}`, kept: 5, sent: 5 }],
			});
		}
		const other = await compared(prices, edit(',20,', ',21,'), {
			rules: { ignoreColumns: ['seen'] },
		});
		expect(other.changes).toHaveLength(1);
	});

	test('what a pattern matches inside of a cell, shown grey and counted', async () => {
		const rules = { ignorePatterns: ['2026-\\d\\d'] };
		const same = await compared(prices, later, { rules });
		expect(same).toMatchObject({
			accuracy: 1,
			ignored: [{ rule: 'pattern 2026-\\d\\d', kept: 4, sent: 4 }],
		});
		const { changes, report } = await compared(prices, later.replace(',20,', ',21,'), { rules });
		expect(changes).toMatchObject([{ oldText: '20', newText: '21' }]);
		expect(report?.content.text).toContain('<span class="ignored">2026-02</span>-02');
		const day = await compared(prices, later.replace('02-04', '02-05'), { rules });
		expect(day.changes).toMatchObject([{ oldText: '2026-01-04', newText: '2026-02-05' }]);
	});

	test.each<[string, string, CompareRules]>([
		['numbers by tolerance', edit(',20,', ',20.5,'), { numberTolerance: 0.5 }],
		['dates by tolerance', edit('01-02', '01-03'), { dateToleranceSeconds: 86_400 }],
		['case', edit('Nut', 'NUT'), { ignoreCase: true }],
		['white space', edit('Bolt M4', 'Bolt  M4'), { ignoreWhiteSpace: true }],
	])('%s', async (_, sent, rules) => {
		const same = await compared(prices, sent, { rules });
		expect([same.accuracy, same.ignored]).toEqual([
			1,
			[{ rule: Object.keys(rules)[0], kept: 1, sent: 1 }],
		]);
		expect((await compared(prices, sent)).accuracy).toBeLessThan(1);
		expect((await compared(prices, sent.replace('40', '44'), { rules })).changes).toHaveLength(1);
	});

	test('a unit is no number: 20 € are not 20 $ within any tolerance', async () => {
		const rules = { numberTolerance: 100 };
		const kept = edit(',20,', ',20 €,');
		expect((await compared(kept, edit(',20,', ',"20,50 €",'), { rules })).accuracy).toBe(1);
		expect((await compared(kept, edit(',20,', ',20 $,'), { rules })).accuracy).toBeLessThan(1);
	});
});

describe('a file that has nothing to compare is told as such, with its side', () => {
	test.each<[string, string | Uint8Array, Options, Partial<Unreadable>]>([
		['empty', '', {}, { side: 'sent', reason: 'It holds no cell with anything in it.' }],
		['nothing but delimiters', ',,\n,,\n', {}, { side: 'sent' }],
		['no text', Uint8Array.of(1, 2, 0, 3), {}, { side: 'sent' }],
		['no such key', prices, { rules: { keyColumns: ['ean'] } }, { side: 'kept' }],
		['all columns left out', prices, { rules: { ignoreColumns: ['A', 'B', 'C', 'D'] } }, {}],
		['too many columns', ','.repeat(20_000) + 'x', {}, { side: 'sent' }],
	])('%s', async (_, sent, options, expected) => {
		expect(await compare(prices, sent, options)).toMatchObject({ isReadable: false, ...expected });
	});
});

test.each([
	['ab,1\nAB,2', 'AB,2\nab,9', 'B2', 'B3'],
	['a-1,1\na_1,2', 'a_1,2\na-1,9', 'B2', 'B3'],
	['ab,1\nAB,2', 'ab,9\nAb,2', 'B2', 'B2'],
])(
	'keys of a rule that differ in a sign alone are two: %j and %j',
	async (kept, sent, from, to) => {
		const rules: CompareRules = { keyColumns: ['key'] };
		const { changes } = await compared(`key,count\n${kept}`, `key,count\n${sent}`, { rules });
		expect(changes).toContainEqual({
			...{ kind: 'changed', kept: { cell: from }, sent: { cell: to } },
			...{ oldText: '1', newText: '9' },
		});
		expect(changes.filter(({ kind }) => kind === 'changed').length).toBeLessThanOrEqual(2);
	},
);

describe('a rule says how a CSV is written, where its cells mislead', () => {
	const notes = 'id,color; form\n1,red; round\n2,blue; flat\n3,green; long';
	const edited = notes.replace('blue; flat', 'blue; wide');
	const keyColumns = ['id'];

	test('what separates its cells', async () => {
		expect(await compare(notes, edited, { rules: { keyColumns } })).toMatchObject({
			isReadable: false,
			reason: expect.stringContaining('It has no column "id"') as string,
		});
		const { changes } = await compared(notes, edited, {
			rules: { keyColumns, delimiter: 'comma' },
		});
		expect(changes).toEqual([
			{
				kind: 'changed',
				kept: { cell: 'B3' },
				sent: { cell: 'B3' },
				oldText: 'blue; flat',
				newText: 'blue; wide',
			},
		]);
	});

	test.each(['comma', 'semicolon', 'tab', 'bar'] as const)('%s', async (delimiter) => {
		const sign = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }[delimiter];
		const sent = notes.replaceAll(/(?<=^\w+),/gm, sign);
		expect((await compared(sent, sent, { rules: { delimiter, keyColumns } })).notes).toEqual([]);
	});

	test('the first line of a file goes before it, and before the name of a file', async () => {
		const told = `sep=,\n${notes}`;
		const rules: CompareRules = { delimiter: 'semicolon', keyColumns };
		expect((await compared(told, told, { rules })).accuracy).toBe(1);
		const commas: Options = {
			rules: { delimiter: 'comma', keyColumns },
			names: ['kept.tsv', 'sent.tsv'],
		};
		expect((await compared(notes, edited, commas)).changes).toHaveLength(1);
	});

	test.each([
		['point', '1,234', '1234', 1],
		['comma', '1,234', '1234', 0],
		['comma', '1,234', '1,2340', 1],
		['comma', '1.234', '1234', 1],
		['point', '1.234', '1234', 0],
	] as const)('with a decimal %s, %s and %s', async (decimalSign, kept, sent, accuracy) => {
		const of = (amount: string) => `name;amount\nBolt;${amount}`;
		const options: Options = { level: 'Medium', rules: { decimalSign } };
		expect(Math.floor((await compared(of(kept), of(sent), options)).accuracy)).toBe(accuracy);
	});
});

test('a blank before a quoted cell does not make its quotation marks letters', async () => {
	const kept = 'id, name, x\n"a", "b, c", NULL\n"d, ", "e ""f"", g", 1\n5" pipe, "h", 2\n';
	expect((await compared(kept, kept.replace('b, c', 'b, g'))).changes).toMatchObject([
		{ sent: { cell: 'B2' }, oldText: 'b, c', newText: 'b, g' },
	]);
	const tight = 'id, name, x\n"a","b, c", NULL\n"d, ","e ""f"", g", 1\n5" pipe,"h", 2\n';
	expect((await compared(kept, tight)).accuracy).toBe(1);
	expect((await compared(kept, kept.replace('"d, "', '"d,"'))).changes).toHaveLength(1);
});

test('a quotation mark that is never closed swallows nothing: the rest is compared row by row', async () => {
	const sent = edit('B2,Nut', 'B2,"Nut');
	const { changes, notes } = await compared(prices, sent);
	expect(changes).toMatchObject([
		{ kept: { cell: 'B3' }, sent: { cell: 'B3' }, oldText: 'Nut', newText: '"Nut' },
	]);
	expect(notes[0]).toMatch(/row 3 of the sent file does not match/);
});

test('delimiter, encoding and byte order mark are told, and no difference below Excellent', async () => {
	const rows = 'name;city\nJosé;Köln\nZoë;Łódź';
	const sent = Buffer.from(`\ufeff${rows.replaceAll(';', '\t')}`, 'utf16le');
	const { accuracy, notes } = await compared(rows, sent);
	expect(accuracy).toBe(1);
	expect(notes).toEqual([
		'The kept file is written with semicolons, in UTF-8, the sent one with tabs, in UTF-16LE.',
	]);
	const finest = await compared(rows, sent, { level: 'Excellent' });
	expect(finest.accuracy).toBe(0.999999);
	expect(finest.changes).toMatchObject([
		{ kind: 'formatted', kept: { offsetBytes: 0 }, sent: { offsetBytes: 0 } },
	]);
});

test('the report shows old and new in one cell, and a spreadsheet opens the file of changes as text', async () => {
	const { report } = await compared(
		prices,
		edit('Nut', '<b>=cmd()</b>').replace('Screw', '=HYPERLINK("x")').replace('40', '-40'),
	);
	expect(report?.content.text).toContain('<del>Nut</del> <ins>&lt;b&gt;=cmd()&lt;/b&gt;</ins>');
	const links = [...(report?.content.text.matchAll(/href="#(change-\d+)"/g) ?? [])];
	for (const [, anchor] of links) expect(report?.content.text).toContain(`id="${anchor}"`);
	const [file] = report?.files ?? [];
	const lines = Papa.parse<string[]>(Buffer.from(file?.bytes ?? []).toString(), {
		skipEmptyLines: true,
	});
	expect(lines.data.slice(1)).toEqual([
		['changed', 'cell', 'name', '', 'B3', 'B3', 'Nut', '<b>=cmd()</b>'],
		['changed', 'cell', 'name', '', 'B5', 'B5', 'Screw', `'=HYPERLINK("x")`],
		['changed', 'cell', 'price', '', 'C5', 'C5', '40', '-40'],
	]);
});

test('a report stays readable: rows around a change, the rest counted, so many at most', async () => {
	const rows = Array.from({ length: 30_000 }, (_, row) => `row ${row},${row % 9}`);
	const sent = rows.map((row, index) => (index % 5 === 4 ? `${row}9` : row));
	const { report, changes, counts } = await compared(rows.join('\n'), sent.join('\n'));
	expect([counts.changed, changes.length]).toEqual([6000, 1000]);
	const shown = report?.content.text.match(/<tr/g)?.length ?? 0;
	expect(shown).toBeLessThan(4100);
	expect(report?.content.text).toMatch(/[\d,]+ more differing rows/);
	const few = await compared(rows.join('\n'), rows.join('\n').replace('row 500,5', 'row 500,7'));
	expect(few.report?.content.text.match(/<tr/g)).toHaveLength(1 + 7 + 2);
});

test('fingerprints are made of the same rows, after the rules', async () => {
	const side = { bytes: Buffer.from(prices), fileName: 'kept.csv' };
	const rules = { ignoreColumns: ['seen'], ignorePatterns: ['M\\d'] };
	expect(await csvComparer.outline(side, { level: 'Lowest', rules })).toMatchObject({
		unit: 'row',
		rows: [
			{ place: { cell: '1' }, words: ['sku', 'name', 'price'] },
			{ place: { cell: '2' }, words: [expect.stringContaining('a1'), 'bolt\u001d', '10.5\u0000'] },
			...[3, 4, 5].map((row) => ({ place: { cell: String(row) } })),
		],
	});
});

describe('whatever the tables hold', () => {
	const cell = fc.constantFrom('', 'a', 'B', 'b', '1', '1.0', '2', 'a b');
	const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
		minLength: 1,
		maxLength: 8,
	});
	const text = rows.map((cells) => `k,v\n${cells.map((row) => row.join(',')).join('\n')}`);

	test('swapping the two swaps added and removed and leaves the accuracy; a level never says more than a finer one', async () => {
		await fc.assert(
			fc.asyncProperty(text, text, async (kept, sent) => {
				const accuracies: number[] = [];
				for (const level of levelNames) {
					const [there, back] = [
						await compared(kept, sent, { level }),
						await compared(sent, kept, { level }),
					];
					expect(back.accuracy).toBe(there.accuracy);
					expect(back.counts).toEqual({
						...there.counts,
						added: there.counts.removed,
						removed: there.counts.added,
					});
					expect(there.accuracy === 1).toBe(there.changes.length === 0);
					accuracies.push(there.accuracy);
				}
				expect([...accuracies].sort((one, other) => other - one)).toEqual(accuracies);
				expect((await compared(kept, kept, { level: 'Excellent' })).accuracy).toBe(1);
			}),
			{ seed: 15, numRuns: 60 },
		);
	});
});

test('in a process of its own 60,000 rows are compared within its memory, with summary and report', async () => {
	const rows = Array.from(
		{ length: 60_000 },
		(_, row) => `${row},product ${row % 99},${row % 7}.5,x`,
	);
	const sent = rows.map((row, index) => (index === 40_000 ? row.replace('.5', '.6') : row));
	const facts = {
		displayName: 'Prices',
		level: 'High',
		address: 'http://localhost:8080/reports/one',
		kept: { fileName: 'prices.csv', version: 1, date: '2026-11-20T12:00:00.000Z' },
		sent: { fileName: 'prices.csv', date: '2026-11-20T12:00:00.000Z' },
	} as const;
	const files = pair(rows.join('\n'), sent.join('\n'), { fileName: 'prices.csv', facts });
	const outcome = await new Comparisons().run(files, somebody);
	expect(outcome).toMatchObject({
		outcome: 'different',
		method: 'cells',
		summary: '1 row changed.',
	});
	expect(outcome.changes).toMatchObject([
		{ sent: { cell: 'C40001' }, oldText: '2.5', newText: '2.6' },
	]);
	expect(pageOf(outcome)).toContain('<del>2.5</del> <ins>2.6</ins>');
});
