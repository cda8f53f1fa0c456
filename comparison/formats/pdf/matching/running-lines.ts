/**
 * Finds headers and footers, the lines that repeat on pages, and pairs them page by page. They are
 * taken out of the text that flows from page to page where a line of the other page answers to
 * them; a line without an answer stays in the text and differs there. Pure.
 */
import { at } from '../../../../server/at';
import type { Both } from '../../../core/format-comparer';
import type { Box } from '../../../../api/comparison/place';
import { boxOf, wordsOf, type PdfText, type TextLine, type TextPage } from '../reading/pdf-text';
import { uprightBox, uprightSize } from '../reading/turning';
import { Pairing, type Pair } from '../../../align/pairing';
import { textOf } from './word-spans';
import { areInStep, numberedText, type PageNumber, type Shift } from './page-numbers';

/** Height of the header and footer area, as a share of the page. */
const bandShare = 0.12;

/** Least number of pages of a repeated line. */
const pagesMin = 2;

/** Least share of common words of two lines that are versions of one. */
const sameWordsMin = 0.5;

/** A line at the head or foot of a page. */
interface BandLine {
	readonly line: TextLine;
	/** On the page turned upright. */
	readonly box: Box;
	/** The part of the page and the text without page numbers. */
	readonly key: string;
	readonly isHead: boolean;
	readonly numbers: readonly PageNumber[];
}

/** The lines at the head and foot of each page of a file. */
interface Bands {
	readonly text: PdfText;
	readonly pages: readonly (readonly BandLine[])[];
	readonly keys: ReadonlySet<string>;
}

interface RunningLines extends Both<Bands> {
	/** Keys of lines that repeat in one of the files. */
	readonly repeated: ReadonlySet<string>;
}

export type LinePair = Both<TextLine>;

export interface PairedLines {
	/** Lines with the same text, except for page numbers in step with the pages. */
	readonly same: readonly LinePair[];
	/** Lines at the same place of which some words differ. */
	readonly changed: readonly LinePair[];
	/** Lines of both files that are not read with the flowing text. */
	readonly apart: ReadonlySet<TextLine>;
}

export function runningLines({ kept, sent }: Both<PdfText>): RunningLines {
	const bands = { kept: bandsOf(kept), sent: bandsOf(sent) };
	const repeated = new Set([...repeatedKeys(bands.kept), ...repeatedKeys(bands.sent)]);
	return { ...bands, repeated };
}

/** The lines of a file that repeat, on pages that have other lines by which they are known. */
export function repeatedLines(
	{ text, pages }: Bands,
	repeated: ReadonlySet<string>,
): ReadonlySet<TextLine> {
	return new Set(
		text.pages.flatMap(({ lines }, page) => {
			const found = (pages[page] ?? []).filter(({ key }) => repeated.has(key));
			return found.length < lines.length ? found.map(({ line }) => line) : [];
		}),
	);
}

function bandsOf(text: PdfText): Bands {
	const found = text.pages.map((page) => page.lines.flatMap((line) => bandLine(text, page, line)));
	const offsets = Map.groupBy(
		found.flatMap((lines, page) => lines.map((line) => ({ line, page }))),
		({ line, page }) => `${line.key} ${offsetOf(line, page)}`,
	);
	const pages = found.map((lines, page) =>
		lines.map((line) => {
			const offset = offsetOf(line, page);
			const isPageNumber =
				offset === 0 || differentPages(offsets.get(`${line.key} ${offset}`)) >= pagesMin;
			return isPageNumber ? line : unnumbered(text, line);
		}),
	);
	return { text, pages, keys: new Set(pages.flat().map(({ key }) => key)) };
}

function bandLine(text: PdfText, page: TextPage, line: TextLine): readonly BandLine[] {
	const box = uprightBox(page, boxOf(line));
	const { height } = uprightSize(page);
	const isHead = box.y + box.height <= height * bandShare;
	const isFoot = box.y >= height * (1 - bandShare);
	if (!isHead && !isFoot) return [];
	const said = lineText(text, line);
	const { shape, numbers } = numberedText(said) ?? { shape: said, numbers: [] };
	return [{ line, box, isHead, numbers, key: keyOf(isHead, shape) }];
}

function keyOf(isHead: boolean, said: string): string {
	return `${isHead ? 'head' : 'foot'} ${said}`;
}

