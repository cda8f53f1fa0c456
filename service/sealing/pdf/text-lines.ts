/** Breaks text into lines of a width, at blanks if there are any, else between characters. */
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
