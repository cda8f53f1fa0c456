/** Documents and PDFs that differ in one thing alone. */
import { degrees, PDFDocument, rgb, type Color, type PDFPage } from '@cantoo/pdf-lib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { openFile, type OpenParts } from '../formats/office/open-files';
import { paragraph, run, table, wordFile } from '../formats/office/word-files';
import {
	bookmark,
	linkTo,
	linkToPage,
	drawScan,
	lines,
	Scan,
	scanned,
	sheets,
	type PlacedLine,
} from '../formats/pdf/files';
import type { LevelPair, PairsOf } from './pairs';

const sentences = [
	'The rent is due on the first day of each month.',
	'Nobody may keep more than two cats.',
	'The key is handed over at noon, in the hall.',
	'Heating and water are paid by what was used.',
];

const word = (texts: readonly string[]) =>
	wordFile({ body: texts.map((text) => paragraph(text)).join('') + table([['flat', '300']]) });
const open = (texts: readonly string[], more: Partial<OpenParts> = {}) =>
	openFile({ body: texts.map((text) => `<text:p>${text}</text:p>`).join(''), ...more });

/** As DOCX and as ODT. */
const both = (texts: readonly string[]): LevelPair[] => [
	{ kept: word(sentences), sent: word(texts) },
	{ kept: open(sentences), sent: open(texts) },
];

const styled = (properties: string, paragraphProperties = '') =>
	wordFile({
		body: `<w:p>${paragraphProperties}${run('The rent is ')}${run('due', properties)}${run(' on the first.')}</w:p>`,
	});
const openStyled = (look: string) =>
	openFile({
		automaticStyles: `<style:style style:name="T1" style:family="text"><style:text-properties ${look}/></style:style>`,
		body: '<text:p>The rent is <text:span text:style-name="T1">due</text:span> on the first.</text:p>',
	});
const noted = (at: number) =>
	sentences.map((text, index) =>
		index === at
			? `${text}<text:note text:note-class="footnote"><text:note-body><text:p>In June.</text:p></text:note-body></text:note>`
			: text,
	);
const headed = (properties: string) =>
	wordFile({ body: paragraph(sentences[0] ?? '', properties) + paragraph(sentences[1] ?? '') });
const pictured = (picture: string, height = 360_000, form = '') =>
	wordFile({
		body: `${paragraph(sentences[0] ?? '')}<w:p><w:r><w:drawing><wp:inline><wp:extent cx="360000" cy="${height}"/><a:blip r:embed="p0"/>${form}</wp:inline></w:drawing></w:r></w:p>`,
		pictures: [strToU8(picture)],
	});
const framed = (height: string, description = '') =>
	open([
		`<draw:frame svg:width="1cm" svg:height="${height}"><draw:image xlink:href="Pictures/a.png"/><svg:desc>${description}</svg:desc></draw:frame>`,
	]);
const calculated = (letter: string) =>
	wordFile({ body: `<w:p><m:oMath><m:r><m:t>${letter}=1</m:t></m:r></m:oMath></w:p>` });
const ticked = (state: string) =>
	wordFile({
		body: `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked w:val="${state}"/></w:checkBox></w:ffData></w:fldChar><w:instrText>FORMCHECKBOX</w:instrText><w:fldChar w:fldCharType="end"/></w:r>${run(' I agree')}</w:p>`,
	});
const numbered = (start: string) =>
	wordFile({
		numbering: `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="${start}"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
		body: paragraph(sentences[0] ?? '', '<w:numPr><w:numId w:val="1"/></w:numPr>'),
	});
const bulleted = (sign: string, font = 'Arial') =>
	wordFile({
		numbering: `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/><w:rPr><w:rFonts w:ascii="${font}"/></w:rPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
		body: paragraph(sentences[0] ?? '', '<w:numPr><w:numId w:val="1"/></w:numPr>'),
	});
const openBulleted = (sign: string) =>
	openFile({
		automaticStyles: `<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="${sign}"/></text:list-style>`,
		body: `<text:list text:style-name="L1"><text:list-item><text:p>${sentences[0]}</text:p></text:list-item></text:list>`,
	});
