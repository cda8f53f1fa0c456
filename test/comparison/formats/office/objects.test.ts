/** What stands in a text without being text: formulas, boxes, lists to choose from, drawings, links. */
import { strToU8 } from 'fflate';
import { bodyText } from './tracked-changes';
import { compared, differsFrom, redlineFile } from './case-files';
import { openFile, type OpenParts } from './open-files';
import { paragraph, run, wordFile, type WordParts } from './word-files';

const word = (content: string, parts: Partial<WordParts> = {}) =>
	wordFile({ body: `<w:p>${run('See ')}${content}</w:p>`, ...parts });
const open = (content: string, parts: Partial<OpenParts> = {}) =>
	openFile({ body: `<text:p>See ${content}</text:p>`, ...parts });

const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (text: string) => `<m:e>${r(text)}</m:e>`;
const formulas = [
	r('x2'),
	`<m:sSup>${e('x')}<m:sup>${r('2')}</m:sup></m:sSup>`,
	`<m:sSub>${e('x')}<m:sub>${r('2')}</m:sub></m:sSub>`,
	r('x^2'),
	r('ab'),
	r('a/b'),
	`<m:f><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`,
	`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`,
	`<m:f><m:num>${r('a')}</m:num><m:den>${r('bc')}</m:den></m:f>`,
	`<m:f><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>${r('c')}`,
	`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e('x')}</m:rad>`,
	`<m:rad><m:deg>${r('3')}</m:deg>${e('x')}</m:rad>`,
	`<m:nary>${e('x')}</m:nary>`,
	`<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e('x')}</m:nary>`,
	`<m:d>${e('x')}</m:d>`,
	`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e('x')}</m:d>`,
	`<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val="}"/></m:dPr>${e('x')}</m:d>`,
	`<m:m><m:mr>${e('a')}${e('b')}</m:mr></m:m>`,
	`<m:m><m:mr>${e('a')}</m:mr><m:mr>${e('b')}</m:mr></m:m>`,
	`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e('x')}</m:acc>`,
	`<m:acc>${e('x')}</m:acc>`,
	`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e('x')}</m:bar>`,
	...['strikeBLTR', 'strikeTLBR', 'strikeH', 'strikeV', 'none'].map(
		(strike) => `<m:borderBox><m:borderBoxPr><m:${strike}/></m:borderBoxPr>${e('x')}</m:borderBox>`,
	),
	`<m:borderBox><m:borderBoxPr><m:hideTop/><m:hideBot/><m:hideLeft/><m:hideRight/><m:strikeBLTR/></m:borderBoxPr>${e('x')}</m:borderBox>`,
	`<m:limLow>${e('x')}<m:lim>${r('2')}</m:lim></m:limLow>`,
	`<m:func><m:fName>${r('sin')}</m:fName>${e('x')}</m:func>`,
];

test('every other structure of a formula is another formula', async () => {
	const texts = new Set<string | undefined>();
	for (const formula of formulas) {
		const files = { kept: word(''), sent: word(`<m:oMath>${formula}</m:oMath>`) };
		texts.add((await compared(files, 'Lowest')).changes.at(-1)?.newText);
	}
	expect(texts.size).toBe(formulas.length);
});

test.each([
	[`<m:func><m:fName>${r('sin')}</m:fName>${e('x')}</m:func>`, r('sin') + r('x')],
	[`<m:d>${e('x+1')}</m:d>`, r('(x + 1)')],
	[`<m:nary>${e('x')}</m:nary>${r('+1')}`, `<m:nary>${e('x+1')}</m:nary>`],
	[r('a-b'), r('a \u2212 b')],
	[
		`<m:sSup>${e('ab')}<m:sup>${r('2')}</m:sup></m:sSup>`,
		`${r('a')}<m:sSup>${e('b')}<m:sup>${r('2')}</m:sup></m:sSup>`,
	],
	[`<m:box>${e('x')}</m:box>`, `<m:oMath>${r('x')}</m:oMath>`],
])('the formula %s looks like %s', async (one, other) => {
	const make = (formula: string) => word(`<m:oMath>${formula}</m:oMath>`);
	expect(await differsFrom({ kept: make(one), sent: make(other) })).toBeUndefined();
});

