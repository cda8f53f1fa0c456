/** The text of an ODT paragraph, and what is anchored in it: notes, comments, frames. */
import { joinSpans, type Span } from '../document/document';
import type { OpenFormatting } from './formatting';
import { attribute, elementsOf, isElement, type XmlElement } from '../document/xml';

/** Something in a paragraph that is not part of its text. */
export interface Anchored {
	readonly kind: 'footnotes' | 'endnotes' | 'comments' | 'frame';
	readonly element: XmlElement;
}

export interface ReadParagraph {
	readonly spans: readonly Span[];
	readonly anchored: readonly Anchored[];
}

/** Values that are computed when the document is shown: compared by name, never by value. */
const shownValues: ReadonlyMap<string, string> = new Map([
	['text:page-number', '{PAGE}'],
	['text:page-count', '{NUMPAGES}'],
	['text:date', '{DATE}'],
	['text:time', '{TIME}'],
	['text:file-name', '{FILENAME}'],
	['text:modification-date', '{SAVEDATE}'],
	['text:modification-time', '{SAVEDATE}'],
	['text:print-date', '{PRINTDATE}'],
	['text:print-time', '{PRINTDATE}'],
	['text:creation-date', '{CREATEDATE}'],
	['text:creation-time', '{CREATEDATE}'],
	['text:editing-duration', '{EDITTIME}'],
	['text:editing-cycles', '{REVNUM}'],
	['text:word-count', '{NUMWORDS}'],
	['text:character-count', '{NUMCHARS}'],
]);

const skipped: ReadonlySet<string> = new Set(['text:note-citation', 'text:tracked-changes']);

const spacesMax = 10_000;

export class OpenParagraphReader {
	readonly #spans: Span[] = [];
	readonly #anchored: Anchored[] = [];
	/** Blanks after a blank or at the beginning of a paragraph are not shown. */
	#endsInBlank = true;

	readonly formatting: OpenFormatting;
	readonly objectText: (address: string) => string;
	readonly styleName: string | undefined;

	private constructor(
		formatting: OpenFormatting,
		objectText: (address: string) => string,
		styleName: string | undefined,
	) {
		this.formatting = formatting;
		this.objectText = objectText;
		this.styleName = styleName;
	}

	static read(
		paragraph: XmlElement,
		formatting: OpenFormatting,
		objectText: (address: string) => string,
	): ReadParagraph {
		const styleName = attribute(paragraph, 'text:style-name');
		const reader = new OpenParagraphReader(formatting, objectText, styleName);
		reader.#read(paragraph, []);
		return { spans: joinSpans(reader.#spans), anchored: reader.#anchored };
	}

	#read(element: XmlElement, styles: readonly string[]): void {
		for (const node of element.children) {
			if (isElement(node)) this.#readElement(node, styles);
			else this.#writeCollapsed(node, styles);
		}
	}

	#readElement(one: XmlElement, styles: readonly string[]): void {
		const shown = shownValues.get(one.name);
		if (shown !== undefined) this.#write(shown, styles);
		else if (one.name === 'text:s') this.#write(' '.repeat(countOf(one)), styles);
		else if (one.name === 'text:tab') this.#write('\t', styles);
		else if (one.name === 'text:line-break') this.#write('\n', styles);
		else if (one.name === 'text:note') {
			const isEndnote = attribute(one, 'text:note-class') === 'endnote';
			this.#anchored.push({ kind: isEndnote ? 'endnotes' : 'footnotes', element: one });
		} else if (one.name === 'office:annotation') {
			this.#anchored.push({ kind: 'comments', element: one });
		} else if (one.name === 'draw:image' || one.name === 'draw:object') {
			this.#write(this.objectText(attribute(one, 'xlink:href') ?? ''), styles);
		} else if (one.name === 'draw:text-box') this.#anchored.push({ kind: 'frame', element: one });
		else if (one.name === 'draw:frame') this.#readFrame(one, styles);
		else if (one.name === 'text:span') {
			this.#read(one, [...styles, attribute(one, 'text:style-name') ?? '']);
		} else if (!skipped.has(one.name)) this.#read(one, styles);
	}

	/** A frame has one object in one or more forms; the first is the object itself. */
	#readFrame(frame: XmlElement, styles: readonly string[]): void {
		const [first] = elementsOf(frame);
		if (first !== undefined) this.#readElement(first, styles);
	}

	#write(text: string, styles: readonly string[]): void {
		if (text === '') return;
		this.#endsInBlank = false;
		this.#spans.push({ text, ...this.formatting.ofText(this.styleName, styles) });
	}

	#writeCollapsed(text: string, styles: readonly string[]): void {
		const single = text.replace(/[ \t\r\n]+/g, ' ');
		const shown = this.#endsInBlank && single.startsWith(' ') ? single.slice(1) : single;
		if (shown === '') return;
		this.#write(shown, styles);
		this.#endsInBlank = shown.endsWith(' ');
	}
}

function countOf(spaces: XmlElement): number {
	const count = Number(attribute(spaces, 'text:c') ?? '1');
	return Number.isInteger(count) && count > 0 ? Math.min(count, spacesMax) : 1;
}
