/**
 * Finds running headers and footers, such as titles and page numbers. They are read once per file
 * rather than once per page, so that an inserted page does not change every page after it.
 */
import type { PdfText, TextLine, TextPage } from '../reading/pdf-text';

/** Height of the header and footer areas, as a share of the page. */
const bandShare = 0.12;

/**
 * A line is a running one if it is on this share of the pages of either file, and on at least two.
 */
const pagesShareMin = 0.4;
const pagesMin = 2;

/** The words of a file in comparison order: those of the pages, then running lines, once. */
export interface Reading {
	/** Word numbers, page by page. */
	readonly body: Int32Array;
	/** Start of each page in `body`, by page index, and the end. */
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

/** Header and footer lines by their text without numbers; each page once. */
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

/** True if the words are equal on all pages, except numbers that count pages. */
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

/** The words of the first line, without numbers that count pages. */
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
