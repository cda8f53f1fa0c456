/**
 * What stands above and below the rows of an XLSX sheet, which are read piece by piece: columns, joined
 * cells, links.
 */
import type { SheetViewBuilder } from './sheet-view';
import { columnOfLetters } from './table';
import { walkXml } from './xml-walk';

const rowsOpen = /<(?:\w+:)?sheetData[\s/>]/;
const tailOpen = /<(?:\w+:)?(?:mergeCells|hyperlinks)[\s>]/;
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
	element(name: 'cols' | 'mergeCells' | 'hyperlinks'): string {
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

/** Adds what the columns and the joined cells of a sheet tell. */
export function addEnds(view: SheetViewBuilder, ends: SheetEnds): void {
	walkElement(ends.element('cols'), (name, { min, max, hidden }) => {
		if (name !== 'col' || !isTrue(hidden)) return;
		view.hideColumns(Number(min) - 1, Number(max) - Number(min) + 1);
	});
	walkElement(ends.element('mergeCells'), (name, { ref = '' }) => {
		const [, left = '', top, right = '', bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
		if (name !== 'mergeCell' || top === undefined || bottom === undefined) return;
		const [row, column] = [Number(top), columnOfLetters(left)];
		const rows = Number(bottom) - row + 1;
		view.join({ row, column, rows, columns: columnOfLetters(right) - column + 1 });
	});
}

function walkElement(
	text: string,
	onOpen: (name: string, attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
	if (text !== '') walkXml(text, { onOpen });
}
