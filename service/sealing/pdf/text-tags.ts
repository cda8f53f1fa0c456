/**
 * Finds text tags in a PDF, such as {{signature, r1}} or {{text, r2, name=Company,
 * required=false}}: field type, position of the signer, and options. Braces that do not start with
 * a field type are ordinary text.
 */
import { fieldTypes } from '../../../api/sealer/contract-fields';
import type { OpenedPdf, PdfPage } from '../../../comparison/formats/pdf/reading/pdf-document';
import { readingOrder } from '../../../comparison/formats/pdf/reading/reading-order';
import type { Word } from '../../../comparison/formats/pdf/reading/word';
import { wordsOf } from '../../../comparison/formats/pdf/reading/words';

export interface FoundTag {
	/** As in the document, for error messages. */
	readonly text: string;
	/** Lower case. */
	readonly type: string;
	/** From 1. */
	readonly signer: number;
	/** Options by lower-case name. */
	readonly options: Readonly<Record<string, string>>;
	/** From 1. */
	readonly page: number;
	/** In points from the upper left corner of the page as shown. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface PageSize {
	readonly width: number;
	readonly height: number;
}

export interface PdfPlaces {
	/** Sizes in points, as shown. */
	readonly pages: readonly PageSize[];
	readonly tags: readonly FoundTag[];
}

/** Later pages of longer documents are not searched. */
export const tagPagesMax = 500;

const tagPattern = new RegExp(
	String.raw`\{\{\s*(${fieldTypes.join('|')})\s*,\s*r(\d{1,3})\s*((?:,[^{}]*)?)\}\}`,
	'gi',
);

export async function placesOf(opened: OpenedPdf, findsTags: boolean): Promise<PdfPlaces> {
	const { document } = opened;
	const pages: PageSize[] = [];
	const tags: FoundTag[] = [];
	for (let number = 1; number <= document.numPages; number += 1) {
		const page = await document.getPage(number);
		const { width, height } = page.getViewport({ scale: 1 });
		pages.push({ width, height });
		if (findsTags && number <= tagPagesMax) tags.push(...(await tagsOf(opened, page, number)));
		page.cleanup();
	}
	return { pages, tags };
}

async function tagsOf(opened: OpenedPdf, page: PdfPage, number: number): Promise<FoundTag[]> {
	const content = await page.getTextContent({ disableNormalization: true });
	const text = content.items.map((item) => ('str' in item ? item.str : '')).join('');
	// Computing the positions of letters takes much longer, so pages without braces skip it.
	if (!/\{\s*\{/.test(text)) return [];
	const operators = await page.getOperatorList();
	const words = await wordsOf(opened.pdfjs, page, content, operators);
	return readingOrder(words).flatMap((line) => tagsInLine(line.words, number));
}

/**
 * A tag lies within one line; it may span several words and share the first and last with other
 * text.
 */
export function tagsInLine(words: readonly Word[], page: number): FoundTag[] {
	const text = words.map((word) => word.text).join(' ');
	return [...text.matchAll(tagPattern)].map((match) => {
		const [whole, type = '', place = '', rest = ''] = match;
		return {
			text: whole,
			type: type.toLowerCase(),
			signer: Number(place),
			page,
			options: optionsOf(rest),
			...boxAround(words, { from: match.index, to: match.index + whole.length }),
		};
	});
}

function optionsOf(rest: string): Readonly<Record<string, string>> {
	const parts = rest.split(',').map((part) => part.trim());
	return Object.fromEntries(
		parts
			.filter((part) => part !== '')
			.map((part) => {
				const [name = '', ...value] = part.split('=');
				return [name.trim().toLowerCase(), value.join('=').trim()];
			}),
	);
}

/** The box around a range of a line; of partly covered words the share of their letters. */
function boxAround(words: readonly Word[], { from, to }: { from: number; to: number }) {
	let at = 0;
	let [left, right] = [Infinity, -Infinity];
	let [top, bottom] = [Infinity, -Infinity];
	for (const { text, x, y, width, height } of words) {
		const [begins, ends] = [Math.max(from - at, 0), Math.min(to - at, text.length)];
		at += text.length + 1;
		if (begins >= ends) continue;
		left = Math.min(left, x + (width * begins) / text.length);
		right = Math.max(right, x + (width * ends) / text.length);
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y + height)];
	}
	return { x: left, y: top, width: right - left, height: bottom - top };
}
