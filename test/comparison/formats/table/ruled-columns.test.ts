/** Columns that rules name by letters: a letter is that of the kept file, and never hides another column. */
import type { Comparer } from '../../../../comparison/core/comparison';
import { levelNames } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../../comparison/formats/table/compare-tables';
import { odsOf, xlsxOf } from './workbook-files';

type Rows = readonly (readonly string[])[];

const rowsOf = (text: string): Rows => text.split('\n').map((line) => line.split('|'));

const formats: Readonly<Record<string, readonly [Comparer, (rows: Rows) => string | Uint8Array]>> =
	{
		csv: [csvComparer, (rows) => rows.map((row) => row.join(',')).join('\n')],
		xlsx: [
			xlsxComparer,
			(rows) =>
				xlsxOf([
					{
						name: 'A',
						rows: rows.map((row) => row.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell))),
					},
				]),
		],
		ods: [
			odsComparer,
			(rows) => {
				const cell = (text: string) =>
					`<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
				const table = rows.map(
					(row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`,
				);
				return odsOf([{ name: 'A', table: table.join('') }]);
			},
		],
	};

const priced =
	'id|name|printed|price\n1|Chair|2026-01-01|10\n2|Table|2026-01-01|20\n3|Lamp|2026-01-01|30';
const printedAgain = priced.replaceAll('2026-01-01', '2026-01-02');
const dearer =
	'id|name|price|printed\n1|Chair|11|2026-01-02\n2|Table|21|2026-01-02\n3|Lamp|31|2026-01-02';
const swapped = priced
	.replaceAll('2026-01-01', '2026-01-02')
	.replace(/\|([^|\n]+)\|([^|\n]+)$/gm, '|$2|$1');
const withUnit =
	'id|name|unit|printed|price\n1|Chair|pc|2026-01-02|11\n2|Table|pc|2026-01-02|21\n3|Lamp|pc|2026-01-02|31';

describe.each(Object.keys(formats))('in %s', (format) => {
	const [comparer, write] = formats[format] ?? [csvComparer, () => ''];

	async function compared(kept: string, sent: string, rules: CompareRules) {
		const side = (text: string) => ({ bytes: Buffer.from(write(rowsOf(text))), fileName: 'a' });
		const told = [];
		for (const level of levelNames.slice(0, 4)) {
			const sides = { kept: side(kept), sent: side(sent) };
			const rest = { level, rules, isReported: true, onProgress: () => undefined };
			told.push(await comparer.compare({ ...sides, ...rest }));
		}
		return told;
	}
	const pricesOf = (found: Awaited<ReturnType<typeof compared>>) =>
		found.map((one) =>
			one.isReadable
				? one.changes.filter(({ kind }) => kind === 'changed').map((c) => c.newText)
				: [],
		);

	test.each([
		['swapped', dearer],
		['behind one that came', withUnit],
	])('a letter follows its name to a column that is %s, in either order', async (_how, sent) => {
		const prices = await compared(priced, sent, { ignoreColumns: ['C'] });
		for (const told of pricesOf(prices)) expect(told).toEqual(['11', '21', '31']);
		const own = String.fromCharCode(65 + (rowsOf(sent)[0]?.indexOf('printed') ?? 0));
		const back = await compared(sent, priced, { ignoreColumns: [own] });
		for (const told of pricesOf(back)) expect(told).toEqual(['10', '20', '30']);
	});

	test('a letter leaves out its column where nothing moved, and where only columns moved', async () => {
		for (const sent of [printedAgain, swapped]) {
			for (const one of await compared(priced, sent, { ignoreColumns: ['C'] })) {
				if (!one.isReadable) throw new Error(one.reason);
				expect(one.changes.filter(({ kind }) => kind === 'changed')).toEqual([]);
				expect(one.ignored).toEqual([{ rule: 'column C', kept: 4, sent: 4 }]);
			}
		}
	});

	test('without names a letter holds where all columns stand, and is compared where they moved', async () => {
		const bare = (text: string) => text.split('\n').slice(1).join('\n');
		const [stands] = await compared(bare(priced), bare(printedAgain), { ignoreColumns: ['C'] });
		expect(stands).toMatchObject({ accuracy: 1, notes: [] });
		const [moved] = await compared(bare(priced), bare(withUnit), { ignoreColumns: ['C'] });
		expect(moved).toMatchObject({
			notes: expect.arrayContaining([
				expect.stringContaining('Column C, which the rule ignoreColumns names by its letter'),
			]),
		});
		const found = moved?.isReadable === true ? moved.accuracy : 1;
		expect(found).toBeLessThan(1);
	});

	test('a key by letter is followed too, and refused where no name tells it', async () => {
		const [by] = await compared(
			priced,
			dearer.replaceAll('id|name', 'name|id').replace(/^(\d)\|(\w+)/gm, '$2|$1'),
			{
				keyColumns: ['A'],
			},
		);
		expect(by).toMatchObject({ isReadable: true, counts: { changed: 3, added: 0, removed: 0 } });
		const renamed = priced.replace('id|', 'nr|').replace(/^(\d)/gm, '9$1');
		expect((await compared(priced, renamed, { keyColumns: ['A'] }))[0]).toMatchObject({
			...{ isReadable: false, side: 'sent' },
			reason: expect.stringContaining('column A of the kept file'),
		});
	});
});

test('fingerprints of one file do not tell what a letter means in another', async () => {
	const side = { bytes: Buffer.from(priced.replaceAll('|', ',')), fileName: 'a.csv' };
	const outline = (name: string) =>
		csvComparer.outline(side, { level: 'High', rules: { ignoreColumns: [name] } });
	expect(await outline('C')).toMatchObject({
		...{ isReadable: false },
		reason: expect.stringContaining('column C by its letter'),
	});
	expect(await outline('printed')).toMatchObject({ isReadable: true });
});
