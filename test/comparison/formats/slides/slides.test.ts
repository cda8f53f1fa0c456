/** PPTX are compared slide by slide, by what a reader sees, and each difference is named where it lies. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { slidesComparer } from '../../../../comparison/formats/slides/comparer';
import { accuracyLevels } from '../../../../api/comparison/levels';
import { formatOf } from '../../../../comparison/formats/formats';
import { compared, outcome, told } from './comparing-slides';
import {
	body,
	boxOf,
	chart,
	diagram,
	frame,
	paragraph,
	picture,
	presentationFile,
	run,
	shape,
	table,
	title,
	type PresentationParts,
	type SlideParts,
} from './slide-files';

const deck = (...slides: readonly SlideParts[]) => presentationFile({ slides });
const one = (shapes: string, more: Partial<SlideParts> = {}) => deck({ shapes, ...more });

const agenda: SlideParts = { shapes: title('Agenda') + body('Rents of this year') };
const rents: SlideParts = {
	shapes: title('Rents') + body('The flat costs 300 a month', 'The house costs 900 a month'),
	notes: ['Say that heating is extra'],
};
const thanks: SlideParts = { shapes: title('Thanks') + body('Write to us whenever you like') };

test.each<[string, string, SlideParts, SlideParts]>([
	['a title', 'slides/1/title', { shapes: title('Rents old') }, { shapes: title('Rents new') }],
	['a text', 'slides/1/paragraphs/2', { shapes: body('a', 'x y') }, { shapes: body('a', 'x z') }],
	[
		'a footer',
		'slides/1/footer',
		{ shapes: shape({ placeholder: 'type="ftr"', content: paragraph('May draft') }) },
		{ shapes: shape({ placeholder: 'type="ftr"', content: paragraph('June draft') }) },
	],
	[
		'speaker notes',
		'slides/1/notes',
		{ shapes: title('x'), notes: ['Speak of cats'] },
		{ shapes: title('x'), notes: ['Speak of dogs'] },
	],
	[
		'a comment',
		'slides/1/comments/1',
		{ shapes: title('x'), comments: '<p:cm><p:text>Too long</p:text></p:cm>' },
		{ shapes: title('x'), comments: '<p:cm><p:text>Too short</p:text></p:cm>' },
	],
	[
		'a reply to a comment of the present form',
		'slides/1/comments/1',
		{ shapes: title('x'), comments: reply('I see') },
		{ shapes: title('x'), comments: reply('I saw') },
	],
	[
		'a group in a group',
		'slides/1/paragraphs/1',
		{ shapes: group(group(body('deep down'))) },
		{ shapes: group(group(body('deep up'))) },
	],
])('what changes in %s is named there', async (_, path, kept, sent) => {
	const result = await compared(deck(kept), deck(sent));
	expect(told(result)).toEqual([
		['changed', `${path} > ${path}`, undefined, expect.any(String), expect.any(String)],
	]);
	expect((await compared(deck(kept), deck(sent), { level: 'Lowest' })).accuracy).toBeLessThan(1);
});

function reply(text: string): string {
	const said = (words: string) => `<p188:txBody><a:bodyPr/>${paragraph(words)}</p188:txBody>`;
	return `<p188:cm><p188:replyLst><p188:reply>${said(text)}</p188:reply></p188:replyLst>${said('Why?')}</p188:cm>`;
}

function group(shapes: string, box: readonly [number, number, number, number] = [0, 0, 100, 100]) {
	const inner = boxOf(box).replaceAll('a:off', 'a:chOff').replaceAll('a:ext', 'a:chExt');
	return `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="8" name="g"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>${boxOf(box)}${inner}</a:xfrm></p:grpSpPr>${shapes}</p:grpSp>`;
}

test('of a table the cell is named, and of a chart the value', async () => {
	const links = { c1: { type: 'chart', target: '../charts/a.xml' } };
	const make = (price: string, value: number) =>
		presentationFile({
			slides: [{ shapes: table([['flat', price]]) + frame('<c:chart r:id="c1"/>'), links }],
			others: { 'ppt/charts/a.xml': chart({ '2025': 800, '2026': value }) },
		});
	const path = (name: string) => `slides/1/${name} > slides/1/${name}`;
	expect(told(await compared(make('300', 900), make('310', 950)))).toEqual([
		['changed', path('tables/1'), 'B1', '300', '310'],
		['changed', path('charts/1'), 'B3', '900', '950'],
	]);
});

test('of a diagram the words of its points are compared', async () => {
	const make = (word: string) =>
		presentationFile({
			slides: [
				{
					shapes: frame('<dgm:relIds r:dm="d1"/>'),
					links: { d1: { type: 'diagramData', target: '../diagrams/data1.xml' } },
				},
			],
			others: { 'ppt/diagrams/data1.xml': diagram('Ask', `${word} the contract`) },
		});
	expect(told(await compared(make('Sign'), make('Seal')))).toEqual([
		[
			'changed',
			'slides/1/diagrams/1 > slides/1/diagrams/1',
			undefined,
			'Sign the contract',
			'Seal the contract',
		],
	]);
});

test('slides come, go and move; a moved slide that also changed is still known', async () => {
	const kept = deck(agenda, rents, thanks);
	const raised = { ...rents, shapes: rents.shapes.replace('300', '310') };
	const costs: SlideParts = { shapes: title('Costs') };
	const result = await compared(kept, deck(raised, agenda, costs));
	expect(told(result)).toEqual([
		['moved', 'slides/1 > slides/2', undefined, 'Agenda', 'Agenda'],
		[
			'changed',
			'slides/2/paragraphs/1 > slides/1/paragraphs/1',
			undefined,
			'The flat costs 300 a month',
			'The flat costs 310 a month',
		],
		['removed', 'slides/3/title > ', undefined, 'Thanks', undefined],
		['removed', 'slides/3/paragraphs/1 > ', undefined, 'Write to us whenever you like', undefined],
		['added', ' > slides/3/title', undefined, undefined, 'Costs'],
	]);
	const [lowest, low] = await Promise.all(
		(['Lowest', 'Low'] as const).map((level) =>
			compared(kept, deck(thanks, agenda, rents), { level }),
		),
	);
	expect(lowest?.accuracy).toBe(1);
	expect(low?.counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 1 });
});

test('of a slide without a title the number is told', async () => {
	const hidden = one(body('Rents'), { state: ' show="0"' });
	const [change] = (await compared(one(body('Rents')), hidden)).changes;
	expect(change).toMatchObject({
		...{ kind: 'formatted', oldText: 'shown: slide 1', newText: 'hidden: slide 1' },
		sent: { path: 'slides/1' },
	});
	const empty = await compared(one(title('x')), deck({ shapes: title('x') }, { shapes: '' }));
	expect(told(empty)).toEqual([['added', ' > slides/2', undefined, undefined, 'slide 2']]);
});

test('a text alone in its shape is changed, whatever it says now', async () => {
	const label = (text: string) => one(title('Flats') + shape({ id: 4, content: paragraph(text) }));
	expect(told(await compared(label('Sold'), label('Free')))).toEqual([
		['changed', 'slides/1/paragraphs/1 > slides/1/paragraphs/1', undefined, 'Sold', 'Free'],
	]);
});

test('a text that went to another slide is at another place', async () => {
	const sent = deck(
		{ ...agenda, shapes: agenda.shapes + body('Write to us whenever you like') },
		{ shapes: title('Thanks') },
	);
	const kept = deck(agenda, thanks);
	expect(told(await compared(kept, sent))).toEqual([
		[
			'moved',
			'slides/2/paragraphs/1 > slides/1/paragraphs/2',
			undefined,
			'Write to us whenever you like',
			'Write to us whenever you like',
		],
	]);
	expect((await compared(kept, sent, { level: 'Lowest' })).accuracy).toBe(1);
});

test('what lies over what does not count, but which label is where does', async () => {
	const label = (id: number, text: string) => shape({ id, content: paragraph(text) });
	const kept = one(label(4, '10') + label(5, '20'));
	const raised = one(label(5, '20') + label(4, '10'));
	expect((await compared(kept, raised, { level: 'Lowest' })).accuracy).toBe(1);
	const swapped = one(label(4, '20') + label(5, '10'));
	expect((await compared(kept, swapped, { level: 'Lowest' })).accuracy).toBeLessThan(1);
});

test('numbers of slides and dates that a program shows anew are no text', async () => {
	const make = (number: string) =>
		one(
			shape({
				content: `<a:p><a:fld type="slidenum"><a:t>${number}</a:t></a:fld><a:r><a:t> of </a:t></a:r><a:fld type="datetime1"><a:t>May ${number}</a:t></a:fld></a:p>`,
			}),
		);
	const anew = await compared(make('1'), make('2'), { level: 'Excellent' });
	expect(anew.changes.map(({ kind }) => kind)).toEqual(['formatted']);
	const said = one(shape({ content: paragraph('Page one, May') }));
	const { changes } = await compared(said, make('1'));
	expect(changes.map(({ newText }) => newText)).toContain('{slide number} of {date and time}');
});

test('a shape without words is named as a reader would name it', async () => {
	const pointing = (where: string) =>
		one(title('Hall') + shape({ content: '', look: `<a:prstGeom prst="${where}Arrow"/>` }));
	const { changes } = await compared(pointing('left'), pointing('right'));
	expect(changes.map(({ newText }) => newText)).toContainEqual(
		expect.stringContaining('[right arrow]'),
	);
});

test('a line break is white space, and bullets, levels and looks are formatting', async () => {
	const make = (inner: string) => one(shape({ content: `<a:p>${inner}</a:p>` }));
	const broken = make(`${run('Pay')}<a:br/>${run('now')}`);
	const spaced = make(run('Pay now'));
	expect((await compared(broken, spaced, { level: 'Low' })).accuracy).toBe(1);
	expect((await compared(broken, spaced, { level: 'Medium' })).accuracy).toBeLessThan(1);
	const listed = make(`<a:pPr lvl="1"><a:buChar char="•"/></a:pPr>${run('Pay now')}`);
	const [change] = (await compared(spaced, listed)).changes;
	expect(change).toMatchObject({ kind: 'formatted', newText: 'bulleted list, level 2: Pay now' });
});

test('a shape keeps its place where its layout says it, and a group its shapes', async () => {
	const [box, other] = [[1000, 2000, 5000, 1000] as const, [1500, 2000, 5000, 1000] as const];
	const layout = shape({ placeholder: 'type="body" idx="1"', content: '', box });
	const placed = (own?: typeof box | typeof other) =>
		one(shape({ placeholder: 'idx="1"', content: paragraph('Rents'), box: own }), { layout });
	expect((await compared(placed(), placed(box))).accuracy).toBe(1);
	const [change] = (await compared(placed(), placed(other))).changes;
	expect(change).toMatchObject({
		kind: 'formatted',
		oldText: 'at 10, 20 mm, 50 × 10 mm: Rents',
		newText: 'at 15, 20 mm, 50 × 10 mm: Rents',
	});
	const inGroup = (left: number) =>
		one(
			group(shape({ content: paragraph('Rents'), box: [left, 0, 100, 100] }), [left, 0, 900, 900]),
		);
	const moved = await compared(inGroup(1000), inGroup(4000));
	expect(moved.changes.map(({ newText }) => newText)).toEqual([
		'group, at 40, 0 mm, 9 × 9 mm: [group]',
	]);
});

test('a link to a slide is known by its title, whatever the part is called', async () => {
	const make = (target: number, nameOf: PresentationParts['nameOf']) =>
		presentationFile({
			nameOf,
			slides: [
				{
					shapes: shape({
						content: paragraph(
							'More',
							'',
							'<a:rPr><a:hlinkClick r:id="l" action="ppaction://hlinksldjump"/></a:rPr>',
						),
					}),
					links: { l: { type: 'slide', target: `${nameOf?.(target)}.xml` } },
				},
				agenda,
				thanks,
			],
		});
	const [first, other] = [(at: number) => `slide${at}`, (at: number) => `page${9 - at}`];
	expect((await compared(make(2, first), make(2, other))).accuracy).toBe(1);
	const [change] = (await compared(make(2, first), make(3, first))).changes;
	expect(change).toMatchObject({ newText: 'link to slide “Thanks”: More' });
});

test('an alternative text is no word of the slide', async () => {
	const make = (named: string) => one(shape({ content: paragraph('Hall'), named }));
	const outlined = await slidesComparer.outline(
		{ bytes: make(' descr="A long hall"'), fileName: 'a.pptx' },
		{ level: 'High', rules: {} },
	);
	expect(outlined).toEqual({
		...{ isReadable: true, unit: 'paragraph' },
		rows: [{ place: { path: 'slides/1/paragraphs/1' }, words: ['Hall'], gaps: ['', ''] }],
	});
});

/** The same presentation by another program: other names of parts, other prefixes, other packing. */
function savedAgain(parts: PresentationParts): Uint8Array {
	const again = presentationFile({ ...parts, nameOf: (at) => `page${9 - at}` });
	const files = Object.entries(unzipSync(again)).map(([name, bytes]): [string, Uint8Array] => {
		const xml = strFromU8(bytes);
		if (!name.endsWith('.xml')) return [name, bytes];
		const renamed = xml
			.replace(/([<\/])p:/g, '$1q:')
			.replace('xmlns:p=', 'xmlns:q=')
			.replace(/(id="\d+") (name="\w*")/g, '$2 $1');
		return [name, strToU8(renamed)];
	});
	return zipSync(Object.fromEntries(files.reverse()), { level: 0 });
}