const equation = (content: string) =>
	`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> EQ ${content} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

test('a formula that a field writes is compared', async () => {
	const files = { kept: word(equation('\\f(1,2)')), sent: word(equation('\\f(1,3)')) };
	expect(await differsFrom(files)).toBe('Lowest');
	expect((await compared(files)).changes.at(-1)?.newText).toContain('{EQ \\f(1,3)}');
});

const math = (content: string) => ({
	'Object 1/content.xml': strToU8(
		`<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${content}</mrow><annotation encoding="StarMath 5.0">${content.length}</annotation></semantics></math>`,
	),
});
const frame =
	'<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./x"/></draw:frame>';

test.each([
	['<msup><mi>x</mi><mn>2</mn></msup>', '<msub><mi>x</mi><mn>2</mn></msub>'],
	['<mfrac><mi>a</mi><mi>b</mi></mfrac>', '<mi>a</mi><mi>b</mi>'],
	['<munder><mo>∑</mo><mi>i</mi></munder>', '<munder><mo>∏</mo><mi>i</mi></munder>'],
	['<msqrt><mi>a</mi><mi>b</mi></msqrt>', '<msqrt><mi>a</mi></msqrt><mi>b</mi>'],
	['<mfenced><mi>x</mi></mfenced>', '<mfenced open="[" close="]"><mi>x</mi></mfenced>'],
	['<menclose><mi>x</mi></menclose>', '<mi>x</mi>'],
])('of an ODT the formula %s is not %s', async (one, other) => {
	const kept = open(frame, { others: math(one) });
	expect(await differsFrom({ kept, sent: open(frame, { others: math(other) }) })).toBe('Lowest');
	const again = math(`\n <mstyle>${one.replaceAll('><', '> <')}</mstyle>`);
	expect(await differsFrom({ kept, sent: open(frame, { others: again }) })).toBeUndefined();
});

const field = (instruction: string, data: string) =>
	`<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const box = (content: string) => field('FORMCHECKBOX', `<w:checkBox>${content}</w:checkBox>`);
const list = (chosen: string) =>
	field(
		'FORMDROPDOWN',
		`<w:ddList>${chosen}<w:listEntry w:val="Berlin"/><w:listEntry w:val="Bern"/></w:ddList>`,
	);
const control = (properties: string, shown: string) =>
	`<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${run(shown)}</w:sdtContent></w:sdt>`;
const tick = (state: string, sign: string, more = '') =>
	control(`<w14:checkbox><w14:checked w14:val="${state}"/>${more}</w14:checkbox>`, sign);
const mark = (type: string, ...values: readonly (readonly [string, string])[]) =>
	`<field:fieldmark field:type="vnd.oasis.opendocument.field.${type}">${values.map(([name, value]) => `<field:param field:name="${name}" field:value="${value}"/>`).join('')}</field:fieldmark>`;
const form = (content: string) => ({
	body: `<office:forms><form:form>${content}</form:form></office:forms><text:p>See <draw:control draw:control="c1"/></text:p>`,
});
const option = (label: string, isChosen: boolean) =>
	`<form:option form:label="${label}" form:current-selected="${isChosen}"/>`;

test.each([
	['box that is ticked', word(box('<w:default w:val="0"/>')), word(box('<w:checked/>'))],
	['box unticked', word(box('<w:default w:val="1"/>')), word(box('<w:checked w:val="0"/>'))],
	['choice', word(list('')), word(list('<w:result w:val="1"/>'))],
	['box of a control', word(control('', '☐')), word(control('', '☒'))],
	['state of a control', word(tick('0', '☐')), word(tick('1', '☐'))],
	['sign and state of a control', word(tick('0', '☐')), word(tick('1', '☒'))],
	[
		'sign of its own of a control',
		word(tick('0', 'o', '<w14:uncheckedState w14:val="006F"/>')),
		word(tick('1', 'x', '<w14:checkedState w14:val="0078"/>')),
	],
	['choice of a control', word(control('<w:dropDownList/>', 'Bern')), word(control('', 'Berlin'))],
	[
		'box in an ODT',
		open(mark('FORMCHECKBOX')),
		open(mark('FORMCHECKBOX', ['Checkbox_Checked', 'true'])),
	],
	[
		'choice in an ODT',
		open(mark('FORMDROPDOWN', ['Dropdown_ListEntry', 'A'], ['Dropdown_ListEntry', 'B'])),
		open(
			mark(
				...(['FORMDROPDOWN', ['Dropdown_ListEntry', 'A'], ['Dropdown_ListEntry', 'B']] as const),
				['Dropdown_Selected', '1'],
			),
		),
	],
	[
		'choice of a list in an ODT',
		open('<text:drop-down><text:label text:value="A"/>A</text:drop-down>'),
		open('<text:drop-down><text:label text:value="A"/>B</text:drop-down>'),
	],
	[
		'box of a form in an ODT',
		openFile(form('<form:checkbox form:id="c1"/>')),
		openFile(form('<form:checkbox form:id="c1" form:current-state="checked"/>')),
	],
	[
		'list of a form in an ODT',
		openFile(
			form(`<form:listbox xml:id="c1">${option('A', true)}${option('B', false)}</form:listbox>`),
		),
		openFile(
			form(`<form:listbox xml:id="c1">${option('A', false)}${option('B', true)}</form:listbox>`),
		),
	],
	[
		'text of a form in an ODT',
		openFile(form('<form:text form:id="c1" form:value="old"/>')),
		openFile(form('<form:text form:id="c1" form:value="old" form:current-value="new"/>')),
	],
])('a %s counts at every level', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBe('Lowest');
	expect(await differsFrom({ kept, sent: kept })).toBeUndefined();
});

