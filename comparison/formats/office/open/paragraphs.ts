/** The text of an ODT paragraph, and what is anchored in it: notes, comments, frames. */
import { lastWord, type Span } from '../../blocks/document/document';
import { addressOf, type Formatting, joinWords, linkWords } from '../../package/looks';
import type { NoteMark } from '../../blocks/document/note-marks';
import { describedAs, hundredthsIn, sizeText } from '../../package/drawing-forms';
import { markText } from './controls';
import { mathText } from '../../package/open-formula';
import { spaceText } from '../../package/open-elements';
import type { OpenFormatting } from '../../package/open-formatting';
import {
	attribute,
	child,
	elementsOf,
	isElement,
	textIn,
	type XmlElement,
} from '../../package/xml';

/** Something in a paragraph that is not part of its text. */
export interface Anchored {
	readonly kind: 'footnotes' | 'endnotes' | 'comments' | 'frame';
	readonly element: XmlElement;
	/** The word before a comment. */
	readonly anchor?: string;
}

/** Values that are computed when the document is shown, unless they are fixed: compared by name. */
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

const embedded: ReadonlySet<string> = new Set(['draw:image', 'draw:object', 'draw:object-ole']);

const shapes: ReadonlySet<string> = new Set(
	['line', 'rect', 'ellipse', 'circle', 'polygon', 'polyline', 'path', 'connector']
		.concat(['custom-shape', 'regular-polygon'])
		.map((name) => `draw:${name}`),
);

/** What a paragraph refers to. */
export interface OpenContext {
	readonly formatting: OpenFormatting;
	/** The colour of the paper or the cell. */
	readonly behind: string;
	objectText(address: string): string;
	controlText(id: string): string;
	/** Called for a shape that has no words. */
	addShape(): void;
}

export class OpenParagraphReader {
	readonly spans: Span[] = [];
	readonly anchored: Anchored[] = [];
	readonly notes: NoteMark[] = [];
	/** Of the text so far. */
	#length = 0;
	/** Blanks after a blank or at the beginning of a paragraph are not shown. */
	#endsInBlank = true;

	/** The link and the frame around what is read. */
	#link = '';
	#form = '';

	constructor(
		readonly paragraph: XmlElement,
		readonly context: OpenContext,
	) {
		this.#read(paragraph, []);
	}

	#read(element: XmlElement, styles: readonly string[]): void {
		for (const node of element.children) {
			if (isElement(node)) this.#readElement(node, styles);
			else this.#writeCollapsed(node, styles);
		}
	}

	#readElement(one: XmlElement, styles: readonly string[]): void {
		if (one.name === 'text:hidden-text' && attribute(one, 'text:is-hidden') === 'true') return;
		const isFixed = attribute(one, 'text:fixed') === 'true';
		const shown = (isFixed ? undefined : shownValues.get(one.name)) ?? this.#objectText(one);
		const space = spaceText(one);
		if (shown !== undefined) this.#write(shown, styles, { isObject: true });
		else if (space !== undefined) this.#write(space, styles);
		else if (one.name === 'text:note') {
			const kind = attribute(one, 'text:note-class') === 'endnote' ? 'endnotes' : 'footnotes';
			this.notes.push({ at: this.#length, kind });
			this.anchored.push({ kind, element: one });
		} else if (one.name === 'office:annotation') {
			const anchor = lastWord(this.spans.map(({ text }) => text).join(''));
			this.anchored.push({ kind: 'comments', element: one, anchor });
		} else if (one.name === 'draw:text-box') this.anchored.push({ kind: 'frame', element: one });
		else if (one.name === 'draw:frame') this.#readFrame(one, styles);
		else if (one.name === 'text:a' || one.name === 'draw:a') this.#readLinked(one, styles);
		else if (one.name === 'text:span') {
			this.#read(one, [...styles, attribute(one, 'text:style-name') ?? '']);
		} else if (shapes.has(one.name)) this.#readShape(one, styles);
		else if (!skipped.has(one.name)) this.#read(one, styles);
	}

	#readShape(shape: XmlElement, styles: readonly string[]): void {
		const before = this.spans.length;
		this.#read(shape, styles);
		if (this.spans.length === before) this.context.addShape();
	}

	/** The text of what is no text: a formula, a picture, a control of a form. */
	#objectText(one: XmlElement): string | undefined {
		if (one.name === 'draw:control') {
			return this.context.controlText(attribute(one, 'draw:control') ?? '');
		}
		if (one.name === 'field:fieldmark') return markText(one);
		if (!embedded.has(one.name)) return undefined;
		const formula = child(one, 'math:math');
		if (formula !== undefined) return mathText(formula);
		return this.context.objectText(attribute(one, 'xlink:href') ?? '');
	}

	/** A frame has one object in one or more forms; the first is the object itself. */
	#readFrame(frame: XmlElement, styles: readonly string[]): void {
		const [first] = elementsOf(frame);
		if (first === undefined) return;
		if (first.name === 'draw:image') {
			const [width, height] = ['svg:width', 'svg:height'].map((name) => attribute(frame, name));
			const size = sizeText(hundredthsIn(width), hundredthsIn(height));
			const description = textIn(child(frame, 'svg:desc'));
			this.#form = joinWords([size, describedAs(description)]);
		}
		this.#readElement(first, styles);
		this.#form = '';
	}

	#readLinked(element: XmlElement, styles: readonly string[]): void {
		const around = this.#link;
		this.#link = linkWords(addressOf(attribute(element, 'xlink:href')));
		this.#read(element, styles);
		this.#link = around;
	}

	#write(text: string, styles: readonly string[], of?: Pick<Span, 'isObject'>): void {
		this.#endsInBlank = false;
		this.spans.push({ text, ...this.#formatting(styles), ...of });
		this.#length += text.length;
	}

	#formatting(styles: readonly string[]): Formatting {
		const { formatting, behind } = this.context;
		const style = attribute(this.paragraph, 'text:style-name');
		const { emphasis, appearance } = formatting.ofText(style, styles, behind);
		return { emphasis: joinWords([emphasis, this.#form, this.#link]), appearance };
	}

	#writeCollapsed(text: string, styles: readonly string[]): void {
		const single = text.replace(/[ \t\r\n]+/g, ' ');
		const shown = this.#endsInBlank && single.startsWith(' ') ? single.slice(1) : single;
		if (shown === '') return;
		this.#write(shown, styles);
		this.#endsInBlank = shown.endsWith(' ');
	}
}