/** How far a page number is ahead of its page; 0 without one. */
function offsetOf({ numbers: [first] }: BandLine, page: number): number {
	return first === undefined ? 0 : first.value - (page + 1);
}

function differentPages(places: readonly { readonly page: number }[] = []): number {
	return new Set(places.map(({ page }) => page)).size;
}

/** The line, with numbers that are not in step with the pages as a part of its text. */
function unnumbered(text: PdfText, { line, box, isHead }: BandLine): BandLine {
	return { line, box, isHead, numbers: [], key: keyOf(isHead, lineText(text, line)) };
}

function lineText(text: PdfText, line: TextLine): string {
	return textOf(text, wordsOf(line));
}

function repeatedKeys({ pages }: Bands): readonly string[] {
	const counts = new Map<string, number>();
	for (const lines of pages) {
		for (const key of new Set(lines.map((line) => line.key))) {
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	}
	return [...counts].flatMap(([key, count]) => (count >= pagesMin ? [key] : []));
}

/** Pairs the running lines of each pair of pages. */
export function pairLines(running: RunningLines, pairs: readonly Pair[]): PairedLines {
	const { kept, sent } = running;
	const total = sent.pages.length - kept.pages.length;
	const found = pairs.map((pair): PairedLines => {
		const [base, other] = [kept.pages[pair.kept ?? -1], sent.pages[pair.sent ?? -1]];
		if (base === undefined) return impliedLines(sent, pair.sent, running, kept.keys);
		if (other === undefined) return impliedLines(kept, pair.kept, running, sent.keys);
		const pages = (pair.sent ?? 0) - (pair.kept ?? 0);
		return pairedOnPage(base, other, { pages, total }, running);
	});
	return {
		same: found.flatMap(({ same }) => same),
		changed: found.flatMap(({ changed }) => changed),
		apart: new Set(found.flatMap(({ apart }) => [...apart])),
	};
}

/**
 * A page that only one file has brings the running lines of that file along: they differ no more
 * than the page does. On a page without other words they are all there is, and stay in the text.
 */
function impliedLines(
	{ text, pages }: Bands,
	page = -1,
	{ repeated }: RunningLines,
	otherKeys: ReadonlySet<string>,
): PairedLines {
	const implied = (pages[page] ?? []).filter(({ key }) => repeated.has(key) && otherKeys.has(key));
	const hasOthers = (text.pages[page]?.lines.length ?? 0) > implied.length;
	const apart = new Set(hasOthers ? implied.map(({ line }) => line) : []);
	return { same: [], changed: [], apart };
}

function pairedOnPage(
	base: readonly BandLine[],
	other: readonly BandLine[],
	shift: Shift,
	{ kept, sent, repeated }: RunningLines,
): PairedLines {
	const pairing = new Pairing(base.length, other.length);
	const isRunning = ({ key }: BandLine) => repeated.has(key);
	const paired = (answers: (a: BandLine, b: BandLine) => boolean): readonly LinePair[] =>
		pairing
			.addWhere((one, two) => answers(at(base, one), at(other, two)))
			.map(([one, two]) => ({ kept: at(base, one).line, sent: at(other, two).line }));
	const same = paired(
		(a, b) => isRunning(a) && a.key === b.key && areInStep(a.numbers, b.numbers, shift),
	);
	const changed = paired(
		(a, b) =>
			(isRunning(a) || isRunning(b)) &&
			isSamePlace(a.box, b.box) &&
			commonShare(kept.text, a.line, sent.text, b.line) >= sameWordsMin,
	);
	const apart = new Set([...same, ...changed].flatMap((pair) => [pair.kept, pair.sent]));
	return { same, changed, apart };
}

function isSamePlace(a: Box, b: Box): boolean {
	const middles = Math.abs(a.y + a.height / 2 - b.y - b.height / 2);
	return middles < a.height / 2 && a.x < b.x + b.width && b.x < a.x + a.width;
}

/** The share of words that both lines have, whatever their case and punctuation. */
function commonShare(kept: PdfText, one: TextLine, sent: PdfText, other: TextLine): number {
	const folded = (text: PdfText) => (word: number) => text.vocabulary.foldedOf(text.numberAt(word));
	const left = wordsOf(other).map(folded(sent));
	const count = left.length;
	let common = 0;
	for (const word of wordsOf(one).map(folded(kept))) {
		const at = left.indexOf(word);
		if (at === -1) continue;
		left.splice(at, 1);
		common += 1;
	}
	return (2 * common) / (count + one.to - one.from);
}
