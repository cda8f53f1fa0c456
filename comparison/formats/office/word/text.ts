/** A DOCX as plain text without formatting, for readers without its program. */
import { ReadFault } from '../../../core/format-comparer';
import { openZip } from '../../archive/zip-reading';
import { paragraphsOf, partKinds, textOf, type Block } from '../../blocks/document/document';
import { WordReading } from './reading';

export type WordText =
	| { readonly isReadable: true; readonly text: string }
	| { readonly isReadable: false; readonly reason: string };

export async function wordText(bytes: Uint8Array): Promise<WordText> {
	try {
		const { parts } = await (await WordReading.open(await openZip(bytes))).document();
		const lines = partKinds.flatMap((kind) => parts[kind].map(lineOf));
		return { isReadable: true, text: `${lines.join('\n')}\n` };
	} catch (fault) {
		if (!(fault instanceof ReadFault)) throw fault;
		return { isReadable: false, reason: fault.message };
	}
}

/** A paragraph, or the cells of a row side by side. */
function lineOf(block: Block): string {
	if (block.row === undefined) return paragraphsOf(block).map(textOf).join('\n');
	return block.cells.map(({ paragraphs }) => paragraphs.map(textOf).join(' ')).join(' | ');
}
