/** XML compared by structure: elements, attributes, namespaces and what stands between them. */
import { isAtLeast, type Level, levelNames } from '../../../../comparison/core/level';
import { xmlComparer } from '../../../../comparison/formats/tree/comparers';
import { compared, comparison, reasonOf, told } from './comparing-trees';

test.each([
	['a changed text', '<a><b>1</b></a>', '<a><b>2</b></a>', ['changed /a/b/text()']],
	['a changed attribute', '<a b="1"/>', '<a b="2"/>', ['changed /a/@b']],
	[
		'an attribute added and one removed',
		'<a b="1"/>',
		'<a c="1"/>',
		['removed /a/@b', 'added /a/@c'],
	],
	['attributes in another order as nothing', '<a b="1" c="2"/>', '<a c="2" b="1"/>', []],
	[
		'an element among its like',
		'<a><b>x</b><b>y</b></a>',
		'<a><b>x</b><b>n</b><b>y</b></a>',
		['added /a/b[2]'],
	],
	['an element of another name', '<a><b/></a>', '<a><c/></a>', ['removed /a/b', 'added /a/c']],
	['prefixes as nothing', '<a xmlns="u"><b/></a>', '<x:a xmlns:x="u"><x:b/></x:a>', []],
	[
		'another namespace',
		'<r><a xmlns="u"/></r>',
		'<r><a xmlns="v"/></r>',
		['removed /r/a', 'added /r/a'],
	],
	['entities and CDATA as what they say', '<a>&lt;x&#65;</a>', '<a><![CDATA[<xA]]></a>', []],
	[
		'elements in another order',
		'<a><b i="1"/><c i="2"/></a>',
		'<a><c i="2"/><b i="1"/></a>',
		['moved /a/b'],
	],
	[
		'an element found by its id, moved and changed',
		'<l><p id="1"><t>one</t></p><p id="2"><t>two</t></p><p id="3"/></l>',
		'<l><p id="2"><t>2</t></p><p id="3"/><p id="1"><t>one</t></p></l>',
		['changed /l/p[2]/t/text() -> /l/p[1]/t/text()', 'moved /l/p[1] -> /l/p[3]'],
	],
	['another root', '<a/>', '<b/>', ['changed /a -> /b']],
	[
		'a processing instruction',
		'<a><?x 1?></a>',
		'<a><?x 2?></a>',
		['changed /a/processing-instruction()'],
	],
])('tells %s', async (_, kept, sent, expected) => {
	expect(told(await compared(xmlComparer, kept, sent))).toEqual(expected);
});

test.each<[string, string, string, Level]>([
	['a text', '<a>one</a>', '<a>two</a>', 'Lowest'],
	['upper case', '<a>One</a>', '<a>one</a>', 'Low'],
	['white space in an attribute', '<a b="x y"/>', '<a b="x  y"/>', 'Medium'],
	[
		'white space that is kept',
		'<a xml:space="preserve">x y</a>',
		'<a xml:space="preserve">x  y</a>',
		'Medium',
	],
	['a comment', '<a><!-- x --></a>', '<a><!-- y --></a>', 'High'],
	['a comment before the root', '<!-- x --><a b="1"/>', '<!-- y --><a b="1"/>', 'High'],
	['a comment behind the root', '<a>x</a><!-- x -->', '<a>x</a>\n<!-- y -->', 'High'],
	['an instruction before the root', '<?style a?><a/>', '<?style b?><a/>', 'Lowest'],
	['lines of a text', '<a>x y</a>', '<a>\n\tx\n\ty\n</a>', 'Excellent'],
	['indentation', '<a><b/></a>', '<a>\n  <b/>\n</a>', 'Excellent'],
	['the declaration', '<?xml version="1.0"?><a/>', '<a/>', 'Excellent'],
])('%s counts from its level on, and not below', async (_, kept, sent, from) => {
	for (const level of levelNames) {
		const { accuracy, changes } = await compared(xmlComparer, kept, sent, { level });
		expect({ level, isEqual: accuracy === 1 }).toEqual({ level, isEqual: !isAtLeast(level, from) });
		expect({ level, isShown: changes.length > 0 }).toEqual({ level, isShown: accuracy < 1 });
	}
});

test('rules name elements by their paths', async () => {
	const rules = { ignorePaths: ['/feed/entry/updated', '/feed/@at'] };
	const kept =
		'<feed at="1"><entry><updated>1</updated><t>x</t></entry><entry><updated>2</updated></entry></feed>';
	const sent =
		'<feed at="2"><entry><updated>3</updated><t>y</t></entry><entry><updated>4</updated></entry></feed>';
	const result = await compared(xmlComparer, kept, sent, { rules });
	expect(told(result)).toEqual(['changed /feed/entry[1]/t/text()']);
	expect(result.ignored).toEqual([
		{ rule: 'path /feed/entry/updated', kept: 2, sent: 2 },
		{ rule: 'path /feed/@at', kept: 1, sent: 1 },
	]);
});

test('a declared encoding is heeded', async () => {
	const text = '<?xml version="1.0" encoding="windows-1251"?><a>\u0436</a>';
	const bytes = Buffer.from(text.replace('\u0436', '\xe6'), 'latin1');
	expect(await compared(xmlComparer, '<a>\u0436</a>', bytes)).toMatchObject({ accuracy: 1 });
});

test('a document type without definitions of its own is read past', async () => {
	const plist =
		'<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/p.dtd"><plist/>';
	expect(await compared(xmlComparer, '<plist/>', plist)).toMatchObject({ accuracy: 1 });
});

describe('what is refused, in a sentence', () => {
	test.each([
		[
			'entities of its own',
			'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
			/line 1, column \d+: a document type with/,
		],
		['an entity that is not known', '<a>&x;</a>', /line 1, column \d+: undefined entity/],
		['an element that is not closed', '<a>\n<b></a>', /line 2, column \d+/],
		['an element that has no end', '<a>', /unclosed tag/],
		['text behind the root', '<a/>x', /line 1/],
	])('%s', async (_, sent, expected) => {
		const result = await comparison(xmlComparer, '<a/>', sent);
		expect(result.isReadable ? 'read' : result.reason).toMatch(expected);
	});

	test('and what is no XML at all', async () => {
		expect(await reasonOf(xmlComparer, 'x')).toMatch(/no valid XML/);
	});
});

test('elements that nest 100,000 deep are compared like any other', async () => {
	const deep = (value: number) => '<a>'.repeat(100_000) + value + '</a>'.repeat(100_000);
	const { counts } = await compared(xmlComparer, deep(1), deep(2));
	expect(counts).toMatchObject({ changed: 1, added: 0, removed: 0 });
});
