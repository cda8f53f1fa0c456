/** The words of a page or a plain text that a DOCX embeds (`w:altChunk`). */
import { pageParser } from '../../web/dom';
import { pageBlocks } from '../../web/page-blocks';
import { isText } from '../../web/page-reading';
import { blockText } from '../../blocks/matching/comparing';

/** Undefined for another kind of document. */
export async function documentWords(name: string, text: string): Promise<string | undefined> {
	if (/\.txt$/i.test(name)) return text.trim();
	if (!/\.x?html?$/i.test(name) && !/^\s*<(!doctype html|html)\b/i.test(text)) return undefined;
	const parse = await pageParser();
	const { documentElement } = parse(/<html[\s>]/i.test(text) ? text : `<html>${text}</html>`);
	if (documentElement === null) return undefined;
	return pageBlocks([documentElement]).filter(isText).map(blockText).join('\n');
}
