/**
 * A pair of files for every format, with what makes a report hard to lay out: long names, text from
 * right to left, words without a break, many rows and columns, and sides that have nothing.
 */
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import type { FilesToCompare } from '../../comparison/worker/comparisons';
import { pair } from './comparing';
import { openFile } from './formats/office/open-files';
import { paragraph, run, table, wordFile } from './formats/office/word-files';
import { lines, sheets } from './formats/pdf/files';
import { changedText, drawn, page as pageForm, wordsOf } from './quality/pictures';
import { Random } from './quality/random';
import { sentence } from './quality/text';
import {
	body,
	chart,
	frame,
	picture,
	presentationFile,
	shape,
	table as slideTable,
	title,
	paragraph as slideParagraph,
	type SlideParts,
} from './formats/slides/slide-files';
import { xlsxOf } from './formats/table/workbook-files';

const random = new Random(15);
const rightToLeft = 'عقد الإيجار لسنة ألفين وستة وعشرين، ثلاثون يوما';
const unbroken = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);

type Both = readonly [kept: string | Uint8Array, sent: string | Uint8Array];

async function contents(): Promise<Readonly<Record<string, Both>>> {
	const texts = textPair();
	return {
		'agreement.txt': texts,
		'empty.txt': ['', `${sentence(random)}\n`],
		'page.html': htmlPair(),
		'answer.json': jsonPair(),
		'settings.yaml': ['a: 1\nlist: [1, 2]\n', `a: 2\nlist: [1, 2, 3]\nlong: ${unbroken}\n`],
		'feed.xml': [
			'<feed><item id="1">old</item><gone/></feed>',
			`<feed xml:lang="ar"><item id="1">${rightToLeft}</item></feed>`,
		],
		'prices.csv': csvPair(),
		'prices.xlsx': workbookPair(),
		'report.pdf': await pdfPair(),
		'lease.docx': [wordText('thirty', false), wordText('sixty', true)],
		'lease.odt': [openText('thirty'), openText('sixty')],
		'talk.pptx': slidesPair(),
		'page.png': await picturePair(),
		'parts.zip': [
			zipSync({ 'a.txt': strToU8('one\ntwo\n'), 'old/gone.bin': strToU8('gone') }),
			zipSync({ 'a.txt': strToU8('one\n2\n'), [`${unbroken}.txt`]: strToU8('come along') }),
		],
		'data.bin': [Buffer.from([0, ...random.bytes(999)]), Buffer.from([0, ...random.bytes(999)])],
		'replaced.pdf': ['%PDF-1.7\n1 0 obj', '<!doctype html><p>502 Bad Gateway'],
	};
}

/** By the name of the file. */
export async function reportPairs(): Promise<ReadonlyMap<string, FilesToCompare>> {
	const date = '2026-11-20T12:00:00.000Z';
	return new Map(
		Object.entries(await contents()).map(([fileName, [kept, sent]]) => {
			const facts = {
				displayName: `${unbroken} ${rightToLeft} <b>`,
				level: 'High',
				address: 'http://localhost:8080/reports/one',
				kept: { fileName, version: 12, date },
				sent: { fileName: `${unbroken}-${fileName}`, date },
			} as const;
			const rules = { ignorePatterns: ['printed on \\S+'] };
			return [fileName, pair(kept, sent, { facts, rules, fileName })];
		}),
	);
}

function textPair(): Both {
	const rows = Array.from({ length: 110 }, () => sentence(random));
	rows[3] = 'The rent was printed on 2026-11-20 and is due.';
	const sent = [...rows];
	sent[3] = 'The rent was printed on 2026-11-21 and is due soon.';
	sent[10] = rightToLeft;
	sent[20] = unbroken;
	sent[30] = `${sent[30]}   and more`;
	sent.splice(40, 2);
	sent.splice(60, 0, ...sent.splice(90, 4));
	sent.splice(100, 0, 'A new sentence.', '', 'And another one.');
	return [`${rows.join('\n')}\n`, sent.join('\n')];
}

function htmlPair(): Both {
	const paragraphs = Array.from({ length: 12 }, () => `${sentence(random)} ${sentence(random)}`);
	const written = (list: readonly string[], title: string) =>
		`<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${list.map((text) => `<p>${text}</p>`).join('')}</main></body></html>`;
	const sent = paragraphs.with(2, rightToLeft).with(5, unbroken);
	return [written(paragraphs, 'Prices'), written(sent.slice(0, 11), 'New prices')];
}

function jsonPair(): Both {
	const items = Array.from({ length: 40 }, (_, id) => ({
		id,
		name: sentence(random),
		price: random.below(1000),
		tags: ['a', 'b'],
	}));
	const sent = items.map((item) => (item.id % 9 === 0 ? { ...item, price: item.price + 1 } : item));
	const nested = { [unbroken]: { to: { the: { depth: { of: { it: rightToLeft } } } } } };
	const more = { ...nested, empty: '', list: [1, 2, 3] };
	return [JSON.stringify({ items, gone: null }), JSON.stringify({ items: sent.slice(1), more })];
}