const external = (target: string) => ({
	links: { l1: { type: 'hyperlink', target, isOutside: true } as const },
});
const link = (attributes: string) => `<w:hyperlink ${attributes}>${run('here')}</w:hyperlink>`;
const linkField = (instruction: string) =>
	`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('here')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a link', () => {
	const kept = word(link('r:id="l1"'), external('https://a.example'));

	test.each([
		['as a field', word(linkField('"https://a.example/"'))],
		[
			'as a simple field',
			word(`<w:fldSimple w:instr="HYPERLINK https://a.example">${run('here')}</w:fldSimple>`),
		],
		[
			'around another field',
			word(
				`<w:hyperlink r:id="l1"><w:fldSimple w:instr="REF a">${run('here')}</w:fldSimple></w:hyperlink>`,
				external('https://a.example'),
			),
		],
		['with the address spelled out', word(link('r:id="l1"'), external('HTTPS://A.example/'))],
	])('%s is the same link', async (_, sent) => {
		expect(await differsFrom({ kept, sent })).toBeUndefined();
	});

	test.each([
		['to another place', word(link('r:id="l1"'), external('https://b.example'))],
		[
			'to another place of the page',
			word(link('r:id="l1" w:anchor="x"'), external('https://a.example')),
		],
		['as another field', word(linkField('"https://a.example/" \\l "x"'))],
		['that is gone', word(run('here'))],
	])('%s differs in its form', async (_, sent) => {
		expect(await differsFrom({ kept, sent })).toBe('High');
	});

	test('to a place of the document counts, except to one that a program named', async () => {
		const to = (anchor: string) => word(link(`w:anchor="${anchor}"`));
		expect(await differsFrom({ kept: to('Fee'), sent: to('Fine') })).toBe('High');
		expect(await differsFrom({ kept: to('_Toc1'), sent: to('_Toc2') })).toBeUndefined();
	});

	test('in an ODT and on a picture counts as well', async () => {
		const to = (address: string) => open(`<text:a xlink:href="${address}">here</text:a>`);
		const files = { kept: to('https://a.example'), sent: to('https://b.example') };
		expect(await differsFrom(files)).toBe('High');
		const picture = (target: string) =>
			word(
				'<w:r><w:drawing><wp:inline><wp:docPr><a:hlinkClick r:id="l1"/></wp:docPr><a:blip r:embed="p0"/></wp:inline></w:drawing></w:r>',
				{ pictures: [Uint8Array.of(1)], ...external(target) },
			);
		const pictures = { kept: picture('https://a.example'), sent: picture('https://b.example') };
		expect(await differsFrom(pictures)).toBe('High');
	});
});

const diagram = (text: string) =>
	word('<w:r><w:drawing><dgm:relIds r:dm="d1"/></w:drawing></w:r>', {
		links: { d1: { type: 'diagramData', target: 'diagrams/data1.xml' } },
		others: {
			'word/diagrams/data1.xml': strToU8(
				`<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:pt modelId="${text.length}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`,
			),
		},
	});
const chart = (title: string) =>
	word(
		'<w:r><w:drawing><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c1"/></w:drawing></w:r>',
		{
			links: { c1: { type: 'chart', target: 'charts/chart1.xml' } },
			others: {
				'word/charts/chart1.xml': strToU8(
					`<c xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c>`,
				),
			},
		},
	);
