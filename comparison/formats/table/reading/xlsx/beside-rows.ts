/** What stands above and below the rows of an XLSX sheet: columns, joined cells, links, and the ends of printed pages. */
import { remembered } from '../../../../core/remembered';
import { fullAddress } from '../../../package/looks';
import type { Relationships } from '../../../package/parts';
import { attribute, isOnValue, textIn, type XmlElement } from '../../../package/xml';
import type { CellLinks } from '../sheet-builder';
import type { PrintedEnd, SheetViewBuilder } from '../sheet-view';
import { placeIn } from '../table';

export function hideColumns(view: SheetViewBuilder, { attributes }: XmlElement): void {
	const { min, max, hidden, width = '' } = attributes;
	if (!(isOnValue(hidden) || Number.parseFloat(width) === 0)) return;
	view.hideColumns(Number(min) - 1, Number(max) - Number(min) + 1);
}

export function joinCells(view: SheetViewBuilder, joined: XmlElement): void {
	const [first, last] = (attribute(joined, 'ref') ?? '').split(':').map(placeIn);
	if (first === undefined || last === undefined) return;
	const rows = last.row - first.row + 1;
	view.join({ ...first, rows, columns: last.column - first.column + 1 });
}

/** A link over several cells counts at the first of them. */
export function linksOf(links: readonly XmlElement[], related: Relationships): CellLinks {
	const targets = new Map<number, Map<number, string>>();
	for (const link of links) {
		const { ref = '', location = '', 'r:id': id = '' } = link.attributes;
		const place = placeIn(ref);
		if (place === undefined) continue;
		const mark = location === '' ? '' : `#${location}`;
		const target = fullAddress(`${related.get(id)?.target ?? ''}${mark}`);
		remembered(targets, place.row, () => new Map()).set(place.column, target);
	}
	return targets;
}

const printedEnds: ReadonlyMap<string, PrintedEnd> = new Map([
	['oddHeader', 'head of each page'],
	['oddFooter', 'foot of each page'],
	['evenHeader', 'head of even pages'],
	['evenFooter', 'foot of even pages'],
	['firstHeader', 'head of the first page'],
	['firstFooter', 'foot of the first page'],
]);

/** A text at the head or the foot of pages, if there are such pages. */
export function printEnd(view: SheetViewBuilder, one: XmlElement, ends: XmlElement): void {
	const { name } = one;
	const end = printedEnds.get(name);
	const isLeftOut =
		(name.startsWith('even') && !isOnValue(attribute(ends, 'differentOddEven'))) ||
		(name.startsWith('first') && !isOnValue(attribute(ends, 'differentFirst')));
	if (end !== undefined && !isLeftOut) view.printEnd(end, printedText(textIn(one)));
}

/** What stands for a field in a head or foot (ECMA-376 part 1, 18.3.1.46). */
const fields: Readonly<Record<string, string>> = {
	P: '{page number}',
	N: '{page count}',
	D: '{date}',
	T: '{time}',
	F: '{file name}',
	Z: '{folder}',
	A: '{sheet name}',
	G: '{picture}',
};

/** A head or foot without its fonts, sizes and colours; its left, middle and right part are apart. */
function printedText(text: string): string {
	const code = /&(?:"[^"]*"|\d+|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|(?<letter>[A-Z&]))/gi;
	return text.replace(code, (_, letter: string = '') => {
		if (letter === '&') return '&';
		if (/[LCR]/i.test(letter)) return ' ';
		return fields[letter.toUpperCase()] ?? '';
	});
}