function csvPair(): Both {
	const columns = Array.from({ length: 14 }, (_, column) => `column ${column}`);
	const rows = Array.from({ length: 40 }, (_, row) =>
		columns.map((_name, column) => (column === 0 ? `code-${row}` : `${random.below(100_000)}`)),
	);
	const sent = rows.map((row) => [...row]);
	sent[5]?.splice(7, 1, '1');
	sent[6]?.splice(2, 1, rightToLeft);
	sent[7]?.splice(3, 1, unbroken);
	sent.splice(20, 3);
	sent.splice(30, 0, ['new', ...columns.slice(1)]);
	const written = (list: readonly (readonly string[])[]) =>
		[columns, ...list].map((row) => row.join(',')).join('\n');
	return [written(rows), written(sent)];
}

function workbookPair(): Both {
	const rows = Array.from({ length: 30 }, (_, row) => [`code-${row}`, random.below(999), 'bolt']);
	const head = ['code', 'price', 'name'];
	const sent = rows.map((row, at) => (at === 4 ? [row[0] ?? '', 1, rightToLeft] : row));
	return [
		xlsxOf([
			{ name: 'Prices', rows: [head, ...rows] },
			{ name: 'Gone', rows: [['was here']] },
		]),
		xlsxOf([
			{ name: 'Prices', rows: [head, ...sent] },
			{ name: `New & <more>`, rows: [head, ['one', 1, unbroken]] },
		]),
	];
}

async function pdfPair(): Promise<Both> {
	const first = Array.from({ length: 12 }, () => sentence(random));
	const second = Array.from({ length: 12 }, () => sentence(random));
	const changed = first.with(3, 'The term is sixty days and no more.').toSpliced(8, 1);
	return [
		await sheets([lines(first), lines(second)]),
		await sheets([lines(changed), lines([sentence(random)]), lines(second)]),
	];
}

function wordText(term: string, isNew: boolean): Uint8Array {
	const bold = isNew ? '<w:b/>' : '';
	return wordFile({
		body: [
			paragraph(`The term is ${term} days, no more.`),
			`<w:p>${run('Set in ')}${run('heavy letters', bold)}</w:p>`,
			...Array.from({ length: 9 }, (_, at) => paragraph(`Paragraph ${at} says the same.`)),
			table([
				['Item', 'Price', 'Remark'],
				['Rent', isNew ? '900' : '800', rightToLeft],
				['Deposit', '100', isNew ? unbroken : 'none'],
			]),
			...(isNew ? [paragraph('A paragraph that is new.')] : [paragraph('One that goes.')]),
		].join(''),
		headers: [paragraph(isNew ? 'Version two' : 'Version one')],
	});
}

function openText(term: string): Uint8Array {
	const body = [`The term is ${term} days.`, 'And the rest is the same.', rightToLeft];
	return openFile({ body: body.map((text) => `<text:p>${text}</text:p>`).join('') });
}

/** Slides that came, went, moved and changed, with a table, a chart and a picture. */
function slidesPair(): Both {
	const links = {
		c1: { type: 'chart', target: '../charts/a.xml' },
		p1: { type: 'image', target: '../media/a.png' },
	};
	const others = (rent: number, grey: number) => ({
		'ppt/charts/a.xml': chart({ '2025': 800, '2026': rent }),
		'ppt/media/a.png': Uint8Array.of(grey),
	});
	const agenda = { shapes: title('What we speak of') + body('Rents', 'Heating', 'Cats') };
	const prices = (rent: string, remark: string): SlideParts => ({
		shapes: [
			title('Rents of the year'),
			slideTable([
				['Item', 'Price', 'Remark'],
				['Flat', rent, rightToLeft],
				['House', '900', remark],
			]),
			shape({ content: slideParagraph('See page 4'), box: [Number(rent), 0, 900, 900], id: 9 }),
			frame('<c:chart r:id="c1"/>') + picture('p1'),
		].join(''),
		links,
		notes: [`Say that heating is ${remark === 'none' ? 'extra' : 'part of it'}`],
	});
	const rules = (pay: string) => ({
		shapes: title('Rules') + body('Nobody keeps more than two cats.', `Pay ${pay}.`),
	});
	const thanks = { shapes: title('Thanks') + body('Write to us whenever you like.') };
	return [
		presentationFile({
			slides: [agenda, prices('300', 'none'), rules('at once'), { shapes: title('Costs') }, thanks],
			others: others(900, 1),
		}),
		presentationFile({
			slides: [
				{ shapes: title(rightToLeft) + body(unbroken) },
				rules('within the first three days'),
				agenda,
				{ ...prices('310', unbroken), state: ' show="0"' },
				thanks,
			],
			others: others(950, 2),
		}),
	];
}

async function picturePair(): Promise<Both> {
	const words = wordsOf(pageForm, random);
	const changed = words.map((word, at) =>
		at % 5 === 1 ? { ...word, text: changedText(word.text) } : word,
	);
	const png = ({ data, width, height }: ReturnType<typeof drawn>) =>
		sharp(data, { raw: { width, height, channels: 4 } })
			.png()
			.toBuffer();
	return [await png(drawn(pageForm, words)), await png(drawn(pageForm, changed))];
}
