/**
 * What stands in the fields and notes of a page, which is no text of the page itself: the value of a
 * filled-in form, a comment, text that was written upon a page. Read as lines behind those of the page.
 */
import type { PdfPage } from './pdf-document';
import type { Word } from './word';

/** Of what pdfjs tells of an annotation, whose types it leaves open. */
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
}

const fieldsMax = 5000;

export interface Fields {
	readonly lines: readonly (readonly Word[])[];
	/** What links would start beside pages of the web. */
	readonly launches: readonly string[];
}

export async function fieldsOf(page: PdfPage): Promise<Fields> {
	const all: readonly Annotation[] = await page.getAnnotations({ intent: 'display' });
	const annotations = all.slice(0, fieldsMax);
	return {
		lines: annotations.flatMap((annotation) => lineOf(page, annotation)),
		launches: annotations.flatMap(({ unsafeUrl }) =>
			typeof unsafeUrl === 'string' && !/^(https?|mailto|tel|ftp):/i.test(unsafeUrl)
				? [unsafeUrl.slice(0, launchLengthMax)]
				: [],
		),
	};
}

const launchLengthMax = 200;

function lineOf(page: PdfPage, annotation: Annotation): readonly (readonly Word[])[] {
	const texts = saidBy(annotation)
		.split(/\s+/)
		.filter((text) => text !== '');
	if (texts.length === 0) return [];
	const viewport = page.getViewport({ scale: 1 });
	const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(annotation.rect);
	const [x1 = 0, y1 = 0] = numbersOf(viewport.convertToViewportPoint(left, bottom));
	const [x2 = 0, y2 = 0] = numbersOf(viewport.convertToViewportPoint(right, top));
	const box = { x: Math.min(x1, x2), y: Math.min(y1, y2) };
	const size = { width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
	return [texts.map((text) => ({ text, ...box, ...size, font: 'field', sizePoints: 0 }))];
}

function numbersOf(value: unknown): readonly number[] {
	return Array.isArray(value) ? value.map(Number) : [];
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