test('a file saved again is equal up to High, and different at Excellent', async () => {
	const links = {
		c1: { type: 'chart', target: '../charts/a.xml' },
		p1: { type: 'image', target: '../media/a.png' },
	};
	const shown = frame('<c:chart r:id="c1"/>') + picture('p1');
	const parts: PresentationParts = {
		slides: [agenda, rents, { shapes: shown, links }],
		others: { 'ppt/charts/a.xml': chart({ '2025': 800 }), 'ppt/media/a.png': Uint8Array.of(1) },
	};
	const kept = presentationFile(parts);
	for (const level of accuracyLevels) {
		const result = await compared(kept, savedAgain(parts), { level });
		expect([level, result.accuracy === 1]).toEqual([level, level !== 'Excellent']);
		const kinds = level === 'Excellent' ? ['formatted'] : [];
		expect(result.changes.map(({ kind }) => kind)).toEqual(kinds);
	}
});

test('what is not compared is named, and macros are not run', async () => {
	const kept = presentationFile({
		slides: [
			{
				shapes: `${title('x')}${frame('<p:oleObj r:id="o1"/>')}${picture('p1').replace('<p:nvPr/>', '<p:nvPr><a:videoFile r:link="v"/></p:nvPr>')}`,
				rest: '<mc:AlternateContent><mc:Choice Requires="p14"><p:transition/></mc:Choice></mc:AlternateContent><p:timing/>',
				layout: shape({ content: paragraph('Our company') }),
			},
		],
		more: '<p:extLst><p:ext><p14:sectionLst/></p:ext></p:extLst>',
		others: { 'ppt/vbaProject.bin': Uint8Array.of(1) },
	});
	const { notes } = await compared(kept, one(title('x')));
	const timed = one(title('x'), { rest: '<p:timing/>' });
	expect((await compared(timed, timed)).notes).toEqual([
		'Not compared of either file: animations.',
	]);
	expect(notes).toEqual([
		'Not compared of the kept file: animations, embedded files, names of sections, sounds and videos, transitions, what layouts and masters show of their own.',
		'The kept file holds macros (ppt/vbaProject.bin); they are not run and not compared.',
	]);
});