const chunk = (name: string, content: string) =>
	wordFile({
		body: `${paragraph('Terms')}<w:altChunk r:id="c1"/>${paragraph('End')}`,
		links: { c1: { type: 'aFChunk', target: name } },
		others: { [`word/${name}`]: strToU8(content) },
	});
const contents = (title: string, page: string) =>
	wordFile({
		body: `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGEREF _T1 \\h</w:instrText><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${title}</w:t><w:tab/><w:t>${page}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
	});

test.each([
	['the title of a chart', chart('Sales'), chart('Costs')],
	['words of a diagram', diagram('Plan'), diagram('Act')],
	['a page that is embedded', chunk('a.html', '<p>ten</p>'), chunk('a.html', '<p>two</p>')],
	['a text that is embedded', chunk('a.txt', 'ten'), chunk('a.txt', 'two')],
	['a document that is embedded', chunk('a.rtf', '{\\rtf1 ten}'), chunk('a.rtf', '{\\rtf1 two}')],
	['a title of a table of contents', contents('Fees', '3'), contents('Fines', '3')],
	[
		'words of a drawing',
		word('<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>'),
		word('<w:r><w:pict><v:shape><v:textpath string="FINAL"/></v:shape></w:pict></w:r>'),
	],
	[
		'words of a chart in an ODT',
		open(frame, { others: { 'Object 1/content.xml': strToU8('<o><p>Sales</p></o>') } }),
		open(frame, { others: { 'Object 1/content.xml': strToU8('<o><p>Costs</p></o>') } }),
	],
])('%s are compared', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBe('Lowest');
});

const alternatives = (byte: number) =>
	word(
		'<w:r><mc:AlternateContent><mc:Choice Requires="wpi"><w:drawing/></mc:Choice><mc:Fallback><w:drawing><a:blip r:embed="p0"/></w:drawing></mc:Fallback></mc:AlternateContent></w:r>',
		{ pictures: [Uint8Array.of(byte)] },
	);
const outside = (target: string) =>
	word('<w:r><w:drawing><a:blip r:link="l1"/></w:drawing></w:r>', external(target));
const pictureAt = (address: string) =>
	open(`<draw:frame><draw:image xlink:href="${address}"/></draw:frame>`);

test.each([
	['ink, by the picture of it', alternatives(1), alternatives(2)],
	['pictures outside of a DOCX', outside('https://a.example/1'), outside('https://a.example/2')],
	[
		'pictures outside of an ODT',
		pictureAt('https://a.example/1'),
		pictureAt('https://a.example/2'),
	],
])('%s are compared', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBe('Lowest');
});

test('what a program writes anew is no difference', async () => {
	expect(await differsFrom({ kept: contents('Fees', '3'), sent: contents('Fees', 'iv') })).toBe(
		undefined,
	);
	const page = (html: string) => chunk('a.html', html);
	const again = page('<html><head><style>p{}</style></head><body><p>ten</p></body></html>');
	expect(await differsFrom({ kept: page('<p>ten</p>'), sent: again })).toBeUndefined();
	const styled = strToU8('<o style="1">\n<p>Sales</p></o>');
	const plain = strToU8('<o><p>Sales</p></o>');
	const objects = [styled, plain].map((content) =>
		open(frame, { others: { 'Object 1/content.xml': content } }),
	);
	const [kept = plain, sent = plain] = objects;
	expect(await differsFrom({ kept, sent })).toBeUndefined();
});

const sized = (holder: string, height: number) =>
	word(
		`<w:r><w:${holder}><v:shape style="width:100pt;height:${height}pt"><v:imagedata r:id="p0"/></v:shape></w:${holder}></w:r>`,
		{ pictures: [Uint8Array.of(1)] },
	);

test.each(['pict', 'object'])('the size of a w:%s counts', async (holder) => {
	const files = { kept: sized(holder, 100), sent: sized(holder, 200) };
	expect(await differsFrom(files)).toBe('High');
	expect(await differsFrom({ kept: sized(holder, 100), sent: sized(holder, 100.1) })).toBe(
		undefined,
	);
});

const shape = (content: string) => word(`<w:r><w:pict>${content}</w:pict></w:r>`);

test.each([
	['VML', shape('<v:line from="0,0" to="9,0"/>')],
	['DrawingML', word('<w:r><w:drawing><wps:wsp/></w:drawing></w:r>')],
	['an ODT', open('<draw:line svg:x1="0cm"/>')],
])('a shape of %s that is drawn over words is named', async (name, sent) => {
	const kept = name === 'an ODT' ? open('') : word('');
	expect((await compared({ kept, sent })).notes).toEqual([
		'The kept file has 0 drawn shapes without words, and the sent file 1; shapes are not compared.',
	]);
	expect((await compared({ kept: sent, sent })).notes).toEqual([]);
});

test('a line across the page and a box of text are no such shapes', async () => {
	const line = shape('<v:rect o:hr="t"/>');
	const text = `<v:shape><v:textbox><w:txbxContent>${paragraph('x')}</w:txbxContent></v:textbox></v:shape>`;
	expect((await compared({ kept: word(''), sent: line })).notes).toEqual([]);
	expect((await compared({ kept: word(''), sent: shape(text) })).notes).toEqual([]);
});

test('of a chart the title is shown', async () => {
	const { changes } = await compared({ kept: chart('Sales'), sent: chart('Costs') });
	expect(changes.at(-1)?.newText).toMatch(/^See \[chart Costs \w{8}\]$/);
});

test('a document that is embedded and not read is named', async () => {
	const files = { kept: chunk('a.rtf', '{\\rtf1 ten}'), sent: chunk('a.txt', 'ten') };
	expect((await compared(files)).notes).toEqual([
		'The kept file holds documents (word/a.rtf) that are not read, but compared by their bytes.',
	]);
});

test.each([
	['formula', `<m:oMath>${formulas[1]}</m:oMath>`, `<m:oMath>${formulas[2]}</m:oMath>`],
	['box', box('<w:checked w:val="0"/>'), box('<w:checked/>')],
	['choice', list(''), list('<w:result w:val="1"/>')],
	['field', '', '<w:fldSimple w:instr="DATE"/>'],
	[
		'ruby',
		'',
		`<w:r><w:ruby><w:rt>${run('kan')}</w:rt><w:rubyBase>${run('K')}</w:rubyBase></w:ruby></w:r>`,
	],
])('a redline never writes the text that stands for a %s', async (_, one, other) => {
	const make = (content: string, term: string) => word(`${content}${run(` within ${term} days`)}`);
	const files = { kept: make(one, 'ten'), sent: make(other, 'two') };
	const bytes = await redlineFile(files);
	expect(bodyText(bytes, 'accept')).toBe('See  within two days');
	expect(bodyText(bytes, 'reject')).toBe('See  within ten days');
	expect((await compared(files, 'High', true)).notes.join()).toMatch(
		/tracked changes .* Paragraph 1\.$/,
	);
});

test('a redline marks the sign of a box that a control shows', async () => {
	const files = { kept: word(tick('0', '☐')), sent: word(tick('1', '☒')) };
	const bytes = await redlineFile(files);
	expect(bodyText(bytes, 'accept')).toBe('See ☒');
	expect(bodyText(bytes, 'reject')).toBe('See ☐');
});

test('in a redline an embedded document stays, and text around it is written', async () => {
	const files = { kept: chunk('a.txt', 'ten'), sent: chunk('a.txt', 'two') };
	const { notes } = await compared(files, 'High', true);
	expect(notes.join()).toMatch(/tracked changes .* Paragraph 2\.$/);
	expect(bodyText(await redlineFile(files), 'accept')).toBe('Terms\nEnd');
});

test('of an ODT the redline has the words alone', async () => {
	const make = (content: string, term: string) =>
		open(`${frame} within ${term} days`, { others: math(content) });
	const files = { kept: make('<mi>x</mi>', 'ten'), sent: make('<mi>y</mi>', 'two') };
	expect(bodyText(await redlineFile(files), 'accept')).toBe('See  within two days');
	expect((await compared(files, 'High', true)).notes.join()).toMatch(
		/tracked changes .* Paragraph 1\.$/,
	);
});

test('the same character of another symbol font is another sign', async () => {
	const sign = (font: string) => word(`<w:r><w:sym w:font="${font}" w:char="F061"/></w:r>`);
	const files = { kept: sign('Symbol'), sent: sign('Wingdings') };
	const { accuracy, changes } = await compared(files, 'Lowest');
	expect(accuracy).toBeLessThan(1);
	expect(changes).toMatchObject([{ newText: 'See [Wingdings F061]' }]);
});
