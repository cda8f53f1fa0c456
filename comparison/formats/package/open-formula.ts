/** The formulas of an ODT, which are MathML in objects of their own, as text in one line. */
import { braced, enclosed, fraction, grid, placed, plain, root } from './formula-text';
import { attribute, elementsOf, textIn, withoutOuterSpace, type XmlElement } from './xml';

type Writing = (parts: readonly string[], element: XmlElement) => string;

/** Elements that only group others or only say how they look. */
const groups: ReadonlySet<string> = new Set(
	['math', 'mrow', 'mstyle', 'mpadded', 'merror', 'mtd'].map((name) => `math:${name}`),
);

const texts: ReadonlySet<string> = new Set(
	['mi', 'mn', 'mo', 'mtext', 'ms'].map((name) => `math:${name}`),
);

export function mathText(element: XmlElement): string {
	if (texts.has(element.name)) return plain(withoutOuterSpace(textIn(element)));
	// What follows is the same formula in another notation.
	if (element.name === 'math:semantics')
		return elementsOf(element).slice(0, 1).map(mathText).join('');
	if (element.name === 'math:mspace') return '';
	const parts = elementsOf(element).map(mathText);
	if (groups.has(element.name)) return parts.join('');
	const writing = writings.get(element.name);
	if (writing !== undefined) return writing(parts, element);
	return `${element.name.replace('math:', '')}${parts.map(braced).join('')}`;
}

const script =
	(...signs: readonly string[]): Writing =>
	([content = '', ...others]) =>
		content + others.map((text, index) => placed(signs[index] ?? '', text)).join('');

const writings: ReadonlyMap<string, Writing> = new Map<string, Writing>([
	['math:mfrac', ([above = '', below = ''], one) => fraction(above, below, hasLine(one))],
	['math:msqrt', (parts) => root(parts.join(''))],
	['math:mroot', ([content = '', degree = '']) => root(content, degree)],
	['math:msub', script('_')],
	['math:msup', script('^')],
	['math:msubsup', script('_', '^')],
	['math:munder', script('┬')],
	['math:mover', script('┴')],
	['math:munderover', script('┬', '┴')],
	['math:mtable', (_, one) => grid(elementsOf(one).map((row) => elementsOf(row).map(mathText)))],
	['math:mfenced', fenced],
	[
		'math:menclose',
		(parts, one) => enclosed(parts.join(''), (attribute(one, 'notation') ?? '').split(/\s+/)),
	],
]);

function hasLine(element: XmlElement): boolean {
	return !/^0(\D|$)/.test(attribute(element, 'linethickness') ?? '1');
}

function fenced(parts: readonly string[], element: XmlElement): string {
	const sign = (name: string, usual: string) => plain(attribute(element, name) ?? usual);
	return `${sign('open', '(')}${parts.join(sign('separators', ','))}${sign('close', ')')}`;
}
