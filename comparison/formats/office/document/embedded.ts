/** Whole documents that a DOCX embeds in its text (`w:altChunk`): pages and plain texts are read. */
import { createHash } from 'node:crypto';
import { pageParser } from '../../web/dom';
import { pageRows } from '../../web/page-rows';
import { decodeText } from '../../../core/text-decoding';

export interface EmbeddedDocument {
	/** Equal for equal content. */
	readonly text: string;
	readonly isRead: boolean;
}

const sizeBytesMax = 4 * 1024 * 1024;

export async function embeddedDocument(name: string, bytes: Uint8Array): Promise<EmbeddedDocument> {
	const text = bytes.length > sizeBytesMax ? undefined : decodeText(bytes, true)?.text;
	const words = text === undefined ? undefined : await wordsOf(name, text);
	if (words !== undefined) return { text: `[document ${words}]`, isRead: true };
	const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
	return { text: `[document ${hash}]`, isRead: false };
}

async function wordsOf(name: string, text: string): Promise<string | undefined> {
	if (/\.txt$/i.test(name)) return text.trim();
	if (!/\.x?html?$/i.test(name) && !/^\s*<(!doctype html|html)\b/i.test(text)) return undefined;
	const parse = await pageParser();
	const { documentElement } = parse(/<html[\s>]/i.test(text) ? text : `<html>${text}</html>`);
	if (documentElement === null) return undefined;
	return pageRows([documentElement])
		.text.map((row) => row.text)
		.join('\n');
}