test('what a pattern matches is left out, and numbers within a tolerance are the same', async () => {
	const make = (date: string, price: string) =>
		one(title('Rents') + body(`Printed on ${date}`, `It costs ${price}`), { notes: [date] });
	const rules = { ignorePatterns: ['\\d+ \\w+ 2026'], numberTolerance: 2 };
	const result = await compared(make('3 May 2026', '300'), make('4 June 2026', '301'), { rules });
	expect(result.accuracy).toBe(1);
	expect(result.ignored).toEqual([
		{ rule: 'pattern \\d+ \\w+ 2026', kept: 2, sent: 2 },
		{ rule: 'numberTolerance', kept: 1, sent: 1 },
	]);
});

test('a report has a heading for each slide that differs, and text is never markup', async () => {
	const hostile = { shapes: title('<img src=x onerror=alert(1)>') };
	const { report } = await compared(
		deck(agenda, thanks, rents),
		deck(agenda, thanks, hostile, rents),
		{
			isReported: true,
		},
	);
	const text = report?.content.text ?? '';
	expect(text).toContain('Slide 3, added: &lt;img src=x onerror=alert(1)&gt;');
	expect(text).not.toContain('<img');
	expect(text).toContain('2 slides without a difference');
	expect(text).toContain('<span class="place">Slide 3, title</span>');
	expect(report?.files).toEqual([]);
});

