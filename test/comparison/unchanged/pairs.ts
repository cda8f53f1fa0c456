/**
 * 25 pairs of which a person says that nothing changed, 17 of which one says that something did, and 8
 * with harmless noise.
 */
import sharp from 'sharp';
import type { ComparedKindName } from '../../../api/comparison/kinds';
import type { Place } from '../../../api/comparison/place';
import type { Level } from '../../../comparison/core/level';
import type { CompareRules } from '../../../comparison/core/rules';
import type { Rectangle } from '../../../comparison/formats/image/picture';
import { at } from '../../../server/at';
import type { LevelPair, PairFormat } from '../levels/pairs';
import {
	byQpdf,
	days,
	leaseEdits,
	png,
	scan,
	scanInPdf,
	withAuthor,
	type SavedFiles,
} from './made-files';
import { invoice, invoiceLine, order, priced, priceText, quotedPrices, shopPage } from './sources';

export interface Pair extends LevelPair {
	readonly kind: ComparedKindName;
	readonly rules?: CompareRules;
}

/** A change that must be told: parts of its texts, and where it is on the sent side. */
export interface Told {
	readonly old?: string;
	readonly now?: string;
	readonly at?: Place;
	/** On the sheet of the invoice. */
	readonly on?: Rectangle;
}

/** All that changed. */
export interface ChangedPair extends Pair {
	readonly told: readonly Told[];
}

/** The coarsest level at which a pair differs. */
export interface NoisyPair extends Pair {
	readonly from: Level;
}

type Content = LevelPair['kept'];
type Named<One> = Readonly<Record<string, One>>;

const of = (kind: ComparedKindName, kept: Content, sent: Content, format?: PairFormat): Pair => ({
	...{ kind, kept, sent },
	...(format && { format }),
});

const document = (kept: Content, sent: Content) => of('document', kept, sent);
const pdf = (kept: Content, sent: Content) => of('pdf', kept, sent);
const picture = (kept: Content, sent: Content) => of('picture', kept, sent);
const csv = (kept: Content, sent: Content) => of('table', kept, sent, 'csv');
const ods = (kept: Content, sent: Content) => of('table', kept, sent, 'ods');
const xlsx = (kept: Content, sent: Content) => of('table', kept, sent, 'xlsx');
const json = (kept: Content, sent: Content) => of('tree', kept, sent, 'json');
const page = (kept: Content, sent: Content) => of('page', kept, sent);

const told = (pair: Pair, ...changes: readonly Told[]): ChangedPair => ({ ...pair, told: changes });
const from = (level: Level, pair: Pair): NoisyPair => ({ ...pair, from: level });

const skewed = { turn: 0.4 };

/** What every visit of a page makes anew. */
const nextVisit = { token: '0b77e1d2c4a94f6e8d31', release: '1042', visit: 'q02lsk48vbn17e' };

export async function unchangedPairs(saved: SavedFiles): Promise<Named<Pair>> {
	const [lease, printed] = [saved.lease('plain'), saved.pdf('plain')];
	const sheet = invoice();
	const [monday, friday] = [await scan(sheet, days.monday), await scan(sheet, days.friday)];
	const fridaySkewed = await scan(sheet, days.friday, skewed);
	const drawing = await png(sheet).png({ compressionLevel: 1 }).toBuffer();
	return {
		'DOCX saved by Writer': document(lease, saved.docx('plain')),
		'DOCX saved by Writer again': document(saved.docx('plain'), saved.docxAgain),
		'DOCX of another author': document(lease, saved.lease('author')),
		'ODT saved by Writer': document(saved.odt('plain'), saved.odtAgain),
		'PDF exported twice': pdf(printed, saved.pdfAgain),
		'PDF of the DOCX that Writer saved': pdf(printed, saved.pdfOfDocx),
		'PDF of the ODT that Writer saved': pdf(printed, saved.pdfOfOdt),
		'PDF linearized': pdf(printed, byQpdf(printed, '--linearize')),
		'PDF with object streams': pdf(printed, byQpdf(printed, '--object-streams=generate')),
		'PDF of another author': pdf(printed, await withAuthor(printed, 'Bo Holm')),
		'PDF with a stamp that a rule hides': {
			...pdf(printed, saved.pdf('printed')),
			rules: { ignorePatterns: ['Printed on \\d{4}-\\d{2}-\\d{2}'] },
		},
		'XLSX saved by Calc': xlsx(saved.book, at(saved.xlsx, 0)),
		'ODS saved by Calc': ods(at(saved.ods, 0), at(saved.odsAgain, 0)),
		'scan, JPEG, twice': picture(monday, friday),
		'scan, JPEG, shifted by 6 pixels': picture(
			monday,
			await scan(sheet, days.friday, { right: 6 }),
		),
		'scan, JPEG, skewed by 0.4 degrees': picture(monday, fridaySkewed),
		'scan, JPEG, saved again at quality 80': picture(
			monday,
			await sharp(monday).jpeg({ quality: 80 }).toBuffer(),
		),
		'scan, JPEG, optimised': picture(
			monday,
			await sharp(monday).jpeg({ quality: 85, mozjpeg: true }).toBuffer(),
		),
		'drawing, PNG, optimised': picture(
			drawing,
			await sharp(drawing).png({ compressionLevel: 9, palette: true }).toBuffer(),
		),
		'scan, PDF, twice': pdf(await scanInPdf(monday), await scanInPdf(friday)),
		'scan, PDF, skewed by 0.4 degrees': pdf(await scanInPdf(monday), await scanInPdf(fridaySkewed)),
		'page with other tokens and releases': page(shopPage(), shopPage(nextVisit)),
		'page without white space between its elements': page(
			shopPage(),
			shopPage().replaceAll('>\n<', '><').replaceAll('\n', '\r\n'),
		),
		'CSV with quotes and CRLF': csv(priceText(), quotedPrices()),
		'JSON pretty-printed': json(JSON.stringify(order), JSON.stringify(order, null, 4)),
	};
}

