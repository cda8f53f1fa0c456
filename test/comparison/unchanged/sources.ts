/** A lease, its price list, its page in a shop and its scan: what people open, save, print, scan and fetch. */
import { strToU8 } from 'fflate';
import { createCanvas } from '@napi-rs/canvas';
import type { Picture, Rectangle } from '../../../comparison/formats/image/picture';
import { escaped, paragraph, run, table, wordFile } from '../formats/office/word-files';
import { xlsxOf } from '../formats/table/workbook-files';
import '../quality/pictures';

const leaseFacts = {
	author: 'Ada Berg',
	tenant: 'Malmo Chairs Ltd',
	rent: '1,250.00',
	iban: 'DE89 3704 0044 0532 0130 00',
	notice: 'three months',
	subletting: 'may not let rooms',
	deposit: '3,750.00',
	note: 'The list of repairs is Annex B.',
	printed: '2026-01-12',
	footer: 'Hall 4, Harbour Road',
	font: 'Liberation Serif',
	term: 'Either side may end this lease to the end of a quarter.',
};

export type LeaseFacts = typeof leaseFacts;

const properties = ({ author }: LeaseFacts) =>
	`<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${author}</dc:creator></cp:coreProperties>`;

const styles = (font: string) =>
	`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>`;

const numbering =
	'<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';

const separators =
	'<w:footnote w:id="0" w:type="separator"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="1" w:type="continuationSeparator"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';

const field = (instruction: string, result: string) =>
	`<w:fldSimple w:instr="${instruction}">${run(result)}</w:fldSimple>`;

/** Two pages with headings, a list, a table, a note, a link, fields, a head and a foot. */
export function lease(more: Partial<LeaseFacts> = {}): Uint8Array {
	const facts = { ...leaseFacts, ...more };
	const heading = (text: string) => paragraph(text, '<w:pStyle w:val="Heading1"/>');
	const clause = (...inlines: readonly string[]) =>
		`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${inlines.join('')}</w:p>`;
	const duties = ['roof', 'gate', 'heating', 'lift', 'yard', 'sewer', 'alarm', 'lamps'].map(
		(part) =>
			clause(
				run(`The landlord keeps the ${part} in order and mends it within ten days of notice.`),
			),
	);
	return wordFile({
		styles: styles(facts.font),
		numbering,
		headers: [`<w:p>${run(`Lease\tPrinted on ${facts.printed}`)}</w:p>`],
		footers: [`<w:p>${run(`${facts.footer}, page `)}${field('PAGE', '1')}</w:p>`],
		footnotes: `${separators}<w:footnote w:id="2">${paragraph(facts.note)}</w:footnote>`,
		links: {
			l1: { type: 'hyperlink', target: 'https://bank.example/pay', isOutside: true },
			c1: { type: 'metadata/core-properties', target: '../docProps/core.xml' },
		},
		others: { 'docProps/core.xml': strToU8(properties(facts)) },
		body: [
			heading('Lease of the hall'),
			`<w:p>${run('The landlord lets the hall to ')}${run(facts.tenant, '<w:b/>')}${run('.')}</w:p>`,
			clause(run(`The rent is ${facts.rent}\u00a0EUR a month, due on the first.`)),
			clause(
				run(`It is paid to ${facts.iban} at `),
				`<w:hyperlink r:id="l1">${run('the bank', '<w:u w:val="single"/>')}</w:hyperlink>`,
				run('.'),
			),
			clause(
				run(`The tenant ${facts.subletting} to others.`),
				'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>',
			),
			table([
				['What', 'EUR'],
				['Deposit', facts.deposit],
				['Heating & water', '210.00'],
				['Cleaning', '95.50'],
			]),
			heading('Repairs'),
			...duties,
			'<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
			heading('End'),
			paragraph(`Notice is given ${facts.notice} before. ${facts.term}`),
			paragraph(''),
			paragraph('Signed in Malmö, “as agreed”.'),
		].join(''),
	});
}

const priceRows = [
	['item', 'count', 'price', 'since', 'sold'],
	['Chair, oak', 2, 10.5, '2026-01-12', true],
	['Table', 3, 204.25, '2026-01-13', false],
	['Lamp', 5, 31.75, '2026-02-01', true],
	['Shelf', 8, 62.25, '2026-02-03', true],
	['Desk', 13, 177.5, '2026-02-09', false],
] as const;

export type PriceRow = readonly (string | number | boolean)[];

export const prices: readonly PriceRow[] = priceRows;

/** The rows with another value of a cell. */
export function priced(row: number, column: number, value: string | number): readonly PriceRow[] {
	return prices.map((cells, at) => (at === row ? cells.with(column, value) : cells));
}

/** A day as workbooks keep it. */
const dayOf = (date: string) => Date.parse(date) / 86_400_000 + 25_569;

const partType = (name: string, type: string) =>
	`<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

/** Without them Calc knows no workbook. */
const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
	partType('workbook', 'sheet.main'),
	partType('worksheets/sheet1', 'worksheet'),
	partType('worksheets/sheet2', 'worksheet'),
	partType('styles', 'styles'),
	partType('sharedStrings', 'sharedStrings'),
].join('')}</Types>`;

