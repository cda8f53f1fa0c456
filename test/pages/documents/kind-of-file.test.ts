/** The page says of a document what its comparison will find by the bytes. */
import { zipSync } from 'fflate';
import { kindOfFile } from '../../../pages/documents/kind-of-file';
import { formatOf, kinds } from '../../../comparison/formats/formats';
import { fileType } from '../../../service/documents/files/file-type';

const zipOf = (name: string) => zipSync({ [name]: Buffer.from('<x/>') });
const openOf = (type: string) =>
	zipSync({
		mimetype: [Buffer.from(`application/vnd.oasis.opendocument.${type}`), { level: 0 }],
	});

test.each<[string, Uint8Array | string]>([
	['lease.txt', 'one two'],
	['README.md', '# one'],
	['main.ts', 'const one = 1;'],
	['prices.csv', 'a,b\n1,2'],
	['prices.tsv', 'a\tb\n1\t2'],
	['page.html', '<!doctype html><p>one'],
	['page.htm', '<p>one'],
	['page.xhtml', '<html><p>one</p></html>'],
	['answer.json', '{"a": 1}'],
	['chart.yaml', 'a: 1'],
	['chart.yml', 'a: 1'],
	['feed.xml', '<?xml version="1.0"?><a/>'],
	['drawing.svg', '<svg/>'],
	['lease.pdf', '%PDF-1.7\n'],
	['scan.png', Buffer.from('89504e470d0a1a0a', 'hex')],
	['scan.avif', '\0\0\0\x20ftypavif'],
	['scan.bmp', `BM${'\0'.repeat(30)}`],
	['places.geojson', '{"type": '],
	['work.ipynb', '{"cells": '],
	['paper.pdf', `${'%'.repeat(900)}\n%PDF-1.4`],
	['lease.docx', zipOf('word/document.xml')],
	['prices.xlsx', zipOf('xl/workbook.xml')],
	['talk.pptx', zipOf('ppt/presentation.xml')],
	['talk.ppsx', zipOf('ppt/presentation.xml')],
	['lease.odt', openOf('text')],
	['prices.ods', openOf('spreadsheet')],
	['all.zip', zipOf('one.txt')],
	['data.bin', Buffer.from([0, 1, 2, 3])],
])('of %s', (fileName, content) => {
	const bytes = Buffer.from(content);
	const type = fileType({ head: bytes, sizeBytes: bytes.length, fileName });
	expect(kindOfFile({ fileType: type, fileName })).toBe(kinds[formatOf({ bytes, fileName })]);
});