const listed = (start: string) =>
	openFile({
		automaticStyles: `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="${start}"/></text:list-style>`,
		body: `<text:list text:style-name="L1"><text:list-item><text:p>${sentences[0]}</text:p></text:list-item></text:list>`,
	});
const joined = (merge: string) => {
	const cell = (content: string, properties: string) =>
		`<w:tr><w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc></w:tr>`;
	const first = cell(paragraph('Flat'), merge === '' ? '' : '<w:vMerge w:val="restart"/>');
	return wordFile({ body: `<w:tbl>${first}${cell('<w:p/>', merge)}</w:tbl>` });
};
const commented = (author: string) =>
	wordFile({
		body: paragraph(sentences[0] ?? ''),
		comments: `<w:comment w:id="1" w:author="${author}">${paragraph('Why?')}</w:comment>`,
	});
const openCommented = (author: string) =>
	open([
		`Rents<office:annotation><dc:creator>${author}</dc:creator><text:p>Why?</text:p></office:annotation>`,
	]);
const linked = (target: string) =>
	wordFile({
		body: `<w:p><w:hyperlink r:id="l1">${run('Pay')}</w:hyperlink></w:p>`,
		links: { l1: { type: 'hyperlink', target, isOutside: true } },
	});

export const documentPairs: PairsOf<'document'> = {
	'letters or digits of a word': [
		...both(sentences.with(1, 'Nobody may keep more than 2 cats.')),
		{
			kept: wordFile({ body: paragraph('Rents'), headers: [paragraph('May')] }),
			sent: wordFile({ body: paragraph('Rents'), headers: [paragraph('June')] }),
		},
	],
	'pictures and formulas': [
		{ kept: pictured('one'), sent: pictured('two') },
		{ kept: calculated('x'), sent: calculated('y') },
	],
	'values of forms': [{ kept: ticked('0'), sent: ticked('1') }],
	'capital and small letters': both(sentences.with(1, 'NOBODY may keep more than two cats.')),
	'punctuation and other signs': both(
		sentences.with(2, 'The key is handed over at noon: in the hall!'),
	),
	'where a paragraph ends and the next begins': both([
		`${sentences.slice(0, 2).join(' ')}`,
		...sentences.slice(2),
	]),
	'paragraphs and rows at another place': both([...sentences.slice(1), sentences[0] ?? '']),
	'empty paragraphs': both(sentences.toSpliced(1, 0, '')),
	'white space': [
		{
			kept: word(sentences),
			sent: word(sentences.with(1, 'Nobody may  keep more than two cats.')),
		},
		{
			kept: open(sentences),
			sent: open(sentences.with(1, 'Nobody may <text:s/>keep more than two cats.')),
		},
	],
	'the numbers of a list': [
		{ kept: numbered('1'), sent: numbered('5') },
		{ kept: listed('1'), sent: listed('5') },
	],
	'bold, italic, underlined or struck through': [
		{ kept: styled(''), sent: styled('<w:b/>') },
		{ kept: styled(''), sent: styled('<w:u w:val="single"/>') },
		{
			kept: openStyled('fo:font-style="normal"'),
			sent: openStyled('fo:font-style="italic"'),
		},
	],
	'headings and lists': [
		{ kept: headed(''), sent: headed('<w:outlineLvl w:val="0"/>') },
		{ kept: bulleted('☐'), sent: bulleted('☒') },
		{ kept: bulleted('\uf06f', 'Wingdings'), sent: bulleted('\uf0fe', 'Wingdings') },
		{ kept: openBulleted('☐'), sent: openBulleted('☑') },
	],
	'where a link leads': [
		{ kept: linked('https://bank.example'), sent: linked('https://other.example') },
		{
			kept: open(['<text:a xlink:href="https://bank.example">Pay</text:a>']),
			sent: open(['<text:a xlink:href="https://other.example">Pay</text:a>']),
		},
	],
	'the size, cut or turn of a picture': [
		{ kept: pictured('one', 360_000), sent: pictured('one', 720_000) },
		{ kept: framed('1cm'), sent: framed('2cm') },
		{ kept: pictured('one'), sent: pictured('one', 360_000, '<a:srcRect l="20000"/>') },
		{ kept: pictured('one'), sent: pictured('one', 360_000, '<a:xfrm rot="5400000"/>') },
	],
	'alternative texts of pictures': [
		{ kept: pictured('one'), sent: pictured('one', 360_000, '<wp:docPr descr="A hall"/>') },
		{ kept: framed('1cm', 'A hall'), sent: framed('1cm', 'A roof') },
	],
	'cells joined with others': [{ kept: joined(''), sent: joined('<w:vMerge/>') }],
	'the word at which a note stands': [{ kept: open(noted(0)), sent: open(noted(1)) }],
	'who wrote a comment': [
		{ kept: commented('Ada'), sent: commented('Bob') },
		{ kept: openCommented('Ada'), sent: openCommented('Bob') },
	],
	'words that are hidden or cannot be seen': [
		{ kept: styled(''), sent: styled('<w:vanish/>') },
		{ kept: styled(''), sent: styled('<w:color w:val="FFFFFF"/>') },
		{ kept: styled(''), sent: styled('<w14:textFill><w14:noFill/></w14:textFill>') },
		{
			kept: styled(''),
			sent: styled(
				'<w14:textFill><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>',
			),
		},
		{ kept: openStyled('fo:color="#000000"'), sent: openStyled('fo:color="#ffffff"') },
	],
	'font, size, colour and alignment': [
		{ kept: styled(''), sent: styled('<w:color w:val="FF0000"/>') },
		{ kept: styled(''), sent: styled('<w:sz w:val="40"/>') },
		{ kept: styled(''), sent: styled('', '<w:pPr><w:jc w:val="center"/></w:pPr>') },
		{ kept: openStyled('fo:color="#000000"'), sent: openStyled('fo:color="#ff0000"') },
	],
	'plain blanks at the end of a paragraph': [
		{ kept: word(sentences), sent: word(sentences.with(1, `${sentences[1]}  `)) },
		{ kept: open(sentences), sent: open(sentences.with(1, `${sentences[1]}<text:s/>`)) },
	],
	'any other byte of the file': [
		{ kept: word(sentences), sent: zipSync(unzipSync(word(sentences)), { level: 0 }) },
		{ kept: open(sentences), sent: zipSync(unzipSync(open(sentences)), { level: 0 }) },
	],
};

