/** What changed is told by what differs: no change of a pair says the same on both sides. */
import path from 'node:path';
import type { ComparedKindName } from '../../api/comparison/kinds';
import type { Comparer } from '../../comparison/core/comparison';
import { comparedOutcome } from '../../comparison/core/outcome';
import { officeComparer } from '../../comparison/formats/office/comparer';
import { csvComparer, xlsxComparer } from '../../comparison/formats/table/compare-tables';
import { textComparer } from '../../comparison/formats/text/text-comparer';
import { jsonComparer, xmlComparer } from '../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../comparison/formats/web/html-comparer';
import { present } from '../../server/at';
import { caseNames, filesOf, toldAlike } from './cases';
import { expectMirrored } from './levels/comparing';
import type { PairFormat } from './levels/pairs';
import { paragraph, wordFile } from './formats/office/word-files';
import { xlsxOf } from './formats/table/workbook-files';

const kinds: Readonly<Record<string, ComparedKindName>> = {
	...{ csv: 'table', xlsx: 'table', txt: 'text', docx: 'document', odt: 'document' },
	...{ html: 'page', json: 'tree', png: 'picture', jpg: 'picture', pdf: 'pdf' },
};

test.each(caseNames)('%s is told alike both ways', async (name) => {
	const { kept, sent } = filesOf(name);
	const ending = path.extname(kept.fileName).slice(1);
	const kind = present(kinds[ending], `the kind of ${ending}`);
	const pair = { kept: kept.bytes, sent: sent.bytes, format: ending as PairFormat };
	for (const level of ['Lowest', 'High'] as const) await expectMirrored(kind, pair, level);
});

async function compared(comparer: Comparer, kept: string | Uint8Array, sent: string | Uint8Array) {
	const side = (content: string | Uint8Array) => ({ bytes: Buffer.from(content), fileName: 'a' });
	const found = await comparer.compare({
		...{ kept: side(kept), sent: side(sent), level: 'High', rules: {} },
		...{ isReported: true, onProgress: () => undefined },
	});
	if (!found.isReadable) throw new Error(found.reason);
	return found;
}

const changesOf = async (...pair: Parameters<typeof compared>) => (await compared(...pair)).changes;

test.each([
	['[1,5,9]', '[9,5,1]', ['1', '9']],
	['[9,5,1]', '[1,5,9]', ['9', '1']],
] as const)(
	'of %s and %s the middle item stays, and the others are told',
	async (kept, sent, ends) => {
		const [first, last] = ends;
		const changes = await changesOf(jsonComparer, kept, sent);
		const moved = (from: number, to: number, text: string) => ({
			...{ kind: 'moved', kept: { path: `/${from}` }, sent: { path: `/${to}` } },
			...{ oldText: text, newText: text },
		});
		expect(changes).toMatchObject([moved(2, 0, last), moved(0, 2, first)]);
	},
);

test('a formula that says the same and means other cells is told with what it meant', async () => {
	const rows = (names: readonly string[], formula: string) =>
		xlsxOf([
			{
				name: 'Prices',
				rows: [
					names,
					...[1, 2, 3, 4].map((row) => names.map((name) => `${name} ${row}`)),
					[{ f: formula }],
				],
			},
		]);
	const kept = rows(['Chair', 'Lamp', 'Table'], 'SUM(C2:C4)');
	const sent = rows(['Chair', 'Table', 'Lamp'], 'SUM(C2:C4)');
	const changes = await changesOf(xlsxComparer, kept, sent);
	expect(toldAlike({ changes })).toEqual([]);
	expect(changes).toContainEqual(
		expect.objectContaining({
			oldText: '= [=SUM(C2:C4), now =SUM(B2:B4)]',
			newText: '= [=SUM(C2:C4)]',
		}),
	);
});

test.each([
	['<o><id xmlns="urn:a">100</id></o>', 'urn:b'],
	['<o xmlns:x="urn:a"><x:id>100</x:id></o>', 'urn:b'],
	['<o xmlns="urn:a"><id>100</id></o>', 'urn:b'],
])('an element of another namespace is told with it: %s', async (kept, address) => {
	const changes = await changesOf(xmlComparer, kept, kept.replace('urn:a', address));
	expect(changes).not.toEqual([]);
	expect(toldAlike({ changes })).toEqual([]);
});

const long = (end: string) =>
	`${'The lease goes on. '.repeat(400)}${end}${' It ends.'.repeat(400)}`;

test.each<[string, Comparer, (text: string) => string | Uint8Array]>([
	['JSON', jsonComparer, (text) => JSON.stringify({ terms: text })],
	['XML', xmlComparer, (text) => `<o>${text}</o>`],
	['CSV', csvComparer, (text) => `name,terms\nChair,${text}\nLamp,none\n`],
	[
		'XLSX',
		xlsxComparer,
		(text) =>
			xlsxOf([
				{
					name: 'A',
					rows: [
						['name', 'terms'],
						['Chair', text],
						['Lamp', 'none'],
					],
				},
			]),
	],
	['text', textComparer, (text) => text],
	['HTML', htmlComparer, (text) => `<html><body><p>${text}</p></body></html>`],
	['DOCX', officeComparer, (text) => wordFile({ body: paragraph(text) })],
])(
	'a word far within a long text of %s is told, and so cut that it is seen',
	async (_format, comparer, of) => {
		const found = await compared(comparer, of(long('June')), of(long('July')));
		const { changes } = comparedOutcome(found, 'High');
		expect(changes).toHaveLength(1);
		expect(changes[0]?.oldText).toMatch(/June/);
		expect(changes[0]?.newText).toMatch(/July/);
	},
);
