/**
 * Reads the words of a PDF page by page, and fingerprints of its graphics, with the rules applied.
 * The number of words is limited; a page that draws endlessly is ended with its process.
 */
import { bookmarksOf, destinationsOf, type PageOf } from './destinations';
import { fieldsOf } from './field-words';
import { graphicsOf } from './graphics';
import { joinHyphenated } from './hyphens';
import type { PageRules } from './page-rules';
import type { OpenedPdf, PdfPage } from './pdf-document';
import { PdfText, type Vocabulary } from './pdf-text';
import { uprightOrder } from './reading-order';
import { commonTurn } from './turning';
import { wordsOf } from './words';

const wordsMax = 600_000;
const runsPerPageMax = 200_000;

/** Number of pages after which pdfjs frees its cache. */
const pagesHeld = 100;

export interface ReadingTask {
	readonly vocabulary: Vocabulary;
	readonly rules: PageRules;
	readonly onProgress: (share: number) => void;
}

/** A file that is open and read. */
export interface ReadSide {
	readonly bytes: Uint8Array;
	readonly opened: OpenedPdf;
	readonly text: PdfText;
	readonly rules: PageRules;
}

/** Returns the text, or a message why it cannot be read. */
export async function readPdf(opened: OpenedPdf, task: ReadingTask): Promise<PdfText | string> {
	const text = new PdfText(task.vocabulary);
	const { numPages } = opened.document;
	const pageOf = destinationsOf(opened.document);
	for (let number = 1; number <= numPages; number += 1) {
		const reason = await readPage({ opened, pageOf }, number, text, task.rules);
		if (reason !== undefined) return reason;
		task.onProgress(number / numPages);
		if (number % pagesHeld === 0) await opened.document.cleanup();
	}
	text.bookmarks.push(...(await bookmarksOf(opened.document, pageOf)));
	await opened.document.cleanup();
	return text;
}

async function readPage(
	{ opened, pageOf }: { readonly opened: OpenedPdf; readonly pageOf: PageOf },
	number: number,
	text: PdfText,
	rules: PageRules,
): Promise<string | undefined> {
	const { pdfjs, document } = opened;
	try {
		const page = await document.getPage(number);
		const content = await textContent(page);
		if (content === undefined) return `Page ${number} of the PDF has too many words to be read.`;
		const operators = await page.getOperatorList();
		const { width, height } = page.getViewport({ scale: 1 });
		const size = { number, widthPoints: width, heightPoints: height };
		const words = await wordsOf(pdfjs, page, content, operators);
		const quarters = commonTurn(words);
		const inOrder = joinHyphenated(uprightOrder(words, { ...size, quarters }));
		const fields = await fieldsOf(page, pageOf);
		for (const file of fields.launches) text.launches.add(file);
		const all = [...inOrder, ...fields.lines];
		const { lines, ignored } = rules.apply(all, size);
		const rotation = page.rotate / 90;
		const layers = await document.getOptionalContentConfig().catch(() => undefined);
		const graphics = await graphicsOf(pdfjs, page, operators, layers);
		text.addPage(
			{ ...size, quarters, rotation, ignored, graphics, marks: fields.marks, links: fields.links },
			lines.filter((line) => line.length > 0),
		);
		page.cleanup();
	} catch {
		// pdfjs throws for a broken page tree, or too deep nesting.
		return `Page ${number} of the PDF is broken.`;
	}
	return text.wordCount > wordsMax
		? `The PDF has more than ${wordsMax.toLocaleString('en-US')} words.`
		: undefined;
}

type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;

/** Undefined if the page has too much text. */
async function textContent(page: PdfPage): Promise<TextContent | undefined> {
	const content: TextContent = { items: [], styles: {}, lang: null };
	const chunks = page.streamTextContent({ disableNormalization: true });
	const reader = (chunks as ReadableStream<TextContent>).getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return content;
		content.items.push(...value.items);
		Object.assign(content.styles, value.styles);
		if (content.items.length > runsPerPageMax) {
			await reader.cancel();
			return undefined;
		}
	}
}
