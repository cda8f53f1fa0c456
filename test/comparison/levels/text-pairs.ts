/** Texts, trees and pages that differ in one thing alone. */
import type { PairFormat, PairsOf } from './pairs';

const lines = [
	'The rent is due on the first day of each month.',
	'Nobody may keep more than two cats.',
	'',
	'The key is handed over at noon, in the hall.',
	'Heating and water are paid by what was used.',
];

const text = (sent: readonly string[]) => ({ kept: lines.join('\n'), sent: sent.join('\n') });

export const textPairs: PairsOf<'text'> = {
	'letters or digits of a word': [text(lines.with(1, 'Nobody may keep more than 2 cats.'))],
	'capital and small letters': [text(lines.with(1, 'NOBODY may keep more than two cats.'))],
	'punctuation and other signs': [
		text(lines.with(3, 'The key is handed over at noon: in the hall!')),
	],
	'where a line ends and the next begins': [
		text(lines.toSpliced(3, 1, 'The key is handed over', 'at noon, in the hall.')),
	],
	'lines at another place': [text([...lines.slice(1), lines[0] ?? ''])],
	'blank lines': [text(lines.toSpliced(1, 0, ''))],
	'white space before and between words': [
		text(lines.with(1, 'Nobody may  keep more than two cats.')),
		text(lines.with(1, '  Nobody may keep more than two cats.')),
	],
	'white space at the end of a line': [text(lines.with(1, `${lines[1] ?? ''} `))],
	'the style of line ends': [{ kept: lines.join('\n'), sent: lines.join('\r\n') }],
	'the mark of the byte order': [{ kept: lines.join('\n'), sent: `\ufeff${lines.join('\n')}` }],
	'the encoding': [
		{
			kept: 'Straße nach Süden, an der Mühle vorbei und weiter geradeaus\n',
			sent: Buffer.from('Straße nach Süden, an der Mühle vorbei und weiter geradeaus\n', 'latin1'),
		},
	],
};

const json = `{
  "title": "List of prices, in full",
  "price": 1.1,
  "items": ["bolt", "nut", "screw", "washer"]
}`;
const yaml = `title: List of prices, in full
price: 1.1
items: # as sold
  - bolt
  - nut
  - screw
  - washer
`;
const xml = `<?xml version="1.0"?>
<list from="1" to="9"><title>List of prices, in full</title><!-- as sold -->
  <item>bolt</item><item>nut</item><item>screw</item><item>washer</item>
</list>`;

const kinds = { json, yaml, xml };

/** The same edit in as many of the three languages as have it. */
function tree(edits: Partial<Record<keyof typeof kinds, readonly [string, string]>>) {
	return Object.entries(edits).map(([format, [old, fresh]]) => {
		const kept = kinds[format as keyof typeof kinds];
		if (!kept.includes(old)) throw new Error(`${old} is not in it`);
		return { format: format as PairFormat, kept, sent: kept.replace(old, fresh) };
	});
}

const everywhere = (old: string, fresh: string) =>
	tree({ json: [old, fresh], yaml: [old, fresh], xml: [old, fresh] });

export const treePairs: PairsOf<'tree'> = {
	'a value': [
		...everywhere('prices', 'wages'),
		...tree({ json: ['1.1', '1.2'], yaml: ['1.1', '1.2'], xml: ['"9"', '"8"'] }),
	],
	'a path added or removed': tree({
		json: ['"price": 1.1', '"price": 1.1, "tax": 7'],
		yaml: ['price: 1.1', 'price: 1.1\ntax: 7'],
		xml: ['<item>nut</item>', ''],
	}),
	'an item at another place': tree({
		json: ['"bolt", "nut", "screw", "washer"', '"washer", "bolt", "nut", "screw"'],
		yaml: ['- bolt\n  - nut\n', '- nut\n  - bolt\n'],
		xml: ['<item>bolt</item><item>nut</item>', '<item>nut</item><item>bolt</item>'],
	}),
	'capital and small letters of a text': everywhere('List of', 'LIST of'),
	'punctuation of a text': everywhere('prices, in', 'prices - in'),
	'the type of a value (JSON, YAML)': tree({ json: ['1.1', '"1.1"'], yaml: ['1.1', '"1.1"'] }),
	'white space inside a text': tree({
		json: ['List of', 'List  of'],
		yaml: ['List of prices, in full', '"List  of prices, in full"'],
	}),
	'comments (YAML, XML)': tree({ yaml: ['as sold', 'as bought'], xml: ['as sold', 'as bought'] }),
	'how a value is spelled, such as 1.10 for 1.1': tree({
		json: ['1.1', '1.10'],
		yaml: ['1.1', '1.10'],
	}),
	'the order of members or attributes': tree({
		json: [
			'"price": 1.1,\n  "items": ["bolt", "nut", "screw", "washer"]',
			'"items": ["bolt", "nut", "screw", "washer"],\n  "price": 1.1',
		],
		yaml: [
			'title: List of prices, in full\nprice: 1.1\n',
			'price: 1.1\ntitle: List of prices, in full\n',
		],
		xml: ['from="1" to="9"', 'to="9" from="1"'],
	}),
	'indentation, line ends and encoding': [
		...tree({
			json: ['\n  "price"', '\r\n    "price"'],
			yaml: ['title: ', 'title:  '],
			xml: ['<title>', '\n    <title>'],
		}),
		{ format: 'json', kept: '{"a": "Süden"}', sent: Buffer.from('{"a": "Süden"}', 'utf16le') },
	],
};

