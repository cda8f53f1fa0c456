/** Pages compared: what counts from which level, selectors, and what is no page at all. */
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import { levelNames, type Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';

interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

function compare(kept: string, sent: string, options: Options = {}) {
	const side = (content: string) => ({ fileName: 'a.html', bytes: Buffer.from(content) });
	return htmlComparer.compare({
		kept: side(kept),
		sent: side(sent),
		level: 'Medium',
		rules: {},
		isReported: false,
		onProgress: () => undefined,
		...options,
	});
}

async function compared(kept: string, sent: string, options: Options = {}): Promise<Compared> {
	const result: Compared | Unreadable = await compare(kept, sent, options);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const paragraphs = Array.from(
	{ length: 12 },
	(_, index) =>
		`<p id="p${index}">Paragraph ${index} tells at some length, with commas, what the law says of rents, of tenants, and of their flats in the city.</p>`,
);

function page({
	nav = 'Home News Contact',
	body = paragraphs,
	link = '/law',
	style = 'p { color: black }',
	className = 'a',
} = {}): string {
	return `<!doctype html><html><head><title>Rents</title><style>${style}</style></head>
<body><nav><ul><li><a href="/">${nav}</a></li></ul></nav>
<main class="${className}"><article><h1>Rents</h1>${body.join('\n')}<p><a href="${link}">The law</a> in full, with all of its parts, and what courts say of them.</p></article></main>
<script>track("${className}")</script></body></html>`;
}

const changedBody = paragraphs.with(4, paragraphs[4]?.replace('tenants', 'owners') ?? '');

test.each([
	['none of them', '<!doctype html>\n<title>Rents</title>\n<p>50 euros a month</p>'],
	['the body alone', '<body><h1>Rents</h1><p>50 euros a month</p></body>'],
	['the root alone', '<html><title>Rents</title><p>50 euros a month</p></html>'],
	['a piece of a page', '<div><p>Rents</p><p>50 euros a month</p></div><p>by law</p>'],
])('a page whose tags of root, head and body are %s is read whole', async (_what, kept) => {
	const { changes } = await compared(kept, kept.replace('50', '90'));
	expect(changes).toMatchObject([{ kind: 'changed' }]);
});

test.each<[string, string, Level]>([
	['a word of the main text', page({ body: changedBody }), 'Lowest'],
	['a word of the navigation', page({ nav: 'Home News Imprint' }), 'Medium'],
	['where a link leads', page({ link: '/law/2026' }), 'High'],
	['a style', page({ style: 'p { color: red }' }), 'Excellent'],
	['a class and a script', page({ className: 'b' }), 'Excellent'],
])('%s counts from its level on', async (_what, sent, from) => {
	for (const level of levelNames) {
		const { accuracy, changes, report } = await compared(page(), sent, { level, isReported: true });
		const counts = levelNames.indexOf(level) >= levelNames.indexOf(from);
		expect([level, accuracy < 1]).toEqual([level, counts]);
		expect([level, changes.length > 0]).toEqual([level, counts]);
		expect([level, report?.content.text.includes('change-1')]).toEqual([level, counts]);
	}
});

test.each([
	['the document that an element shows', '<object data="terms.pdf"></object>', 'terms', 'fees'],
	['the direction in which words are read', '<p dir="ltr">100 (b)</p>', 'ltr', 'rtl'],
])('%s counts from High on', async (_what, element, kept, sent) => {
	const of = (text: string) => page({ body: [...paragraphs, text] });
	const both = [of(element), of(element.replace(kept, sent))] as const;
	expect((await compared(...both, { level: 'Medium' })).accuracy).toBe(1);
	expect((await compared(...both, { level: 'High' })).accuracy).toBeLessThan(1);
});

test('a change has the path of its element, and both texts', async () => {
	const { changes, counts } = await compared(page(), page({ body: changedBody }));
	expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
	const place = { path: 'html/body/main/article/p[5]' };
	expect(changes).toMatchObject([{ kind: 'changed', kept: place, sent: place }]);
	expect(changes[0]?.newText).toContain('owners');
});

test('selectors leave out, or choose, and what matches nothing is unreadable', async () => {
	const sent = page({ body: changedBody, nav: 'Other' });
	const left = await compared(page(), sent, { rules: { ignoreSelectors: ['#p4', 'nav'] } });
	expect(left).toMatchObject({
		accuracy: 1,
		ignored: [
			{ rule: 'selector #p4', kept: 1, sent: 1 },
			{ rule: 'selector nav', kept: 1, sent: 1 },
		],
	});
	const chosen = await compared(page(), sent, { rules: { onlySelectors: ['#p3', '#p5'] } });
	expect(chosen.accuracy).toBe(1);
	const finest = { level: 'Excellent', rules: { onlySelectors: ['#p3', '#p5'] } } as const;
	expect((await compared(page(), sent, finest)).accuracy).toBe(1);
	expect(
		(await compared(page(), sent, { rules: { onlySelectors: ['#p4'] } })).accuracy,
	).toBeLessThan(1);
	expect(await compare(page(), sent, { rules: { onlySelectors: ['#price'] } })).toMatchObject({
		isReadable: false,
		reason: 'The selector "#price" matches nothing in it.',
	});
	expect(await compare(page(), sent, { rules: { ignoreSelectors: ['p['] } })).toMatchObject({
		isReadable: false,
	});
});

test.each([
	['an empty page', '<html><body></body></html>', 'shows no text'],
	['a page that a script writes', '<html><body><script>write()</script></body></html>', 'scripts'],
	[
		'an error page',
		'<html><title>404 Not Found</title><body><h1>Not Found</h1></body></html>',
		'error page',
	],
	['nothing', '', 'no'],
	['elements nested without end', `<html><body>${'<div>'.repeat(20_000)}text`, 'deep'],
])('%s is unreadable', async (_what, sent, reason) => {
	expect(await compare(page(), sent)).toMatchObject({
		isReadable: false,
		side: 'sent',
		reason: expect.stringContaining(reason),
	});
});

test('a session id hidden by a pattern does not count at any level but the finest', async () => {
	const rules = { ignorePatterns: ['sid=\\w+'] };
	const [kept, sent] = [page({ link: '/law?sid=abc' }), page({ link: '/law?sid=xyz' })];
	expect((await compared(kept, sent, { rules, level: 'High' })).accuracy).toBe(1);
});

test.each([
	['color: white', 'nearly white'],
	['color: #FFF !important', 'nearly white'],
	['color: rgb(254, 254, 254)', 'nearly white'],
	['color: white; background: white', 'nearly white'],
	['color: white; background: transparent', 'nearly white'],
	['color: #00ff00; background-color: rgb(0 255 0)', 'in the colour behind it'],
	['color: rgba(0, 0, 0, 0)', 'without a colour'],
	['color: transparent', 'without a colour'],
	['font-size: 0', 'too small to read'],
	['font-size: 2px', 'too small to read'],
	['opacity: 0', 'hidden'],
	['text-decoration: underline line-through red', 'struck through'],
	['position: absolute; left: -9999px', 'hidden'],
	['text-indent: -9999px', 'hidden'],
	['display: block; height: 0; overflow: hidden', 'hidden'],
	['max-height: 0px; overflow: hidden', 'hidden'],
	['clip-path: inset(100%)', 'hidden'],
	['clip: rect(0, 0, 0, 0)', 'hidden'],
	['clip: rect(1px 1px 1px 1px)', 'hidden'],
	['transform: rotate(3deg) scale(0)', 'hidden'],
	['color: white; background: black', ''],
	['left: -9999px', ''],
	['position: absolute; left: -12px', ''],
	['height: 0', ''],
	['height: 10px; overflow: hidden', ''],
	['transform: scale(0.9)', ''],
	['clip-path: inset(5%)', ''],
	['color: white; background: url(a.png)', ''],
	['color: white; color: black', ''],
	['font-size: 1em', ''],
	['opacity: 0.5', ''],
])('words in an element whose style is %j are told as %j', async (style, told) => {
	const styled = (own: string) =>
		page({
			body: paragraphs.with(
				4,
				paragraphs[4]?.replace('tenants', `<span style="${own}">tenants</span>`) ?? '',
			),
		});
	const { changes } = await compared(styled('margin: 0'), styled(style), { level: 'High' });
	expect(changes.map(({ newText }) => newText)).toEqual(told === '' ? [] : [`${told}: tenants`]);
});
