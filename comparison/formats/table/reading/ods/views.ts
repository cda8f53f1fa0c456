/** Reads how the sheets of an ODS show their cells, and what is printed around them. */
import { repeats, besideCells } from './elements';
import { remarksListener } from './remarks';
import { SheetViewBuilder, type PrintedEnd, type PrintedEnds, type SheetView } from '../sheet-view';
import type { XmlListener } from '../xml-walk';

/** Joined cells of repeated rows are listed row by row, up to this many rows. */
const repeatedMax = 10_000;

/** The master page of sheets that name none. */
const usualPage = 'Default';

/** Adds the view of each sheet to `views`; `pages` are the heads and feet of the master pages, by name. */
export function viewsListener(
	views: SheetView[],
	pages: ReadonlyMap<string, PrintedEnds>,
): XmlListener {
	const hiddenStyles = new Set<string>();
	const pageNames = new Map<string, string>();
	let style = '';
	let view: SheetViewBuilder | undefined;
	let [row, rowCount, column, cell] = [1, 1, 0, 0];
	let asideDepth = 0;
	const remarks = remarksListener((remark) => view?.remark(remark));
	return {
		onOpen: (name, given) => {
			remarks.onOpen?.(name, given);
			if (besideCells.has(name)) asideDepth += 1;
			if (asideDepth > 0) return;
			if (name === 'style') {
				style = given['family'] === 'table' ? (given['name'] ?? '') : '';
				pageNames.set(style, given['master-page-name'] ?? usualPage);
			}
			if (name === 'table-properties' && given['display'] === 'false') hiddenStyles.add(style);
			if (name === 'table') {
				view = new SheetViewBuilder();
				const own = given['style-name'] ?? '';
				if (hiddenStyles.has(own)) view.hide();
				const printed = pages.get(pageNames.get(own) ?? usualPage) ?? new Map<PrintedEnd, string>();
				for (const [end, text] of printed) view.printEnd(end, text);
				[row, column] = [1, 0];
			} else if (name === 'table-column') {
				const count = repeats(given['number-columns-repeated']);
				if (isHidden(given['visibility'])) view?.hideColumns(column, count);
				column += count;
			} else if (name === 'table-row') {
				[rowCount, cell] = [repeats(given['number-rows-repeated']), 0];
				if (isHidden(given['visibility'])) view?.hideRows(row, rowCount);
			} else if (name === 'table-cell' || name === 'covered-table-cell') {
				const columns = repeats(given['number-columns-spanned']);
				const rows = repeats(given['number-rows-spanned']);
				for (let step = 0; step < Math.min(rowCount, repeatedMax); step += 1) {
					view?.join({ row: row + step, column: cell, rows, columns });
				}
				cell += repeats(given['number-columns-repeated']);
			}
		},
		onText: remarks.onText,
		onClose: (name) => {
			remarks.onClose?.(name);
			if (besideCells.has(name)) asideDepth -= 1;
			if (asideDepth > 0 || view === undefined) return;
			if (name === 'table-row') row += rowCount;
			if (name !== 'table') return;
			views.push(view.view());
			view = undefined;
		},
	};
}

const printedEnds: ReadonlyMap<string, PrintedEnd> = new Map([
	['header', 'head of each page'],
	['footer', 'foot of each page'],
	['header-left', 'head of even pages'],
	['footer-left', 'foot of even pages'],
	['header-first', 'head of the first page'],
	['footer-first', 'foot of the first page'],
]);

/** Fields whose texts change with the page or the day. */
const fields: ReadonlySet<string> = new Set([
	...['page-number', 'page-count', 'date', 'time', 'file-name', 'sheet-name', 'title'],
]);

/** Adds the heads and feet of each master page to `pages`. */
export function pagesListener(pages: Map<string, PrintedEnds>): XmlListener {
	let ends = new Map<PrintedEnd, string>();
	let end: PrintedEnd | undefined;
	let field = '';
	const add = (text: string) => {
		if (end !== undefined) ends.set(end, (ends.get(end) ?? '') + text);
	};
	return {
		onOpen: (name, given) => {
			if (name === 'master-page') pages.set(given['name'] ?? '', (ends = new Map()));
			else if (printedEnds.has(name))
				end = given['display'] === 'false' ? undefined : printedEnds.get(name);
			else if (name === 'p' || name.startsWith('region-')) add(' ');
			else if (field === '' && fields.has(name)) {
				field = name;
				add(`{${name.replace('-', ' ')}}`);
			}
		},
		onText: (text) => {
			if (field === '') add(text);
		},
		onClose: (name) => {
			if (name === field) field = '';
			if (printedEnds.has(name)) end = undefined;
		},
	};
}

/** Rows that a filter leaves out are hidden as well. */
function isHidden(visibility: string | undefined): boolean {
	return visibility === 'collapse' || visibility === 'filter';
}
