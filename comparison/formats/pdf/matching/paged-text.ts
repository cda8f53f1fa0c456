/** The words of a file in the order of comparison, page by page. Pure. */
import type { PdfText, TextLine } from '../reading/pdf-text';

export interface PagedText {
	readonly text: PdfText;
	/** Indexes of words, page by page. */
	readonly body: Int32Array;
	/** Start of each page in `body`; one more at the end. */
	readonly pageStarts: readonly number[];
}

/** The words of all lines but those set apart. */
export function pagedText(text: PdfText, apart: ReadonlySet<TextLine>): PagedText {
	const body = new Int32Array(text.wordCount);
	const pageStarts: number[] = [];
	let count = 0;
	for (const page of text.pages) {
		pageStarts.push(count);
		for (const line of page.lines) {
			if (apart.has(line)) continue;
			for (let word = line.from; word < line.to; word += 1, count += 1) body[count] = word;
		}
	}
	pageStarts.push(count);
	return { text, body: body.subarray(0, count), pageStarts };
}
