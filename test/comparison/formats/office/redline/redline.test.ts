/** The DOCX with tracked changes: accepting all gives the new text, rejecting all the old one. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { officeComparer } from '../../../../../comparison/formats/office/comparer';
import { descendants, parseXml } from '../../../../../comparison/formats/package/xml';
import { asOpen, asWord, documentPairs } from '../../../quality/office';
import { filesOf } from '../../../cases';
import { openFile } from '../open-files';
import { bodyText } from '../tracked-changes';
import { paragraph, run, table, wordFile, wordNamespace } from '../word-files';

async function redline(
	kept: Uint8Array,
	sent: Uint8Array,
): Promise<{ bytes: Uint8Array; notes: readonly string[] }> {
	const result = await officeComparer.compare({
		...{
			kept: { bytes: kept, fileName: 'lease.docx' },
			sent: { bytes: sent, fileName: 'new.docx' },
		},
		...{ level: 'High', rules: {}, isReported: true, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	const [file] = result.report?.files ?? [];
	if (file === undefined) throw new Error('there is no DOCX with tracked changes');
	expect(file.fileName).toBe('new.tracked-changes.docx');
	return { bytes: file.bytes, notes: result.notes };
}

const word = (body: string) => wordFile({ body });
const list = (...texts: readonly string[]) => texts.map((text) => paragraph(text)).join('');

const [one, two, three] = [
	'The tenant pays within thirty days.',
	'The landlord keeps the roof in repair.',
	'Neither may assign the lease to others.',
];

const rows = [
	['Item', 'Price'],
	['Chair', '10'],
];

test.each([
	['a word replaced', list(one), list(one.replace('thirty', 'sixty'))],
	[
		'a word at the beginning and one at the end',
		list(one),
		list('Soon the tenant pays within thirty days, ever.'),
	],
	[
		'a word in the midst of runs',
		`<w:p>${run('The ten')}${run('ant pays', '<w:color w:val="0000FF"/>')}${run(' within thirty days.')}</w:p>`,
		list('The tenants pay within thirty days.'),
	],
	['a paragraph put in', list(one, three), list(one, two, three)],
	['a paragraph put in first', list(two, three), list(one, two, three)],
	['paragraphs put in at the end', list(one), list(one, two, three)],
	['a paragraph taken out', list(one, two, three), list(one, three)],
	['the first paragraph taken out', list(one, two, three), list(two, three)],
	['the last paragraphs taken out', list(one, two, three), list(one)],
	['the last paragraph replaced', list(one, two), list(one, three)],
	[
		'the last paragraphs replaced by more',
		list(one, two),
		list(one, three, 'Whatever else there is.', 'Signed today.'),
	],
	['everything replaced', list(one, two), list(three)],
	['a paragraph moved', list(one, two, three), list(two, three, one)],
	['a paragraph split', list(`${one} ${two}`, three), list(one, two, three)],
	['paragraphs put together', list(one, two, three), list(`${one} ${two}`, three)],
	['the last paragraph split', list(three, `${one} ${two}`), list(three, one, two)],
	['the last paragraphs put together', list(three, one, two), list(three, `${one} ${two}`)],
	[
		'a paragraph split in three, and a word changed',
		list(`${one} ${two} ${three}`),
		list(one, two.replace('roof', 'house'), three),
	],
	[
		'a paragraph split, and one put in behind it',
		list(`${one} ${two}`),
		list(one, two, 'Signed today, by both of them.'),
	],
	[
		'paragraphs put together, and one put in behind them',
		list(one, two),
		list(`${one} ${two}`, 'Signed today, by both of them.'),
	],
	[
		'paragraphs of a cell put together and split',
		`<w:tbl><w:tr><w:tc>${list(one, two)}</w:tc><w:tc>${list(`${two} ${three}`)}</w:tc></w:tr></w:tbl>${list(one)}`,
		`<w:tbl><w:tr><w:tc>${list(`${one} ${two}`)}</w:tc><w:tc>${list(two, three)}</w:tc></w:tr></w:tbl>${list(one)}`,
	],
	[
		'a cell changed',
		table(rows) + list(one),
		table([
			['Item', 'Price'],
			['Chair', '12'],
		]) + list(one),
	],
	['a row put in', table(rows) + list(one), table([...rows, ['Table, oak', '250']]) + list(one)],
	['a row taken out', table([...rows, ['Table, oak', '250']]) + list(one), table(rows) + list(one)],
	[
		'a column put in',
		table([['Chair, wood', '10']]) + list(one),
		table([['Chair, wood', '10', 'red']]) + list(one),
	],
	['a table put in', list(one, two), list(one) + table(rows) + list(two)],
	['a table taken out', list(one) + table(rows) + list(two), list(one, two)],
	['a paragraph after a table', table(rows) + list(one), table(rows) + list(two, one)],
	['white space and tabs', list(one), list(one.replace('pays ', 'pays\t '))],
	[
		'text in a link',
		`<w:p><w:hyperlink r:id="x">${run(one)}</w:hyperlink></w:p>`,
		`<w:p><w:hyperlink r:id="x">${run(two)}</w:hyperlink></w:p>`,
	],
	['signs that XML escapes', list('a < b & c'), list('a > b & d')],
])('%s', async (_, kept, sent) => {
	const { bytes, notes } = await redline(word(kept), word(sent));
	expect(bodyText(bytes, 'accept')).toBe(bodyText(word(sent), 'accept'));
	expect(bodyText(bytes, 'reject')).toBe(bodyText(word(kept), 'accept'));
	expect(notes).toEqual([]);
	const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
	for (const deletion of descendants(parseXml(xml, 'document'), 'w:del')) {
		expect([...descendants(deletion, 'w:t')]).toEqual([]);
	}
	const ids = [...xml.matchAll(/w:id="(\d+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
});

test('runs keep their properties where they are cut', async () => {
	const kept = word(`<w:p>${run(one, '<w:b/><w:color w:val="FF0000"/>')}</w:p>`);
	const { bytes } = await redline(kept, word(list(one.replace('thirty', 'sixty'))));
	const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
	expect(xml.match(/<w:color w:val="FF0000"/g)).toHaveLength(4);
});

test('changes that were tracked before count as accepted', async () => {
	const by = 'w:id="1" w:author="Ada"';
	const kept = word(
		`<w:p>${run('Pay ')}<w:del ${by}><w:r><w:delText>soon</w:delText></w:r></w:del><w:ins ${by}>${run('now')}</w:ins>${run(' all of it.')}</w:p>`,
	);
	const { bytes } = await redline(kept, word(list('Pay now half of it.')));
	expect(bodyText(bytes, 'accept')).toBe('Pay now half of it.');
	expect(bodyText(bytes, 'reject')).toBe('Pay now all of it.');
});

test('headers and notes are written into as the body is, and new notes are told', async () => {
	const make = (term: string, footnotes: number) =>
		wordFile({
			body: `<w:p>${run('x')}${Array.from({ length: footnotes }, (_, id) => `<w:r><w:footnoteReference w:id="${id + 2}"/></w:r>`).join('')}</w:p>`,
			headers: [paragraph(`Valid for ${term} days`)],
			footnotes: Array.from(
				{ length: footnotes },
				(_, id) =>
					`<w:footnote w:id="${id + 2}">${paragraph(`Note ${id} of ${term} days or so`)}</w:footnote>`,
			).join(''),
		});
	const { bytes, notes } = await redline(make('thirty', 1), make('sixty', 2));
	for (const [part, text] of [
		['header1', 'Valid for'],
		['footnotes', 'Note 0 of'],
	] as const) {
		expect(bodyText(bytes, 'accept', part)).toContain(`${text} sixty days`);
		expect(bodyText(bytes, 'reject', part)).toContain(`${text} thirty days`);
	}
	expect(notes.join()).toMatch(/tracked changes .* Footnote 2\.$/);
});

test('a paragraph that was split has one new end, and its words stay', async () => {
	const { bytes } = await redline(word(list(`${one} ${two}`, three)), word(list(one, two, three)));
	const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
	expect(xml.match(/<w:ins /g)).toHaveLength(1);
	expect(xml).toMatch(/<w:pPr><w:rPr><w:ins [^>]*\/><\/w:rPr><\/w:pPr>/);
});

test('a look or a number that the copy does not have is named with its place', async () => {
	const struck = `<w:p>${run('The tenant pays ')}${run('nothing', '<w:strike/>')}</w:p>`;
	const look = await redline(word(list('The tenant pays nothing', two)), word(struck + list(two)));
	expect(look.notes.join()).toMatch(/tracked changes .*: Paragraph 1\.$/);
	const numbering =
		'<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
	const listed = (...texts: readonly string[]) =>
		wordFile({
			numbering,
			body: texts
				.map((text) => paragraph(text, '<w:numPr><w:numId w:val="1"/></w:numPr>'))
				.join(''),
		});
	const number = await redline(listed(one, three), listed(one, two, three));
	expect(number.notes.join()).toMatch(/tracked changes .*: Paragraph 2/);
	expect(bodyText(number.bytes, 'accept')).toBe([one, two, three].join('\n'));
});

test('a link that was split stays whole in the copy, and its place is named', async () => {
	const linked = (text: string) => `<w:p><w:hyperlink r:id="x">${run(text)}</w:hyperlink></w:p>`;
	const kept = word(linked(`${one} ${two}`) + list(three));
	const { bytes, notes } = await redline(kept, word(linked(one) + linked(two) + list(three)));
	expect(bodyText(bytes, 'reject')).toBe(bodyText(kept, 'reject'));
	expect(notes.join()).toMatch(/tracked changes .*: Paragraph 1/);
});

/** What the copy cannot show is left as it was in the kept file, and named with its place. */
test.each([
	['docx-image-replaced', 'Paragraph 2', 'The supplier'],
	['docx-math-changed', 'Paragraph 2', 'The supplier'],
	['docx-field-date-inserted', 'Paragraph 2', 'The supplier'],
	['docx-footnote-removed', 'Paragraph 2; Footnote 1', 'The supplier'],
	['docx-footnote-added', 'Paragraph 2; Footnote 1', 'The supplier'],
	['docx-textbox-removed', 'Paragraph 2', 'Notice'],
	['docx-comment-text', 'Comment 1', 'The supplier'],
])('%s', async (name, place, text) => {
	const { kept, sent } = filesOf(name);
	const { bytes, notes } = await redline(kept.bytes, sent.bytes);
	expect(notes.join()).toMatch(new RegExp(`tracked changes .*: ${place}\\.$`));
	expect(bodyText(bytes, 'accept')).toContain(text);
	expect(bodyText(bytes, 'reject')).toBe(bodyText(kept.bytes, 'reject'));
	const shown = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
	expect(shown).not.toMatch(/\[picture|\{DATE\}|\[formula/);
});

const boxOf = (text: string) =>
	`<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
const paragraphOf = (...content: readonly string[]) => `<w:p>${content.join('')}</w:p>`;
const cellOf = (...content: readonly string[]) =>
	`<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr/>${paragraphOf(...content)}</w:tc></w:tr></w:tbl>${list(one)}`;

test('a text box that only the sent file has is no paragraph of the copy', async () => {
	const { bytes, notes } = await redline(
		word(list(one, two)),
		word(paragraphOf(run(one), boxOf(three)) + list(two)),
	);
	expect(bodyText(bytes, 'accept')).toBe([one, two].join('\n'));
	expect(notes.join()).toMatch(/tracked changes .*: Paragraph \d(; Paragraph \d)?\.$/);
});

test('a text box in a cell that only the sent file has is no paragraph of the copy', async () => {
	const box = boxOf(three);
	const row = (...cells: readonly string[]) =>
		`<w:tr>${cells.map((cell) => `<w:tc><w:tcPr/><w:p>${cell}</w:p></w:tc>`).join('')}</w:tr>`;
	const priced = (...more: readonly string[]) =>
		word(
			`<w:tbl><w:tblPr/>${[row(run('Item'), run('Price')), ...more].join('')}</w:tbl>${list(one)}`,
		);
	const added = await redline(priced(), priced(row(run('Chair') + box, run('10'))));
	expect(bodyText(added.bytes, 'accept')).toBe(`Item\nPrice\nChair\n10\n${one}`);
	expect(added.notes.join()).toMatch(/tracked changes .*: Table 1, row 2 \(A2\)\.$/);
	const kept = priced(row(run('Chair'), run('10')));
	const boxed = await redline(kept, priced(row(run('Chair') + box, run('10'))));
	expect(bodyText(boxed.bytes, 'accept')).toBe(bodyText(kept, 'accept'));
	expect(boxed.notes.join()).toMatch(/tracked changes .*: Table 1, row 2 \(A2\)\.$/);
});

test.each([
	['the body', paragraphOf, /Paragraph 3\.$/],
	['a cell', cellOf, /Table 1, row 1 \(A1\)\.$/],
])('a second box of %s is not written into the first one', async (_, make, place) => {
	const kept = word(make(run(three), boxOf('First')));
	const sent = word(make(run(three), boxOf('First'), boxOf('Second')));
	const { bytes, notes } = await redline(kept, sent);
	expect(bodyText(bytes, 'accept')).toBe(bodyText(kept, 'accept'));
	expect(strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array())).not.toContain(
		'Second',
	);
	expect(notes.join()).toMatch(place);
});

test('a box of a cell that is taken out stays without words, and is named', async () => {
	const { bytes, notes } = await redline(
		word(cellOf(run(three), boxOf('First'))),
		word(cellOf(run(three))),
	);
	expect(bodyText(bytes, 'accept')).not.toContain('First');
	expect(bodyText(bytes, 'reject')).toContain('First');
	expect(notes.join()).toMatch(/Table 1, row 1 \(A1\)\.$/);
});

test('a simple field of a removed paragraph is removed with its code, which would show its result again', async () => {
	const field = `<w:fldSimple w:instr=" REF &quot;a&quot; \\h ">${run('the annex')}</w:fldSimple>`;
	const { bytes } = await redline(
		word(`<w:p>${run('See ')}${field}</w:p>${list(one, two)}`),
		word(list(one, two)),
	);
	const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
	expect(xml).not.toContain('fldSimple');
	expect(xml).toMatch(/<w:del [^>]*><w:r><w:delInstrText[^>]*> REF "a" \\h <\/w:delInstrText>/);
	expect(bodyText(bytes, 'reject')).toBe(['See the annex', one, two].join('\n'));
	expect(bodyText(bytes, 'accept')).toBe([one, two].join('\n'));
});

test('a note stays where it stood when its words move, and is named', async () => {
	const noted = (...texts: readonly string[]) =>
		wordFile({
			body: texts.map((text) => `<w:p>${run(text)}${text === two ? reference : ''}</w:p>`).join(''),
			footnotes: `<w:footnote w:id="2">${paragraph('Save the chimney.')}</w:footnote>`,
		});
	const { bytes, notes } = await redline(noted(one, three, two), noted(two, one, three));
	expect(bodyText(bytes, 'accept')).toBe([two, one, three].join('\n'));
	expect(notes.join()).toMatch(/tracked changes .*Footnote 1/);
});

const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';

/** A document with macros and a template that Word would fetch. */
function withMacros(body: string): Uint8Array {
	const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
	const files = unzipSync(
		wordFile({
			body,
			links: {
				v: { type: 'vbaProject', target: 'vbaProject.bin' },
				s: { type: 'settings', target: 'settings.xml' },
			},
			others: {
				'word/vbaProject.bin': strToU8('macros'),
				'word/vbaData.xml': strToU8('<data/>'),
				'word/_rels/vbaProject.bin.rels': strToU8('<Relationships/>'),
				'word/settings.xml': strToU8(
					`<w:settings xmlns:w="${wordNamespace}" xmlns:r="${relations}"><w:zoom w:percent="90"/><w:attachedTemplate r:id="t"/></w:settings>`,
				),
				'word/_rels/settings.xml.rels': strToU8(
					`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" Type="${relations}/attachedTemplate" Target="https://elsewhere.test/a&amp;b.dotm" TargetMode="External"/></Relationships>`,
				),
			},
		}),
	);
	const types = strFromU8(files['[Content_Types].xml'] ?? new Uint8Array())
		.replace(
			'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
			'vnd.ms-word.document.macroEnabled.main+xml',
		)
		.replace(
			'</Types>',
			'<Override PartName="/word/vbaData.xml" ContentType="application/vnd.ms-word.vbaData+xml"/></Types>',
		);
	return zipSync({ ...files, '[Content_Types].xml': strToU8(types) });
}

