/**
 * What stands above and below the rows of an XLSX sheet, which are read piece by piece: columns, joined
 * cells, links, and what is printed at the head and the foot of its pages.
 */
import type { PrintedEnd, SheetViewBuilder } from '../sheet-view';
import { columnOfLetters } from '../table';
import { walkXml } from '../xml-walk';

const rowsOpen = /<(?:\w+:)?sheetData[\s/>]/;
const tailOpen = /<(?:\w+:)?(?:mergeCells|hyperlinks|headerFooter)[\s>]/;
const openLength = 40;
const headLengthMax = 1024 * 1024;
const tailLengthMax = 16 * 1024 * 1024;

/** Keeps the parts of a sheet above and below its rows, as its text passes by. */
export class SheetEnds {
	private head = '';
	private isHeadOver = false;
	private tail = '';
	private isTail = false;

	write(piece: string): void {
		if (!this.isHeadOver) {
			this.head += piece;
			this.isHeadOver = this.head.length > headLengthMax || rowsOpen.test(this.head);
		}
		if (this.tail.length > tailLengthMax) return;
		this.tail += piece;
		if (this.isTail) return;
		const open = tailOpen.exec(this.tail);
		this.isTail = open !== null;
		this.tail = open === null ? this.tail.slice(-openLength) : this.tail.slice(open.index);
	}

	/** Empty if the sheet has none, or if the element is cut off. */
	element(name: 'cols' | 'mergeCells' | 'hyperlinks' | 'headerFooter'): string {
		const text = name === 'cols' ? this.head : this.tail;
		const open = new RegExp(`<(?:\\w+:)?${name}[\\s>]`).exec(text);
		if (open === null) return '';
		const rest = text.slice(open.index);
		const close = new RegExp(`</(?:\\w+:)?${name}>`).exec(rest);
		return close === null ? '' : rest.slice(0, close.index + close[0].length);
	}
}

export function isTrue(value: string | undefined): boolean {
	return value === '1' || value === 'true';
}

/** Adds what stands above and below the rows, except for links. */
export function addEnds(view: SheetViewBuilder, ends: SheetEnds): void {
	walkElement(ends.element('cols'), (name, { min, max, hidden, width }) => {
		if (name !== 'col' || !(isTrue(hidden) || Number.parseFloat(width ?? '') === 0)) return;
		view.hideColumns(Number(min) - 1, Number(max) - Number(min) + 1);
	});
	walkElement(ends.element('mergeCells'), (name, { ref = '' }) => {
		const [, left = '', top, right = '', bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
		if (name !== 'mergeCell' || top === undefined || bottom === undefined) return;
		const [row, column] = [Number(top), columnOfLetters(left)];
		const rows = Number(bottom) - row + 1;
		view.join({ row, column, rows, columns: columnOfLetters(right) - column + 1 });
	});
	addPrinted(view, ends.element('headerFooter'));
}

const printedEnds: ReadonlyMap<string, PrintedEnd> = new Map([
	['oddHeader', 'head of each page'],
	['oddFooter', 'foot of each page'],
	['evenHeader', 'head of even pages'],
	['evenFooter', 'foot of even pages'],
	['firstHeader', 'head of the first page'],
	['firstFooter', 'foot of the first page'],
]);

function addPrinted(view: SheetViewBuilder, element: string): void {
	if (element === '') return;
	let text = '';
	let [hasEven, hasFirst] = [false, false];
	walkXml(element, {
		onOpen: (name, { differentOddEven, differentFirst }) => {
			text = '';
			if (name !== 'headerFooter') return;
			[hasEven, hasFirst] = [isTrue(differentOddEven), isTrue(differentFirst)];
		},
		onText: (piece) => (text += piece),
		onClose: (name) => {
			const end = printedEnds.get(name);
			const isPrinted =
				(!name.startsWith('even') || hasEven) && (!name.startsWith('first') || hasFirst);
			if (end !== undefined && isPrinted) view.printEnd(end, printedText(text));
		},
	});
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

function walkElement(
	text: string,
	onOpen: (name: string, attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
	if (text !== '') walkXml(text, { onOpen });
}
