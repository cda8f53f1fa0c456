/** DOCX and ODT are compared by what a reader sees, and each difference is named where it lies. */
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { officeComparer } from '../../../../comparison/formats/office/comparer';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openFile } from './open-files';
import { escaped, paragraph, run, table, wordFile } from './word-files';

interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

async function outcome(
	kept: Uint8Array,
	sent: Uint8Array,
	{ level = 'High', rules = {}, isReported = false }: Options = {},
): Promise<Compared | Unreadable> {
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a.docx' });
	return officeComparer.compare({
		...{ kept: side(kept), sent: side(sent), level, rules, isReported },
		onProgress: () => undefined,
	});
}

async function compared(...args: Parameters<typeof outcome>): Promise<Compared> {
	const result = await outcome(...args);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const sentences = Array.from(
	{ length: 400 },
	(_, index) =>
		`Clause ${index} obliges both parties to whatever clause ${index * 7} of this contract says.`,
);

test('one changed word in a long document is near 1, with its place', async () => {
	const kept = wordFile({ body: sentences.map((text) => paragraph(text)).join('') });
	const edited = sentences.with(120, (sentences[120] ?? '').replace('obliges', 'binds'));
	const sent = wordFile({ body: edited.map((text) => paragraph(text)).join('') });
	const result = await compared(kept, sent);
	expect(result.accuracy).toBeGreaterThan(0.999);
	expect(result.accuracy).toBeLessThan(1);
	expect(result.counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
	expect(result.changes).toEqual([
		{
			kind: 'changed',
			kept: { path: 'paragraphs/121' },
			sent: { path: 'paragraphs/121' },
			oldText: expect.stringContaining('Clause 120 obliges both parties'),
			newText: expect.stringContaining('Clause 120 binds both parties'),
		},
	]);
});

test('a file saved again is equal: other packing, other prefixes, other runs', async () => {
	const kept = wordFile({ body: paragraph('The price is fixed.') + table([['a', 'b']]) });
	const again = `<w:p><w:pPr><w:rPr/></w:pPr>${run('The ')}<w:proofErr w:type="spellStart"/>${run('price is')}${run(' fixed.')}</w:p>`;
	const sent = withPrefix('x', wordFile({ body: again + table([['a', 'b']]) }));
	for (const level of ['Lowest', 'Low', 'Medium', 'High'] as const) {
		expect((await compared(kept, sent, { level })).accuracy).toBe(1);
	}
	const exact = await compared(kept, sent, { level: 'Excellent' });
	expect(exact.accuracy).toBeLessThan(1);
	expect(exact.changes.map(({ kind }) => kind)).toEqual(['formatted']);
});

/** The same document by a program that calls its namespace otherwise and packs without compression. */
function withPrefix(prefix: string, bytes: Uint8Array): Uint8Array {
	const parts = unzipSync(bytes);
	const xml = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
	const renamed = xml
		.replace(/([<\/ ])w:/g, `$1${prefix}:`)
		.replace('xmlns:w=', `xmlns:${prefix}=`);
	return zipSync({ ...parts, 'word/document.xml': strToU8(renamed) }, { level: 0 });
}

const texts = (result: Compared) =>
	result.changes.map(({ kind, kept, sent, oldText, newText }) => [
		kind,
		(kept ?? sent)?.path,
		(kept ?? sent)?.cell,
		oldText,
		newText,
	]);

const word = (body: string) => wordFile({ body });

test('paragraphs are added, removed, changed and moved', async () => {
	const [one = '', two = '', three = '', four = '', five = ''] = sentences;
	const list = (...all: readonly string[]) => word(all.map((text) => paragraph(text)).join(''));
	const kept = list(one, 'Nobody may speak.', two, three, four);
	const sent = list(two, three, one, four.replace('both', 'all'), five);
	const result = await compared(kept, sent);
	expect(texts(result)).toEqual([
		['moved', 'paragraphs/1', undefined, one, one],
		['removed', 'paragraphs/2', undefined, 'Nobody may speak.', undefined],
		['changed', 'paragraphs/5', undefined, expect.any(String), expect.stringContaining('all')],
		['added', 'paragraphs/5', undefined, undefined, five],
	]);
	expect(result.counts).toEqual({ added: 1, removed: 1, changed: 1, moved: 1 });
});

test('of a table the cell is named, and rows come and go', async () => {
	const rows = [
		['Item', 'Price'],
		['Chair', '10'],
		['Table', '250'],
	];
	const sentRows = [
		['Item', 'Price'],
		['Lamp, brass, with shade', '99'],
		['Chair', '12'],
		['Table', '250'],
	];
	const result = await compared(word(table(rows)), word(table(sentRows)));
	expect(texts(result)).toEqual([
		['added', 'tables/1', '2', undefined, 'Lamp, brass, with shade\t99'],
		['changed', 'tables/1', 'B2', '10', '12'],
	]);
});

test.each([
	['headers/1', (text: string) => wordFile({ body: paragraph('x'), headers: [paragraph(text)] })],
	['footers/1', (text: string) => wordFile({ body: paragraph('x'), footers: [paragraph(text)] })],
	['footnotes/1', (text: string) => withNote('footnote', text)],
	['endnotes/1', (text: string) => withNote('endnote', text)],
	[
		'comments/1',
		(text: string) =>
			wordFile({
				body: paragraph('x'),
				comments: `<w:comment w:id="0">${paragraph(text)}</w:comment>`,
			}),
	],
])('what changes in %s is named there', async (path, make) => {
	const result = await compared(make('Valid for thirty days'), make('Valid for sixty days'));
	expect(texts(result)).toEqual([
		['changed', path, undefined, 'Valid for thirty days', 'Valid for sixty days'],
	]);
});

function withNote(name: 'footnote' | 'endnote', text: string): Uint8Array {
	const separator = `<w:${name} w:id="0" w:type="separator"><w:p/></w:${name}>`;
	return wordFile({
		body: `<w:p>${run('x')}<w:r><w:${name}Reference w:id="4"/></w:r></w:p>`,
		[`${name}s`]: `${separator}<w:${name} w:id="4">${paragraph(text)}</w:${name}>`,
	});
}

const by = 'w:id="1" w:author="Ada" w:date="2026-01-01T00:00:00Z"';

test('tracked changes are compared as accepted, named in a note and shown', async () => {
	const tracked = word(
		`<w:p>${run('Pay within ')}<w:del ${by}><w:r><w:delText>thirty</w:delText></w:r></w:del><w:ins ${by}>${run('sixty')}</w:ins>${run(' days.')}</w:p>` +
			`<w:p><w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>${run('The rest ')}</w:p>${paragraph('is as before.')}`,
	);
	const accepted = word(paragraph('Pay within sixty days.') + paragraph('The rest is as before.'));
	const result = await compared(tracked, accepted, { isReported: true });
	expect(result.accuracy).toBe(1);
	expect(result.notes).toEqual([
		'The kept file carries 3 tracked changes that nobody has accepted or rejected; it is compared as if all were accepted.',
	]);
	expect(result.report?.content.text).toContain('deletion by Ada: thirty');
});

test('cells that are joined by a tracked change are joined', async () => {
	const joined = (above: string, below: string) => {
		const row = (merge: string, content: string) =>
			`<w:tr><w:tc><w:tcPr>${merge}</w:tcPr>${content}</w:tc></w:tr>`;
		return word(`<w:tbl>${row(above, paragraph('Flat'))}${row(below, '<w:p/>')}</w:tbl>`);
	};
	const merge = (how: string) => `<w:cellMerge ${by} w:vMerge="${how}"/>`;
	const accepted = joined('<w:vMerge w:val="restart"/>', '<w:vMerge/>');
	expect((await compared(joined(merge('rest'), merge('cont')), accepted)).accuracy).toBe(1);
	expect((await compared(joined('', ''), accepted)).accuracy).toBeLessThan(1);
});

test('formatting is a change of its own kind, by how text looks in the end', async () => {
	const styles = `<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>`;
	const make = (properties: string) =>
		wordFile({ styles, body: `<w:p>${run('Pay ')}${run('now', properties)}</w:p>` });
	const bold = make('<w:b/>');
	expect((await compared(bold, make('<w:rStyle w:val="Strong"/>'))).accuracy).toBe(1);
	const plain = await compared(bold, make(''));
	expect(texts(plain)).toEqual([
		['formatted', 'paragraphs/1', undefined, 'bold: now', 'plain: now'],
	]);
	expect((await compared(bold, make(''), { level: 'Medium' })).accuracy).toBe(1);
	const coloured = make('<w:b/><w:color w:val="FF0000"/>');
	expect((await compared(bold, coloured)).accuracy).toBe(1);
	expect(texts(await compared(bold, coloured, { level: 'Excellent' }))).toEqual([
		['formatted', 'paragraphs/1', undefined, 'plain: now', '#ff0000: now'],
	]);
});

test('a paragraph that becomes a list or a heading is formatted otherwise', async () => {
	const numbering = `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num>`;
	const make = (properties: string) =>
		wordFile({ numbering, body: paragraph('First point', properties) });
	const listed = make('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>');
	expect(texts(await compared(make(''), listed))).toEqual([
		[
			'formatted',
			'paragraphs/1',
			undefined,
			'plain: First point',
			'bulleted list, level 1: First point',
		],
	]);
	const heading = await compared(make(''), make('<w:outlineLvl w:val="1"/>'));
	expect(heading.changes[0]?.newText).toBe('heading 2: First point');
});

test('pictures are compared by their bytes, and values that a program shows anew are not', async () => {
	const drawing = '<w:p><w:r><w:drawing><a:blip r:embed="p0"/></w:drawing></w:r></w:p>';
	const make = (byte: number, page: number) =>
		wordFile({
			body: `${drawing}<w:p>${run('Page ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(String(page))}<w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr="DATE">${run(String(page))}</w:fldSimple></w:p>`,
			pictures: [Uint8Array.of(byte)],
		});
	expect((await compared(make(1, 3), make(1, 4))).accuracy).toBe(1);
	expect(texts(await compared(make(1, 3), make(2, 3)))).toEqual([
		[
			'changed',
			'paragraphs/1',
			undefined,
			expect.stringMatching(/^\[picture \w{8}\]$/),
			expect.any(String),
		],
	]);
});

test('each level counts what the finer one counts, and less', async () => {
	const kept = word(paragraph('Pay the whole sum, Sir') + paragraph('') + paragraph('now'));
	const edits: readonly (readonly [Level, string])[] = [
		['Lowest', paragraph('Pay the half sum, Sir') + paragraph('') + paragraph('now')],
		['Low', paragraph('Pay the whole sum Sir') + paragraph('') + paragraph('now')],
		['Low', paragraph('pay the whole sum, Sir') + paragraph('') + paragraph('now')],
		['Medium', paragraph('Pay the whole sum, Sir') + paragraph('now')],
		['Medium', paragraph('Pay the  whole sum, Sir') + paragraph('') + paragraph('now')],
		[
			'High',
			paragraph('Pay the whole sum, Sir') + paragraph('') + `<w:p>${run('now', '<w:i/>')}</w:p>`,
		],
	];
	const levels = ['Lowest', 'Low', 'Medium', 'High', 'Excellent'] as const;
	for (const [from, body] of edits) {
		const shares = [];
		for (const level of levels) {
			const there = await compared(kept, word(body), { level });
			const back = await compared(word(body), kept, { level });
			expect(back.accuracy).toBe(there.accuracy);
			expect([back.counts.added, back.counts.removed]).toEqual([
				there.counts.removed,
				there.counts.added,
			]);
			expect(there.accuracy === 1).toBe(there.changes.length === 0);
			shares.push(there.accuracy);
		}
		expect(shares).toEqual([...shares].sort((one, other) => other - one));
		expect(levels[shares.findIndex((share) => share < 1)]).toBe(from);
	}
});

test('what a pattern matches is left out, counted, and shown in grey', async () => {
	const make = (date: string) => word(paragraph(`Printed on ${date} for the board`));
	const rules = { ignorePatterns: ['\\d+ \\w+ \\d{4}'] };
	const result = await compared(make('3 May 2026'), make('12 November 2026'), {
		...{ rules, isReported: true, level: 'High' },
	});
	expect(result.accuracy).toBe(1);
	expect(result.ignored).toEqual([
		{ rule: `pattern ${rules.ignorePatterns[0]}`, kept: 1, sent: 1 },
	]);
	const other = word(paragraph('Printed on 4 June 2026 for the bored'));
	const differing = await compared(make('3 May 2026'), other, { rules, isReported: true });
	expect(differing.report?.content.text).toContain('<span class="ignored">4 June 2026</span>');
	expect(differing.counts.changed).toBe(1);
});

test('text of a document is never markup of the report', async () => {
	const result = await compared(
		word(paragraph('safe')),
		word(paragraph('<img src=x onerror=alert(1)>')),
		{
			isReported: true,
		},
	);
	expect(result.report?.content.text).toContain(escaped('<img src=x'));
	expect(result.report?.content.text).not.toContain('<img');
});

test('macros are named and not run', async () => {
	const others = { 'word/vbaProject.bin': Uint8Array.of(1, 2, 3) };
	const { notes, accuracy } = await compared(
		wordFile({ body: paragraph('x'), others }),
		wordFile({ body: paragraph('x') }),
	);
	expect(accuracy).toBe(1);
	expect(notes).toEqual([
		'The kept file holds macros (word/vbaProject.bin); they are not run and not compared.',
	]);
});

const good = word(paragraph('x'));

test.each([
	[
		'an OLE container',
		Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
		/password/,
	],
	['an archive cut off', good.subarray(0, good.length - 30), /broken/],
	['an archive without a document', zipSync({ 'a.txt': strToU8('a') }), /not a Word document/],
	['text that is no XML', word('<w:p>'), /no valid XML/],
	['entities that grow', entityBomb(), /DOCTYPE/],
	['elements nested without end', word('<w:smartTag>'.repeat(5000)), /nested/],
	[
		'an encrypted ODT',
		openFile({ body: '<text:p>x</text:p>', manifest: '<manifest:encryption-data/>' }),
		/password/,
	],
])('%s is unreadable, with a sentence', async (_, bytes, reason) => {
	const result = await outcome(good, bytes);
	expect(result).toEqual({
		isReadable: false,
		side: 'sent',
		reason: expect.stringMatching(reason),
	});
});

function entityBomb(): Uint8Array {
	const parts = unzipSync(good);
	const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>';
	return zipSync({ ...parts, 'word/document.xml': strToU8(bomb) });
}

test('of an empty document against one with text all text is added or removed', async () => {
	const empty = word('<w:p/>');
	const added = await compared(empty, good);
	expect(texts(added)).toEqual([['added', 'paragraphs/1', undefined, undefined, 'x']]);
	expect((await compared(good, empty)).counts.removed).toBe(1);
	const nothing = await outcome(empty, word('<w:p><w:pPr/></w:p>'));
	expect(nothing).toMatchObject({ isReadable: false, reason: expect.stringMatching(/no text/) });
	const outlined = await officeComparer.outline(
		{ bytes: empty, fileName: 'a.docx' },
		{ level: 'High', rules: {} },
	);
	expect(outlined).toMatchObject({ isReadable: false, reason: expect.stringMatching(/no text/) });
});

test('an outline has the words of every paragraph', async () => {
	const result = await officeComparer.outline(
		{ bytes: good, fileName: 'a.docx' },
		{ level: 'High', rules: {} },
	);
	expect(result).toEqual({
		...{ isReadable: true, unit: 'paragraph' },
		rows: [{ place: { path: 'paragraphs/1' }, words: ['x'], gaps: ['', ''] }],
	});
});

describe('ODT', () => {
	const bold =
		'<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
	const inline = (text: string) =>
		`<text:p>${text}<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Note of ${text}</text:p></text:note-body></text:note></text:p>`;

	test('paragraphs, notes, comments, lists, tables and headers are read', async () => {
		const make = (word: string) =>
			openFile({
				body: `${inline(`Pay ${word}`)}<text:list><text:list-item><text:p>Point ${word}</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"><text:p>Sum ${word}</text:p></table:table-cell></table:table-row></table:table><text:p>Seen<office:annotation><text:p>Remark ${word}</text:p></office:annotation></text:p>`,
				page: `<style:header><text:p>Head ${word}</text:p></style:header>`,
			});
		const result = await compared(make('now'), make('later'));
		expect(texts(result).map(([kind, path, cell]) => [kind, path, cell])).toEqual([
			['changed', 'paragraphs/1', undefined],
			['changed', 'paragraphs/2', undefined],
			['changed', 'tables/1', 'B1'],
			['changed', 'headers/1', undefined],
			['changed', 'footnotes/1', undefined],
			['changed', 'comments/1', undefined],
		]);
	});

	test('white space is read as it is shown, and names of automatic styles say nothing', async () => {
		const kept = openFile({
			body: '<text:p>\n  Pay  <text:span text:style-name="T1">now</text:span></text:p>',
			automaticStyles: bold,
		});
		const sent = openFile({
			body: '<text:p>Pay <text:span text:style-name="T9">now</text:span></text:p>',
			automaticStyles: bold.replace('T1', 'T9'),
		});
		expect((await compared(kept, sent)).accuracy).toBe(1);
		const spaced = openFile({ body: '<text:p>Pay <text:s text:c="2"/>now</text:p>' });
		const result = await compared(kept, spaced);
		expect(result.changes.map(({ kind }) => kind)).toEqual(['changed']);
	});

	test('deleted text that is still tracked is no part of the body', async () => {
		const tracked = `<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Ada</dc:creator></office:change-info><text:p>old words</text:p></text:deletion></text:changed-region></text:tracked-changes>`;
		const result = await compared(
			openFile({ body: `${tracked}<text:p>Pay now</text:p>` }),
			openFile({ body: '<text:p>Pay now</text:p>' }),
			{ isReported: true },
		);
		expect(result.accuracy).toBe(1);
		expect(result.report?.content.text).toContain('deletion by Ada: old words');
	});

	test('the same text as DOCX and as ODT is equal', async () => {
		const result = await compared(
			word(paragraph('Pay now')),
			openFile({ body: '<text:p>Pay now</text:p>' }),
		);
		expect(result.accuracy).toBe(1);
	});
});
