/**
 * Reads the text of form fields and annotations as lines after those of the page, and which
 * annotations stand where.
 */
import type { Box } from '../../../../api/comparison/place';
import type { PageOf, Target } from './destinations';
import type { PdfPage } from './pdf-document';
import type { Word } from './word';

/** The used members of pdfjs's annotations, which it does not type. */
interface Annotation {
	readonly subtype?: unknown;
	readonly rect?: unknown;
	readonly contentsObj?: { readonly str?: unknown };
	readonly fieldValue?: unknown;
	readonly checkBox?: unknown;
	readonly radioButton?: unknown;
	readonly exportValue?: unknown;
	readonly buttonValue?: unknown;
	readonly unsafeUrl?: unknown;
	readonly url?: unknown;
	readonly dest?: unknown;
	readonly annotationFlags?: unknown;
	readonly textContent?: unknown;
}

const fieldsMax = 5000;

/** A mark upon the page, such as a highlight, a strike-out or a stamp; or a field that is hidden. */
export interface PageMark {
	/** Such as `annotation Highlight`, with the file's word for its kind. */
	readonly name: string;
	/** In points. */
	readonly box: Box;
}

/** A place on the page that leads elsewhere. */
export interface PageLink {
	readonly target: Target;
	/** In points. */
	readonly box: Box;
}

export interface Fields {
	readonly lines: readonly (readonly Word[])[];
	readonly marks: readonly PageMark[];
	readonly links: readonly PageLink[];
	/** Files and programs that links would start, other than web pages. */
	readonly launches: readonly string[];
}

export async function fieldsOf(page: PdfPage, pageOf: PageOf): Promise<Fields> {
	const all: readonly Annotation[] = await page.getAnnotations({ intent: 'display' });
	const annotations = all.slice(0, fieldsMax);
	return {
		lines: annotations.flatMap((annotation) => lineOf(page, annotation)),
		marks: annotations.flatMap((annotation): readonly PageMark[] => {
			const name = nameOfMark(annotation);
			return name === undefined ? [] : [{ name, box: boxOf(page, annotation) }];
		}),
		links: await linksOf(page, annotations, pageOf),
		launches: annotations.flatMap(({ unsafeUrl }) =>
			typeof unsafeUrl === 'string' && !/^(https?|mailto|tel|ftp):/i.test(unsafeUrl)
				? [unsafeUrl.slice(0, launchLengthMax)]
				: [],
		),
	};
}

/** Links are compared by where they lead, fields have a text, and windows of notes belong to the notes. */
function nameOfMark({ subtype, annotationFlags }: Annotation): string | undefined {
	const isHidden = (Number(annotationFlags) & hiddenFlag) !== 0;
	if (subtype === 'Widget') return isHidden ? 'hidden field' : undefined;
	if (typeof subtype !== 'string' || subtype === 'Link' || subtype === 'Popup') return undefined;
	return isHidden ? undefined : `annotation ${subtype}`;
}

/** ISO 32000-1, table 165. */
const hiddenFlag = 2;

async function linksOf(
	page: PdfPage,
	annotations: readonly Annotation[],
	pageOf: PageOf,
): Promise<readonly PageLink[]> {
	const links: PageLink[] = [];
	for (const annotation of annotations) {
		if (annotation.subtype !== 'Link') continue;
		const { url, unsafeUrl, dest } = annotation;
		const address = url ?? unsafeUrl;
		const target = typeof address === 'string' ? address : await pageOf(dest);
		if (target !== undefined) links.push({ target, box: boxOf(page, annotation) });
	}
	return links;
}

const launchLengthMax = 200;

function lineOf(page: PdfPage, annotation: Annotation): readonly (readonly Word[])[] {
	const [said, shown] = [wordsOf(saidBy(annotation)), wordsOf(shownBy(annotation))];
	const texts = shown.join('') === said.join('') ? said : [...said, ...shown];
	if (texts.length === 0) return [];
	const box = boxOf(page, annotation);
	return [texts.map((text) => ({ text, ...box, font: fieldFont, sizePoints: 0, quarters: 0 }))];
}

/** The font of words that a field or an annotation says. */
export const fieldFont = 'field';

function boxOf(page: PdfPage, { rect }: Annotation): Box {
	const viewport = page.getViewport({ scale: 1 });
	const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(rect);
	const [x1 = 0, y1 = 0] = numbersOf(viewport.convertToViewportPoint(left, bottom));
	const [x2 = 0, y2 = 0] = numbersOf(viewport.convertToViewportPoint(right, top));
	const at = { x: Math.min(x1, x2), y: Math.min(y1, y2) };
	return { ...at, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

function numbersOf(value: unknown): readonly number[] {
	return Array.isArray(value) ? value.map(Number) : [];
}

function wordsOf(text: string): readonly string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}

/** What a text field or a text box shows, which may be something else than its value or contents. */
function shownBy({ subtype, textContent }: Annotation): string {
	const isText = subtype === 'Widget' || subtype === 'FreeText';
	return isText && Array.isArray(textContent) ? textContent.map(String).join(' ') : '';
}

function saidBy(annotation: Annotation): string {
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	if (annotation.subtype === 'Link' || annotation.subtype === 'Popup') return '';
	if (annotation.subtype !== 'Widget') return text(annotation.contentsObj?.str);
	const { fieldValue } = annotation;
	if (annotation.checkBox === true || annotation.radioButton === true) {
		const isOn = fieldValue === (annotation.exportValue ?? annotation.buttonValue);
		return isOn ? '\u2612' : '\u2610';
	}
	return Array.isArray(fieldValue) ? fieldValue.map(text).join(' ') : text(fieldValue);
}
