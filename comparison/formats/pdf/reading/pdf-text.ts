/**
 * The text of a PDF in typed arrays: hundreds of thousands of words with boxes take a few
 * megabytes. Both files share a vocabulary, so equal words have equal numbers.
 */
import { at } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import type { Span } from '../../../align/run';
import { isPartOfNumber } from '../../../core/values';
import { foldedCase } from '../../text/reading/characters';
import type { Bookmark } from './destinations';
import type { PageLink, PageMark } from './field-words';
import { lineOf, type Line } from './reading-order';
import { uprightBox, type TurnedPage } from './turning';
import type { Word } from './word';

/** Stores each word and its comparison key once. */
export class Vocabulary {
	readonly texts: string[] = [];
	/** For each word the number of its form without case and punctuation. */
	readonly folded: number[] = [];
	private readonly numbers = new Map<string, number>();

	numberOf(text: string): number {
		const known = this.numbers.get(text);
		if (known !== undefined) return known;
		const number = this.texts.push(text) - 1;
		this.numbers.set(text, number);
		const folded = contentOf(text) || text;
		this.folded[number] = number;
		if (folded !== text) this.folded[number] = this.numberOf(folded);
		return number;
	}

	textOf(number: number): string {
		return at(this.texts, number);
	}

	foldedOf(number: number): number {
		return this.folded[number] ?? number;
	}
}

/** What a text says without its case and punctuation. */
export function contentOf(text: string): string {
	const lower = foldedCase(text);
	return lower.replace(/[^\p{L}\p{M}\p{N}]/gu, (mark, at: number) =>
		isPartOfNumber(lower, at) ? mark : '',
	);
}

export interface Graphics {
	/** False for a page with only text. */
	readonly isDrawn: boolean;
	/** A fingerprint of all that decides what the page looks like beside its words. */
	readonly look: string;
}

/** A line, as a range of the file's words. */
export interface TextLine extends Span, Omit<Line, 'words'> {}

export function boxOf({ x, y, right, bottom }: TextLine): Box {
	return { x, y, width: right - x, height: bottom - y };
}

/** Indexes of the words of a line or a page. */
export function wordsOf({ from, to }: Span): readonly number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}

export interface TextPage extends TurnedPage, Span {
	/** From 1. */
	readonly number: number;
	/** By how many quarters the file has the page turned when it is shown. */
	readonly rotation: number;
	readonly lines: readonly TextLine[];
	readonly graphics: Graphics;
	readonly marks: readonly PageMark[];
	readonly links: readonly PageLink[];
	/** Boxes that rules ignore, as shares of the page. */
	readonly ignored: readonly Box[];
}

export interface Style {
	readonly font: string;
	readonly sizePoints: number;
}

const initialCapacity = 4096;

/** The words of one file, in reading order. */
export class PdfText {
	readonly pages: TextPage[] = [];
	readonly styles: Style[] = [];
	/** Files and programs that links would start. */
	readonly launches = new Set<string>();
	readonly bookmarks: Bookmark[] = [];
	wordCount = 0;
	private texts = new Int32Array(initialCapacity);
	private boxes = new Float32Array(initialCapacity * 4);
	private styleNumbers = new Int32Array(initialCapacity);
	private readonly rests = new Map<number, Word>();
	private readonly knownStyles = new Map<string, number>();

	constructor(readonly vocabulary: Vocabulary) {}

	addPage(
		page: Omit<TextPage, 'number' | 'lines' | 'from' | 'to'>,
		lines: readonly (readonly Word[])[],
	): void {
		const from = this.wordCount;
		const spans = lines.map((words) => this.addLine(words, lineOf(words)));
		const number = this.pages.length + 1;
		this.pages.push({ ...page, number, lines: spans, from, to: this.wordCount });
	}

	private addLine(words: readonly Word[], { x, y, right, bottom }: Line): TextLine {
		const from = this.wordCount;
		for (const word of words) this.addWord(word);
		return { from, to: this.wordCount, x, y, right, bottom };
	}

	private addWord(word: Word): void {
		const at = this.wordCount;
		if (at === this.texts.length) this.grow();
		this.texts[at] = this.vocabulary.numberOf(word.text);
		this.boxes.set([word.x, word.y, word.width, word.height], at * 4);
		this.styleNumbers[at] = this.styleNumber(word);
		if (word.rest !== undefined) this.rests.set(at, word.rest);
		this.wordCount += 1;
	}

	private grow(): void {
		const doubled = ({ buffer }: { buffer: ArrayBuffer }) => buffer.transfer(2 * buffer.byteLength);
		this.texts = new Int32Array(doubled(this.texts));
		this.boxes = new Float32Array(doubled(this.boxes));
		this.styleNumbers = new Int32Array(doubled(this.styleNumbers));
	}

	private styleNumber({ font, sizePoints }: Word): number {
		const rounded = Math.round(sizePoints * 10) / 10;
		const key = `${rounded} ${font}`;
		const known = this.knownStyles.get(key);
		if (known !== undefined) return known;
		const number = this.styles.push({ font, sizePoints: rounded }) - 1;
		this.knownStyles.set(key, number);
		return number;
	}

	/** The vocabulary number of a word. */
	numberAt(word: number): number {
		return this.texts[word] ?? -1;
	}

	textAt(word: number): string {
		return this.vocabulary.textOf(this.numberAt(word));
	}

	*words(): Generator<string> {
		for (let word = 0; word < this.wordCount; word += 1) yield this.textAt(word);
	}

	styleAt(word: number): Style {
		return at(this.styles, at(this.styleNumbers, word));
	}

	/** In points; a hyphenated word has two boxes. */
	boxesAt(word: number): readonly Box[] {
		const [x = 0, y = 0, width = 0, height = 0] = this.boxes.subarray(word * 4, word * 4 + 4);
		const rest = this.rests.get(word);
		return [{ x, y, width, height }, ...(rest === undefined ? [] : [rest])];
	}

	/** The boxes on the page turned upright. */
	uprightBoxesAt(word: number): readonly Box[] {
		const page = this.pageOf(word);
		const boxes = this.boxesAt(word);
		return page === undefined ? boxes : boxes.map((box) => uprightBox(page, box));
	}

	isHyphenated(word: number): boolean {
		return this.rests.has(word);
	}

	/** The page of a word. */
	pageOf(word: number): TextPage | undefined {
		let [low, high] = [0, this.pages.length - 1];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (at(this.pages, middle).to <= word) low = middle + 1;
			else high = middle;
		}
		return this.pages[low];
	}
}
