/**
 * Reads the rows of an XLSX sheet in two ways: by searching for the tags of rows and cells, which
 * is fast and right for what programs usually write, and by an XML parser for everything else. Both
 * pass on cells as they are in the file.
 */
import { ReadFault } from '../../../../core/format-comparer';
import { isTrue } from './ends';
import { StringReader, type CellText } from './strings';
import { xmlWalk } from '../xml-walk';

/** A cell as in the file; absent parts are undefined. */
export interface XlsxCell {
	/** As `B7`. */
	readonly place?: string;
	readonly style?: string;
	readonly type?: string;
	/** The text of `v`, or of an `is` without fonts of its own. */
	readonly value?: string;
	/** What stands in an `is`. */
	readonly text?: CellText;
	readonly formula?: XlsxFormula;
}

export interface XlsxFormula {
	readonly text: string;
	readonly isShared: boolean;
	/** Group of formulas that share a text. */
	readonly group?: string;
}

export interface RowListener {
	/** `place`: the number of the row, if given. */
	readonly onRow: (place: string | undefined, isHidden: boolean) => void;
	readonly onCell: (cell: XlsxCell) => void;
	readonly onRowEnd: () => void;
}

/** Longest row that is read. */
const rowLengthMax = 8 * 1024 * 1024;

/**
 * Thrown for XML that the fast way cannot read: comments, prefixes, apostrophes, spaces around
 * attributes, or strings with fonts of their own.
 */
export class UnsupportedXml extends Error {}

/** Reads piece by piece; throws `UnsupportedXml` rather than misread anything. */
export function fastRows(listener: RowListener): (piece: string) => void {
	let rest = '';
	let isBegun = false;
	return (piece) => {
		if (piece.includes('<!') || (!isBegun && /<\w+:(worksheet|sheetData|row)\b/.test(piece))) {
			throw new UnsupportedXml();
		}
		const text = rest + piece;
		let from = 0;
		for (let at = rowStart(text, from); at >= 0; at = rowStart(text, from)) {
			const open = text.indexOf('>', at);
			const isEmpty = open > 0 && text[open - 1] === '/';
			const to = open < 0 ? -1 : isEmpty ? open : text.indexOf('</row>', open);
			from = at;
			if (to < 0) break;
			isBegun = true;
			readRow(text.slice(at + 4, open), isEmpty ? '' : text.slice(open + 1, to), listener);
			from = isEmpty ? to + 1 : to + 6;
		}
		rest =
			rowStart(text, from) < 0 ? text.slice(Math.max(from, text.length - 16)) : text.slice(from);
		if (rest.length > rowLengthMax) throw new ReadFault('It holds a row of more than 8 MiB.');
	};
}

/** Position of the next `row` tag, but not of a longer name. */
function rowStart(text: string, from: number): number {
	let at = text.indexOf('<row', from);
	while (at >= 0 && !/[\s/>]/.test(text[at + 4] ?? 'x')) at = text.indexOf('<row', at + 4);
	return at;
}

function readRow(
	attributes: string,
	content: string,
	{ onRow, onCell, onRowEnd }: RowListener,
): void {
	const head = checked(attributes);
	onRow(attribute(head, 'r'), isHidden(attribute(head, 'hidden'), attribute(head, 'ht')));
	let from = content.indexOf('<c');
	while (from >= 0) {
		const open = content.indexOf('>', from);
		const head = checked(content.slice(from + 2, open));
		const isEmpty = head.endsWith('/');
		const to = isEmpty ? open : content.indexOf('</c>', open);
		if (open < 0 || to < 0) throw new UnsupportedXml();
		const isOther = head !== '' && !/^[\s/]/.test(head);
		if (isOther) throw new UnsupportedXml();
		onCell(cellOf(head, isEmpty ? '' : content.slice(open + 1, to)));
		from = content.indexOf('<c', to + 1);
	}
	onRowEnd();
}

/** A row without a height is hidden, too. */
function isHidden(hidden: string | undefined, height: string | undefined): boolean {
	return isTrue(hidden) || Number.parseFloat(height ?? '') === 0;
}

function checked(attributes: string): string {
	if (attributes.includes("'") || attributes.includes(' =') || attributes.includes('= ')) {
		throw new UnsupportedXml();
	}
	return attributes;
}

function attribute(attributes: string, name: string): string | undefined {
	const at = attributes.indexOf(` ${name}="`);
	if (at < 0) return undefined;
	const from = at + name.length + 3;
	return attributes.slice(from, attributes.indexOf('"', from));
}

function cellOf(head: string, content: string): XlsxCell {
	return {
		place: attribute(head, 'r'),
		style: attribute(head, 's'),
		type: attribute(head, 't'),
		value: valueOf(content),
		formula: content.includes('<f') ? formulaOf(content) : undefined,
	};
}

function valueOf(content: string): string | undefined {
	if (content.startsWith('<v>')) return unescaped(content.slice(3, content.indexOf('</v>')));
	const value = /<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(content)?.[1];
	if (value !== undefined) return unescaped(value);
	if (!content.includes('<is')) return undefined;
	if (content.includes('<rPr')) throw new UnsupportedXml();
	return textRuns(content);
}

function formulaOf(content: string): XlsxFormula | undefined {
	const [, head = '', text = ''] = /<f(\s[^>]*?)?(?:\/>|>([^<]*)<\/f>)/.exec(content) ?? [];
	checked(head);
	return {
		text: unescaped(text),
		isShared: attribute(head, 't') === 'shared',
		group: attribute(head, 'si'),
	};
}

/** The text of a string's runs, without phonetic readings. */
function textRuns(content: string): string {
	const runs = content.replace(/<rPh[\s>][\s\S]*?<\/rPh>/g, '');
	return [...runs.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)]
		.map(([, text = '']) => unescaped(text))
		.join('');
}

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

function unescaped(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(
		/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
		(whole, hex?: string, decimal?: string, name?: string) => {
			if (name !== undefined) return entities[name] ?? whole;
			const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
			return code > 0x10ffff ? whole : String.fromCodePoint(code);
		},
	);
}

/** The same with the XML parser. */
export function parsedRows({ onRow, onCell, onRowEnd }: RowListener): {
	readonly write: (piece: string) => void;
	readonly end: () => void;
} {
	let cell: { -readonly [Key in keyof XlsxCell]: XlsxCell[Key] } | undefined;
	let text = '';
	const strings = new StringReader();
	return xmlWalk({
		onOpen: (name, given) => {
			const { r, s, t, si, hidden, ht } = given;
			text = '';
			strings.onOpen(name, given);
			if (name === 'row') onRow(r, isHidden(hidden, ht));
			else if (name === 'c') cell = { place: r, style: s, type: t };
			else if (name === 'f' && cell !== undefined) {
				cell.formula = { text: '', isShared: t === 'shared', group: si };
			}
		},
		onText: (piece) => {
			text += piece;
			strings.onText(piece);
			if (text.length > rowLengthMax) throw new ReadFault('It holds a row of more than 8 MiB.');
		},
		onClose: (name) => {
			strings.onClose(name);
			if (name === 'row') onRowEnd();
			if (cell === undefined) return;
			if (name === 'v') cell.value = text;
			else if (name === 'is') cell.text = strings.take();
			else if (name === 'f' && cell.formula !== undefined) cell.formula = { ...cell.formula, text };
			else if (name === 'c') {
				onCell(cell);
				cell = undefined;
			}
		},
	});
}
