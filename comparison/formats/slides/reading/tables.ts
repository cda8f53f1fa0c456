/** The rows of a table on a slide. */
import { type Cell, withCellWords } from '../../office/document/document';
import { attribute, child, childrenOf, isOnValue, type XmlElement } from '../../package/xml';
import { fillColour, type TextReader } from './text';

export function rowsOf(table: XmlElement, reader: TextReader): readonly (readonly Cell[])[] {
	return childrenOf(table, 'a:tr').map((row) =>
		childrenOf(row, 'a:tc').map((cell, index) => cellOf(cell, index + 1, reader)),
	);
}

/** Every cell has a paragraph, also an empty one. */
function cellOf(cell: XmlElement, column: number, reader: TextReader): Cell {
	const behind = fillColour(child(child(cell, 'a:tcPr'), 'a:solidFill'));
	const paragraphs = reader.paragraphs(child(cell, 'a:txBody'), behind);
	const all = paragraphs.length > 0 ? paragraphs : [reader.single([])];
	return { column, paragraphs: withCellWords(all, mergeOf(cell)) };
}

function mergeOf(cell: XmlElement): string {
	if (isOnValue(attribute(cell, 'vMerge'))) return 'joined with the cell above';
	return isOnValue(attribute(cell, 'hMerge')) ? 'joined with the cell before' : '';
}
