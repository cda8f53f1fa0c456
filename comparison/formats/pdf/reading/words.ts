/**
 * Extracts the words of a page with their boxes: text runs of pdfjs are cut by the widths of their
 * glyphs, and boxes are rotated like the page.
 */
import type { PdfPage, Pdfjs } from './pdf-document';
import type { Word } from './word';

type OperatorList = Awaited<ReturnType<PdfPage['getOperatorList']>>;
type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;
type TextRun = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly number[];

/** Widths of characters, by font; only their proportions matter. */
type Widths = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Width of characters without a glyph, such as gaps between runs. */
const usualWidth = 500;

export async function wordsOf(
	pdfjs: Pdfjs,
	page: PdfPage,
	{ items, styles }: TextContent,
	operators: OperatorList,
): Promise<readonly Word[]> {
	const widths = glyphWidths(pdfjs, operators);
	const shown = page.getViewport({ scale: 1 }).transform;
	const fonts = await fontsOf(page, [...widths.keys()]);
	const words: Word[] = [];
	for (const item of items) {
		if (!('str' in item) || item.str.trim() === '') continue;
		const name = item.fontName;
		const font = fontName(fonts.get(name), styles[name]?.fontFamily ?? '');
		const matrix: Matrix = pdfjs.Util.transform(shown, item.transform);
		cutRun(item, matrix, { font, widths }, words);
	}
	return words;
}

function glyphWidths({ OPS }: Pdfjs, { fnArray, argsArray }: OperatorList): Widths {
	const widths = new Map<string, Map<string, number>>();
	let current = new Map<string, number>();
	for (const [index, operator] of fnArray.entries()) {
		const args: unknown = argsArray[index];
		if (!Array.isArray(args)) continue;
		if (operator === OPS.setFont) {
			const name = String(args[0]);
			current = widths.get(name) ?? new Map<string, number>();
			widths.set(name, current);
		} else if (operator === OPS.showText && Array.isArray(args[0])) {
			for (const glyph of args[0]) noteWidth(glyph, current);
		}
	}
	return widths;
}

/** The width of a ligature is divided among its characters. */
function noteWidth(glyph: unknown, widths: Map<string, number>): void {
	if (!(glyph instanceof Object) || !('unicode' in glyph) || !('width' in glyph)) return;
	const { unicode, width } = glyph;
	if (typeof unicode !== 'string' || typeof width !== 'number') return;
	if (unicode.length === 1) widths.set(unicode, width);
	else {
		for (const character of unicode) {
			if (!widths.has(character)) widths.set(character, width / unicode.length);
		}
	}
}

/** The fonts of pdfjs, which may load after the operator list. */
async function fontsOf(
	page: PdfPage,
	names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
	const fonts = await Promise.all(
		names.map((name) => new Promise<unknown>((resolve) => void page.commonObjs.get(name, resolve))),
	);
	return new Map(names.map((name, index) => [name, fonts[index]]));
}

/** `Helvetica Bold`: without the subset prefix, and with spaces as separators. */
function fontName(font: unknown, family: string): string {
	const name: unknown = font instanceof Object && 'name' in font ? font.name : undefined;
	if (typeof name !== 'string' || name === '') return family;
	return name.replace(/^[A-Z]{6}\+/, '').replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function cutRun(
	run: TextRun,
	matrix: Matrix,
	{ font, widths }: { readonly font: string; readonly widths: Widths },
	words: Word[],
): void {
	const glyphs = widths.get(run.fontName);
	const widthOf = (text: string) => {
		let sum = 0;
		for (const character of text) sum += glyphs?.get(character) ?? usualWidth;
		return sum;
	};
	const whole = widthOf(run.str);
	const scale = whole > 0 ? run.width / whole : 0;
	const [a = 1, b = 0, c = 0, d = 1] = matrix;
	const sizePoints = Math.hypot(c, d);
	const quarters = Math.round(Math.atan2(b, a) / (Math.PI / 2)) & 3;
	let [at, from] = [0, 0];
	for (const match of run.str.matchAll(/\S+/g)) {
		from += widthOf(run.str.slice(at, match.index)) * scale;
		const width = widthOf(match[0]) * scale;
		const text = match[0].normalize('NFKC');
		const box = shownBox(matrix, { from, width, sizePoints });
		words.push({ text, ...box, font, sizePoints, quarters });
		at = match.index + match[0].length;
		from += width;
	}
}

/** From a little below the base line to cap height, along the text direction. */
function shownBox(
	[a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
	{ from, width, sizePoints }: { from: number; width: number; sizePoints: number },
) {
	const [low, high] = [-0.22 * sizePoints, 0.78 * sizePoints];
	if (b === 0 && c === 0 && a > 0 && d < 0) {
		return { x: e + from, y: f - high, width, height: high - low };
	}
	const along = Math.hypot(a, b) || 1;
	const upwards = sizePoints || 1;
	const corners = [from, from + width].flatMap((right) =>
		[low, high].map((up) => ({
			x: e + (a / along) * right + (c / upwards) * up,
			y: f + (b / along) * right + (d / upwards) * up,
		})),
	);
	const [x, y] = [Math.min(...corners.map((at) => at.x)), Math.min(...corners.map((at) => at.y))];
	return {
		x,
		y,
		width: Math.max(...corners.map((at) => at.x)) - x,
		height: Math.max(...corners.map((at) => at.y)) - y,
	};
}
