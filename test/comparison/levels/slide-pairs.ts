/** Presentations that differ in one thing alone. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import {
	body,
	chart,
	frame,
	paragraph,
	picture,
	presentationFile,
	shape,
	table,
	title,
	type PresentationParts,
	type SlideParts,
} from '../formats/slides/slide-files';
import type { PairsOf } from './pairs';

const points = [
	'The rent is due on the first day of each month.',
	'Nobody may keep more than two cats.',
	'The key is handed over at noon, in the hall.',
];

const slideOf = (texts: readonly string[], more: Partial<SlideParts> = {}): SlideParts => ({
	shapes: title('Agreement') + body(...texts),
	notes: ['Speak of cats slowly'],
	...more,
});
const last: SlideParts = {
	shapes:
		title('Thanks') +
		table([
			['flat', '300'],
			['house', '900'],
		]),
};
const deck = (
	first: SlideParts = slideOf(points),
	others: readonly SlideParts[] = [last],
	more: Partial<PresentationParts> = {},
) => presentationFile({ slides: [first, ...others], ...more });

const changed = (...texts: readonly string[]) => ({ kept: deck(), sent: deck(slideOf(texts)) });
const [rent = '', cats = '', key = ''] = points;

/** The first text of the body in another form. */
const formed = (properties: string, runProperties = '', links: SlideParts['links'] = {}) =>
	deck({
		shapes: shape({ content: paragraph('Pay at once', properties, runProperties) }),
		links,
	});