const paragraphs = Array.from(
	{ length: 12 },
	(_, index) =>
		`<p id="p${index}">Paragraph ${index} tells at some length, with commas, what the law says of rents, of tenants, and of their flats in the city.</p>`,
);

function page({
	nav = 'Home News Contact',
	foot = 'Imprint',
	body = paragraphs,
	link = '/law',
	title = 'Rents',
	form = '<option selected>Red</option><option>Blue</option>',
	style = 'p { color: black }',
	script = 'track(1)',
	className = 'a',
	end = '\n',
} = {}): string {
	return `<!doctype html><html><head><title>${title}</title><style>${style}</style></head>
<body><nav><ul><li><a href="/">${nav}</a></li></ul></nav>
<main class="${className}"><article><h1>Rents</h1>${body.join('\n')}<p><a href="${link}">The law</a> in full, with all of its parts, and what courts say of them.</p></article></main>
<form><select>${form}</select></form>
<footer><p>${foot}</p></footer>
<script>${script}</script></body></html>${end}`;
}

const pages = (sent: Parameters<typeof page>[0]) => ({ kept: page(), sent: page(sent) });
const body = (old: string, fresh: string) =>
	pages({ body: paragraphs.with(4, (paragraphs[4] ?? '').replace(old, fresh)) });

/** Pages of which the fifth paragraph has these in place of a word. */
const within = (kept: string, sent: string) => {
	const of = (words: string) => {
		const changed = (paragraphs[4] ?? '').replace('tenants', words);
		return page({ body: paragraphs.with(4, changed) });
	};
	return { kept: of(kept), sent: of(sent) };
};
const styled = (style: string) => `<span style="${style}">tenants</span>`;
const table = (columns: number) =>
	`<table><tr><td colspan="${columns}">Rent</td></tr><tr><td>flat</td><td>300</td></tr></table>`;

export const pagePairs: PairsOf<'page'> = {
	'letters or digits of a word of the main text': [
		body('tenants', 'owners'),
		body('4 tells', '5 tells'),
	],
	'capital and small letters of the main text': [body('tenants', 'Tenants')],
	'punctuation of the main text': [body('of tenants,', 'of tenants;')],
	'paragraphs of the main text at another place': [
		pages({ body: [...paragraphs.slice(0, 2), ...paragraphs.slice(3), paragraphs[2] ?? ''] }),
	],
	'navigation, head and foot of the page': [
		pages({ nav: 'Home News Press' }),
		pages({ foot: 'Imprint and law' }),
	],
	'where a paragraph of the main text ends and the next begins': [
		body('commas, what', 'commas,</p><p>what'),
	],
	'white space in text shown as written': [within('<pre>a  b</pre>', '<pre>a b</pre>')],
	'headings, lists, bold and italic': [
		within('<h2>of tenants</h2>', '<h3>of tenants</h3>'),
		within('<ul><li>flats</li></ul>', '<ol><li>flats</li></ol>'),
		within('tenants', '<b>tenants</b>'),
		within('<em>tenants</em>', 'tenants'),
	],
	'links, pictures and values of forms': [
		pages({ link: '/law/2026' }),
		pages({ form: '<option>Red</option><option selected>Blue</option>' }),
		within(table(2), table(1)),
		within('<img src="a.png" width="300">', '<img src="a.png" width="100">'),
	],
	'what the own style of an element strikes through or hides': [
		within(styled('color: black'), styled('color: white')),
		within(styled('color: black'), styled('color: black; text-decoration: line-through')),
		within(styled('color: black'), styled('color: black; opacity: 0')),
	],
	'the title of the page': [pages({ title: 'Rents of today' })],
	'what a link or a picture has of one visit or one release in its address': [
		within('<a href="/law?sid=a1b2c3">law</a>', '<a href="/law?sid=zz99yy">law</a>'),
		within('<img src="a.png?v=1">', '<img src="a.png?v=2">'),
	],
	'scripts, styles and other attributes': [
		pages({ style: 'p { color: red }' }),
		pages({ script: 'track(2)' }),
		pages({ className: 'b' }),
	],
	'any other byte of the file': [pages({ end: '\n\n' })],
};