const printed = (texts: readonly string[]) => sheets([lines(texts)]);
const pdf = async (texts: readonly string[]) => ({
	kept: await printed(sentences),
	sent: await printed(texts),
});
const placed = async (change: (line: PlacedLine) => PlacedLine) => ({
	kept: await sheets([lines(sentences)]),
	sent: await sheets([lines(sentences).map((line, at) => (at === 1 ? change(line) : line))]),
});
const pagesOf = [
	['Rivers rise in the hills', 'and run down to the sea', 'past mills, bridges and towns.'],
	['Bread is made of flour', 'with water, salt and yeast', 'then baked for an hour.'],
	['A clock shows what time it is', 'by two hands of brass', 'that a spring keeps turning.'],
].map((texts) => lines(texts));
const withScan = (grey: number) =>
	sheets([lines(sentences)], (document) =>
		drawScan(document.getPage(0), new Scan().rectangle(20, 20, 200, 300, grey), {
			...{ x: 60, y: 100, width: 200, height: 280 },
		}),
	);

const drawn = async (draw: (page: PDFPage) => void) => ({
	kept: await printed(sentences),
	sent: await sheets([lines(sentences)], (document) => draw(document.getPage(0))),
});
/** Flags of annotations. */
const [printedFlag, hiddenFlag] = [4, 2];
const stamp = (page: PDFPage, flag: number) => {
	const { context } = page.doc;
	const looks = { Type: 'Annot', Subtype: 'Stamp', F: flag, Rect: [60, 300, 140, 330] };
	return context.register(context.obj(looks));
};
const stamped = (flag: number) =>
	sheets([lines(sentences)], (document) => {
		const page = document.getPage(0);
		page.node.addAnnot(stamp(page, flag));
	});
