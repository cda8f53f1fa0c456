/** The formulas of a DOCX as text in one line. */
import {
	braced,
	enclosed,
	type Enclosure,
	fraction,
	grid,
	placed,
	plain,
	root,
} from './formula-text';
import { attribute, child, childrenOf, elementsOf, isOn, type XmlElement } from './xml';

type Writing = (element: XmlElement) => string;

export function formulaText(element: XmlElement): string {
	const writing = writings.get(element.name);
	if (writing !== undefined) return writing(element);
	if (element.name.endsWith('Pr')) return '';
	return elementsOf(element).map(formulaText).join('');
}

function part(element: XmlElement, name: string): string {
	const found = child(element, name);
	return found === undefined ? '' : formulaText(found);
}

/** A property of a construct such as `m:nary`, which stands in `m:naryPr`. */
function property(element: XmlElement, name: string): XmlElement | undefined {
	return child(child(element, `${element.name}Pr`), name);
}

function sign(element: XmlElement, name: string, usual: string): string {
	const found = property(element, name);
	return found === undefined ? usual : (attribute(found, 'm:val') ?? '');
}

function parts(element: XmlElement, name: string): readonly string[] {
	return childrenOf(element, name).map(formulaText);
}

const below: Writing = (one) => placed('_', part(one, 'm:sub'));
const above: Writing = (one) => placed('^', part(one, 'm:sup'));
const content: Writing = (one) => part(one, 'm:e');

/** A construct that is only a sign around or over its content. */
const signed =
	(property: string, usual: string): Writing =>
	(one) =>
		`${plain(sign(one, property, usual))}${braced(content(one))}`;

const writings: ReadonlyMap<string, Writing> = new Map<string, Writing>([
	['m:t', ({ children }) => plain(children.join(''))],
	['w:t', ({ children }) => plain(children.join(''))],
	['m:f', fractionText],
	['m:sSup', (one) => content(one) + above(one)],
	['m:sSub', (one) => content(one) + below(one)],
	['m:sSubSup', (one) => content(one) + below(one) + above(one)],
	['m:sPre', (one) => `${braced('')}${below(one)}${above(one)}${content(one)}`],
	['m:rad', (one) => root(content(one), isSaid(one, 'm:degHide') ? '' : part(one, 'm:deg'))],
	['m:nary', (one) => plain(sign(one, 'm:chr', '∫')) + below(one) + above(one) + content(one)],
	['m:d', delimited],
	['m:m', (one) => grid(childrenOf(one, 'm:mr').map((row) => parts(row, 'm:e')))],
	['m:eqArr', (one) => grid(parts(one, 'm:e').map((line) => [line]))],
	['m:func', (one) => part(one, 'm:fName') + content(one)],
	['m:limLow', (one) => content(one) + placed('┬', part(one, 'm:lim'))],
	['m:limUpp', (one) => content(one) + placed('┴', part(one, 'm:lim'))],
	['m:acc', signed('m:chr', '\u0302')],
	['m:groupChr', signed('m:chr', '⏟')],
	['m:bar', (one) => (sign(one, 'm:pos', 'bot') === 'top' ? '¯' : '▁') + braced(content(one))],
	['m:borderBox', (one) => enclosed(content(one), enclosuresOf(one))],
	['m:phant', (one) => (isShown(one) ? content(one) : `⟡${braced(content(one))}`)],
]);

const strikes: ReadonlyArray<readonly [name: string, strike: Enclosure]> = [
	['m:strikeBLTR', 'updiagonalstrike'],
	['m:strikeTLBR', 'downdiagonalstrike'],
	['m:strikeH', 'horizontalstrike'],
	['m:strikeV', 'verticalstrike'],
];

function enclosuresOf(one: XmlElement): readonly Enclosure[] {
	const sides = ['m:hideTop', 'm:hideBot', 'm:hideLeft', 'm:hideRight'];
	const drawn = strikes.filter(([name]) => isSaid(one, name)).map(([, strike]) => strike);
	return sides.every((side) => isSaid(one, side)) ? drawn : ['box', ...drawn];
}

/** Of the type `lin` it stands on the line. */
function fractionText(one: XmlElement): string {
	const type = sign(one, 'm:type', 'bar');
	const [above, below] = [part(one, 'm:num'), part(one, 'm:den')];
	return type === 'lin' ? `${above}/${below}` : fraction(above, below, type !== 'noBar');
}

function delimited(one: XmlElement): string {
	const between = plain(sign(one, 'm:sepChr', '|'));
	const open = plain(sign(one, 'm:begChr', '('));
	return open + parts(one, 'm:e').join(between) + plain(sign(one, 'm:endChr', ')'));
}

function isSaid(element: XmlElement, name: string): boolean {
	return isOn(property(element, name), 'm:val');
}

function isShown(element: XmlElement): boolean {
	const show = property(element, 'm:show');
	return show === undefined || isOn(show, 'm:val');
}
