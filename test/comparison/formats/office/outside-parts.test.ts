/** What of a document is refused before LibreOffice sees it, and what is not. */
import { strToU8 } from 'fflate';
import { lookIntoOffice } from '../../../../comparison/formats/office/outside-parts';
import { openFile } from './open-files';
import { paragraph, wordFile } from './word-files';

const reasonOf = async (bytes: Uint8Array) => {
	const look = await lookIntoOffice(bytes);
	return 'reason' in look ? look.reason : look.kind;
};

const text = '<text:p>A lease.</text:p>';
const pictureAt = (address: string) =>
	`<text:p><draw:frame><draw:image xlink:href="${address}"/></draw:frame></text:p>`;
const linked = (type: string, target: string) =>
	wordFile({ body: paragraph('A lease.'), links: { x: { type, target, isOutside: true } } });
const field = (instruction: string) =>
	`<w:p><w:r><w:instrText>${instruction.slice(0, 9)}</w:instrText></w:r><w:r><w:instrText>${instruction.slice(9)}</w:instrText></w:r></w:p>`;

test('a document that takes nothing from outside is what it is', async () => {
	expect(await reasonOf(wordFile({ body: paragraph('A lease.') }))).toBe('docx');
	expect(await reasonOf(openFile({ body: text + pictureAt('Pictures/a b-1.png') }))).toBe('odt');
});

test('hyperlinks and the name of its template are no parts of a document', async () => {
	const link = '<text:p><text:a xlink:href="https://harbour.example/terms">terms</text:a></text:p>';
	expect(await reasonOf(openFile({ body: link }))).toBe('odt');
	expect(await reasonOf(linked('hyperlink', 'https://harbour.example/terms'))).toBe('docx');
	expect(await reasonOf(linked('attachedTemplate', 'file:///C:/house.dotx'))).toBe('docx');
});

test.each<[string, Uint8Array, string]>([
	[
		'a picture of the web',
		openFile({ body: pictureAt('http://a.example/b.png') }),
		'http://a.example/b.png',
	],
	['a picture of the machine', openFile({ body: pictureAt('/etc/logo.png') }), '/etc/logo.png'],
	['a picture above', openFile({ body: pictureAt('../logo.png') }), '../logo.png'],
	['a picture in disguise', openFile({ body: pictureAt('Pictures/%2e%2e/logo.png') }), '%2e%2e'],
	[
		'the ground of a paragraph',
		openFile({
			body: text,
			styles:
				'<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties><style:background-image xlink:href="file:///etc/logo.png"/></style:paragraph-properties></style:style>',
		}),
		'file:///etc/logo.png',
	],
	[
		'a section of another file',
		openFile({
			body: '<text:section text:name="S"><text:section-source xlink:href="file:///etc/passwd"/></text:section>',
		}),
		'file:///etc/passwd',
	],
	[
		'a picture that Word links',
		linked('image', 'http://a.example/b.png'),
		'http://a.example/b.png',
	],
	['a document within', linked('subDocument', 'file:///etc/passwd'), 'file:///etc/passwd'],
	[
		'a field, whose words are cut',
		wordFile({ body: field(' INCLUDEPICTURE "/etc/logo.png" ') }),
		'INCLUDEPICTURE',
	],
	['another kind of document', wordFile({ body: '<w:altChunk r:id="x"/>' }), 'altChunk'],
	[
		'an SVG that loads',
		wordFile({
			body: paragraph('A lease.'),
			others: {
				'word/media/a.svg': strToU8(
					'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/logo.png"/></svg>',
				),
			},
		}),
		'file:///etc/logo.png',
	],
])('%s from outside is refused by its name', async (_what, bytes, named) => {
	const reason = await reasonOf(bytes);
	expect(reason).toContain('from outside of itself');
	expect(reason).toContain(named);
});

const asStyles = (content: Uint8Array) =>
	openFile({ body: text, others: { 'styles.xml': content } });
const hidden = '<office:b xmlns:office="o" href="http://a.example/"/>';

test.each<[string, Uint8Array, RegExp]>([
	['a text', Buffer.from('A lease.\n'), /neither a DOCX nor an ODT/],
	['an RTF', Buffer.from('{\\rtf1 A lease.}'), /neither a DOCX nor an ODT/],
	['a DOC', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), /before 2007/],
	['half a document', wordFile({ body: paragraph('A lease.') }).subarray(0, 300), /broken/],
	[
		'macros of Word',
		wordFile({ body: paragraph('A'), others: { 'word/vbaProject.bin': strToU8('x') } }),
		/holds macros/,
	],
	[
		'macros',
		openFile({ body: text, others: { 'Basic/Standard/M.xml': strToU8('<a/>') } }),
		/macros/,
	],
	[
		'entities',
		asStyles(strToU8('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///e">]><a>&e;</a>')),
		/DOCTYPE/,
	],
	['UTF-7', asStyles(strToU8(`<?xml version="1.0" encoding="UTF-7"?><a/>`)), /UTF-7/],
	['UTF-16', asStyles(Buffer.from(`<?xml version="1.0"?>${hidden}`, 'utf16le')), /UTF-16/],
	['UTF-16 with a mark', asStyles(Buffer.from(`\ufeff${hidden}`, 'utf16le')), /a\.example/],
])('%s is refused', async (_what, bytes, reason) => {
	expect(await reasonOf(bytes)).toMatch(reason);
});
