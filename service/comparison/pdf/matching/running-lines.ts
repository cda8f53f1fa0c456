/**
 * Lines that stand at the head or foot of many pages, such as titles and page numbers: they are read
 * once a file and not once a page, so that a page more does not change every page after it. Pure.
 */
import type { PdfText, TextLine, TextPage } from '../reading/pdf-text';

/** This share of the page at its top and at its bottom. */
const bandShare = 0.12;

/** A line repeats when it stands on this share of the pages of either file, and on two at least. */
const pagesShareMin = 0.4;
const pagesMin = 2;

/** The words of a file in the order they are compared: those of the pages, then what repeats, once. */
export interface Reading {
	/** Numbers of words, page after page. */
	readonly body: Int32Array;
	/** Where the words of each page begin in `body`, by the index of the page; one more at the end. */
	readonly pageStarts: readonly number[];
	readonly running: readonly number[];
}

export function readings(kept: PdfText, sent: PdfText): { kept: Reading; sent: Reading } {
	const lines = { kept: bandLines(kept), sent: bandLines(sent) };
	const repeated = new Set([...repeatedKeys(kept, lines.kept), ...repeatedKeys(sent, lines.sent)]);
	return {
		kept: reading(kept, lines.kept, repeated),
		sent: reading(sent, lines.sent, repeated),
	};
}

/** The lines at head and foot of pages by what they say, numbers aside; a page counts once. */
type BandLines = ReadonlyMap<string, ReadonlyMap<TextPage, TextLine>>;

function bandLines(text: PdfText): BandLines {
	const found = new Map<string, Map<TextPage, TextLine>>();
	for (const page of text.pages) {
		for (const line of page.lines) {
			const isHead = line.bottom <= page.heightPoints * bandShare;
			const isFoot = line.y >= page.heightPoints * (1 - bandShare);
			if (!isHead && !isFoot) continue;
			const key = `${isHead ? 'head' : 'foot'} ${lineText(text, line).replace(/\d+/g, '#')}`;
			const places = found.get(key) ?? new Map<TextPage, TextLine>();
			found.set(key, places);
			if (!places.has(page)) places.set(page, line);
		}
	}
	return found;
}

function lineText(text: PdfText, { from, to }: TextLine): string {
	return Array.from({ length: to - from }, (_, index) => text.textAt(from + index)).join(' ');
}

function repeatedKeys(text: PdfText, lines: BandLines): readonly string[] {
	const least = Math.max(pagesMin, pagesShareMin * text.pages.length);
	return [...lines].flatMap(([key, places]) =>
		places.size >= least && isSame(text, places) ? [key] : [],
	);
}

/** The same words on all pages, but for numbers that count pages. */
function isSame(text: PdfText, places: ReadonlyMap<TextPage, TextLine>): boolean {
	const [[firstPage, first] = []] = places;
	if (firstPage === undefined || first === undefined) return false;
	return [...places].every(([page, line]) =>
		Array.from({ length: first.to - first.from }, (_, index) => index).every((index) => {
			const [one, other] = [text.textAt(first.from + index), text.textAt(line.from + index)];
			const ahead = Number(other.replace(/\D+/g, '')) - Number(one.replace(/\D+/g, ''));
			return one === other || ahead === page.number - firstPage.number;
		}),
	);
}

function reading(text: PdfText, lines: BandLines, repeated: ReadonlySet<string>): Reading {
	const apart = new Set<TextLine>();
	const running: number[] = [];
	for (const key of [...repeated].sort()) {
		const places = [...(lines.get(key)?.values() ?? [])];
		for (const line of places) apart.add(line);
		running.push(...constantWords(text, places));
	}
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
	return { body: body.subarray(0, count), pageStarts, running };
}

/** The words of the first of the lines, without numbers that count pages. */
function constantWords(text: PdfText, lines: readonly TextLine[]): readonly number[] {
	const [first] = lines;
	if (first === undefined) return [];
	const words = Array.from({ length: first.to - first.from }, (_, index) => index);
	const pageCount = String(text.pages.length);
	return words
		.filter((index) => text.textAt(first.from + index).replace(/\D+/g, '') !== pageCount)
		.filter((index) =>
			lines.every((line) => text.numberAt(line.from + index) === text.numberAt(first.from + index)),
		)
		.map((index) => first.from + index);
}