const hiding = (async () => ({
	kept: await stamped(printedFlag),
	sent: await stamped(hiddenFlag),
}))();
const secondLine = { x: 55, y: 707, width: 300, height: 14 };
const inColour = (color: Color) =>
	sheets([lines(sentences)], (document) =>
		document.getPage(0).drawText('Cats are cats.', { x: 60, y: 500, size: 11, color }),
	);

export const pdfPairs: PairsOf<'pdf'> = {
	'letters or digits of a word': [pdf(sentences.with(1, 'Nobody may keep more than 2 cats.'))],
	'what is seen of a page without text': [
		(async () => ({
			kept: await scanned([new Scan().rectangle(50, 50, 100, 100)]),
			sent: await scanned([new Scan().rectangle(50, 50, 100, 100).rectangle(60, 260, 90, 60)]),
		}))(),
	],
	'capital and small letters': [pdf(sentences.with(1, 'NOBODY may keep more than two cats.'))],
	punctuation: [pdf(sentences.with(2, 'The key is handed over at noon: in the hall!'))],
	'where one word ends and the next begins': [
		pdf(sentences.with(1, 'Nobody may keep more than two ca ts.')),
	],
	'words or pages at another place': [
		(async () => ({
			kept: await sheets(pagesOf),
			sent: await sheets([...pagesOf.slice(1), ...pagesOf.slice(0, 1)]),
		}))(),
	],
	'pictures, drawings and annotations, also over and behind words': [
		(async () => ({ kept: await withScan(0), sent: await withScan(180) }))(),
		drawn((page) => page.drawLine({ start: { x: 60, y: 715 }, end: { x: 140, y: 715 } })),
		drawn((page) => page.drawCircle({ x: 200.4, y: 400.4, size: 0.7 })),
		drawn((page) => page.node.addAnnot(stamp(page, printedFlag))),
		hiding,
	],
	'words that are covered or made invisible': [
		drawn((page) => page.drawRectangle({ ...secondLine, color: rgb(1, 1, 1) })),
	],
	'the place, font, size or colour of the same words': [
		placed((line) => ({ ...line, x: 90 })),
		placed((line) => ({ ...line, isBold: true })),
		placed((line) => ({ ...line, size: 13 })),
		(async () => ({ kept: await inColour(rgb(0, 0, 0)), sent: await inColour(rgb(1, 0, 0)) }))(),
	],
	'the size of a page and how it is turned': [
		drawn((page) => page.setRotation(degrees(180))),
		(async () => ({
			kept: await printed(sentences),
			sent: await sheets([lines(sentences)], (document) => {
				document.getPage(0).setMediaBox(0, 0, 640, 842);
			}),
		}))(),
	],
	'where a link leads': [
		(async () => ({
			kept: await sheets([lines(sentences)], linkTo('https://bank.example/')),
			sent: await sheets([lines(sentences)], linkTo('https://other.example/')),
		}))(),
		(async () => ({
			kept: await sheets(pagesOf, linkToPage(1)),
			sent: await sheets(pagesOf, linkToPage(2)),
		}))(),
	],
	bookmarks: [
		(async () => ({
			kept: await sheets([lines(sentences)], bookmark('Rents')),
			sent: await sheets([lines(sentences)], bookmark('Cats')),
		}))(),
	],
	'empty pages': [
		(async () => ({
			kept: await printed(sentences),
			sent: await sheets([lines(sentences), []]),
		}))(),
	],
	'a scan shifted or turned by no more than on the glass of a scanner': [
		(async () => ({
			kept: await scanned([new Scan().rectangle(50, 50, 100, 100).rectangle(90, 300, 90, 3)]),
			sent: await scanned([new Scan().rectangle(52, 50, 100, 100).rectangle(92, 300, 90, 3)]),
		}))(),
	],
	properties: [
		(async () => ({
			kept: await printed(sentences),
			sent: await sheets([lines(sentences)], (document) => document.setTitle('Rents')),
		}))(),
	],
	'any other byte of the file': [
		(async () => {
			const kept = await printed(sentences);
			const document = await PDFDocument.load(kept, { updateMetadata: false });
			return { kept, sent: await document.save({ useObjectStreams: false }) };
		})(),
	],
};