test('it is told from other archives by what it holds, not by its name', () => {
	const bytes = deck(agenda);
	for (const fileName of ['a.pptx', 'a.ppsm', 'a.zip', 'a']) {
		expect(formatOf({ bytes, fileName })).toBe('pptx');
	}
	const others = zipSync({
		'deck/ppt/presentation.xml': strToU8('x'),
		'ppt/presentations.txt': strToU8('x'),
	});
	expect(formatOf({ bytes: others, fileName: 'a.pptx' })).toBe('zip');
});

const good = deck(agenda);

function without(name: string): Uint8Array {
	return zipSync(
		Object.fromEntries(Object.entries(unzipSync(good)).filter(([own]) => own !== name)),
	);
}

function replaced(name: string, content: string): Uint8Array {
	return zipSync({ ...unzipSync(good), [name]: strToU8(content) });
}

test.each([
	[
		'a file of a program before 2007',
		Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
		/password/,
	],
	['an archive cut off', good.subarray(0, good.length - 30), /broken/],
	['an archive without a presentation', zipSync({ 'a.txt': strToU8('a') }), /not a presentation/],
	['a presentation without its main part', without('ppt/presentation.xml'), /not a presentation/],
	[
		'a presentation without a slide that it lists',
		without('ppt/slides/slide1.xml'),
		/does not hold/,
	],
	[
		'a list of slides that leads nowhere',
		without('ppt/_rels/presentation.xml.rels'),
		/lists a slide/,
	],
	['another document in its place', replaced('ppt/presentation.xml', '<a/>'), /something else/],
	['a slide that is no XML', replaced('ppt/slides/slide1.xml', '<p:sld>'), /no valid XML/],
	[
		'entities that grow',
		replaced(
			'ppt/slides/slide1.xml',
			'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
		),
		/DOCTYPE/,
	],
	['shapes nested without end', one('<p:grpSp>'.repeat(5000)), /nested/],
	[
		'a part that unpacks to very much',
		replaced('ppt/slides/slide1.xml', ' '.repeat(20_000_000)),
		/unpacks/,
	],
	['slides without anything', deck({ shapes: '' }), /no text/],
])('%s is unreadable, with a sentence', async (_, bytes, reason) => {
	const result = await outcome(bytes, bytes);
	expect(result).toEqual({
		isReadable: false,
		side: 'kept',
		reason: expect.stringMatching(reason),
	});
});

test('slides that name each other, or the same notes and slides again, are read once', async () => {
	const links = {
		back: { type: 'slide', target: 'slide1.xml' },
		n1: { type: 'notesSlide', target: '../notesSlides/of-slide1.xml' },
	};
	const rings = presentationFile({
		slides: [
			{ ...rents, links },
			{ ...agenda, links },
		],
		others: {},
	});
	const xml = strFromU8(unzipSync(rings)['ppt/presentation.xml'] ?? new Uint8Array());
	const again = xml.replace('</p:sldIdLst>', '<p:sldId id="900" r:id="s1"/></p:sldIdLst>');
	const bytes = zipSync({ ...unzipSync(rings), 'ppt/presentation.xml': strToU8(again) });
	const read = await slidesComparer.outline({ bytes, fileName: 'a' }, { level: 'High', rules: {} });
	if (!read.isReadable) throw new Error(read.reason);
	expect(read.rows.map(({ place }) => place.path)).toEqual([
		...['slides/1/title', 'slides/1/paragraphs/1', 'slides/1/paragraphs/2', 'slides/1/notes'],
		...['slides/2/title', 'slides/2/paragraphs/1'],
	]);
});