/** With dates, sums, and a formula that is true. */
export function priceBook(rows: readonly PriceRow[] = prices): Uint8Array {
	const sum = rows.reduce((all, row) => all + (typeof row[2] === 'number' ? row[2] : 0), 0);
	const last = rows.length;
	const cells = rows.map((row) =>
		row.map((value, column) => {
			if (column === 3 && value !== 'since') return { v: dayOf(String(value)), s: 1 };
			return column === 2 && typeof value === 'number' ? { v: value, s: 2 } : value;
		}),
	);
	const totals = [
		'all',
		null,
		{ f: `SUM(C2:C${last})`, v: sum, s: 2 },
		null,
		{ f: `C2<C${last}`, v: true },
	];
	return xlsxOf(
		[
			{
				...{ name: 'Prices', rows: [...cells, totals], hiddenColumns: [2], joined: ['A9:B9'] },
				links: { A2: 'https://shop.example/chair' },
			},
			{ name: 'Notes', rows: [['Prices without tax'], ['3.10'], [0.125]] },
		],
		{
			formats: ['yyyy\\-mm\\-dd', '#,##0.00'],
			parts: { '[Content_Types].xml': contentTypes },
		},
	);
}

const quoted = (cell: PriceRow[number]) =>
	/[,"]/.test(String(cell)) ? `"${String(cell)}"` : String(cell);

export function priceText(rows: readonly PriceRow[] = prices): string {
	return `${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
}

/** The same rows as another program writes them: each cell in quotes, with the line ends of another system. */
export function quotedPrices(rows: readonly PriceRow[] = prices): string {
	return rows.map((row) => `${row.map((cell) => `"${String(cell)}"`).join(',')}\r\n`).join('');
}

export const order = {
	id: 4711,
	buyer: { name: 'Malmo Chairs Ltd', vat: 'SE556677' },
	items: prices.slice(1).map(([item, count, price]) => ({ item, count, price })),
	total: 486.25,
	isPaid: false,
};

const shopFacts = {
	price: '12.00',
	stock: 'In stock',
	token: '9f1c0a77b3d24e5f9a0c',
	release: '1041',
	visit: 'a91kd02mfq83zx',
	advertisement: 'Sofas from Lund at half price',
	clock: '12 January 2026, 08:15',
	banner: '',
	version: '3.1',
};

export type ShopFacts = typeof shopFacts;

export function shopPage(more: Partial<ShopFacts> = {}): string {
	const facts = { ...shopFacts, ...more };
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Chair Malmo</title>
<meta name="csrf-token" content="${facts.token}">
<link rel="stylesheet" href="/shop.css?v=${facts.release}">
<script nonce="${facts.visit}" src="/shop.js?v=${facts.release}"></script>
</head><body>${facts.banner}
<header><nav><a href="/">Home</a> <a href="/chairs?sid=${facts.visit}">Chairs</a></nav></header>
<main><h1>Chair Malmo</h1>
<img src="/chair.jpg?v=${facts.release}" alt="A chair of oak">
<p class="price">${facts.price} € with tax</p>
<p>${facts.stock}. Sent within three days to every place in the country.</p>
<table><tr><th>Height</th><td>84 cm</td></tr><tr><th>Manual</th><td>${facts.version}</td></tr></table>
<form action="/cart" method="post"><input type="hidden" name="csrf" value="${facts.token}">
<input type="number" name="count" value="1"><button>Into the cart</button></form></main>
<aside>${escaped(facts.advertisement)}</aside>
<footer>Harbour Road 4, Malmo. ${facts.clock}</footer>
</body></html>
`;
}

const sheetLines = [
	'Invoice 2026-118',
	'Malmo Chairs Ltd, Harbour Road 4',
	'Two chairs of oak, one table, as ordered on 12 January',
	'Sum without tax 1,000.00 EUR, tax 190.00 EUR',
	'To pay within 30 days 1,190.00 EUR',
	'Account DE89 3704 0044 0532 0130 00',
	'Goods stay ours until they are paid.',
	'Thank you for your order.',
];

/** The printed invoice, at 150 dots an inch; a line may read otherwise. */
export function invoice(line?: number, text = ''): Picture {
	const [width, height] = [1240, 1754];
	const context = createCanvas(width, height).getContext('2d');
	context.fillStyle = '#ffffff';
	context.fillRect(0, 0, width, height);
	context.fillStyle = '#202020';
	context.font = '26px Page';
	for (const [at, printed] of sheetLines.entries()) {
		context.fillText(at === line ? text : printed, 120, invoiceLineY(at));
	}
	context.fillRect(120, 1500, 400, 2);
	return { width, height, data: new Uint8Array(context.getImageData(0, 0, width, height).data) };
}

const invoiceLineY = (line: number) => 240 + line * 130;

/** Where a line of the invoice stands. */
export function invoiceLine(line: number): Rectangle {
	return { x: 120, y: invoiceLineY(line) - 30, width: 1000, height: 44 };
}
