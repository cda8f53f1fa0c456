/** Breaks text into lines of a width, at blanks if there are any, else between characters, and draws them. */
import {
	PDFHexString,
	PDFOperator,
	PDFOperatorNames,
	type PDFPage,
	type RGB,
} from '@cantoo/pdf-lib';
import type { Fonts, Run } from './fonts';

export type TextLine = readonly Run[];

interface Fit {
	readonly size: number;
	readonly widthMax: number;
}

export async function linesOf(fonts: Fonts, text: string, fit: Fit): Promise<readonly TextLine[]> {
	const lines: TextLine[] = [];
	let rest = text;
	while (rest !== '') {
		const whole = await fonts.runs(rest);
		if (widthOf(whole, fit.size) <= fit.widthMax) return [...lines, whole];
		const part = await longest(fonts, rest, fit);
		lines.push(await fonts.runs(part));
		rest = rest.slice(part.length).trimStart();
	}
	return lines;
}

/** The longest beginning of a text that fits. */
async function longest(fonts: Fonts, text: string, { size, widthMax }: Fit): Promise<string> {
	const characters = Array.from(text);
	let fits = 1;
	let tooMany = characters.length;
	while (tooMany - fits > 1) {
		const middle = Math.floor((fits + tooMany) / 2);
		const part = await fonts.runs(characters.slice(0, middle).join(''));
		if (widthOf(part, size) <= widthMax) fits = middle;
		else tooMany = middle;
	}
	const part = characters.slice(0, fits).join('');
	const blank = part.lastIndexOf(' ');
	return blank > 0 ? part.slice(0, blank) : part;
}

function widthOf(line: TextLine, size: number): number {
	return line.reduce((sum, { text, font }) => sum + font.widthOfTextAtSize(text, size), 0);
}

interface Pen {
	readonly x: number;
	readonly y: number;
	readonly size: number;
	readonly color: RGB;
}

/** Letters that change places when they are drawn; a reader of the text finds them as they were written. */
const reordered = /\p{Script=Devanagari}/u;

export function drawLine(page: PDFPage, line: TextLine, { x: start, ...style }: Pen): void {
	let x = start;
	for (const { text, font } of line) {
		const isReordered = reordered.test(text);
		if (isReordered) {
			const written = `<</ActualText ${PDFHexString.fromText(text).toString()}>>`;
			const named = ['/Span', written];
			page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, named));
		}
		page.drawText(text, { x, ...style, font });
		if (isReordered) page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
		x += font.widthOfTextAtSize(text, style.size);
	}
}