const coloured = (colour: string) => `<a:rPr><a:solidFill>${colour}</a:solidFill></a:rPr>`;
/** Red words in a shape of this colour. */
const filled = (colour: string) => {
	const words = coloured('<a:srgbClr val="FF0000"/>');
	const look = `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
	return deck({ shapes: shape({ content: paragraph('Pay at once', '', words), look }) });
};
const placed = (left: number, turn = '') =>
	deck({
		shapes: shape({ content: paragraph('Pay at once'), box: [left, 1000, 5000, 2000], turn }),
	});
const pictured = (content: string, cut = '') =>
	deck(
		{
			shapes: title('Hall') + picture('p1', cut),
			links: { p1: { type: 'image', target: '../media/a.png' } },
		},
		[last],
		{ others: { 'ppt/media/a.png': strToU8(content) } },
	);
const charted = (value: number, kind = 'barChart') =>
	deck(
		{
			shapes: title('Rents') + frame('<c:chart r:id="c1"/>'),
			links: { c1: { type: 'chart', target: '../charts/a.xml' } },
		},
		[last],
		{ others: { 'ppt/charts/a.xml': chart({ '2025': 800, '2026': value }, kind) } },
	);
const calculated = (letter: string) =>
	deck({
		shapes: shape({
			content: `<a:p><a14:m><m:oMath><m:r><m:t>${letter}=1</m:t></m:r></m:oMath></a14:m></a:p>`,
		}),
	});
const commented = (text: string) =>
	deck(slideOf(points, { comments: `<p:cm><p:text>${text}</p:text></p:cm>` }));
/** In the older form, or in the present one. */
const writtenBy = (name: string, prefix: 'p' | 'p188') => {
	const text =
		prefix === 'p'
			? '<p:text>Too long</p:text>'
			: '<p188:txBody><a:p><a:r><a:t>Too long</a:t></a:r></a:p></p188:txBody>';
	const comments = `<${prefix}:cm authorId="7">${text}</${prefix}:cm>`;
	const type = prefix === 'p' ? 'commentAuthors' : 'authors';
	return deck(slideOf(points, { comments }), [last], {
		links: { a1: { type, target: 'authors.xml' } },
		others: { 'ppt/authors.xml': `<list><author id="7" name="${name}"/></list>` },
	});
};
const linked = (target: string) =>
	formed('', '<a:rPr><a:hlinkClick r:id="l1"/></a:rPr>', {
		l1: { type: 'hyperlink', target, isOutside: true },
	});
const drawn = (look: string) =>
	deck({ shapes: title('Hall') + shape({ content: '<a:p/>', look, id: 9 }) });
const described = (text: string) =>
	deck({ shapes: shape({ content: paragraph('Hall'), named: ` descr="${text}"` }) });

export const slidePairs: PairsOf<'slides'> = {
	'letters or digits of a word': [
		changed(rent, 'Nobody may keep more than 2 cats.', key),
		{
			kept: deck(),
			sent: deck(slideOf(points), [
				{
					shapes:
						title('Thanks') +
						table([
							['flat', '310'],
							['house', '900'],
						]),
				},
			]),
		},
	],
	'speaker notes and comments': [
		{ kept: deck(), sent: deck(slideOf(points, { notes: ['Speak of dogs slowly'] })) },
		{ kept: commented('Too long'), sent: commented('Too short') },
	],
	'pictures and formulas': [
		{ kept: pictured('one'), sent: pictured('two') },
		{ kept: calculated('x'), sent: calculated('y') },
	],
	'names and values of a chart': [{ kept: charted(900), sent: charted(950) }],
	'slides added or removed': [
		{ kept: deck(), sent: deck(slideOf(points), [{ shapes: title('Costs') }, last]) },
	],
	'capital and small letters': [changed(rent, 'NOBODY may keep more than two cats.', key)],
	'punctuation and other signs': [
		changed(rent, cats, 'The key is handed over at noon: in the hall!'),
	],
	'where a paragraph ends and the next begins': [changed(`${rent} ${cats}`, key)],
	'paragraphs, rows and slides at another place': [
		changed(cats, key, rent),
		{ kept: deck(), sent: deck(last, [slideOf(points)]) },
		{
			kept: deck(),
			sent: deck(slideOf([rent, key]), [{ shapes: last.shapes + body(cats) }]),
		},
	],
	'empty paragraphs and slides': [
		changed(rent, '', cats, key),
		{ kept: deck(), sent: deck(slideOf(points), [{ shapes: '' }, last]) },
	],
	'white space': [changed(rent, 'Nobody may  keep more than two cats.', key)],
	'plain blanks at the end of a paragraph': [
		changed(rent, 'Nobody may keep more than two cats. ', key),
	],
	'the numbers of a list': [
		{
			kept: formed('<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>'),
			sent: formed('<a:pPr><a:buAutoNum type="arabicPeriod" startAt="5"/></a:pPr>'),
		},
	],
	'bold, italic, underlined or struck through': [
		'b="1"',
		'i="1"',
		'u="sng"',
		'strike="sngStrike"',
	].map((look) => ({ kept: formed(''), sent: formed('', `<a:rPr ${look}/>`) })),
	'bullets and levels of a list': [
		{ kept: formed(''), sent: formed('<a:pPr><a:buChar char="•"/></a:pPr>') },
		{ kept: formed(''), sent: formed('<a:pPr lvl="1"/>') },
		{
			kept: formed('<a:pPr><a:buChar char="☐"/></a:pPr>'),
			sent: formed('<a:pPr><a:buChar char="☒"/></a:pPr>'),
		},
		{
			kept: formed('<a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="o"/></a:pPr>'),
			sent: formed('<a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="þ"/></a:pPr>'),
		},
	],
	'where a link leads': [
		{ kept: linked('https://bank.example'), sent: linked('https://other.example') },
	],
	'slides hidden or shown': [{ kept: deck(), sent: deck(slideOf(points, { state: ' show="0"' })) }],
	'words that cannot be seen': [
		{ kept: formed(''), sent: formed('', coloured('<a:srgbClr val="FFFFFF"/>')) },
		{ kept: formed(''), sent: formed('', '<a:rPr><a:noFill/></a:rPr>') },
		{ kept: formed(''), sent: formed('', '<a:rPr sz="100"/>') },
		{
			kept: formed('', coloured('<a:srgbClr val="000000"/>')),
			sent: formed('', coloured('<a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr>')),
		},
		{ kept: filled('00FF00'), sent: filled('FF0000') },
	],
	'who wrote a comment': [
		{ kept: writtenBy('Ada', 'p'), sent: writtenBy('Bob', 'p') },
		{ kept: writtenBy('Ada', 'p188'), sent: writtenBy('Bob', 'p188') },
	],
	'the place, size or turn of a shape': [
		{ kept: placed(1000), sent: placed(3000) },
		{ kept: placed(1000), sent: placed(1000, ' rot="5400000"') },
	],
	'the cut of a picture and the kind of a chart': [
		{ kept: pictured('one'), sent: pictured('one', '<a:srcRect l="20000"/>') },
		{ kept: charted(900), sent: charted(900, 'lineChart') },
	],
	'shapes without words': [
		{
			kept: deck({ shapes: title('Hall') }),
			sent: drawn('<a:prstGeom prst="rightArrow"/>'),
		},
		{
			kept: drawn('<a:prstGeom prst="leftArrow"/>'),
			sent: drawn('<a:prstGeom prst="rightArrow"/>'),
		},
	],
	'alternative texts': [{ kept: described('A hall'), sent: described('A room') }],
	'cells joined with others': [
		{
			kept: deck({ shapes: table([['Flat'], ['']]) }),
			sent: deck({
				shapes: table([['Flat'], ['']]).replace(/<a:tc>(?=(?:(?!<a:tc>).)*$)/, '<a:tc vMerge="1">'),
			}),
		},
	],
	'the size of the slides': [
		{
			kept: deck(undefined, undefined, { size: '<p:sldSz cx="9144000" cy="6858000"/>' }),
			sent: deck(undefined, undefined, { size: '<p:sldSz cx="12192000" cy="6858000"/>' }),
		},
	],
	'font, size, colour and alignment': [
		{ kept: formed(''), sent: formed('', '<a:rPr sz="4000"/>') },
		{ kept: formed(''), sent: formed('', '<a:rPr><a:latin typeface="Arial"/></a:rPr>') },
		{
			kept: formed(''),
			sent: formed('', '<a:rPr><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:rPr>'),
		},
		{ kept: formed(''), sent: formed('<a:pPr algn="ctr"/>') },
	],
	'any other byte of the file': [{ kept: deck(), sent: zipSync(unzipSync(deck()), { level: 0 }) }],
};
