/**
 * Finds page numbers in the lines at the head and foot of pages: a number alone, beside a word for
 * "page", or of a total. Whether two of them mean the same place is told by how far the pages have
 * shifted. Pure.
 */
import { present } from '../../../../server/at';

export interface PageNumber {
	readonly value: number;
	/** True for the number of all pages, as in `3 of 6`. */
	readonly isTotal: boolean;
}

interface NumberedText {
	/** The text with a sign in place of each page number. */
	readonly shape: string;
	readonly numbers: readonly PageNumber[];
}

/** In English, German, French, Spanish, Italian, Dutch and Polish. */
const page =
	'(?:pages?|pg|p|seiten?|blatt|s|feuillet|páginas?|pág|pagina|pagine|pag|bladzijde|blz|strona|str)';
const of = '(?:/|of|out of|von|sur|de|di|van|z)';
const apart = '\\s*[.:|–—-]?\\s*';
const total = `(?:\\s*${of}\\s*(?<total>\\d{1,6}))`;
const [start, end] = ['(?<![\\p{L}\\p{N}.,])', '(?![\\p{L}\\p{N}]|[.,]\\d)'];

/** Up to 89, in one case. */
const roman = '(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})';

const forms = [
	`^[^\\p{L}\\p{N}\\p{Sc}%+]*(?<number>\\d{1,6})[^\\p{L}\\p{N}\\p{Sc}%]*$`,
	`${start}${page}\\.?${apart}(?<number>\\d{1,6})${total}?${end}`,
	`${start}(?<number>\\d{1,6})${total}${end}`,
	`${start}(?<number>\\d{1,6})${apart}${page}${end}`,
	`^[^\\p{L}\\p{N}]*(?<number>${roman})[^\\p{L}\\p{N}]*$`,
	`${start}${page}\\.?${apart}(?<number>${roman})${end}`,
].map((form) => new RegExp(form, 'diu'));

/** The first page number of a line, with its total; undefined if it has none. */
export function numberedText(text: string): NumberedText | undefined {
	for (const form of forms) {
		const groups = form.exec(text)?.indices?.groups;
		if (groups?.number === undefined) continue;
		const spans = [groups.number, ...(groups.total === undefined ? [] : [groups.total])];
		return {
			shape: masked(text, spans),
			numbers: spans.map(([from, to], index) => ({
				value: valueOf(text.slice(from, to)),
				isTotal: index > 0,
			})),
		};
	}
	return undefined;
}

const letters: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

/** The value of a number in Arabic or Roman digits. */
function valueOf(digits: string): number {
	if (/^\d/.test(digits)) return Number(digits);
	const values = [...digits.toLowerCase()].map((letter) => present(letters[letter], 'a letter'));
	return values.reduce(
		(sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
		0,
	);
}

/** The spans are in the order of the text. */
function masked(text: string, spans: readonly (readonly [number, number])[]): string {
	let [shape, at] = ['', 0];
	for (const [from, to] of spans) {
		shape += `${text.slice(at, from)}#`;
		at = to;
	}
	return shape + text.slice(at);
}

/** By how many pages the second of two pages, and the second of two files, is further or longer. */
export interface Shift {
	readonly pages: number;
	readonly total: number;
}

/**
 * True if the numbers differ at most by the pages that were added or removed before them; a
 * numbering that begins anew in a chapter is shifted only by those of its chapter.
 */
export function areInStep(
	some: readonly PageNumber[],
	others: readonly PageNumber[],
	shift: Shift,
): boolean {
	return some.every(({ value, isTotal }, index) => {
		const ahead = (others[index]?.value ?? value) - value;
		const most = isTotal ? shift.total : shift.pages;
		return ahead * (most - ahead) >= 0;
	});
}