test('the copy holds nothing that Word would run or fetch when it opens it', async () => {
	const { bytes, notes } = await redline(withMacros(list(one, two)), word(list(one, three)));
	expect(bodyText(bytes, 'accept')).toBe([one, three].join('\n'));
	const files = unzipSync(bytes);
	expect(Object.keys(files).filter((name) => name.includes('vba'))).toEqual([]);
	const texts = Object.values(files).map((each) => strFromU8(each));
	expect(texts.join('\n')).not.toMatch(/vba|attachedTemplate|elsewhere\.test|macroEnabled/);
	expect(texts.join('\n')).toContain('w:percent="90"');
	expect(notes.join('\n')).toContain('The kept file holds macros');
});

test('of an ODT the copy is a DOCX of its paragraphs', async () => {
	const open = (text: string) =>
		openFile({ body: `<text:p>${text}</text:p><text:p>${three}</text:p>` });
	const result = await redline(open(one), open(two));
	expect(bodyText(result.bytes, 'accept')).toBe(`${two}\n${three}`);
	expect(bodyText(result.bytes, 'reject')).toBe(`${one}\n${three}`);
});

test.each([
	['DOCX', asWord],
	['ODT', asOpen],
])('whatever was edited in a %s, both ways lead back', async (_, write) => {
	const plain = documentPairs(30, 7, asWord);
	for (const [index, { kept, sent, expected }] of documentPairs(30, 7, write).entries()) {
		if (expected.length === 0) continue;
		const { bytes } = await redline(kept, sent);
		expect(bodyText(bytes, 'accept')).toBe(bodyText(plain[index]?.sent ?? kept, 'accept'));
		expect(bodyText(bytes, 'reject')).toBe(bodyText(plain[index]?.kept ?? kept, 'accept'));
	}
});
