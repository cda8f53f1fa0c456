/** Reads the comments on the cells of an ODS, and the text boxes beside them. */
import { repeats } from './elements';
import type { Remark } from '../sheet-view';
import type { XmlListener } from '../xml-walk';

/** Calls `onRemark` for each, before its sheet ends. */
export function remarksListener(onRemark: (remark: Remark) => void): XmlListener {
	let [row, rowCount, column, columnCount] = [1, 1, 0, 1];
	/** Shapes of a sheet stand in an element of their own; those in cells are read with them. */
	let [isInShapes, isComment, paragraphDepth] = [false, false, 0];
	let text = '';
	const add = (piece: string) => {
		if ((isComment || isInShapes) && paragraphDepth > 0) text += piece;
	};
	return {
		onOpen: (name, given) => {
			if (name === 'table') row = 1;
			else if (name === 'table-row') {
				[rowCount, column] = [repeats(given['number-rows-repeated']), 0];
			} else if (name === 'table-cell' || name === 'covered-table-cell') {
				columnCount = repeats(given['number-columns-repeated']);
			} else if (name === 'shapes') isInShapes = true;
			else if (name === 'annotation') [isComment, text] = [true, ''];
			else if (isInShapes && boxes.has(name)) text = '';
			else if (name === 'p') paragraphDepth += 1;
			else if (name === 's') add(' '.repeat(Math.min(repeats(given['c']), 1000)));
			else if (name === 'tab') add('\t');
			else if (name === 'line-break') add('\n');
		},
		onText: add,
		onClose: (name) => {
			if (name === 'table-row') row += rowCount;
			else if (name === 'table-cell' || name === 'covered-table-cell') column += columnCount;
			else if (name === 'shapes') isInShapes = false;
			else if (name === 'p') {
				add('\n');
				paragraphDepth -= 1;
			} else if (name === 'annotation') {
				isComment = false;
				onRemark({ kind: 'comment', row, column, text });
			} else if (isInShapes && boxes.has(name)) onRemark({ kind: 'text box', text });
		},
	};
}

const boxes: ReadonlySet<string> = new Set([
	...['text-box', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'path'],
]);
