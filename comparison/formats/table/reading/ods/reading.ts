/**
 * Reads ODS workbooks: sheets in order, with values and formulas. One cell or row may stand for
 * many; empty ones take no memory, others are limited. Number formats are left out, because every
 * program renames them when it saves.
 */
import type { Side } from '../../../../core/comparison';
import { ReadFault } from '../../../../core/format-comparer';
import { openZip } from '../../../archive/zip-reading';
import { openMacrosIn, refuseProtected } from '../../../package/open-elements';
import { OpenFormatting } from '../../../package/open-formatting';
import { hasPart, walkPart } from '../../../package/parts';
import {
	attribute,
	child,
	descendants,
	elementsOf,
	isElement,
	type XmlElement,
	type XmlVisitor,
} from '../../../package/xml';
import type { PrintedEnd, PrintedEnds } from '../sheet-view';
import type { Table } from '../table';
import { drawingsNote, ReadBounds, type Workbook } from '../workbook';
import { OdsSheet } from './sheet';

const content = 'content.xml';

export async function readOds({ bytes }: Side): Promise<Workbook> {
	const zip = await openZip(bytes);
	await refuseProtected(zip, 'It');
	if (!hasPart(zip, content)) throw new ReadFault(`It has no ${content}.`);
	const reading = new OdsReading();
	for (const part of ['styles.xml', content]) {
		if (hasPart(zip, part)) await walkPart(zip, { part, containers }, reading);
	}
	const macros = openMacrosIn(zip).length > 0 ? [macrosNote] : [];
	const drawings = reading.hasDrawings ? [drawingsNote] : [];
	return { sheets: reading.sheets, notes: [...macros, ...drawings] };
}

const macrosNote =
	'The workbook holds macros; they are never run and not compared below Excellent.';

const containers: ReadonlySet<string> = new Set([
	...['office:styles', 'office:automatic-styles', 'office:master-styles'],
	...['table:table-row', 'table:shapes', 'table:tracked-changes'],
]);

const cells: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell']);

const boxes: ReadonlySet<string> = new Set(
	['text-box', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'path'].map(
		(name) => `draw:${name}`,
	),
);

/** The master page of sheets that name none. */
const usualPage = 'Default';

class OdsReading implements XmlVisitor {
	readonly sheets: Table[] = [];
	hasDrawings = false;
	readonly #bounds = new ReadBounds();
	readonly #formatting = new OpenFormatting();
	/** The styles of sheets, by name. */
	readonly #styles = new Map<string, XmlElement>();
	readonly #pages = new Map<string, PrintedEnds>();
	#sheet: OdsSheet | undefined;

	open(element: XmlElement): void {
		if (element.name === 'table:table') {
			const name = attribute(element, 'table:name') ?? '';
			this.#sheet = new OdsSheet(name, this.#bounds, this.#formatting);
		} else if (element.name === 'table:table-column') this.#sheet?.addColumns(element);
		else if (element.name === 'table:table-row') this.#sheet?.beginRow(element);
	}

	close(element: XmlElement): void {
		if (element.name === 'table:table-row') this.#sheet?.endRow();
		if (element.name !== 'table:table' || this.#sheet === undefined) return;
		const style = this.#styles.get(attribute(element, 'table:style-name') ?? '');
		const display = attribute(child(style, 'style:table-properties'), 'table:display');
		const page = attribute(style, 'style:master-page-name') ?? usualPage;
		this.sheets.push(this.#sheet.table(display === 'false', this.#pages.get(page) ?? new Map()));
		this.#sheet = undefined;
	}

	block(element: XmlElement, { name }: XmlElement): void {
		const isFrame = element.name === 'draw:frame';
		this.hasDrawings ||= isFrame || descendants(element, 'draw:frame').length > 0;
		if (name === 'table:table-row') {
			if (cells.has(element.name)) this.#sheet?.addCell(element);
		} else if (name === 'table:shapes') {
			const all = [element, ...descendants(element)];
			for (const one of all.filter((each) => boxes.has(each.name))) this.#sheet?.addTextBox(one);
		} else if (name === 'office:master-styles') {
			this.#pages.set(attribute(element, 'style:name') ?? '', printedEndsOf(element));
		} else this.#addStyle(element);
	}

	#addStyle(style: XmlElement): void {
		this.#formatting.add(style, true);
		const isOfSheet = attribute(style, 'style:family') === 'table';
		if (isOfSheet) this.#styles.set(attribute(style, 'style:name') ?? '', style);
	}
}

const printedEnds: ReadonlyMap<string, PrintedEnd> = new Map([
	['style:header', 'head of each page'],
	['style:footer', 'foot of each page'],
	['style:header-left', 'head of even pages'],
	['style:footer-left', 'foot of even pages'],
	['style:header-first', 'head of the first page'],
	['style:footer-first', 'foot of the first page'],
]);

/** The heads and feet of a master page. */
function printedEndsOf(page: XmlElement): PrintedEnds {
	return new Map(
		elementsOf(page).flatMap((one) => {
			const end = printedEnds.get(one.name);
			if (end === undefined || attribute(one, 'style:display') === 'false') return [];
			return [[end, printedText(one)] as const];
		}),
	);
}

/** Fields whose texts change with the page or the day. */
const fields: ReadonlySet<string> = new Set(
	['page-number', 'page-count', 'date', 'time', 'file-name', 'sheet-name', 'title'].map(
		(name) => `text:${name}`,
	),
);

function printedText(element: XmlElement): string {
	const texts = element.children.map((node) => (isElement(node) ? printedText(node) : node));
	if (fields.has(element.name)) return `{${element.name.slice(5).replace('-', ' ')}}`;
	return /^text:p$|^style:region-/.test(element.name) ? ` ${texts.join('')}` : texts.join('');
}