export async function changedPairs(saved: SavedFiles): Promise<Named<ChangedPair>> {
	const [lease, printed] = [saved.lease('plain'), saved.pdf('plain')];
	const account = 'Account DE89 3704 0044 0523 0130 00';
	const amount = 'To pay within 30 days 1,790.00 EUR';
	const monday = await scan(invoice(), days.monday);
	const swapped = await scan(invoice(5, account), days.friday);
	const skewedAmount = await scan(invoice(4, amount), days.friday, skewed);
	const rent = { old: '1,250.00', now: leaseEdits.rent.rent };
	const price = { old: '204.25', now: '240.25', at: { cell: 'C3' } };
	return {
		'DOCX saved by Writer: the rent': told(document(lease, saved.docx('rent')), {
			...{ ...rent, at: { path: 'paragraphs/3' } },
		}),
		'DOCX saved by Writer: a "not"': told(document(lease, saved.docx('subletting')), {
			...{ old: 'may not let', now: 'may let', at: { path: 'paragraphs/5' } },
		}),
		'DOCX: an amount of the table': told(document(lease, saved.lease('deposit')), {
			...{ old: '3,750.00', now: '2,750.00', at: { path: 'tables/1', cell: 'B2' } },
		}),
		'DOCX: a letter of a note': told(document(lease, saved.lease('note')), {
			...{ old: 'Annex B', now: 'Annex C', at: { path: 'footnotes/1' } },
		}),
		'ODT: the foot of the page': told(document(saved.odt('plain'), saved.odt('footer')), {
			...{ old: 'Hall 4', now: 'Hall 7', at: { path: 'footers/1' } },
		}),
		'ODT: the notice': told(document(saved.odt('plain'), saved.odt('notice')), {
			...{ old: 'three', now: 'six', at: { path: 'paragraphs/17' } },
		}),
		'PDF: the rent': told(pdf(printed, saved.pdf('rent')), { ...rent, at: { page: 1 } }),
		'PDF: digits of an IBAN swapped': told(pdf(printed, saved.pdf('iban')), {
			...{ old: '0532', now: '0523', at: { page: 1 } },
		}),
		'PDF: a sentence removed': told(pdf(printed, saved.pdf('term')), {
			old: 'Either side may end this lease to the end of a quarter.',
		}),
		'PDF linearized: a letter of a note': told(
			pdf(printed, byQpdf(saved.pdf('note'), '--linearize')),
			{ old: 'B.', now: 'C.', at: { page: 1 } },
		),
		'XLSX saved by Calc: a price': told(xlsx(saved.book, at(saved.xlsx, 1)), price, {
			...{ old: '486.25', now: '522.25', at: { cell: 'C7' } },
		}),
		'ODS saved by Calc: a count': told(ods(at(saved.ods, 0), at(saved.odsAgain, 2)), {
			...{ old: '5', now: '6', at: { cell: 'B4' } },
		}),
		'scan, JPEG: digits of an IBAN swapped': told(picture(monday, swapped), { on: invoiceLine(5) }),
		'scan, PDF, skewed: a digit of the sum': told(
			pdf(await scanInPdf(monday), await scanInPdf(skewedAmount)),
			{ on: invoiceLine(4) },
		),
		'page with other tokens: the price': told(
			page(shopPage(), shopPage({ ...nextVisit, price: '19.00' })),
			{ old: '12.00', now: '19.00', at: { path: 'html/body/main/p' } },
		),
		'CSV with quotes and CRLF: a price': told(
			csv(priceText(), quotedPrices(priced(2, 2, 240.25))),
			price,
		),
		'JSON pretty-printed: the total': told(
			json(JSON.stringify(order), JSON.stringify({ ...order, total: 846.25 }, null, 4)),
			{ old: '486.25', now: '846.25', at: { path: '/total' } },
		),
	};
}

/** What changed and matters to nobody: a rule, or for some a coarser level, is for it. */
export function noisyPairs(saved: SavedFiles): Named<NoisyPair> {
	const visited = (facts: Parameters<typeof shopPage>[0]) => page(shopPage(), shopPage(facts));
	const banner = '<div class="consent"><p>We keep cookies.</p><button>Fine</button></div>';
	const rewritten = priceText().replace('10.5', '10.50');
	return {
		'page, another advertisement': from('Medium', visited({ advertisement: 'Lamps, today only' })),
		'page, a clock in its foot': from('Medium', visited({ clock: '12 January 2026, 08:20' })),
		'page, a cookie banner': from('Medium', visited({ banner })),
		'page, 3.1 written as 3.10': from('Lowest', visited({ version: '3.10' })),
		'CSV, 10.5 written as 10.50': from('High', csv(priceText(), rewritten)),
		'DOCX, another font': from('Excellent', document(saved.lease('plain'), saved.lease('font'))),
		'PDF, another font': from('High', pdf(saved.pdf('plain'), saved.pdf('font'))),
		'PDF, another date of printing': from('Lowest', pdf(saved.pdf('plain'), saved.pdf('printed'))),
	};
}
