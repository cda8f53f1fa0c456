/** Reads how the sheets of an ODS show their cells. */
import { repeats, besideCells } from './ods-elements';
import { SheetViewBuilder, type SheetView } from './sheet-view';
import type { XmlListener } from './xml-walk';

/** Joined cells of repeated rows are listed row by row, up to this many rows. */
const repeatedMax = 10_000;

/** Adds the view of each sheet to `views`. */
export function viewsListener(views: SheetView[]): XmlListener {
	const hiddenStyles = new Set<string>();
	let style = '';
	let view: SheetViewBuilder | undefined;
	let [row, rowCount, column, cell] = [1, 1, 0, 0];
	let asideDepth = 0;
	return {
		onOpen: (name, given) => {
			if (besideCells.has(name)) asideDepth += 1;
			if (asideDepth > 0) return;
			if (name === 'style') style = given['family'] === 'table' ? (given['name'] ?? '') : '';
			if (name === 'table-properties' && given['display'] === 'false') hiddenStyles.add(style);
			if (name === 'table') {
				view = new SheetViewBuilder();
				if (hiddenStyles.has(given['style-name'] ?? '')) view.hide();
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
		onClose: (name) => {
			if (besideCells.has(name)) asideDepth -= 1;
			if (asideDepth > 0 || view === undefined) return;
			if (name === 'table-row') row += rowCount;
			if (name !== 'table') return;
			views.push(view.view());
			view = undefined;
		},
	};
}

/** Rows that a filter leaves out are hidden as well. */
function isHidden(visibility: string | undefined): boolean {
	return visibility === 'collapse' || visibility === 'filter';
}
