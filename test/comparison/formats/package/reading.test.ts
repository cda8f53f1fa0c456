/** What the readers of all office files have in common: names by namespace, encodings, looks by style. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readOds } from '../../../../comparison/formats/table/reading/ods/reading';
import { cellsOf } from '../../../../comparison/formats/table/reading/table';
import { readXlsx } from '../../../../comparison/formats/table/reading/xlsx/reading';
import { compared } from '../office/case-files';
import { openFile } from '../office/open-files';
import { run, wordFile } from '../office/word-files';
import { odsOf, xlsxOf } from '../table/workbook-files';

/** The file with another text of a part. */
function changed(file: Uint8Array, part: string, change: (xml: string) => string | Uint8Array) {
	const parts = unzipSync(file);
	const made = change(strFromU8(parts[part] ?? new Uint8Array()));
	return zipSync({ ...parts, [part]: typeof made === 'string' ? strToU8(made) : made });
}

const cell = (text: string, prefix = 'table') =>
	`<${prefix}:table-cell office:value-type="string"><text:p>${text}</text:p></${prefix}:table-cell>`;
const ods = odsOf([
	{ name: 'Prices', table: `<table:table-row>${cell('Chair')}${cell('Oak')}</table:table-row>` },
]);
const xlsx = xlsxOf([{ name: 'Prices', rows: [['Chair', 'Oak']] }], { strings: 'inline' });
const inOds = (change: (xml: string) => string | Uint8Array) => changed(ods, 'content.xml', change);
const inXlsx = (change: (xml: string) => string | Uint8Array) =>
	changed(xlsx, 'xl/worksheets/sheet1.xml', change);

const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const foreign = '<x:c xmlns:x="urn:other"><x:v>9</x:v></x:c>';
const foreignCell = cell('9', 'x').replace('table-cell', 'table-cell xmlns:x="urn:other"');
const wide = (xml: string) =>
	Buffer.from(`\ufeff${xml.replace(/<\?xml[^>]*>/, '')}`, 'utf16le').swap16();

test.each<[string, Uint8Array]>([
	['an XLSX', xlsx],
	['a strict XLSX', inXlsx((xml) => xml.replace(/xmlns="[^"]*"/, `xmlns="${strict}"`))],
	['an XLSX in UTF-16, the high byte first', inXlsx(wide)],
	['an XLSX with a cell of no known kind', inXlsx((xml) => xml.replace('</row>', `${foreign}$&`))],
	['an ODS', ods],
	[
		'an ODS with prefixes of its own',
		inOds((xml) => xml.replace(/(?<=[</ ]|<\/| xmlns:)(table|text)(?=:[a-z]|=)/g, 'my$1')),
	],
	['an ODS in UTF-16, the high byte first', inOds(wide)],
	[
		'an ODS with a cell of no known kind',
		inOds((xml) => xml.replace('</table:table-row>', `${foreignCell}$&`)),
	],
])('%s is read by the namespaces of its names', async (_, bytes) => {
	const read = unzipSync(bytes)['content.xml'] === undefined ? readXlsx : readOds;
	const { sheets } = await read({ bytes, fileName: 'prices' });
	expect(sheets.map(({ name, rows }) => [name, rows.map(cellsOf)])).toEqual([
		['Prices', [['Chair', 'Oak']]],
	]);
});

const word = (look: string) => wordFile({ body: `<w:p>${run('not due', look)}</w:p>` });
const open = (look: string) =>
	openFile({
		automaticStyles: `<style:style style:name="T1" style:family="text"><style:text-properties ${look}/></style:style>`,
		body: '<text:p><text:span text:style-name="T1">not due</text:span></text:p>',
	});

test.each([
	[
		'one stroke and not two in a DOCX',
		word('<w:strike/>'),
		word('<w:strike/><w:dstrike w:val="0"/>'),
	],
	[
		'a colour that the program chooses in an ODT',
		open(''),
		open('fo:color="#ffffff" style:use-window-font-color="true"'),
	],
])('%s looks as it is told', async (_, kept, sent) => {
	expect((await compared({ kept, sent })).changes).toEqual([]);
});

test('a workbook that lists no macro has none', async () => {
	const list = { 'Basic/script-lc.xml': strToU8('<libraries/>') };
	const bytes = zipSync({ ...unzipSync(ods), ...list });
	expect((await readOds({ bytes, fileName: 'prices.ods' })).notes).toEqual([]);
});
